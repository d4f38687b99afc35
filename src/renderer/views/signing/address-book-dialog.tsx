import { Button, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { receiverCalls } from '#contract/receivers/calls.ts'
import { change } from '#renderer/data/change.ts'
import { copy } from '#renderer/stores/copy.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { Hash } from '#renderer/ui/text-parts.tsx'
import { DraftDialog } from '../frame/dialog-form.tsx'
import { useDraftForm } from '../use-draft-form.ts'

const words = text.signing.addressBook

/** Offers to make an address known. The main process asks outside the page whether it is the user's. */
export const AddToAddressBook = ({ address }: { readonly address: string }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setIsOpen(true)}>
        {words.add}
      </Button>
      {isOpen && <AddressBookDialog address={address} onClose={() => setIsOpen(false)} />}
    </>
  )
}

const AddressBookDialog = ({
  address,
  onClose,
}: {
  readonly address: string
  readonly onClose: () => void
}) => {
  const form = useDraftForm({
    initial: { label: '' },
    schema: receiverCalls['receivers.add'].input,
    inputOf: ({ label }) => ({ address, label: label.trim() }),
    errorsOf: ({ label }, [found]) => {
      const message = label.trim() === '' ? words.unnamed : found?.message
      return message === undefined ? {} : { label: message }
    },
    submit: async (entry) => {
      await withVault(words.vaultReason, () => change('receivers.add', entry))
      useNotices.getState().notify('good', words.added(entry.label))
      onClose()
    },
  })
  return (
    <DraftDialog form={form} title={words.title} submit={words.submit} onClose={onClose}>
      <Stack gap="sm">
        <div>{words.text}</div>
        <Hash whole value={address} what={text.signing.outputs.address} onCopy={copy} />
        <TextInput
          label={words.label}
          description={words.labelHint}
          {...form.getInputProps('label')}
          data-autofocus
        />
      </Stack>
    </DraftDialog>
  )
}
