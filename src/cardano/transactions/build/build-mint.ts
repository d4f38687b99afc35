import { policyIdOf } from '../../scripts.ts'
import type { Cip25Version } from './auxiliary.ts'
import { Shortfall, type Paying } from './balance.ts'
import { buildDraft, buildLargest } from './build.ts'
import { payFor, payWithMissing, spentOfFunding } from './pay.ts'
import { finishInTurns, type Steps } from './steps.ts'
import { spendablesAfter, type SpendableUtxos } from './spendable-utxos.ts'
import { mintDraft, maxOf, type MintDraft } from './mint-draft.ts'
import { buildTokens, type MintToken } from './mint-tokens.ts'
import { tokenOutputs } from './outputs.ts'
import type {
  BuildContext,
  BuiltTransaction,
  Estimate,
  MintPolicy,
  TokenToMint,
  TransactionOutput,
} from './types.ts'
import { policyValidity } from './validity.ts'

/**
 * Mints tokens of one policy, each once, over as few transactions as hold them in their order, to be
 * submitted in that order: a later one may spend the change of an earlier one. Tokens whose names
 * are not UTF-8 come last, in transactions of their own (CIP-25 version 2). Each address gets its
 * tokens of a transaction in one output with the least lovelace, or in several where one would be
 * over the ledger's limit.
 * @throws ColdpressError `invalid` for a token, address or signers that cannot be, naming which;
 * `conflict` when the policy is locked or not open, or as {@link payFor}; `too_large` for a token that no transaction holds
 */
export const buildMint = (context: BuildContext, request: MintToBuild): Transactions =>
  payFor(context, mintWork(context, request))

type Transactions = readonly BuiltTransaction[]
export type MintToBuild = { readonly policy: MintPolicy; readonly tokens: readonly TokenToMint[] }

/**
 * What {@link buildMint} would ask of the same funding, by building it. Pauses after each
 * transaction.
 * @throws as {@link buildMint}, except that missing lovelace is part of the answer; the signal's
 * reason
 */
export const estimateMint = (
  context: BuildContext,
  request: MintToBuild,
  signal?: AbortSignal,
): Promise<Estimate> => estimateWork(context, mintWork(context, request), signal)

export type MintWork = ReturnType<typeof mintWork>

/** @throws as {@link estimateMint} */
export const estimateWork = async (
  context: BuildContext,
  work: MintWork,
  signal?: AbortSignal,
): Promise<Estimate> => {
  const { built, missing } = await finishInTurns(payWithMissing(context, work), signal)
  const fees = built.reduce((sum, { fee }) => sum + fee, 0n)
  const spent = spentOfFunding(built)
  const held = context.funding.utxos.reduce((sum, { value }) => sum + value.lovelace, 0n)
  return {
    transactions: built.length,
    withTokens: spent - fees,
    fees,
    missing,
    left: held + missing - spent,
  }
}

/** The mint as work of {@link payWithMissing}. */
export const mintWork = (context: BuildContext, { policy, tokens }: MintToBuild) => {
  const policyId = policyIdOf(policy.script)
  const checked = buildTokens(tokens, policyId, context.network)
  const mint = { policy, policyId, validity: policyValidity(context, policy) }
  return function* (spendables: SpendableUtxos, paying: Paying): Steps<Transactions | Shortfall> {
    const built: BuiltTransaction[] = []
    let left = spendables
    for (const version of [1, 2] as const) {
      let rest = checked.filter((token) => token.version === version)
      while (rest.length > 0) {
        const next = mintFirst(mint, version, rest, left, paying)
        if (next instanceof Shortfall) return next
        built.push(next)
        left = spendablesAfter(left, next.inputs, next.change)
        rest = rest.slice(next.tokens.length)
        yield
      }
    }
    return built
  }
}

/** One transaction with as many of the first tokens as it holds. */
const mintFirst = (
  mint: MintDraft,
  version: Cip25Version,
  tokens: readonly MintToken[],
  spendables: SpendableUtxos,
  paying: Paying,
): BuiltTransaction | Shortfall =>
  buildLargest(
    paying,
    maxOf(tokens, paying.parameters.maxTxBytes),
    (count) => {
      const some = tokens.slice(0, count)
      const draft = mintDraft(mint, version, some, outputsOf(some, paying))
      return buildDraft(
        draft,
        spendables,
        paying,
        some.map(({ index }) => index),
      )
    },
    { what: `token ${tokens[0]?.label ?? ''}`, advice: 'shorten its metadata' },
  )

const outputsOf = (
  tokens: readonly MintToken[],
  { parameters }: Paying,
): readonly TransactionOutput[] =>
  [...Map.groupBy(tokens, ({ address }) => address)].flatMap(([address, own]) =>
    tokenOutputs(address, new Map(own.map(({ unit }) => [unit, 1n])), parameters),
  )
