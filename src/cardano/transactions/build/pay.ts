import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import { paymentAddress } from '../../addresses.ts'
import type { Network } from '../../network.ts'
import { refText, type Utxo } from '../../utxo.ts'
import { placeholderUtxo, Shortfall, type Paying } from './balance.ts'
import { spendableUtxos, type SpendableUtxos, withoutUtxos } from './spendable-utxos.ts'
import { finish, type Steps } from './steps.ts'
import type { BuildContext, BuiltTransaction } from './types.ts'
import { saleErrors } from '#contract/sales/errors.ts'
import { errorBy, readDetails } from '#values/errors/error-rules.ts'

type Built = readonly BuiltTransaction[]
type Build<T> = (spendables: SpendableUtxos, paying: Paying) => Steps<T | Shortfall>

/** `missing`: the lovelace of one more output at the change address; 0n where the funding suffices. */
export type Paid<T> = { readonly built: T; readonly missing: bigint }

/**
 * Builds out of the funding of `context`, with one more output at the change address where that
 * does not suffice: with exactly `missing` in it, which for a single transaction without tokens is
 * the least.
 * @param aside outputs that `build` spends besides the funding
 * @throws ColdpressError `invalid` for a change address that cannot take the change
 */
export function* payWithMissing<T extends Built>(
  { network, parameters, funding }: Omit<BuildContext, 'slot'>,
  build: Build<T>,
  aside: readonly Utxo[] = [],
): Steps<Paid<T>> {
  const changeAddress = keyAddressOf(funding.changeAddress, network)
  const paying = { parameters, changeAddress }
  const buildWith = (more: readonly Utxo[]) =>
    build(spendableUtxos([...funding.utxos, ...more]), paying)
  const first = yield* buildWith([])
  if (!(first instanceof Shortfall)) return { built: first, missing: 0n }
  let missing = first.inOneMore
  for (let round = 1; ; round += 1) {
    const again = yield* buildWith([placeholderUtxo(changeAddress, missing)])
    if (!(again instanceof Shortfall)) return { built: again, missing }
    // What the next transactions need shows only when this one is paid for.
    if (again.inPosition <= 0n)
      throw new ColdpressError('internal', 'What a build lacks could not be found out.')
    missing += again.inPosition
    if (round > 1) continue
    const rich = yield* buildWith([placeholderUtxo(changeAddress, plenty)])
    if (rich instanceof Shortfall) continue
    const least =
      spentOfFunding(rich, aside) - heldIn(funding.utxos) - slackEach * BigInt(rich.length)
    if (least > missing) missing = least
  }
}

/** More than any mint needs: all ADA there can be. */
const plenty = 45_000_000_000_000_000n

/** The fee for a change of nine bytes instead of five, and as much again. */
const slackEach = 1_000n

/**
 * What leaves the funding: the outputs to others, and the fees.
 * @param aside spent outputs that are not of the funding
 */
export const spentOfFunding = (transactions: Built, aside: readonly Utxo[] = []): bigint => {
  const made = new Set<string>(transactions.map(({ txId }) => txId))
  const returned = new Set(transactions.flatMap(({ change }) => change.map(refText)))
  const isFunding = (utxo: Utxo): boolean => !made.has(utxo.txId) || returned.has(refText(utxo))
  return transactions.reduce(
    (sum, { inputs, change }) =>
      sum + lovelaceOf(withoutUtxos(inputs, aside).filter(isFunding)) - lovelaceOf(change),
    0n,
  )
}

const lovelaceOf = (utxos: readonly Utxo[]): bigint =>
  utxos.reduce((sum, { value }) => sum + value.lovelace, 0n)

const heldIn = (utxos: readonly Utxo[]): bigint =>
  lovelaceOf(spendableUtxos(utxos).map(({ utxo }) => utxo))

/**
 * Builds out of the funding of `context`.
 * @throws ColdpressError as {@link payWithMissing}; `conflict` with rule `not_enough_ada`: with
 * `details.missing` lovelace in one more output at `details.address` it can be built
 */
export const payFor = <T extends Built>(
  context: BuildContext,
  build: Build<T>,
  aside: readonly Utxo[] = [],
): T => {
  const { built, missing } = finish(payWithMissing(context, build, aside))
  if (missing === 0n) return built
  const address = keyAddressOf(context.funding.changeAddress, context.network)
  throw errorBy(saleErrors, 'not_enough_ada', { missing: String(missing), address })
}

/** The lovelace that {@link payFor} lacked; undefined for any other error. */
export const missingAdaOf = (error: unknown): bigint | undefined => {
  if (!isColdpressError(error)) return undefined
  const details = readDetails(saleErrors, 'not_enough_ada', error.details)
  return details && BigInt(details.missing)
}

/** @throws ColdpressError `invalid` for an address of another network, and for a script's */
export const keyAddressOf = (text: string, network: Network): string => {
  const { bech32, isScript } = paymentAddress(text, network)
  if (!isScript) return bech32
  throw new ColdpressError(
    'invalid',
    'change address: it is that of a script, where change could be locked up; give the address of a key',
  )
}
