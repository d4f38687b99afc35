import { Stack, Textarea, TextInput } from '@mantine/core'
import type { AccountFacts } from '#shared/calls/facts.ts'
import { useNewCollection } from '#renderer/stores/new-collection.ts'
import { text } from '#renderer/text/en.ts'
import { Sheet } from '#renderer/ui/page.tsx'
import { AccountChoice } from '../account-choice.tsx'
import styles from '../new-collection.module.css'
import type { FieldOf } from './field.ts'

const words = text.collections.new

export const AboutSection = ({
  accounts,
  account,
  fieldOf,
}: {
  readonly accounts: readonly AccountFacts[]
  readonly account: AccountFacts
  readonly fieldOf: FieldOf
}) => {
  const { draft, change } = useNewCollection()
  return (
    <Sheet title={words.about}>
      <Stack gap="md">
        <AccountChoice
          accounts={accounts}
          value={account.id}
          // A policy belongs to a network; one of another account's may be of another.
          onChange={(accountId) => change({ accountId, policyId: null })}
          description={words.accountHint}
        />
        <TextInput
          label={words.name}
          withAsterisk
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
          {...fieldOf('name')}
          autoComplete="off"
        />
        <Textarea
          label={words.description}
          value={draft.description}
          onChange={(event) => change({ description: event.currentTarget.value })}
          rows={3}
          {...fieldOf('description')}
        />
        <TextInput
          label={words.website}
          placeholder="https://"
          value={draft.url}
          onChange={(event) => change({ url: event.currentTarget.value })}
          {...fieldOf('url')}
          autoComplete="off"
        />
        <TextInput
          label={words.payout}
          description={words.payoutHint(text.common.networks[account.network])}
          withAsterisk
          value={draft.payout}
          onChange={(event) => change({ payout: event.currentTarget.value })}
          {...fieldOf('payout_address')}
          classNames={{ input: styles['mono'] ?? '' }}
          autoComplete="off"
          spellCheck={false}
        />
      </Stack>
    </Sheet>
  )
}
