import { Group } from '@mantine/core'
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
  estimate: { missing },
  isCurrent,
  hasTestWallet,
}: {
  readonly collectionRef: CollectionRef
  readonly estimate: Pick<MintEstimate, 'missing'>
  /** Otherwise the estimate is that of an earlier choice, and nobody should pay its amount. */
  readonly isCurrent: boolean
  readonly hasTestWallet: boolean
}) => (
  <>
    <p>
      <AdaSentence say={words.missing} amounts={[{ lovelace: missing, rounding: 'up' }]} />{' '}
      {!hasTestWallet && (
        <AdaSentence
          say={words.send}
          amounts={[{ lovelace: String(paymentFor(BigInt(missing))), rounding: 'up' }]}
        />
      )}
    </p>
    {hasTestWallet && (
      <TestWalletFunding
        collectionRef={collectionRef}
        missing={BigInt(missing)}
        isCurrent={isCurrent}
      />
    )}
  </>
)

/** The devnet's test wallet pays what is missing, and a little more. */
export const TestWalletFunding = ({
  collectionRef,
  missing,
  isCurrent = true,
}: {
  readonly collectionRef: CollectionRef
  readonly missing: bigint
  readonly isCurrent?: boolean
}) => {
  const amount = fundingFor(missing)
  return (
    <Group gap="sm">
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
          amounts={[{ lovelace: missing, rounding: 'up' }, { lovelace: minPayment }]}
        />
      </span>
    </Group>
  )
}
