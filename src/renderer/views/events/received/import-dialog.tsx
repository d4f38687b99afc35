import { Box, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import type { CallOutput } from '#contract/window/calls.ts'
import { call } from '#renderer/bridge.ts'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { text } from '#renderer/text/en.ts'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { Note } from '#renderer/ui/error-alert.tsx'
import { DialogForm } from '#renderer/views/frame/dialog-form.tsx'
import { CloseBar } from '#renderer/views/frame/close-bar.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.events.received

type Imported = CallOutput<'events.import'>

/** Imports a file of events, and lists what could not be read before the dialog closes. */
export const ImportEventsDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { accounts, chosen } = useAccounts()
  const [accountId, setAccountId] = useState(chosen)
  const [imported, setImported] = useState<Imported>()
  if (imported !== undefined) return <Result imported={imported} onClose={onClose} />
  return (
    <DialogForm
      title={words.importTitle}
      submit={words.importPick}
      onSubmit={async () => {
        const path = await call('app.pickFile', { what: 'events' })
        if (path !== null) setImported(await call('events.import', { accountId, path }))
      }}
      onClose={onClose}
    >
      <div>{words.importText}</div>
      <Select
        label={words.importAccount}
        data={accounts.map(({ id, name }) => ({ value: id, label: name }))}
        value={accountId}
        onChange={(id) => setAccountId(id ?? accountId)}
      />
    </DialogForm>
  )
}

const Result = ({
  imported: { added, known, bad, errors },
  onClose,
}: {
  readonly imported: Imported
  readonly onClose: () => void
}) => (
  <Dialog title={words.importTitle} onClose={onClose} size="lg">
    <Stack gap="md">
      <div role="status">{words.imported(added, known)}</div>
      {bad > 0 && (
        <Note>
          {words.importBad(bad)}
          <Box component="ul" mt="xs" className={`${ui['bullets']} ${ui['breakable']}`}>
            {errors.map(({ number, error }) => (
              <li key={number}>{words.importError(number, error)}</li>
            ))}
          </Box>
        </Note>
      )}
      <CloseBar onClose={onClose} />
    </Stack>
  </Dialog>
)
