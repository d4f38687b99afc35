import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { AccountView } from '#contract/accounts/account.ts'
import { call } from '#renderer/bridge.ts'
import { change } from '#renderer/data/change.ts'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { useIsOffline } from '#renderer/data/app.ts'
import { attempt, useNotices } from '#renderer/stores/notices.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { NetworkBadge } from '#renderer/views/network-badge.tsx'
import { Confirm } from '#renderer/views/frame/confirm.tsx'
import { RestartOnline } from '#renderer/views/frame/offline-notice.tsx'
import { Note } from '#renderer/ui/error-alert.tsx'
import { DetailList, Sheet } from '#renderer/ui/page.tsx'
import { CutText, When } from '#renderer/ui/text-parts.tsx'
import { AccountDialog } from './account-dialog.tsx'
import { ConnectionTestResult } from './connection-test-result.tsx'
import { Section, SheetAction } from './section.tsx'
import { useConnectionTest } from '#renderer/views/use-connection-test.ts'
import { IconButton } from '#renderer/ui/icon-button.tsx'

const words = text.settings.accounts

export const AccountsSection = () => {
  const { accounts } = useAccounts()
  const isOffline = useIsOffline()
  const [isAdding, setIsAdding] = useState(false)
  const [removing, setRemoving] = useState<AccountView>()
  return (
    <Section
      intro={words.text}
      action={
        <IconButton variant="filled" icon={Plus} onClick={() => setIsAdding(true)}>
          {words.add}
        </IconButton>
      }
    >
      {isOffline && (
        <Note action={<RestartOnline size="compact-sm" />}>{text.frame.offline.accounts}</Note>
      )}
      {accounts.map((account) => (
        <AccountSheet key={account.id} account={account} onRemove={() => setRemoving(account)} />
      ))}
      {isAdding && <AccountDialog onClose={() => setIsAdding(false)} />}
      {removing !== undefined && (
        <RemoveDialog account={removing} onClose={() => setRemoving(undefined)} />
      )}
    </Section>
  )
}

const AccountSheet = ({
  account,
  onRemove,
}: {
  readonly account: AccountView
  readonly onRemove: () => void
}) => {
  const { id, name, kind, chain, baseUrl, appId, createdAt } = account
  const isOffline = useIsOffline()
  const { test, start } = useConnectionTest(async () => {
    const tested = await withVault(words.testReason, () => call('accounts.test', { accountId: id }))
    return words.works(text.common.networks[tested.chain], tested.milliseconds)
  })
  return (
    <Sheet
      title={<CutText>{name}</CutText>}
      hint={
        kind === 'hosted'
          ? undefined
          : chain === 'devnet'
            ? words.localText
            : words.localOn(text.common.networks[chain])
      }
      actions={
        <>
          <SheetAction
            label={words.testOf(name)}
            isBusy={test.isRunning}
            disabled={isOffline}
            onClick={start}
          >
            {words.test}
          </SheetAction>
          {kind === 'hosted' && (
            <SheetAction label={words.removeOf(name)} onClick={onRemove}>
              {text.common.remove}
            </SheetAction>
          )}
        </>
      }
    >
      {kind === 'hosted' && (
        <DetailList
          entries={[
            [words.network, <NetworkBadge key="network" network={chain} />],
            [words.address, baseUrl],
            [words.appId, appId],
            [words.addedAt, <When key="added" at={createdAt} />],
          ]}
        />
      )}
      <ConnectionTestResult test={test} />
    </Sheet>
  )
}

const RemoveDialog = ({
  account,
  onClose,
}: {
  readonly account: AccountView
  readonly onClose: () => void
}) => (
  <Confirm
    title={words.removeTitle}
    message={words.removeText(account.name)}
    action={words.remove}
    keep={words.keep}
    onClose={onClose}
    onConfirm={async () => {
      await attempt(async () => {
        await change('accounts.remove', { accountId: account.id })
        useNotices.getState().notify('good', words.removed(account.name))
      })
      onClose()
    }}
  />
)
