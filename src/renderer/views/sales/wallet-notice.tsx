import { ShieldAlert } from 'lucide-react'
import { copy } from '#renderer/stores/copy.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useSales } from '#renderer/data/sales-list.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { text } from '#renderer/text/en.ts'
import { Hash } from '#renderer/ui/text-parts.tsx'
import styles from './sales.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.sales.wallet

/** Shown until a tested backup holds the wallet that receives the payments. */
export const WalletNotice = ({ collectionRef }: { readonly collectionRef: CollectionRef }) => {
  // A studio's first sale creates its wallet.
  const hasSales = (useSales(collectionRef).data?.sales.length ?? 0) > 0
  const { data: unproved = null } = useCall('sales.wallet', hasSales ? collectionRef : undefined)
  if (!hasSales || unproved === null) return null
  return (
    <section className={styles['walletNotice']} aria-label={words.title}>
      <ShieldAlert size={18} aria-hidden />
      <div className={ui['message']}>
        {words[unproved.backup]}
        {unproved.backup === 'none' && <CommandRow command={words.backup(unproved.id)} />}
        <CommandRow command={words.test} />
      </div>
    </section>
  )
}

const CommandRow = ({ command }: { readonly command: string }) => (
  <div>
    <Hash value={command} what={words.command} onCopy={copy} whole />
  </div>
)
