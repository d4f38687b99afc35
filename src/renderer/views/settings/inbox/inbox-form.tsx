import { Button, NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { InboxFacts } from '#shared/calls/inboxes.ts'
import { type SignatureScheme, signatureSchemes } from '#shared/signature-schemes.ts'
import { call } from '#renderer/bridge.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { useSubmit } from '#renderer/views/use-submit.ts'
import styles from '../settings.module.css'

const words = text.settings.inbox

/** As it is typed. */
type Form = {
  readonly isOn: boolean
  readonly port: number | string
  readonly hosts: string
  readonly scheme: SignatureScheme | null
}

/** Whether an inbox listens, at which port and under which names. */
export const InboxForm = ({
  inbox: { accountId, isOn, port, hosts, scheme },
  name,
}: {
  readonly inbox: InboxFacts
  readonly name: string
}) => {
  const [form, setForm] = useState<Form>({ isOn, port, hosts: hosts.join(', '), scheme: null })
  const { isBusy, error, send } = useSubmit(async () => {
    const wanted = { ...form, port: Number(form.port), hosts: hostsOf(form.hosts) }
    await call('inboxes.change', { accountId, ...wanted })
    useNotices.getState().notify('good', words.saved(name))
  })
  const isChanged =
    form.isOn !== isOn ||
    Number(form.port) !== port ||
    hostsOf(form.hosts).join() !== hosts.join() ||
    (form.scheme ?? scheme) !== scheme
  return (
    <form
      className={styles['wideForm']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Switch
        label={words.on}
        checked={form.isOn}
        onChange={(event) => setForm({ ...form, isOn: event.currentTarget.checked })}
      />
      <NumberInput
        label={words.port}
        description={words.portHint}
        value={form.port}
        onChange={(value) => setForm({ ...form, port: value })}
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator={false}
      />
      <TextInput
        label={words.hosts}
        description={words.hostsHint}
        value={form.hosts}
        onChange={(event) => setForm({ ...form, hosts: event.currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
      />
      <Select
        label={words.scheme}
        description={words.schemeHint}
        placeholder={words.schemeOpen}
        data={signatureSchemes.map((one) => ({ value: one, label: words.schemes[one] }))}
        value={form.scheme ?? scheme}
        onChange={(value) =>
          setForm({ ...form, scheme: signatureSchemes.find((one) => one === value) ?? null })
        }
        allowDeselect={false}
      />
      {error !== undefined && <ErrorAlert message={error} />}
      <div>
        <Button type="submit" variant="default" loading={isBusy} disabled={!isChanged}>
          {text.common.save}
        </Button>
      </div>
    </form>
  )
}

const hostsOf = (typed: string): string[] =>
  typed
    .split(/[\s,]+/u)
    .map((host) => host.toLowerCase())
    .filter((host) => host !== '')
