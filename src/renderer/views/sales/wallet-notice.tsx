import { Button } from '@mantine/core'
import { ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useSales } from '#renderer/data/sales-list.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { text } from '#renderer/text/en.ts'
import { WalletBackupDialog } from '../policies/backup/wallet-backup-dialog.tsx'
import styles from './sales.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.sales.wallet
const actions = text.policies.backup

/** Shown until a tested backup holds the wallet that receives the payments. */
export const WalletNotice = ({ collectionRef }: { readonly collectionRef: CollectionRef }) => {
  // A studio's first sale creates its wallet.
  const hasSales = (useSales(collectionRef).data?.sales.length ?? 0) > 0
  const { data: unproved = null } = useCall('sales.wallet', hasSales ? collectionRef : undefined)
  // Kept while its dialog is open: a test that was passed ends the notice.
  const [backup, setBackup] = useState<{ readonly id: string; readonly start: 'make' | 'test' }>()
  const isMade = unproved?.backup === 'made'
  return (
    <>
      {hasSales && unproved !== null && (
        <section className={styles['walletNotice']} aria-label={words.title}>
          <ShieldAlert size={18} aria-hidden />
          <div className={`${ui['grow']} ${ui['breakable']}`}>{words[unproved.backup]}</div>
          {isMade && (
            <Button variant="default" onClick={() => setBackup({ id: unproved.id, start: 'make' })}>
              {actions.makeAgain}
            </Button>
          )}
          <Button onClick={() => setBackup({ id: unproved.id, start: isMade ? 'test' : 'make' })}>
            {isMade ? actions.test : words.make}
          </Button>
        </section>
      )}
      {backup !== undefined && (
        <WalletBackupDialog
          walletId={backup.id}
          start={backup.start}
          onClose={() => setBackup(undefined)}
        />
      )}
    </>
  )
}
