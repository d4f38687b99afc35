import { Button, Group, Radio, Stack, TextInput } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import type { AccountFacts } from '#shared/calls/facts.ts'
import { dateText, durationText } from '#shared/format.ts'
import { useNewCollection } from '#renderer/stores/new-collection.ts'
import { text } from '#renderer/text/en.ts'
import { Sheet } from '#renderer/ui/page.tsx'
import styles from '../new-collection.module.css'
import { useNow } from '#renderer/ui/use-now.ts'
import type { FieldOf, FieldState } from './field.ts'
import { lockAtOf, lockTimeOf } from './form-of.ts'
import { VaultPolicies } from './vault-policies.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.collections.new

/** Who may mint, and until when. */
export const PolicySection = ({
  account,
  fieldOf,
}: {
  readonly account: AccountFacts
  readonly fieldOf: FieldOf
}) => {
  const { draft, change } = useNewCollection()
  return (
    <Sheet title={words.policy}>
      <p className={styles['lead']}>{words.policyText}</p>
      <Stack gap="md">
        <Radio.Group
          label={words.policyKind}
          value={draft.policy}
          onChange={(kind) => change({ policy: kind === 'vault' ? 'vault' : 'generate' })}
        >
          <div className={styles['choices']}>
            <Radio
              value="generate"
              label={words.generate}
              description={words.generateHint[account.kind]}
            />
            <Radio value="vault" label={words.fromVault} description={words.fromVaultHint} />
          </div>
        </Radio.Group>
        {draft.policy === 'generate' ? (
          <NewPolicy field={fieldOf('policy')} />
        ) : (
          <VaultPolicies account={account} fieldOf={fieldOf} />
        )}
      </Stack>
    </Sheet>
  )
}

const NewPolicy = ({ field }: { readonly field: FieldState }) => {
  const { draft, change } = useNewCollection()
  return (
    <>
      <Radio.Group
        label={words.lockKind}
        value={draft.locks ? 'locks' : 'never'}
        onChange={(kind) => change({ locks: kind === 'locks' })}
      >
        <Group gap="lg" mt="xs">
          <Radio value="locks" label={words.locks} />
          <Radio value="never" label={words.neverLocks} />
        </Group>
      </Radio.Group>
      {draft.locks ? (
        <LockDate field={field} />
      ) : (
        <div className={ui['warning']} role="note">
          <TriangleAlert size={18} aria-hidden />
          <div>{words.neverWarning}</div>
        </div>
      )}
    </>
  )
}

const presets = [
  [3, words.presets['3']],
  [6, words.presets['6']],
  [12, words.presets['12']],
] as const

const inMonths = (months: number): string => {
  const time = new Date()
  time.setMonth(time.getMonth() + months)
  return lockAtOf(time)
}

const LockDate = ({ field }: { readonly field: FieldState }) => {
  const { draft, change } = useNewCollection()
  const now = useNow()
  const time = lockTimeOf(draft.lockAt)
  const seconds = time === null ? undefined : (Date.parse(time) - now) / 1000
  return (
    <div>
      <div className={styles['lockDate']}>
        <TextInput
          type="datetime-local"
          label={words.lockAt}
          description={words.lockAtHint}
          withAsterisk
          value={draft.lockAt}
          onChange={(event) => change({ lockAt: event.currentTarget.value })}
          {...field}
        />
        <Group gap="xs">
          {presets.map(([months, label]) => (
            <Button
              key={months}
              variant="default"
              size="compact-sm"
              onClick={() => change({ lockAt: inMonths(months) })}
            >
              {label}
            </Button>
          ))}
        </Group>
      </div>
      <p className={styles['countdown']} role="status">
        {time !== null &&
          seconds !== undefined &&
          (seconds > 0 ? words.countdown(durationText(seconds), dateText(time)) : words.lockPast)}
      </p>
    </div>
  )
}
