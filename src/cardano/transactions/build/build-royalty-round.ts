import { refText } from '../../utxo.ts'
import { Shortfall } from './balance.ts'
import { buildDraft, Oversize, transactionTooLarge } from './build.ts'
import { estimateWork, type MintToBuild, type MintWork, mintWork } from './build-mint.ts'
import { royaltyDraft, type RoyaltyMintRequest, royaltyPurpose } from './build-royalty.ts'
import { payFor } from './pay.ts'
import { type SpendableUtxo, spendableUtxos } from './spendable-utxos.ts'
import type { BuildContext, BuiltTransaction, Estimate } from './types.ts'

/** A royalty token and tokens of the same policy. */
export type RoyaltyRound = {
  readonly royalty: RoyaltyMintRequest
  readonly mint: MintToBuild
  /**
   * UTxOs, as `<transaction ID>#<index>`, that the royalty's transaction must spend: those of an
   * earlier one that it replaces, so that the ledger accepts only one of the two.
   */
  readonly spends?: ReadonlySet<string>
}

/**
 * The royalty token of a policy and then its tokens, all of them to be signed at once. The royalty's
 * transaction spends what all of them need, and the others spend its change or each other's: without
 * it, the ledger accepts none of them (CIP-27 wants the royalty token first).
 * @throws ColdpressError as `buildRoyaltyMint` and `buildMint`
 */
export const buildRoyaltyRound = (
  context: BuildContext,
  round: RoyaltyRound,
): readonly BuiltTransaction[] => payFor(context, roundWork(context, round))

/** @throws as `estimateMint` */
export const estimateRoyaltyRound = (
  context: BuildContext,
  round: RoyaltyRound,
  signal?: AbortSignal,
): Promise<Estimate> => estimateWork(context, roundWork(context, round), signal)

const roundWork = (
  context: BuildContext,
  { royalty, mint, spends: wanted = new Set() }: RoyaltyRound,
): MintWork => {
  const draft = royaltyDraft(context, royalty)
  const mintAfter = mintWork(context, mint)
  return function* (spendables, paying) {
    const isWanted = ({ utxo }: SpendableUtxo): boolean => wanted.has(refText(utxo))
    const required = spendables.filter(isWanted)
    const inOrder = [...required, ...spendables.filter((spendable) => !isWanted(spendable))]
    for (let count = Math.max(1, required.length); ; count *= 2) {
      const spends = inOrder.slice(0, count)
      const first = buildDraft({ ...draft, spends }, [], paying)
      if (first instanceof Oversize) throw transactionTooLarge(context, first, royaltyPurpose)
      yield
      const rest =
        first instanceof Shortfall ? first : yield* mintAfter(spendableUtxos(first.change), paying)
      if (!(first instanceof Shortfall) && !(rest instanceof Shortfall)) return [first, ...rest]
      if (rest instanceof Shortfall && count >= spendables.length) return rest
    }
  }
}
