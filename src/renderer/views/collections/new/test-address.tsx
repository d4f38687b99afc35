import { Button, Group } from '@mantine/core'
import { Wallet } from 'lucide-react'
import type { AccountView } from '#contract/accounts/account.ts'
import { call } from '#renderer/bridge.ts'
import { text } from '#renderer/text/en.ts'
import { useAction } from '#renderer/views/use-submit.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.collections.new

/** On the devnet: fills an address field without typing, and says whose address it is. */
export const TestAddress = ({
  account: { id, chain },
  onUse,
}: {
  readonly account: AccountView
  readonly onUse: (address: string) => void
}) => {
  const { isBusy, run } = useAction(async () => {
    const { address } = await call('accounts.testAddress', { accountId: id })
    onUse(address)
  })
  if (chain !== 'devnet') return null
  return (
    <Group gap="sm" mt="xs">
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Wallet size={14} aria-hidden />}
        loading={isBusy}
        onClick={() => void run()}
      >
        {words.testAddress}
      </Button>
      <span className={ui['soft']}>{words.testAddressHint}</span>
    </Group>
  )
}
