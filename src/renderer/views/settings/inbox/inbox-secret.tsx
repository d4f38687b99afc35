import { Box, Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { inboxCalls, type InboxView } from '#contract/events/inbox-calls.ts'
import { call } from '#renderer/bridge.ts'
import { change } from '#renderer/data/change.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { attempt, useNotices } from '#renderer/stores/notices.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { DialogForm, DraftDialog } from '#renderer/views/frame/dialog-form.tsx'
import { useProtectedWindow } from '#renderer/views/frame/secret-window.ts'
import { ShownSecret } from '#renderer/views/frame/shown-secret.tsx'
import { useDraftForm } from '#renderer/views/use-draft-form.ts'
import { PasswordField } from '#renderer/ui/password-field.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.settings.inbox

type Part = { readonly inbox: InboxView; readonly name: string }
type Open = 'enter' | 'make' | 'register' | { readonly secret: string }

/**
 * The signing secret of deliveries: entered, generated here, or returned by the service to the
 * vault.
 */
export const InboxSecret = ({ inbox, name }: Part) => {
  const { accountId } = inbox
  // A locked vault does not answer.
  const { data, isError } = useCall('inboxes.hasSecret', { accountId })
  const has = isError ? undefined : data?.has
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const show = () =>
    attempt(async () => {
      const { text: secret } = await withVault(words.reason, () =>
        call('inboxes.reveal', { accountId }),
      )
      setOpen({ secret })
    })
  return (
    <div>
      <Box component="h3" mb={4} fz="md" fw={600}>
        {words.secretTitle}
      </Box>
      <p className={ui['lead']}>
        {words.secretText} {has === undefined ? words.unknown : has ? words.has : words.hasNot}
      </p>
      <Group gap="xs" mt="md" align="flex-start">
        <Button variant="default" size="xs" onClick={() => setOpen('enter')}>
          {words.enter}
        </Button>
        <Button variant="default" size="xs" onClick={() => setOpen('make')}>
          {words.make}
        </Button>
        <Button variant="default" size="xs" disabled={has === false} onClick={() => void show()}>
          {words.show}
        </Button>
        <Button variant="default" size="xs" onClick={() => setOpen('register')}>
          {words.register}
        </Button>
      </Group>
      {open === 'enter' && <EnterDialog inbox={inbox} name={name} onClose={close} />}
      {open === 'make' && (
        <MakeDialog
          inbox={inbox}
          onClose={close}
          onMade={() => {
            close()
            void show()
          }}
        />
      )}
      {open === 'register' && <RegisterDialog inbox={inbox} onClose={close} />}
      {typeof open === 'object' && <ShownDialog secret={open.secret} name={name} onClose={close} />}
    </div>
  )
}

const EnterDialog = ({
  inbox: { accountId },
  name,
  onClose,
}: Part & { readonly onClose: () => void }) => {
  const form = useDraftForm({
    initial: { secret: '' },
    schema: inboxCalls['inboxes.setSecret'].input,
    inputOf: ({ secret }) => ({ accountId, secret: secret.trim() }),
    submit: async (input) => {
      await withVault(words.reason, () => change('inboxes.setSecret', input))
      useNotices.getState().notify('good', words.entered)
      onClose()
    },
  })
  return (
    <DraftDialog
      form={form}
      title={words.enterTitle(name)}
      submit={text.common.save}
      onClose={onClose}
    >
      <PasswordField
        label={words.enterLabel}
        description={words.enterHint}
        {...form.getInputProps('secret')}
        required
        data-autofocus
        visibilityToggleButtonProps={{ 'aria-label': words.showTyped }}
      />
    </DraftDialog>
  )
}

const MakeDialog = ({
  inbox: { accountId },
  onMade,
  onClose,
}: Pick<Part, 'inbox'> & { readonly onMade: () => void; readonly onClose: () => void }) => (
  <DialogForm
    title={words.makeTitle}
    submit={words.makeTitle}
    onSubmit={async () => {
      await withVault(words.reason, () => change('inboxes.makeSecret', { accountId }))
      onMade()
    }}
    onClose={onClose}
  >
    <div>{words.makeText}</div>
  </DialogForm>
)

const RegisterDialog = ({
  inbox: { accountId, hosts },
  onClose,
}: Pick<Part, 'inbox'> & { readonly onClose: () => void }) => {
  const [host] = hosts
  const form = useDraftForm({
    initial: { callbackUrl: host === undefined ? '' : `https://${host}/` },
    schema: inboxCalls['inboxes.register'].input,
    inputOf: ({ callbackUrl }) => ({ accountId, callbackUrl: callbackUrl.trim() }),
    submit: async (input) => {
      const { isSecretStored } = await withVault(words.reason, () =>
        change('inboxes.register', input),
      )
      if (isSecretStored) useNotices.getState().notify('good', words.registered)
      else useNotices.getState().notify('warn', words.registeredWithout)
      onClose()
    },
  })
  return (
    <DraftDialog
      form={form}
      title={words.registerTitle}
      submit={words.registerTitle}
      onClose={onClose}
    >
      <div>{words.registerText}</div>
      <TextInput
        label={words.callback}
        description={words.callbackHint}
        {...form.getInputProps('callbackUrl')}
        spellCheck={false}
        required
        data-autofocus
      />
    </DraftDialog>
  )
}

/** The secret is in this section's state only, while it is open. */
const ShownDialog = ({
  secret,
  name,
  onClose,
}: {
  readonly secret: string
  readonly name: string
  readonly onClose: () => void
}) => {
  useProtectedWindow()
  return (
    <Dialog title={words.shownTitle(name)} onClose={onClose} size="lg" hasSecretFrame>
      <ShownSecret
        secret={secret}
        label={words.shownLabel}
        warning={words.shownWarning}
        onHide={onClose}
      />
    </Dialog>
  )
}
