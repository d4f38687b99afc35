import { Coins } from 'lucide-react'
import { adaText } from '#values/text/format.ts'
import { fundingFor } from '#contract/sales/min-payment.ts'
import { change } from '#renderer/data/change.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { ActionButton } from '#renderer/views/action-button.tsx'

const words = text.minting.form

/** The devnet's test wallet pays what is missing. */
export const TestWalletFunding = ({
  collectionRef,
  missing,
  isCurrent = true,
  variant = 'default',
}: {
  readonly collectionRef: CollectionRef
  readonly missing: bigint
  /** Otherwise the amount is that of an earlier choice, and nobody should pay it. */
  readonly isCurrent?: boolean
  /** `filled` where nothing else is to be done. */
  readonly variant?: 'default' | 'filled'
}) => {
  const amount = fundingFor(missing)
  const shown = adaText(amount, '₳', { rounding: 'up' })
  return (
    <div>
      <ActionButton
        variant={variant}
        disabled={!isCurrent}
        leftSection={<Coins size={16} aria-hidden />}
        action={async () => {
          await change('minting.fund', { ...collectionRef, lovelace: String(amount) })
          useNotices.getState().notify('good', words.funded(shown))
        }}
      >
        {words.fund(shown)}
      </ActionButton>
    </div>
  )
}
