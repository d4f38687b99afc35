import { Stack } from '@mantine/core'
import { useEffect } from 'react'
import type { MintTerms } from '#contract/mints/calls.ts'
import type { MintEstimate } from '#contract/mints/mint.ts'
import { fundingFor } from '#contract/sales/min-payment.ts'
import { paymentUri } from '#contract/sales/payment-uri.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { Dialog, DialogButtons } from '#renderer/ui/dialog.tsx'
import { AmountList } from '#renderer/ui/amounts.tsx'
import { DetailList } from '#renderer/ui/page.tsx'
import { QrCode } from '#renderer/ui/qr-code.tsx'
import { Hash } from '#renderer/ui/text-parts.tsx'
import { paymentEntries } from './cost-amounts.ts'
import { TestWalletFunding } from './test-wallet-funding.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.minting.fundDialog

/** How often the balance is read while the user may be paying from another wallet. */
const refreshMs = 5_000

/** How to pay what a mint lacks. The form closes it when the balance has changed. */
export const FundDialog = ({
  collectionRef,
  missing: { lovelace, address },
  estimate,
  funding,
  onRefresh,
  onClose,
}: {
  readonly collectionRef: CollectionRef
  readonly missing: { readonly lovelace: string; readonly address: string }
  /** Undefined where only the build said what is missing. */
  readonly estimate: MintEstimate | undefined
  readonly funding: MintTerms['funding']
  readonly onRefresh: () => Promise<unknown>
  readonly onClose: () => void
}) => {
  useEffect(() => {
    const timer = setInterval(() => void onRefresh(), refreshMs)
    return () => clearInterval(timer)
  }, [onRefresh])
  const missing = BigInt(lovelace)
  const amount = fundingFor(missing)
  const uri = paymentUri(address, amount)
  return (
    <Dialog onClose={onClose} title={words.title} size="xl">
      <Stack gap="md">
        <div className={ui['besideImage']}>
          <QrCode text={uri} label={words.code} />
          <Stack gap="md">
            <AmountList entries={paymentEntries(missing, estimate)} rounding="up" />
            <DetailList
              entries={[
                [
                  words.address,
                  <Hash key="address" value={address} what={words.address} onCopy={copy} whole />,
                ],
                [words.wallet, <Hash key="uri" value={uri} what={words.wallet} onCopy={copy} />],
              ]}
            />
            <p className={ui['soft']}>{words.text}</p>
          </Stack>
        </div>
        {funding.hasTestWallet && address === funding.address && (
          <DialogButtons>
            <TestWalletFunding collectionRef={collectionRef} missing={missing} variant="filled" />
          </DialogButtons>
        )}
      </Stack>
    </Dialog>
  )
}
