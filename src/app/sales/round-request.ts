import { bytesToHex } from '@noble/hashes/utils.js'
import { ColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import type { Mint } from '#contract/mints/mint.ts'
import { refText } from '#cardano/utxo.ts'
import { line, type RequestFacts, requestOfMint } from '../mints/mint-request.ts'
import type { SigningRequest } from '../signing/request-types.ts'

export type RoundMint = { readonly mint: Mint; readonly parents: readonly Uint8Array[] }

/**
 * The mints of a signing round that still wait for signatures, as one signing request.
 * @throws ColdpressError `conflict` without any; `too_large` for more than a request holds
 */
export const requestOfRound = (
  mints: readonly RoundMint[],
  facts: Omit<RequestFacts, 'parents'>,
): SigningRequest => {
  const each = mints.map(({ mint, parents }) =>
    requestOfMint(mint, { ...facts, thumbnails: [], parents }),
  )
  const [first] = each
  if (first === undefined)
    throw new ColdpressError('conflict', 'round: nothing of it waits for signatures any more')
  const tokens = mints.reduce((sum, { mint }) => sum + mint.tokens.length, 0)
  return {
    ...first,
    title: line(
      `Deliver ${countText(mints.length, 'sale')} of ${facts.collectionName}: ${countText(tokens, 'token')}`,
    ),
    transactions: each.flatMap(({ transactions }) => transactions),
    parents: distinct(
      each.flatMap(({ parents }) => parents),
      bytesToHex,
    ),
    resolvedInputs: distinct(
      each.flatMap(({ resolvedInputs }) => resolvedInputs),
      refText,
    ),
    paymentKeys: each.flatMap(({ paymentKeys }) => paymentKeys),
    expected: each.flatMap(({ expected }) => expected),
    thumbnails: facts.thumbnails.map((one) => ({ ...one, name: line(one.name) })),
  }
}

/** Two sales may have been paid by one transaction. */
const distinct = <T>(all: readonly T[], keyOf: (one: T) => string): readonly T[] => [
  ...new Map(all.map((one) => [keyOf(one), one])).values(),
]
