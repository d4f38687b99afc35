import { Box, Stack } from '@mantine/core'
import type { MintEstimate } from '#contract/mints/mint.ts'
import type { CallError } from '#renderer/bridge.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { text } from '#renderer/text/en.ts'
import { type AmountEntry, AmountList } from '#renderer/ui/amounts.tsx'
import { Note } from '#renderer/ui/error-alert.tsx'
import ui from '#renderer/ui/parts.module.css'
import { paymentEntries } from '../form/cost-amounts.ts'
import { TestWalletFunding } from '../form/test-wallet-funding.tsx'

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
  const missing = BigInt(estimate.missing)
  return (
    <Stack gap="xs">
      <Box c={isCurrent ? 'inherit' : 'var(--ink-soft)'} aria-busy={!isCurrent}>
        <AmountList
          rounding="up"
          entries={[
            ...burnEntries(estimate, isPaidHere),
            ...(missing === 0n ? [] : paymentEntries(missing, estimate)),
          ]}
        />
      </Box>
      {missing !== 0n && hasTestWallet && (
        <TestWalletFunding {...{ collectionRef, missing, isCurrent }} />
      )}
    </Stack>
  )
}

export const burnEntries = (
  estimate: MintEstimate,
  isPaidHere: boolean,
): readonly AmountEntry[] => {
  const { total, with_tokens: added, transactions, fees } = estimate
  const hint = isPaidHere ? words.fee : words.otherFee
  return [
    { term: text.minting.mint.totalCost, lovelace: total, hint, isTotal: true },
    ...(added === 0 ? [] : [{ term: words.added, lovelace: added }]),
    { term: text.minting.form.cost.fees(transactions), lovelace: fees },
  ]
}
