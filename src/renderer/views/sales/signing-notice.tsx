import { Button } from '@mantine/core'
import { Lock } from 'lucide-react'
import type { SaleSummary } from '#contract/sales/calls.ts'
import { useIsLocal } from '#renderer/stores/accounts.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useSales } from '#renderer/data/sales-list.ts'
import { useVault } from '#renderer/stores/vault.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { withAdaSign } from '#values/text/format.ts'
import { text } from '#renderer/text/en.ts'
import styles from './sales.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.sales.blocked

type Blocked = NonNullable<SaleSummary['signing_blocked']>

/** Shown while sales wait for a signature that the vault does not give. */
export const SigningNotice = ({ collectionRef }: { readonly collectionRef: CollectionRef }) => {
  const { data } = useSales(collectionRef)
  const blocked = (data?.sales ?? []).flatMap((sale) => sale.signing_blocked ?? [])
  const [newest] = blocked
  if (newest === undefined) return null
  return (
    <section className={styles['walletNotice']} aria-label={words.title}>
      <Lock size={18} aria-hidden />
      <div className={`${ui['grow']} ${ui['breakable']}`}>
        {words.text(blocked.length)} {withAdaSign(newest.message)}
      </div>
      <UnlockToSign accountId={collectionRef.accountId} blocked={newest} />
    </section>
  )
}

/** This window's vault signs for the Local studios; another service's vault is unlocked there. */
export const UnlockToSign = ({
  accountId,
  blocked,
}: {
  readonly accountId: string
  readonly blocked: Blocked | null | undefined
}) => {
  const { data: status } = useCall('vault.status', null)
  const { requestUnlock } = useVault()
  const isLocal = useIsLocal(accountId)
  const isLockedHere = isLocal && blocked?.reason === 'vault_locked' && status?.state !== 'unlocked'
  if (!isLockedHere) return null
  return (
    <Button variant="default" size="compact-sm" onClick={() => void requestUnlock()}>
      {words.unlock}
    </Button>
  )
}
