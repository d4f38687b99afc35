import { Button, Stack, NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { inboxCalls, type InboxView } from '#contract/events/inbox-calls.ts'
import { type SignatureScheme, signatureSchemes } from '#values/webhooks/signature-schemes.ts'
import { change } from '#renderer/data/change.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { useDraftForm } from '#renderer/views/use-draft-form.ts'

const words = text.settings.inbox

/** As it is typed. */
type Form = {
  isOn: boolean
  port: number | string
  hosts: string
  scheme: SignatureScheme | null
}

/** Whether an inbox listens, at which port and under which names. */
export const InboxForm = ({
  inbox: { accountId, isOn, port, hosts, scheme },
  name,
}: {
  readonly inbox: InboxView
  readonly name: string
}) => {
  const initial: Form = { isOn, port, hosts: hosts.join(', '), scheme: null }
  const form = useDraftForm({
    initial,
    schema: inboxCalls['inboxes.change'].input,
    inputOf: (typed) => ({
      accountId,
      ...typed,
      port: Number(typed.port),
      hosts: hostsOf(typed.hosts),
    }),
    submit: async (input) => {
      await change('inboxes.change', input)
      useNotices.getState().notify('good', words.saved(name))
    },
  })
  const typed = form.values
  const isChanged =
    typed.isOn !== isOn ||
    Number(typed.port) !== port ||
    hostsOf(typed.hosts).join() !== hosts.join() ||
    (typed.scheme ?? scheme) !== scheme
  return (
    <form {...form.element}>
      <Stack gap="sm" maw="var(--field-xl)">
        <Switch label={words.on} {...form.getInputProps('isOn', { type: 'checkbox' })} />
        <NumberInput
          label={words.port}
          description={words.portHint}
          {...form.getInputProps('port')}
          allowDecimal={false}
          allowNegative={false}
          thousandSeparator={false}
        />
        <TextInput
          label={words.hosts}
          description={words.hostsHint}
          {...form.getInputProps('hosts')}
          spellCheck={false}
        />
        <Select
          label={words.scheme}
          description={words.schemeHint}
          placeholder={words.schemeOpen}
          data={signatureSchemes.map((signatureScheme) => ({
            value: signatureScheme,
            label: words.schemes[signatureScheme],
          }))}
          {...form.getInputProps('scheme')}
          value={typed.scheme ?? scheme}
        />
        {form.error !== undefined && <ErrorAlert error={form.error} />}
        <div>
          <Button type="submit" variant="default" loading={form.isBusy} disabled={!isChanged}>
            {text.common.save}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

const hostsOf = (typed: string): string[] =>
  typed
    .split(/[\s,]+/u)
    .map((host) => host.toLowerCase())
    .filter((host) => host !== '')
