import { bytesToHex } from '@noble/hashes/utils.js'
import { ColdpressError } from '#values/errors/errors.ts'
import { limits } from '#values/bounds/limits.ts'
import type { PolicyId } from '../../ids.ts'
import type { ProtocolParameters } from '../../parameters.ts'
import { policyIdOf } from '../../scripts.ts'
import type { Utxo } from '../../utxo.ts'
import { difference, sumOf, unitOf, type Unit, type Value } from '../../value.ts'
import { Shortfall, type Paying } from './balance.ts'
import type { BodyDraft } from './body.ts'
import { buildDraft, buildLargest } from './build.ts'
import { nameLabel } from './mint-tokens.ts'
import { atLeastMin, lovelaceIn } from './outputs.ts'
import { payFor, payWithMissing, spentOfFunding } from './pay.ts'
import {
  spendablesAfter,
  spendablesWith,
  spendableUtxos,
  type SpendableUtxo,
  type SpendableUtxos,
  withoutUtxos,
} from './spendable-utxos.ts'
import { finishInTurns, type Steps } from './steps.ts'
import type {
  BuildContext,
  BuiltTransaction,
  Estimate,
  MintPolicy,
  TransactionOutput,
} from './types.ts'
import { policyValidity } from './validity.ts'

/** A token to burn, as often as `quantity` says. */
type TokenToBurn = { readonly assetName: Uint8Array; readonly quantity: bigint }

export type BurnToBuild = {
  readonly policy: MintPolicy
  readonly tokens: readonly TokenToBurn[]
  /**
   * Unspent outputs, some of which hold the tokens. What else is in those goes back to their
   * addresses.
   */
  readonly holders: readonly Utxo[]
}

type Transactions = readonly BuiltTransaction[]

/**
 * Burns tokens of one policy, over as few transactions as hold them in their order, to be submitted
 * in that order. The funding pays the fees, and minimum ADA that is missing beside what goes back.
 * A burn has no metadata: it changes nothing of what wallets show (CIP-25).
 * @throws ColdpressError `conflict` when a token is not in `holders`, the policy is locked or
 * lovelace is missing; `invalid` for a token or signers that cannot be; `too_large`
 */
export const buildBurn = (context: BuildContext, request: BurnToBuild): Transactions => {
  const burn = burnOf(context, request)
  return payFor(burn.context, burnWork(burn), burn.holders)
}

/**
 * What {@link buildBurn} would ask of the same funding, by building it. `withTokens`: ADA that is
 * added to what goes back to the holders.
 * @throws as {@link buildBurn}, except that missing lovelace is part of the answer; the signal's
 * reason
 */
export const estimateBurn = async (
  context: BuildContext,
  request: BurnToBuild,
  signal?: AbortSignal,
): Promise<Estimate> => {
  const burn = burnOf(context, request)
  const { funding } = burn.context
  const work = payWithMissing(burn.context, burnWork(burn), burn.holders)
  const { built, missing } = await finishInTurns(work, signal)
  const fees = built.reduce((sum, { fee }) => sum + fee, 0n)
  const others = (of: readonly TransactionOutput[]): bigint =>
    lovelaceIn(of.filter(({ address }) => address !== funding.changeAddress))
  const withTokens = built.reduce(
    (sum, { inputs, outputs }) => sum + others(outputs) - others(inputs),
    0n,
  )
  const left = lovelaceIn(funding.utxos) + missing - spentOfFunding(built, burn.holders)
  return { transactions: built.length, withTokens, fees, missing, left }
}

type Burned = {
  readonly index: number
  readonly label: string
  readonly unit: Unit
  readonly quantity: bigint
}

/** A checked burn. */
type Burn = {
  /** Without the holders: they are spent anyway, so they pay for nothing else. */
  readonly context: BuildContext
  readonly policy: MintPolicy
  readonly burned: readonly Burned[]
  /** Those that hold a token to burn. */
  readonly holders: readonly Utxo[]
}

const burnOf = (context: BuildContext, { policy, tokens, holders: all }: BurnToBuild): Burn => {
  const burned = burnedTokens(policyIdOf(policy.script), tokens)
  const holders = all.filter(holderOf(burned))
  const { funding } = context
  return {
    context: { ...context, funding: { ...funding, utxos: withoutUtxos(funding.utxos, holders) } },
    policy,
    burned,
    holders,
  }
}

const holderOf = (burned: readonly Burned[]): ((output: TransactionOutput) => boolean) => {
  const units = new Set(burned.map(({ unit }) => unit))
  return ({ value }) => value.assets.keys().some((unit) => units.has(unit))
}

/** The burn as work of {@link payWithMissing}. */
const burnWork = ({ context, policy, burned, holders }: Burn) => {
  const draft = {
    validity: policyValidity(context, policy),
    script: policy.script,
    policySigners: policy.signers,
  }
  return function* (spendables: SpendableUtxos, paying: Paying): Steps<Transactions | Shortfall> {
    const built: BuiltTransaction[] = []
    let holding = spendableUtxos(holders)
    let funds = spendables
    let rest = burned
    while (rest.length > 0) {
      const next = burnFirst(draft, rest, { holding, funds }, paying)
      if (next instanceof Shortfall) return next
      built.push(next)
      rest = rest.slice(next.tokens.length)
      const [stillHolding, free] = separated(next, rest)
      holding = spendablesAfter(holding, next.inputs, stillHolding)
      funds = spendablesAfter(funds, next.inputs, free)
      yield
    }
    return built
  }
}

type Sources = { readonly holding: SpendableUtxos; readonly funds: SpendableUtxos }

/** One transaction with as many of the first tokens as it holds. */
const burnFirst = (
  draft: Omit<BodyDraft, 'outputs' | 'mint'>,
  burned: readonly Burned[],
  { holding, funds }: Sources,
  paying: Paying,
): BuiltTransaction | Shortfall =>
  buildLargest(
    paying,
    maxOf(burned, paying.parameters.maxTxBytes),
    (count) => {
      const some = burned.slice(0, count)
      const units = new Map(some.map(({ unit, quantity }) => [unit, quantity]))
      const spends = spendablesWith(holding, units)
      const outputs = atLeastMin(
        remainders(spends, units).filter(({ address }) => address !== paying.changeAddress),
        paying.parameters,
      )
      const mint = new Map(some.map(({ unit, quantity }) => [unit, -quantity]))
      const indexes = some.map(({ index }) => index)
      return buildDraft({ ...draft, outputs, mint, spends }, funds, paying, indexes)
    },
    {
      what: `token ${burned[0]?.label ?? ''}`,
      advice: 'move it to an output of its own, then burn it',
    },
  )

/** What is left of the spent outputs, by address. */
const remainders = (
  spends: readonly SpendableUtxo[],
  burned: ReadonlyMap<Unit, bigint>,
): readonly TransactionOutput[] => {
  const left = new Map(burned)
  const byAddress = Map.groupBy(spends, ({ utxo }) => utxo.address)
  return [...byAddress].map(([address, its]) => {
    const value = sumOf(its.map(({ utxo }) => utxo.value))
    const taken = takenFrom(value, left)
    for (const [unit, quantity] of taken) left.set(unit, (left.get(unit) ?? 0n) - quantity)
    return { address, value: difference(value, { lovelace: 0n, assets: taken }) }
  })
}

const takenFrom = (
  { assets }: Value,
  burned: ReadonlyMap<Unit, bigint>,
): ReadonlyMap<Unit, bigint> =>
  new Map(
    [...burned].flatMap(([unit, quantity]) => {
      const held = assets.get(unit) ?? 0n
      const taken = held < quantity ? held : quantity
      return taken > 0n ? [[unit, taken] as const] : []
    }),
  )

/** The outputs that the next transactions can spend: those that hold tokens to burn, and the change. */
const separated = (
  { txId, outputs, change }: BuiltTransaction,
  rest: readonly Burned[],
): readonly [readonly Utxo[], readonly Utxo[]] => {
  const holds = holderOf(rest)
  const all = outputs.map((output, index): Utxo => ({ txId, index, ...output }))
  return [all.filter(holds), change.filter((utxo) => !holds(utxo))]
}

/** A mint is a signed number of 64 bits. */
const maxAtOnce = 2n ** 63n - 1n

const burnedTokens = (policyId: PolicyId, tokens: readonly TokenToBurn[]): readonly Burned[] => {
  if (tokens.length === 0)
    throw new ColdpressError('invalid', 'tokens: none was given; choose at least one to burn')
  const seen = new Set<Unit>()
  return tokens.map(({ assetName, quantity }, index) => {
    const label = nameLabel(assetName)
    const invalid = (message: string) => new ColdpressError('invalid', `token ${label}: ${message}`)
    if (assetName.length > limits.ledgerAssetNameBytes)
      throw invalid(`an asset name has at most ${limits.ledgerAssetNameBytes} bytes`)
    if (quantity <= 0n || quantity > maxAtOnce)
      throw invalid(`${quantity} of it cannot be burned; give a number from 1 to ${maxAtOnce}`)
    const unit = unitOf(policyId, bytesToHex(assetName))
    if (seen.has(unit)) throw invalid('it is listed twice; list it once')
    seen.add(unit)
    return { index, label, unit, quantity }
  })
}

/** An upper limit by the names alone, each with a byte before it and its quantity behind. */
const maxOf = (burned: readonly Burned[], maxBytes: ProtocolParameters['maxTxBytes']): number => {
  let bytes = 0
  const first = burned.findIndex(({ unit }) => {
    bytes += 2 + (unit.length - 56) / 2
    return bytes > maxBytes
  })
  return first === -1 ? burned.length : Math.max(first, 1)
}
