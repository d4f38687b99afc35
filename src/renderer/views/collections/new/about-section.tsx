import { Stack, Textarea, TextInput } from '@mantine/core'
import type { AccountView } from '#contract/accounts/account.ts'
import { text } from '#renderer/text/en.ts'
import { CodeInput } from '#renderer/ui/code-input.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { ReceiverWarning } from '#renderer/views/receiver-warning.tsx'
import { AccountChoice } from '../account-choice.tsx'
import type { CollectionDraftForm } from './draft.ts'
import { TestAddress } from './test-address.tsx'

const words = text.collections.new

export const CollectionBasicsSection = ({
  accounts,
  account,
  testWallet,
  form,
}: {
  readonly accounts: readonly AccountView[]
  readonly account: AccountView
  /** The address of the devnet's, where the form began with it. */
  readonly testWallet: string
  readonly form: CollectionDraftForm
}) => (
  <Sheet title={words.about}>
    <Stack gap="md">
      <TextInput label={words.name} withAsterisk {...form.getInputProps('name')} />
      <Textarea label={words.description} rows={3} {...form.getInputProps('description')} />
      <TextInput label={words.website} placeholder="https://" {...form.getInputProps('url')} />
      <AccountChoice
        accounts={accounts}
        value={account.id}
        // A policy belongs to a network, which another account may not have.
        onChange={(accountId) => {
          form.setFieldValue('accountId', accountId)
          form.setFieldValue('policy.policyId', null)
          if (!['', testWallet].includes(form.values.payout_address)) return
          const isPractice = accounts.some(
            ({ id, chain }) => id === accountId && chain === 'devnet',
          )
          form.setFieldValue('payout_address', isPractice ? testWallet : '')
        }}
        description={words.accountHint}
      />
    </Stack>
  </Sheet>
)

/** Who is paid; on the devnet its test wallet, until somebody types another address. */
export const PayoutSection = ({
  account,
  form,
}: {
  readonly account: AccountView
  readonly form: CollectionDraftForm
}) => (
  <Sheet title={words.income}>
    <CodeInput
      label={words.payout}
      description={words.payoutHint(text.common.networks[account.chain])}
      withAsterisk
      {...form.getInputProps('payout_address')}
    />
    <TestAddress
      account={account}
      onUse={(address) => {
        form.setFieldValue('payout_address', address)
        form.clearFieldError('payout_address')
      }}
    />
    <ReceiverWarning role="payout address" address={form.values.payout_address} />
  </Sheet>
)
