import { Select } from '@mantine/core'
import type { AccountView } from '#contract/accounts/account.ts'
import { text } from '#renderer/text/en.ts'

/** Choice of an account, shown with its network, which follows from it. */
export const AccountChoice = ({
  accounts,
  value,
  onChange,
  description,
  isInLine = false,
}: {
  readonly accounts: readonly AccountView[]
  readonly value: string
  readonly onChange: (accountId: string) => void
  readonly description?: string
  /** One tool in a line of them, without words above it. */
  readonly isInLine?: boolean
}) => (
  <Select
    {...{ [isInLine ? 'aria-label' : 'label']: text.collections.account }}
    {...(description === undefined ? {} : { description })}
    data={accounts.map((account) => ({ value: account.id, label: labelOf(account) }))}
    value={value}
    onChange={(chosen) => chosen !== null && onChange(chosen)}
    checkIconPosition="right"
  />
)

/** The name of a Local studio has its network in it already, in the words of the command line. */
const labelOf = ({ name, kind, chain }: AccountView): string =>
  text.collections.accountOn(
    kind === 'local' ? text.common.localStudio : name,
    text.common.networks[chain],
  )
