import { ada } from '../../../shared/amounts.ts'
import type {
  AssetAmount,
  TransactionSummary,
  TransactionWarning,
} from '../../../shared/transactions.ts'
import { netChangeLines, netChangeOf } from '../../../shared/net-change.ts'
import type { Question } from '../services-deps.ts'

type Judged = {
  readonly summary: TransactionSummary
  readonly warnings: readonly TransactionWarning[]
}

/** What signing these transactions does, decoded from their bytes. */
export const signatureQuestion = (network: string, transactions: readonly Judged[]): Question => ({
  question:
    transactions.length === 1
      ? 'Sign this transaction?'
      : `Sign these ${transactions.length} transactions?`,
  facts: [
    `Network: ${network}`,
    ...netChangeLines(netChangeOf(transactions.map(({ summary }) => summary))).map(
      (line) => `Your vault: ${line}`,
    ),
    ...transactions.flatMap(({ summary }) => effectsOf(summary)),
    ...gravest(transactions),
  ],
  yes: 'Sign',
})

const effectsOf = ({ txId, fee, outputs, mint }: TransactionSummary): readonly string[] => [
  `Transaction ${txId}`,
  ...[...Map.groupBy(outputs, ({ address }) => address)].map(([address, its]) => {
    const lovelace = its.reduce((sum, output) => sum + BigInt(output.lovelace), 0n)
    const amounts = [ada(String(lovelace)), ...tokensIn(its.flatMap(({ assets }) => assets))]
    return `Pays ${amounts.join(' and ')} to ${address}`
  }),
  ...mint.flatMap(({ assets, policyId }) => mintLines(assets, policyId)),
  `Fee: ${ada(fee)}`,
]

const tokensIn = (assets: readonly AssetAmount[]): readonly string[] =>
  assets.length === 0 ? [] : [countOf(quantityOf(assets))]

const quantityOf = (assets: readonly AssetAmount[]): bigint =>
  assets.reduce((sum, { quantity }) => sum + BigInt(quantity), 0n)

const mintLines = (assets: readonly AssetAmount[], policyId: string): readonly string[] => {
  const isBurnt = ({ quantity }: AssetAmount): boolean => BigInt(quantity) < 0n
  const minted = assets.filter((asset) => !isBurnt(asset))
  const burnt = assets.filter(isBurnt)
  return [
    ...(minted.length === 0 ? [] : [`Mints ${countOf(quantityOf(minted))} of policy ${policyId}`]),
    ...(burnt.length === 0 ? [] : [`Burns ${countOf(-quantityOf(burnt))} of policy ${policyId}`]),
  ]
}

const countOf = (quantity: bigint): string => `${quantity} ${quantity === 1n ? 'token' : 'tokens'}`

/** The page may not have shown them. */
const gravest = (transactions: readonly Judged[]): readonly string[] => [
  ...new Set(
    transactions.flatMap(({ warnings }) =>
      warnings
        .filter(({ severity }) => severity === 'error')
        .map(({ message }) => `Warning: ${message}`),
    ),
  ),
]
