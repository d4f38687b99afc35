import { finalityOf } from '#contract/mints/finality-text.ts'
import type { Finality } from '#contract/mints/finality.ts'
import type { Studio } from '../options.ts'

/** Null until all transactions of a mint are confirmed. */
export const finalityOfMint = (
  { chain }: Pick<Studio, 'chain'>,
  mintId: string,
): Finality | null => {
  const submissions = chain?.submissions.of(mintId) ?? []
  return (
    finalityOf(
      submissions.map(({ state, confirmations, finalAfter }) => ({
        status: state,
        confirmations,
        final_after: finalAfter,
      })),
    ) ?? null
  )
}
