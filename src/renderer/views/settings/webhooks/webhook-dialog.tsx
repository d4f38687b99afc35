import { Switch, TextInput } from '@mantine/core'
import { webhookCalls, type WebhookView } from '#contract/webhooks/calls.ts'
import { change } from '#renderer/data/change.ts'
import { useIsLocal } from '#renderer/stores/accounts.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { Note } from '#renderer/ui/error-alert.tsx'
import { DraftDialog } from '#renderer/views/frame/dialog-form.tsx'
import { type DraftForm, useDraftForm } from '#renderer/views/use-draft-form.ts'
import { webhookName } from './webhook-sheet.tsx'

const { reason, form: words } = text.settings.webhooks

/** Fields are called as the service names them, so that its errors are shown at them. */
type Form = { name: string; callback_url: string; description: string; sendsRefunds: boolean }

const empty: Form = { name: '', callback_url: '', description: '', sendsRefunds: false }

const fieldNamed = (field: string): string | undefined =>
  Object.hasOwn(empty, field) ? field : undefined

const trimmed = ({ name, callback_url: url, description, sendsRefunds }: Form): Form => ({
  name: name.trim(),
  callback_url: url.trim(),
  description: description.trim(),
  sendsRefunds,
})

const refunds = { own_events: ['REFUNDED'] }

/** The secret never comes here: main writes it into the file that the user picks. */
export const AddWebhookDialog = ({
  accountId,
  onClose,
}: {
  readonly accountId: string
  readonly onClose: () => void
}) => {
  const form = useDraftForm({
    initial: empty,
    schema: webhookCalls['webhooks.add'].input,
    fieldNamed,
    inputOf: (typed) => {
      const { name, callback_url, description, sendsRefunds } = trimmed(typed)
      return {
        accountId,
        name,
        callback_url,
        // A service of other make may refuse a field that it does not know.
        ...(description === '' ? {} : { description }),
        ...(sendsRefunds ? refunds : {}),
      }
    },
    submit: async (input) => {
      const made = await withVault(reason, () => change('webhooks.add', input))
      if (made === null) return
      const { announce } = useNotices.getState()
      if (made.secretPath === null) announce('warn', words.madeWithout)
      else announce('good', words.made(made.secretPath))
      onClose()
    },
  })
  return (
    <DraftDialog form={form} title={words.addTitle} submit={words.submit} onClose={onClose}>
      <Fields form={form} accountId={accountId} />
      <Note>{words.next}</Note>
    </DraftDialog>
  )
}

export const EditWebhookDialog = ({
  accountId,
  webhook,
  onClose,
}: {
  readonly accountId: string
  readonly webhook: WebhookView
  readonly onClose: () => void
}) => {
  const before: Form = {
    name: webhook.name ?? '',
    callback_url: webhook.callback_url ?? '',
    description: webhook.description ?? '',
    sendsRefunds: webhook.own_events?.includes('REFUNDED') === true,
  }
  const form = useDraftForm({
    initial: before,
    schema: webhookCalls['webhooks.update'].input,
    fieldNamed,
    inputOf: (typed) => ({
      accountId,
      webhookId: webhook.id,
      ...changesIn(before, trimmed(typed)),
    }),
    submit: async (input) => {
      const changed = await withVault(reason, () => change('webhooks.update', input))
      useNotices.getState().notify('good', words.saved(webhookName(changed)))
      onClose()
    },
  })
  return (
    <DraftDialog
      form={form}
      title={words.editTitle(webhookName(webhook))}
      submit={words.save}
      onClose={onClose}
    >
      <Fields form={form} accountId={accountId} />
      <Note>{words.changes}</Note>
    </DraftDialog>
  )
}

/** What is left out stays as it is. */
const changesIn = (before: Form, after: Form) => ({
  ...(after.name === before.name ? {} : { name: after.name }),
  ...(after.callback_url === before.callback_url ? {} : { callback_url: after.callback_url }),
  ...(after.description === before.description
    ? {}
    : { description: after.description === '' ? null : after.description }),
  ...(after.sendsRefunds === before.sendsRefunds
    ? {}
    : after.sendsRefunds
      ? refunds
      : { own_events: [] }),
})

const Fields = ({
  form,
  accountId,
}: {
  readonly form: Pick<DraftForm<Form>, 'getInputProps'>
  readonly accountId: string
}) => {
  const isLocal = useIsLocal(accountId)
  return (
    <>
      <TextInput
        label={words.name}
        description={words.nameHint}
        {...form.getInputProps('name')}
        required
        data-autofocus
      />
      <TextInput
        label={words.address}
        description={words.addressHint}
        {...form.getInputProps('callback_url')}
        spellCheck={false}
        required
      />
      <TextInput
        label={words.description}
        description={words.descriptionHint}
        {...form.getInputProps('description')}
      />
      <Switch
        label={words.refunds}
        description={isLocal ? words.refundsHint : words.refundsHosted}
        {...form.getInputProps('sendsRefunds', { type: 'checkbox' })}
      />
    </>
  )
}
