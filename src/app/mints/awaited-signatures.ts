import type { Mint } from '#contract/mints/mint.ts'

/** Key hashes whose signature is missing in any of a mint's transactions. */
export const missingKeys = ({ transactions }: Mint): readonly string[] => [
  ...new Set(transactions.flatMap(({ missing }) => missing)),
]

/**
 * Whether the studio's vault can give all missing signatures: then any process of its home with an
 * open vault signs, and the user need not act.
 */
export const waitsForStudioVault = (mint: Mint): boolean => {
  const { status, held, missing_here: here = [], signing_blocked: blocked } = mint
  return (
    status === 'awaiting_witnesses' &&
    held !== true &&
    blocked?.reason !== 'key_missing' &&
    missingKeys(mint).every((keyHash) => here.includes(keyHash))
  )
}

/** When the first of a mint's transactions can be sent no more, in milliseconds since 1970. */
export const deadlineOf = ({ transactions }: Mint): number =>
  Math.min(...transactions.map(({ valid_until: end }) => Date.parse(end)))
