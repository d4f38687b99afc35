import { Select } from '@mantine/core'
import type { AccountFacts } from '#shared/calls/facts.ts'
import { text } from '#renderer/text/en.ts'

/** Choice of an account, shown with its network, which follows from it. */
export const AccountChoice = ({
  accounts,
  value,
  onChange,
  description,
}: {
  readonly accounts: readonly AccountFacts[]
  readonly value: string
  readonly onChange: (accountId: string) => void
  readonly description?: string
}) => (
  <Select
    label={text.collections.account}
    {...(description === undefined ? {} : { description })}
    data={accounts.map(({ id, name, chain }) => ({
      value: id,
      label: text.collections.accountOn(name, text.common.networks[chain]),
    }))}
    value={value}
    onChange={(chosen) => chosen !== null && onChange(chosen)}
    checkIconPosition="right"
  />
)
