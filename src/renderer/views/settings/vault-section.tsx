import { Box } from '@mantine/core'
import { Lock, LockOpen, ShieldPlus } from 'lucide-react'
import type { VaultView } from '#contract/vault/status.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { useVault } from '#renderer/stores/vault.ts'
import { change } from '#renderer/data/change.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { text } from '#renderer/text/en.ts'
import { Note } from '#renderer/ui/error-alert.tsx'
import { DetailList, Sheet } from '#renderer/ui/page.tsx'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import ui from '#renderer/ui/parts.module.css'
import { AutoLock } from './auto-lock.tsx'
import { ChangePassphrase } from './change-passphrase.tsx'
import { Section } from './section.tsx'
import { ServerSheet } from './server-sheet.tsx'
import styles from './settings.module.css'
import { VaultHealth } from './vault-health.tsx'

const words = text.settings.vault

export const VaultSection = () => {
  const status = useCall('vault.status', null).data
  const isWeak = useVault((store) => store.isPassphraseWeak)
  if (status === undefined) return <Box mih="12rem" aria-busy="true" />
  return (
    <Section>
      <Sheet
        title={
          <span className={styles['inline']}>
            {words.state}
            <VaultState state={status.state} />
          </span>
        }
        hint={words.stateText[status.state]}
        actions={<VaultAction state={status.state} />}
      >
        <div className={ui['stack']}>
          <DetailList entries={[[words.backend, words.backends[status.backend]]]} />
          {status.note !== undefined && <Note>{status.note}</Note>}
        </div>
      </Sheet>
      <VaultHealth backend={status.backend} />
      <AutoLock />
      {isWeak && <Note>{words.weak}</Note>}
      {status.state !== 'new' && <ChangePassphrase />}
      {status.state !== 'new' && <ServerSheet />}
    </Section>
  )
}

const VaultState = ({ state }: Pick<VaultView, 'state'>) => {
  const label = words.states[state]
  switch (state) {
    case 'new':
      return (
        <StatusBadge tone="warn" icon={ShieldPlus}>
          {label}
        </StatusBadge>
      )
    case 'locked':
      return <StatusBadge icon={Lock}>{label}</StatusBadge>
    case 'unlocked':
      return (
        <StatusBadge tone="accent" icon={LockOpen}>
          {label}
        </StatusBadge>
      )
    default:
      return state satisfies never
  }
}

const VaultAction = ({ state }: Pick<VaultView, 'state'>) => {
  const { requestUnlock } = useVault()
  return state === 'unlocked' ? (
    <IconButton icon={Lock} onClick={() => void attempt(() => change('vault.lock', null))}>
      {words.lockNow}
    </IconButton>
  ) : (
    <IconButton icon={LockOpen} onClick={() => void requestUnlock()}>
      {state === 'new' ? words.create : words.unlock}
    </IconButton>
  )
}
