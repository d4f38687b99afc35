import { Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { durationText } from '#shared/format.ts'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { fromThisView } from '#renderer/stores/from-this-view.ts'
import { change } from '#renderer/data/change.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { DialogForm } from '../frame/dialog-form.tsx'
import { KeyChoice } from './phrases/key-choice.tsx'
import { likelyNetwork, lockAnswer } from './lock-choice.ts'
import { NetworkSelect } from './network-select.tsx'
import { useNow } from '#renderer/ui/use-now.ts'

const words = text.policies.generate
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** A fresh key and its policy: name, network, and when it locks. */
export const GenerateDialog = ({
  phrase,
  onClose,
}: {
  /** The fingerprint of the phrase that its key comes from at first; the user may change it. */
  readonly phrase: string | undefined
  readonly onClose: () => void
}) => {
  const { accounts } = useAccounts()
  const [name, setName] = useState('')
  const [network, setNetwork] = useState(() => likelyNetwork(accounts))
  const [locks, setLocks] = useState(false)
  const [localTime, setLocalTime] = useState('')
  const [ofPhrase, setOfPhrase] = useState<string | null>(phrase ?? null)
  const now = useNow(1000)
  const answer = lockAnswer({ locks, localTime }, now)
  const submit = async () => {
    if ('error' in answer) return
    const { lockTime } = answer
    const lead = fromThisView()
    const made = await withVault(words.reason, () =>
      change('policies.generate', {
        name: name.trim(),
        network,
        lockTime,
        ...(ofPhrase === null ? {} : { phrase: { fingerprint: ofPhrase, index: null } }),
      }),
    )
    onClose()
    lead({ route: { view: 'policies', policyId: made.policyId }, done: words.done, isSaid: true })
  }
  return (
    <DialogForm
      title={words.title}
      submit={words.submit}
      isReady={!('error' in answer) && name.trim() !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <div>{words.text}</div>
      <TextInput
        label={text.policies.form.name}
        description={text.policies.form.nameHint}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        required
        data-autofocus
      />
      <KeyChoice value={ofPhrase} onChange={setOfPhrase} />
      <NetworkSelect value={network} onChange={setNetwork} />
      <Radio.Group
        label={words.lock}
        value={locks ? 'date' : 'never'}
        onChange={(value) => setLocks(value === 'date')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="never" label={words.never} description={words.neverHint} />
          <Radio value="date" label={words.onDate} />
        </Stack>
      </Radio.Group>
      {locks && <LockDate value={localTime} answer={answer} onChange={setLocalTime} />}
    </DialogForm>
  )
}

const LockDate = ({
  value,
  answer,
  onChange,
}: {
  readonly value: string
  readonly answer: ReturnType<typeof lockAnswer>
  readonly onChange: (localTime: string) => void
}) => {
  const isPast = 'error' in answer && answer.error === 'past'
  const seconds = 'error' in answer ? null : answer.seconds
  return (
    <TextInput
      type="datetime-local"
      label={words.date}
      description={seconds === null ? words.dateHint(zone) : words.countdown(durationText(seconds))}
      error={isPast ? words.datePast : undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      required
    />
  )
}
