import { ShieldAlert } from 'lucide-react'
import { useEffect } from 'react'
import { copy } from '#renderer/stores/copy.ts'
import type { CollectionRef } from '#renderer/stores/minting.ts'
import { useSales } from '#renderer/stores/sales.ts'
import { useSalesWallet } from '#renderer/stores/sales-wallet.ts'
import { text } from '#renderer/text/en.ts'
import { Hash } from '#renderer/ui/text-parts.tsx'
import styles from './sales.module.css'

const words = text.sales.wallet

/** A backup is made and proved on the command line, beside this window. */
const everyMs = 15_000

/** Stays as long as no proven backup holds the wallet that the sales are paid to. */
export const WalletNotice = ({
  collectionRef: { accountId, collectionId },
}: {
  readonly collectionRef: CollectionRef
}) => {
  const { unproved, load } = useSalesWallet()
  // The first sale of a studio makes its wallet.
  const hasSales = useSales(({ sales }) => sales.length > 0)
  useEffect(() => {
    if (!hasSales) return undefined
    const refresh = () => void load({ accountId, collectionId })
    refresh()
    const timer = setInterval(refresh, everyMs)
    return () => clearInterval(timer)
  }, [accountId, collectionId, hasSales, load])
  if (!hasSales || unproved === null) return null
  return (
    <section className={styles['walletNotice']} aria-label={words.title}>
      <ShieldAlert size={18} aria-hidden />
      <div className={styles['walletText']}>
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
