import { Button, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import type { TokenRow } from '#contract/collections/calls.ts'
import { change } from '#renderer/data/change.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { refreshCollection, restorePrices } from '#renderer/data/tokens.ts'
import { text } from '#renderer/text/en.ts'
import { DraftFormBody } from '#renderer/views/frame/submit-form.tsx'
import { RehearsalParts, useSkippableRehearsal } from '#renderer/views/mint-rehearsal.tsx'
import { MintedImagesCheck, useAcceptedImages } from '#renderer/views/minted-images.tsx'
import { usePriceForm } from '#renderer/views/sales/use-price-form.ts'
import { BatchDialog } from './batch-dialog.tsx'
import { useBatch } from './use-batch.ts'

const words = text.picking.price

/** One price for several tokens. */
export const PriceDialog = ({
  collectionRef,
  tokens,
  onClose,
}: {
  readonly collectionRef: CollectionRef
  readonly tokens: readonly TokenRow[]
  readonly onClose: () => void
}) => {
  const batch = useBatch({
    said: words.done,
    onDone: () => void refreshCollection(),
    undo: async (done) => {
      await restorePrices(collectionRef, done)
      return text.sales.tokenPrice.undone(done.length)
    },
    onClose,
  })
  const ids = useMemo(() => tokens.map(({ id }) => id), [tokens])
  const { rehearsal, skipsRehearsal, skipProps } = useSkippableRehearsal(collectionRef, ids)
  const images = useAcceptedImages({ collectionRef, tokens: ids })
  const set = (price: number | null) => {
    const all = { ...collectionRef, price, skipsRehearsal, ...images.accepted }
    batch.start(tokens, ({ id }) => change('sales.setTokenPrice', { ...all, tokenId: id }))
  }
  const form = usePriceForm(null, set)
  return (
    <BatchDialog
      title={words.title(tokens.length)}
      working={words.working}
      batch={batch}
      onClose={onClose}
    >
      <DraftFormBody
        form={form}
        submit={words.submit}
        onCancel={onClose}
        isReady={!rehearsal.isMissing && !images.isOpen}
        actions={
          <Button variant="default" onClick={() => set(null)}>
            {words.remove}
          </Button>
        }
      >
        <div>{words.text}</div>
        <TextInput
          label={text.sales.tokenPrice.label}
          inputMode="decimal"
          {...form.getInputProps('written')}
          data-autofocus
        />
        <RehearsalParts
          collectionRef={collectionRef}
          tokens={ids}
          rehearsal={rehearsal}
          about={text.sales.tokenPrice.rehearsal}
          skipProps={skipProps}
        />
        <MintedImagesCheck {...images.parts} />
      </DraftFormBody>
    </BatchDialog>
  )
}
