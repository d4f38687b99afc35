import { Coins } from 'lucide-react'
import type { MintEstimate } from '#contract/mints/mint.ts'
import { adaText } from '#values/text/format.ts'
import { fundingFor, minPayment, paymentFor } from '#contract/sales/min-payment.ts'
import { change } from '#renderer/data/change.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { AdaSentence } from '#renderer/ui/ada-sentence.tsx'
import ui from '#renderer/ui/parts.module.css'
import { ActionButton } from '#renderer/views/action-button.tsx'

const words = text.minting.form

/** What the balance lacks, and how it gets there. */
export const MissingFunds = ({
  collectionRef,
  estimate: { missing, left },
  isCurrent,
  hasTestWallet,
}: {
  readonly collectionRef: CollectionRef
  readonly estimate: MintEstimate
  /** Otherwise the estimate is that of an earlier choice, and nobody should pay its amount. */
  readonly isCurrent: boolean
  readonly hasTestWallet: boolean
}) => {
  if (missing === 0) {
    return (
      <p className={ui['soft']}>
        <AdaSentence say={words.enough} amounts={[{ lovelace: left }]} />
      </p>
    )
  }
  const amount = fundingFor(BigInt(missing))
  return (
    <>
      <p>
        <AdaSentence
          say={words.missing}
          amounts={[{ lovelace: missing, rounding: 'up' }, { lovelace: left }]}
        />
        {!hasTestWallet && (
          <>
            {' '}
            <AdaSentence
              say={words.send}
              amounts={[{ lovelace: String(paymentFor(BigInt(missing))), rounding: 'up' }]}
            />
          </>
        )}
      </p>
      {hasTestWallet && (
        <div className={ui['bar']}>
          <ActionButton
            variant="default"
            disabled={!isCurrent}
            leftSection={<Coins size={16} aria-hidden />}
            action={async () => {
              await change('minting.fund', { ...collectionRef, lovelace: String(amount) })
              useNotices.getState().notify('good', words.funded(adaText(amount)))
            }}
          >
            {words.fund(adaText(amount))}
          </ActionButton>
          <span className={ui['soft']}>
            <AdaSentence
              say={words.fundHint}
              amounts={[{ lovelace: missing, rounding: 'up' }, { lovelace: String(minPayment) }]}
            />
          </span>
        </div>
      )}
    </>
  )
}
