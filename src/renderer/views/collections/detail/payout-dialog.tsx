import { TextInput } from '@mantine/core'
import { type CollectionDetails, collectionCalls } from '#contract/collections/calls.ts'
import { change } from '#renderer/data/change.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { Note } from '#renderer/ui/error-alert.tsx'
import { DetailList } from '#renderer/ui/page.tsx'
import { ReceiverWarning } from '#renderer/views/receiver-warning.tsx'
import { DraftDialog } from '../../frame/dialog-form.tsx'
import { useDraftForm } from '../../use-draft-form.ts'
import { Payout } from './header.tsx'

const words = text.collections.detail.changePayout

const schema = collectionCalls['collections.changePayout'].input.pick({ payout_address: true })

/** Changes where the income goes. Main asks again, outside the page, with both addresses. */
export const PayoutDialog = ({
  collectionRef,
  collection,
  onClose,
}: {
  readonly collectionRef: CollectionRef
  readonly collection: CollectionDetails
  readonly onClose: () => void
}) => {
  const form = useDraftForm({
    initial: { payout_address: '' },
    schema,
    inputOf: ({ payout_address: typed }) => ({ payout_address: typed.trim() }),
    fieldNamed: () => 'payout_address',
    submit: async (input) => {
      const { name } = await withVault(words.reason, () =>
        change('collections.changePayout', { ...collectionRef, ...input }),
      )
      useNotices.getState().notify('good', words.done(name))
      onClose()
    },
  })
  return (
    <DraftDialog form={form} title={words.title} submit={words.submit} onClose={onClose}>
      <DetailList
        entries={[[words.now, <Payout key="payout" payout={collection.payout_address} whole />]]}
      />
      <TextInput label={words.next} {...form.getInputProps('payout_address')} data-autofocus />
      <ReceiverWarning role="payout address" address={form.values.payout_address} />
      <Note>{words.openSales}</Note>
    </DraftDialog>
  )
}
