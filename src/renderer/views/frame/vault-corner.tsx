import { Button, Flex, Stack, Tooltip } from '@mantine/core'
import { Lock, LockOpen, ShieldPlus } from 'lucide-react'
import { vaultWorkText } from '#contract/sales/vault-work.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { useVault } from '#renderer/stores/vault.ts'
import { change } from '#renderer/data/change.ts'
import { useVaultWork } from '#renderer/data/vault-work.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { text } from '#renderer/text/en.ts'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.frame.vault

/** The vault's state and its lock button, always visible. */
export const VaultCorner = () => {
  const { data: status } = useCall('vault.status', null)
  const { requestUnlock } = useVault()
  const waiting = vaultWorkText(useVaultWork())
  if (status === undefined) return <Stack gap="xs" p="sm" className={ui['card']} aria-busy />
  if (status.state === 'unlocked')
    return (
      <Flex
        component="section"
        direction="column"
        gap="xs"
        p="sm"
        className={ui['card']}
        aria-label={words.unlocked}
      >
        <div>
          <StatusBadge tone="accent" icon={LockOpen}>
            {words.unlocked}
          </StatusBadge>
        </div>
        <Tooltip label={words.lockHint}>
          <Button
            size="xs"
            variant="default"
            onClick={() => void attempt(() => change('vault.lock', null))}
          >
            {words.lock}
          </Button>
        </Tooltip>
      </Flex>
    )
  const isNew = status.state === 'new'
  return (
    <Flex
      component="section"
      direction="column"
      gap="xs"
      p="sm"
      className={ui['card']}
      aria-label={isNew ? words.new : words.locked}
    >
      <div>
        <StatusBadge tone={isNew ? 'warn' : 'plain'} icon={isNew ? ShieldPlus : Lock}>
          {isNew ? words.new : words.locked}
        </StatusBadge>
      </div>
      {waiting !== '' && <p className={ui['small']}>{waiting}</p>}
      <Button size="xs" variant="default" onClick={() => void requestUnlock()}>
        {isNew ? words.create : words.unlock}
      </Button>
    </Flex>
  )
}
