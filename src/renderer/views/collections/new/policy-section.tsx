import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { DateField } from '#renderer/ui/date-field.tsx'
import type { AccountView } from '#contract/accounts/account.ts'
import { dateText, durationText } from '#values/text/format.ts'
import { fieldTimeIn } from '#renderer/data/lock.ts'
import { text } from '#renderer/text/en.ts'
import { Warning } from '#renderer/ui/error-alert.tsx'
import styles from '../new-collection.module.css'
import { useNow } from '#renderer/ui/use-now.ts'
import type { CollectionDraftForm } from './draft.ts'
import { lockTimeOf } from './form-of.ts'
import { VaultPolicies } from './vault-policies.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.collections.new

/** Who may mint, and until when. */
export const PolicyFields = ({
  account,
  form,
}: {
  readonly account: AccountView
  readonly form: CollectionDraftForm
}) => (
  <>
    <p className={ui['lead']}>{words.policyText}</p>
    <Stack gap="md">
      <Radio.Group label={words.policyKind} {...form.getInputProps('policy.kind')}>
        <div className={styles['choices']}>
          <Radio
            value="generate"
            label={words.generate}
            description={words.generateHint[account.kind]}
          />
          <Radio value="vault" label={words.fromVault} description={words.fromVaultHint} />
        </div>
      </Radio.Group>
      {form.values.policy.kind === 'generate' ? (
        <NewPolicy form={form} />
      ) : (
        <VaultPolicies account={account} form={form} />
      )}
    </Stack>
  </>
)

type Parts = { readonly form: CollectionDraftForm }

const NewPolicy = ({ form }: Parts) => {
  const { locks } = form.values.policy
  return (
    <>
      <Radio.Group
        label={words.lockKind}
        value={locks ? 'locks' : 'never'}
        onChange={(kind) => form.setFieldValue('policy.locks', kind === 'locks')}
      >
        <Group gap="lg" mt="xs">
          <Radio value="locks" label={words.locks} />
          <Radio value="never" label={words.neverLocks} />
        </Group>
      </Radio.Group>
      {locks ? (
        <LockDate form={form} />
      ) : (
        <Warning>
          <div>{words.neverWarning}</div>
        </Warning>
      )}
    </>
  )
}

const presets = [
  [3, words.presets['3']],
  [6, words.presets['6']],
  [12, words.presets['12']],
] as const

const LockDate = ({ form }: Parts) => {
  const now = useNow()
  const time = lockTimeOf(form.values.policy.lockAt)
  const seconds = time === null ? undefined : (Date.parse(time) - now) / 1000
  return (
    <div>
      <DateField
        type="datetime-local"
        label={words.lockAt}
        description={words.lockAtHint}
        withAsterisk
        {...form.getInputProps('policy.lockAt')}
      />
      <Group gap="xs" mt="xs">
        {presets.map(([months, label]) => (
          <Button
            key={months}
            variant="default"
            size="compact-sm"
            onClick={() => form.setFieldValue('policy.lockAt', fieldTimeIn(months))}
          >
            {label}
          </Button>
        ))}
      </Group>
      <Text component="p" mih="1.5em" mt="sm" role="status">
        {time !== null &&
          seconds !== undefined &&
          (seconds > 0 ? words.countdown(durationText(seconds), dateText(time)) : words.lockPast)}
      </Text>
    </div>
  )
}
