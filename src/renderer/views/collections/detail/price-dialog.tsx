import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { readAda } from '#shared/ada-amount.ts'
import type { TokenRow } from '#shared/calls/collections.ts'
import { change } from '#renderer/data/change.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { SubmitForm } from '#renderer/views/frame/submit-form.tsx'
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
  const [written, setWritten] = useState('')
  const [wasTried, setTried] = useState(false)
  const amount = readAda(written)
  const batch = useBatch((done, isWhole) => {
    if (!isWhole) return
    useNotices.getState().notify('good', words.done(done.length))
    onClose()
  })
  const set = (price: string | null) =>
    batch.start(tokens, ({ id }) =>
      change('sales.setTokenPrice', { ...collectionRef, tokenId: id, price }),
    )
  return (
    <BatchDialog
      title={words.title(tokens.length)}
      working={words.working}
      batch={batch}
      onClose={onClose}
    >
      <SubmitForm
        submit={words.submit}
        onCancel={onClose}
        onSubmit={async () => {
          setTried(true)
          if (amount.lovelace !== undefined) set(amount.lovelace.toString())
        }}
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
          value={written}
          onChange={(event) => setWritten(event.currentTarget.value)}
          error={wasTried ? amount.error : undefined}
          data-autofocus
        />
      </SubmitForm>
    </BatchDialog>
  )
}
