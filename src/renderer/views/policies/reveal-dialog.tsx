import { Button, Group, Stack } from '@mantine/core'
import { Download } from 'lucide-react'
import { useCallback, useState } from 'react'
import { call } from '#renderer/bridge.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { SecretFrame } from '#renderer/ui/secret-frame.tsx'
import { useSubmit } from '../use-submit.ts'
import { ShownSecret } from './shown-secret.tsx'
import { PasswordField } from '#renderer/ui/password-field.tsx'
import { useProtectedWindow, useWhenHidden } from './secret-window.ts'

const words = text.policies.reveal

/**
 * The policy with its keys, shown for a minute or saved to a file. The text is in this dialog's
 * state only and disappears with it.
 */
export const RevealDialog = ({
  policyId,
  onClose,
}: {
  readonly policyId: string
  readonly onClose: () => void
}) => {
  useProtectedWindow()
  const [secret, setSecret] = useState<string>()
  return (
    <Dialog onClose={onClose} title={words.title} size="lg">
      {secret === undefined ? (
        <PassphrasePrompt policyId={policyId} onShow={setSecret} onClose={onClose} />
      ) : (
        <SecretFrame>
          <ShownSecret
            secret={secret}
            label={words.text}
            warning={words.warning}
            onHide={onClose}
          />
        </SecretFrame>
      )}
    </Dialog>
  )
}

const PassphrasePrompt = ({
  policyId,
  onShow,
  onClose,
}: {
  readonly policyId: string
  readonly onShow: (secret: string) => void
  readonly onClose: () => void
}) => {
  const [passphrase, setPassphrase] = useState('')
  useWhenHidden(useCallback(() => setPassphrase(''), []))
  const show = useSubmit(async () =>
    onShow((await call('policies.reveal', { policyId, passphrase })).text),
  )
  const save = useSubmit(async () => {
    const path = await call('policies.saveWithKeys', { policyId, passphrase })
    if (path === null) return
    useNotices.getState().notify('good', words.saved(path))
    onClose()
  })
  const saveKeys = useSubmit(async () => {
    const paths = await call('policies.saveKeyFiles', { policyId, passphrase })
    if (paths === null) return
    useNotices.getState().notify('good', words.savedKeys(paths))
    onClose()
  })
  const all = [show, save, saveKeys]
  const error = all.find((one) => one.error !== undefined)?.error
  const start = ({ send }: typeof show) => {
    if (passphrase === '' || all.some(({ isBusy }) => isBusy)) return
    all.forEach(({ clearError }) => clearError())
    void send()
  }
  return (
    <form
      onChange={() => all.forEach(({ clearError }) => clearError())}
      onSubmit={(event) => {
        event.preventDefault()
        start(show)
      }}
    >
      <Stack gap="md">
        <div>{words.warning}</div>
        <PasswordField
          label={words.passphrase}
          description={words.why}
          value={passphrase}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
          required
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': words.showPassphrase }}
        />
        {error !== undefined && <ErrorAlert error={error} />}
        <Group justify="flex-end" gap="sm">
          <Button
            variant="default"
            title={words.saveKeysHint}
            disabled={passphrase === ''}
            loading={saveKeys.isBusy}
            onClick={() => start(saveKeys)}
          >
            {words.saveKeys}
          </Button>
          <IconButton
            icon={Download}
            disabled={passphrase === ''}
            loading={save.isBusy}
            onClick={() => start(save)}
          >
            {words.save}
          </IconButton>
          <Button type="submit" disabled={passphrase === ''} loading={show.isBusy}>
            {words.show}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
