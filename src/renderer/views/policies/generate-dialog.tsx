import { Radio, Stack, TextInput } from '@mantine/core'
import { DateField } from '#renderer/ui/date-field.tsx'
import { useState } from 'react'
import type { FieldError } from '#contract/collections/calls.ts'
import type { PolicyView } from '#contract/policies/policy-view.ts'
import { policyCalls } from '#contract/policies/calls.ts'
import { durationText } from '#values/text/format.ts'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { change } from '#renderer/data/change.ts'
import { fieldTimeIn, usualLockMonths } from '#renderer/data/lock.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { DraftDialog } from '../frame/dialog-form.tsx'
import { useDraftForm } from '../use-draft-form.ts'
import { KeyChoice } from './phrases/key-choice.tsx'
import { NetworkSelect } from './network-select.tsx'
import { useNow } from '#renderer/ui/use-now.ts'
import type { AccountView } from '#contract/accounts/account.ts'

const words = text.policies.generate
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

type Form = {
  name: string
  network: PolicyView['network']
  locks: boolean
  /** As a date and time field holds it. */
  localTime: string
  /** The fingerprint of the phrase that makes the key; null: a new key. */
  ofPhrase: string | null
}

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
  const now = useNow(1000)
  const [initial] = useState<Form>(() => ({
    name: '',
    network: likelyNetwork(accounts),
    locks: true,
    localTime: fieldTimeIn(usualLockMonths),
    ofPhrase: phrase ?? null,
  }))
  const form = useDraftForm({
    initial,
    schema: policyCalls['policies.generate'].input,
    inputOf: ({ name, network, ofPhrase, ...choice }) => {
      const answer = lockAnswer(choice, Date.now())
      return {
        name: name.trim(),
        network,
        lockTime: 'error' in answer ? null : answer.lockTime,
        ...(ofPhrase === null ? {} : { phrase: { fingerprint: ofPhrase, index: null } }),
      }
    },
    check: async (_input, choice) => lockErrors(lockAnswer(choice, Date.now())),
    submit: async (input, lead) => {
      const made = await withVault(words.reason, () => change('policies.generate', input))
      onClose()
      lead({ route: { view: 'policies', policyId: made.policyId }, done: words.done })
    },
  })
  const { locks } = form.values
  const answer = lockAnswer(form.values, now)
  const seconds = 'error' in answer ? null : answer.seconds
  return (
    <DraftDialog form={form} title={words.title} submit={words.submit} onClose={onClose}>
      <div>{words.text}</div>
      <TextInput
        label={text.policies.form.name}
        description={text.policies.form.nameHint}
        {...form.getInputProps('name')}
        required
        data-autofocus
      />
      <KeyChoice
        value={form.values.ofPhrase}
        onChange={(chosen) => form.setFieldValue('ofPhrase', chosen)}
      />
      <NetworkSelect
        value={form.values.network}
        onChange={(chosen) => form.setFieldValue('network', chosen)}
      />
      <Radio.Group
        label={words.lock}
        value={locks ? 'date' : 'never'}
        onChange={(value) => form.setFieldValue('locks', value === 'date')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="date" label={words.onDate} />
          <Radio value="never" label={words.never} description={words.neverHint} />
        </Stack>
      </Radio.Group>
      {locks && (
        <DateField
          type="datetime-local"
          label={words.date}
          description={
            seconds === null ? words.dateHint(zone) : words.countdown(durationText(seconds))
          }
          {...form.getInputProps('localTime')}
          required
        />
      )}
    </DraftDialog>
  )
}

const lockErrors = (answer: LockAnswer): readonly FieldError[] =>
  'error' in answer
    ? [
        {
          field: 'localTime',
          message: answer.error === 'past' ? words.datePast : words.dateMissing,
        },
      ]
    : []

/** When a new policy is to lock, as it stands in the form. */
type LockChoice = {
  readonly locks: boolean
  /** What a date and time field holds: local time without a zone, `2027-02-24T12:00`. */
  readonly localTime: string
}

type LockAnswer =
  | { readonly lockTime: string | null; readonly seconds: number | null }
  | { readonly error: 'missing' | 'past' }

/** @returns the time in UTC as the contract wants it, or why it cannot be */
export const lockAnswer = ({ locks, localTime }: LockChoice, now: number): LockAnswer => {
  if (!locks) return { lockTime: null, seconds: null }
  // The language reads a date and time without a zone as local time.
  const time = Date.parse(localTime)
  if (localTime === '' || Number.isNaN(time)) return { error: 'missing' }
  if (time <= now) return { error: 'past' }
  return { lockTime: new Date(time).toISOString(), seconds: (time - now) / 1000 }
}

/** The most serious first. */
const bySeriousness = ['mainnet', 'preprod', 'preview'] as const

/** Where somebody with these accounts most likely mints. A hosted testnet does not say which it is. */
export const likelyNetwork = (
  accounts: readonly Pick<AccountView, 'chain'>[],
): PolicyView['network'] => {
  const chains = new Set(accounts.map(({ chain }) => (chain === 'testnet' ? 'preprod' : chain)))
  return bySeriousness.find((network) => chains.has(network)) ?? 'devnet'
}
