import { Eye, ShieldCheck, WalletCards } from 'lucide-react'
import { useState } from 'react'
import { Group } from '@mantine/core'
import type { PolicyView } from '#contract/policies/policy-view.ts'
import { call } from '#renderer/bridge.ts'
import { change } from '#renderer/data/change.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { copy } from '#renderer/stores/copy.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import { DetailList, Sheet } from '#renderer/ui/page.tsx'
import { Hash } from '#renderer/ui/text-parts.tsx'
import { NetworkSelect } from '../policies/network-select.tsx'
import { useAction } from '../use-submit.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.settings.servers

/** What a server needs of the vault on this computer, to sell without its keys. */
export const ServerSheet = () => {
  const { data } = useCall('servers.sealKey', null)
  const [network, setNetwork] = useState<PolicyView['network']>('mainnet')
  const notify = (message: string) => useNotices.getState().notify('good', message)
  const wallet = useAction(async () => {
    const made = await withVault(words.walletReason, () => call('servers.makeWallet', { network }))
    if (made !== null) notify(words.walletMade(made.path, made.firstAddress))
  })
  const details = useAction(async () => {
    const done = await withVault(words.confirmReason, () => call('servers.confirmFacts', null))
    if (done !== null) notify(words.confirmed(done.facts, done.path))
  })
  const watched = useAction(async () => {
    const done = await withVault(words.watchReason, () => change('servers.watchWallet', null))
    if (done !== null) notify(words.watched(text.common.networks[done.network], done.firstAddress))
  })
  return (
    <Sheet title={words.title} hint={words.text}>
      <div className={ui['stack']}>
        {typeof data?.sealKey === 'string' && (
          <DetailList
            entries={[
              [
                words.key,
                <Hash key="key" value={data.sealKey} what={words.keyName} onCopy={copy} whole />,
              ],
            ]}
          />
        )}
        <NetworkSelect
          value={network}
          onChange={setNetwork}
          description={words.networkHint}
          className={ui['search']}
        />
        <Group gap="xs">
          <IconButton icon={WalletCards} loading={wallet.isBusy} onClick={() => void wallet.run()}>
            {words.makeWallet}
          </IconButton>
          <IconButton
            icon={ShieldCheck}
            loading={details.isBusy}
            onClick={() => void details.run()}
          >
            {words.confirm}
          </IconButton>
          <IconButton icon={Eye} loading={watched.isBusy} onClick={() => void watched.run()}>
            {words.watch}
          </IconButton>
        </Group>
      </div>
    </Sheet>
  )
}
