import { Stack } from '@mantine/core'
import type { MintEstimate } from '#contract/mints/mint.ts'
import type { CallError } from '#renderer/bridge.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { text } from '#renderer/text/en.ts'
import { type AmountEntry, AmountList } from '#renderer/ui/amounts.tsx'
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
        <AmountList rounding="up" entries={burnEntries(estimate, isPaidHere)} />
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

export const burnEntries = (
  { total, with_tokens: added, transactions, fees }: MintEstimate,
  isPaidHere: boolean,
): readonly AmountEntry[] => [
  {
    term: text.minting.mint.totalCost,
    lovelace: total,
    hint: isPaidHere ? words.fee : words.otherFee,
    isTotal: true,
  },
  ...(added === 0 ? [] : [{ term: words.added, lovelace: added }]),
  { term: text.minting.form.cost.fees(transactions), lovelace: fees },
]
