import { adaText, countText } from '#values/text/format.ts'
import type {
  AssetAmount,
  TransactionSummary,
  TransactionWarning,
} from '#contract/signing/transactions.ts'
import {
  assetName,
  type NetChange,
  netChangeLines,
  netChangeOf,
} from '#contract/signing/net-change.ts'
import { withScriptNote } from '#cardano/receiver-warnings.ts'
import type { Question } from '../asks.ts'
import type { OpenedTransactions } from './open-transactions.ts'

type Inspected = {
  readonly summary: TransactionSummary
  readonly warnings: readonly TransactionWarning[]
}

/** The effects of signing these transactions, decoded from their bytes. */
export const signatureQuestion = (
  network: string,
  transactions: readonly Inspected[],
): Question => ({
  kind: 'sign',
  question:
    transactions.length === 1
      ? 'Sign this transaction?'
      : `Sign these ${transactions.length} transactions?`,
  lines: [
    `Network: ${network}`,
    ...vaultLines(netChangeOf(transactions.map(({ summary }) => summary))).map(
      (line) => `Your vault: ${line}`,
    ),
    ...transactions.flatMap(({ summary }) => effectsOf(summary)),
    ...gravest(transactions),
  ],
  yes: 'Sign',
})

/** As {@link signatureQuestion}, with the review of every detail. */
export const reviewQuestion = (opened: OpenedTransactions): Question => {
  const { request, transactions } = opened
  const network = request?.network ?? transactions[0]?.summary.network.name ?? 'not known'
  return { ...signatureQuestion(network, transactions), review: opened }
}

type Signing = { readonly chain?: string; readonly baseUrl: string }

/** A question that says first whose keys sign for the account. */
export const withSigner = (account: Signing, question: Question): Question => {
  const { lines, brief } = question
  const signer = signerText(account)
  return {
    ...question,
    lines: [signer, ...lines],
    ...(brief === undefined ? {} : { brief: [signer, ...brief] }),
  }
}

const signerText = ({ chain, baseUrl }: Signing): string =>
  chain === undefined
    ? `Signed by the service at ${new URL(baseUrl).origin}`
    : `Signed with the keys of this computer, for ${chain}`

/**
 * Above this number, tokens are counted by policy: a line for each would not fit into a message
 * box.
 */
export const maxNamedTokens = 8

const vaultLines = (change: NetChange): readonly string[] =>
  netChangeLines(
    change.assets.length <= maxNamedTokens
      ? change
      : { ...change, assets: countedByPolicy(change) },
  )

/** Gains and losses are never offset against each other. */
const countedByPolicy = ({ assets }: NetChange): NetChange['assets'] =>
  [
    ...Map.groupBy(assets, ({ policyId, quantity }) => `${quantity > 0n ? '+' : '-'}${policyId}`),
  ].map(([key, assetsOfPolicy]) => ({
    policyId: key.slice(1),
    nameHex: '',
    name: `tokens of ${assetsOfPolicy.length} ${assetsOfPolicy.length === 1 ? 'name' : 'names'}`,
    quantity: assetsOfPolicy.reduce((sum, { quantity }) => sum + quantity, 0n),
  }))

const effectsOf = ({
  txId,
  fee,
  outputs,
  mint,
  also,
  ...rest
}: TransactionSummary): readonly string[] => [
  `Transaction ${txId}`,
  ...[...Map.groupBy(outputs, ({ address }) => address)].map(([address, paid]) => {
    const lovelace = paid.reduce((sum, output) => sum + BigInt(output.lovelace), 0n)
    const amounts = [
      adaText(String(lovelace), 'ADA'),
      ...tokensIn(paid.flatMap(({ assets }) => assets)),
    ]
    return `Pays ${amounts.join(' and ')} to ${withScriptNote(address)}`
  }),
  ...mint.flatMap(({ assets, policyId }) => mintLines(assets, policyId)),
  `Fee: ${adaText(fee, 'ADA')}`,
  ...also.map(
    ({ kind, count, detail }) => `Also: ${kind.replaceAll('_', ' ')} (${detail ?? count})`,
  ),
  ...(rest.collateral.length === 0 || rest.totalCollateral === null
    ? []
    : [`Lost if its scripts fail: ${adaText(rest.totalCollateral, 'ADA')}`]),
]

const tokensIn = (assets: readonly AssetAmount[]): readonly string[] =>
  assets.length === 0 ? [] : [countText(quantityOf(assets), 'token')]

const quantityOf = (assets: readonly AssetAmount[]): bigint =>
  assets.reduce((sum, { quantity }) => sum + BigInt(quantity), 0n)

const mintLines = (assets: readonly AssetAmount[], policyId: string): readonly string[] => {
  const isBurnt = ({ quantity }: AssetAmount): boolean => BigInt(quantity) < 0n
  const minted = assets.filter((asset) => !isBurnt(asset))
  const burnt = assets.filter(isBurnt)
  return [
    ...(minted.length === 0
      ? []
      : [`Mints ${countText(quantityOf(minted), 'token')} of policy ${policyId}`]),
    ...(burnt.length === 0
      ? []
      : [`Burns ${countText(-quantityOf(burnt), 'token')} of policy ${policyId}${namesOf(burnt)}`]),
  ]
}

/** What is lost for good is named, also where it is not the vault's. */
const namesOf = (burnt: readonly AssetAmount[]): string =>
  burnt.length > maxNamedTokens ? '' : `: ${burnt.map(assetName).join(', ')}`

/** The page may not have shown them. */
const gravest = (transactions: readonly Inspected[]): readonly string[] => [
  ...new Set(
    transactions.flatMap(({ warnings }) =>
      warnings
        .filter(({ severity }) => severity === 'error')
        .map(({ message }) => `Warning: ${message}`),
    ),
  ),
]
