import { Stack } from '@mantine/core'
import type { MintEstimate } from '#contract/mints/mint.ts'
import type { CallError } from '#renderer/bridge.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { text } from '#renderer/text/en.ts'
import { AmountList } from '#renderer/ui/amounts.tsx'
import { Note } from '#renderer/ui/error-alert.tsx'
import ui from '#renderer/ui/parts.module.css'
import { MissingFunds } from '../form/missing-funds.tsx'
import styles from '../minting.module.css'

const words = text.minting.burn

/** What the burn asks, by the builder itself, or why it cannot be built. */
export const BurnCost = ({
  collectionRef,
  estimate,
  error,
  isCurrent,
  hasTestWallet,
  isPaidHere,
}: {
  readonly collectionRef: CollectionRef
  readonly estimate: MintEstimate | undefined
  readonly error: CallError | undefined
  readonly isCurrent: boolean
  readonly hasTestWallet: boolean
  /** From the collection's payment address. */
  readonly isPaidHere: boolean
}) => {
  if (error !== undefined) return <Note>{error.message}</Note>
  if (estimate === undefined) return <p className={ui['soft']}>{words.unknown}</p>
  return (
    <Stack gap="xs">
      <div className={styles['cost']} aria-busy={!isCurrent}>
        <AmountList
          entries={[
            {
              term: text.minting.mint.totalCost,
              lovelace: estimate.total,
              hint: isPaidHere ? words.fee : words.otherFee,
              isTotal: true,
            },
            ...(estimate.with_tokens === 0
              ? []
              : [{ term: words.added, lovelace: estimate.with_tokens }]),
            {
              term: text.minting.form.cost.fees(estimate.transactions),
              lovelace: estimate.fees,
            },
          ]}
        />
      </div>
      {estimate.missing !== 0 && (
        <MissingFunds
          collectionRef={collectionRef}
          estimate={estimate}
          isCurrent={isCurrent}
          hasTestWallet={hasTestWallet}
        />
      )}
    </Stack>
  )
}
