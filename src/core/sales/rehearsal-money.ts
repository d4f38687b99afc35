import { adaText } from '#shared/format.ts'
import type { RehearsalMoney } from '#shared/rehearsal.ts'
import type { Mint } from '#shared/wire/mint.ts'
import type { Sale } from '#shared/wire/sale.ts'

const sum = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => total + amount, 0)

/**
 * Traces a sale's payments through its transactions, independently of the sale's own fields;
 * `error` names the first difference or imbalance.
 * @param mints the sale's mint and its refund, as far as they are on chain
 */
export const moneyOf = (
  sale: Sale,
  mints: readonly Mint[],
  payoutAddresses: readonly string[],
): { readonly money: RehearsalMoney; readonly error: string | undefined } => {
  const payments = sale.payments ?? []
  const isSold = sale.status === 'COMPLETED'
  const transactions = mints.flatMap((mint) => mint.transactions)
  const outputs = transactions.flatMap((transaction) => transaction.outputs)
  const income = sum(
    outputs
      .filter(({ address }) => payoutAddresses.includes(address))
      .map(({ lovelace }) => lovelace),
  )
  const withTokens = isSold ? (sale.nft_fee ?? 0) : 0
  const money = {
    paid: sum(payments.map(({ lovelace }) => lovelace)),
    income,
    fees: sum(transactions.map(({ fee }) => fee)),
    withTokens,
    returned: sum(outputs.map(({ lovelace }) => lovelace)) - income - withTokens,
  }
  const spent = transactions.flatMap(({ inputs }) => inputs)
  const counted = new Set(spent.map(({ tx_id: txId, index }) => `${txId}#${index}`))
  const left = payments.filter(({ tx_id: txId, index }) => !counted.has(`${txId}#${index}`))
  return { money, error: errorOf(sale, money, { isSold, left: left.length }) }
}

const ada = (lovelace: number): string => adaText(lovelace, 'ADA')

const errorOf = (
  sale: Sale,
  money: RehearsalMoney,
  { isSold, left }: { readonly isSold: boolean; readonly left: number },
): string | undefined => {
  const { paid, income, fees, withTokens, returned } = money
  if (left > 0) return `${left} of ${sale.payments?.length ?? 0} payments were never spent`
  if (paid !== income + fees + withTokens + returned)
    return `the buyer paid ${ada(paid)}, and the transactions account for ${ada(income + fees + withTokens + returned)}`
  const reported = { income: sale.income ?? 0, fee: sale.tx_fee ?? 0 }
  if (!isSold) return income === 0 ? undefined : `${ada(income)} of a refund went to the creator`
  if (reported.income !== income)
    return `the sale reports an income of ${ada(reported.income)}, and ${ada(income)} was paid out`
  const price = sale.price * sale.supply
  return reported.income + reported.fee + withTokens === price
    ? undefined
    : `income, fee and the ADA sent with the tokens are ${ada(reported.income + reported.fee + withTokens)}, and the price is ${ada(price)}`
}
