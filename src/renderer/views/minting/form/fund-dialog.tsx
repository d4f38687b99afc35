import { Stack } from '@mantine/core'
import { Coins } from 'lucide-react'
import { useEffect } from 'react'
import type { MintTerms } from '#contract/mints/calls.ts'
import { adaText } from '#values/text/format.ts'
import { paymentUri } from '#contract/sales/payment-uri.ts'
import { change } from '#renderer/data/change.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { copy } from '#renderer/stores/copy.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { DetailList } from '#renderer/ui/page.tsx'
import { QrCode } from '#renderer/ui/qr-code.tsx'
import { Ada, Hash } from '#renderer/ui/text-parts.tsx'
import { ActionButton } from '#renderer/views/action-button.tsx'
import styles from '../minting.module.css'

const words = text.minting.fundDialog

/** How often the balance is read while the user may be paying from another wallet. */
const refreshMs = 5_000

/** How to pay what a mint lacks. The form closes it when the balance has changed. */
export const FundDialog = ({
  collectionRef,
  missing: { lovelace, address },
  funding,
  onRefresh,
  onClose,
}: {
  readonly collectionRef: CollectionRef
  readonly missing: { readonly lovelace: string; readonly address: string }
  readonly funding: MintTerms['funding']
  readonly onRefresh: () => Promise<unknown>
  readonly onClose: () => void
}) => {
  useEffect(() => {
    const timer = setInterval(() => void onRefresh(), refreshMs)
    return () => clearInterval(timer)
  }, [onRefresh])
  const uri = paymentUri(address, BigInt(lovelace))
  const shortAmount = adaText(lovelace, '₳', { rounding: 'up' })
  return (
    <Dialog onClose={onClose} title={words.title} size="xl">
      <div className={styles['pay']}>
        <QrCode text={uri} label={words.code} />
        <Stack gap="md">
          <div>{words.text}</div>
          <DetailList
            entries={[
              [words.amount, <Ada key="amount" lovelace={lovelace} exact />],
              [
                words.address,
                <Hash key="address" value={address} what={words.address} onCopy={copy} whole />,
              ],
              [words.wallet, <Hash key="uri" value={uri} what={words.wallet} onCopy={copy} />],
            ]}
          />
          {funding.hasTestWallet && address === funding.address && (
            <div>
              <ActionButton
                leftSection={<Coins size={16} aria-hidden />}
                action={async () => {
                  await change('minting.fund', { ...collectionRef, lovelace })
                  const arrived = text.minting.form.funded(shortAmount)
                  useNotices.getState().notify('good', arrived)
                }}
              >
                {text.minting.form.fund(shortAmount)}
              </ActionButton>
            </div>
          )}
        </Stack>
      </div>
    </Dialog>
  )
}
