import { adaText, countText } from '#values/text/format.ts'
import type { RehearsalMoney } from '#contract/sales/rehearsal.ts'
import type { Mint } from '#contract/mints/mint.ts'
import type { Sale } from '#contract/sales/sale.ts'
import { salePriceOf } from '#contract/sales/total-price.ts'

type Payment = NonNullable<Sale['payments']>[number]
type Transaction = Mint['transactions'][number]

type FlowContext = {
  readonly payoutAddresses: readonly string[]
  /** Some of the money may be too little to be sent back. */
  readonly mayLeave: boolean
}

const sum = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => total + amount, 0)

const lovelaceOf = (all: readonly { readonly lovelace: number }[]): number =>
  sum(all.map(({ lovelace }) => lovelace))

const refOf = ({
  tx_id: txId,
  index,
}: {
  readonly tx_id: string
  readonly index: number
}): string => `${txId}#${index}`

/**
 * Traces a sale's payments through its transactions, independently of the sale's own fields;
 * `error` names the first difference or imbalance.
 * @param mints the sale's mint and its refund, as far as they are on chain
 */
export const moneyOf = (
  sale: Sale,
  mints: readonly Mint[],
  context: FlowContext,
): { readonly money: RehearsalMoney; readonly error: string | undefined } => {
  const payments = sale.payments ?? []
  const flows = mints
    .flatMap((mint) => mint.transactions)
    .map((transaction) => flowOf(transaction, payments, context))
  const income = sum(flows.map((flow) => flow.income))
  const withTokens = sale.status === 'COMPLETED' ? (sale.nft_fee ?? 0) : 0
  const spent = new Set(flows.flatMap((flow) => flow.spent.map(refOf)))
  const left = payments.filter((payment) => !spent.has(refOf(payment)))
  const money = {
    paid: lovelaceOf(payments),
    income,
    fees: sum(flows.map(({ fees }) => fees)),
    withTokens,
    returned: lovelaceOf(flows.flatMap(({ back }) => back)) - withTokens,
    left: lovelaceOf(left),
  }
  const isMissing = left.length > 0 && !context.mayLeave
  return {
    money,
    error: isMissing
      ? `${countText(left.length, 'payment was', 'payments were')} never spent, of ${payments.length}`
      : (receiverError(payments, flows) ?? sumError(sale, money)),
  }
}

type Flow = {
  readonly spent: readonly Payment[]
  readonly income: number
  readonly fees: number
  /** To who paid: with tokens, or of a refund. */
  readonly back: Transaction['outputs']
  /** To anybody else. */
  readonly astray: Transaction['outputs']
}

/**
 * Where one transaction took the payments. The collection's payment address may add what a payment
 * lacks for its way back; of that, and of its change, nothing is counted.
 */
const flowOf = (
  { inputs, outputs, fee }: Transaction,
  payments: readonly Payment[],
  { payoutAddresses }: FlowContext,
): Flow => {
  const refs = new Set(inputs.map(refOf))
  const spent = payments.filter((payment) => refs.has(refOf(payment)))
  const payers = new Set(payments.map(({ address }) => address))
  const back = outputs.filter(({ address }) => payers.has(address))
  const paidOut = outputs.filter(({ address }) => payoutAddresses.includes(address))
  if (spent.length === inputs.length)
    return {
      spent,
      income: lovelaceOf(paidOut),
      fees: fee,
      back,
      astray: outputs.filter((output) => !back.includes(output) && !paidOut.includes(output)),
    }
  const returned = Math.min(lovelaceOf(back), lovelaceOf(spent))
  const fees = lovelaceOf(spent) - returned
  return {
    spent,
    income: 0,
    fees,
    back: back.slice(0, 1).map((output) => ({ ...output, lovelace: returned })),
    astray: [],
  }
}

const ada = (lovelace: number): string => adaText(lovelace, 'ADA')

/** Nobody gets back what somebody else has paid. */
const receiverError = (
  payments: readonly Payment[],
  flows: readonly Flow[],
): string | undefined => {
  const [astray] = flows.flatMap((flow) => flow.astray)
  if (astray !== undefined)
    return `${ada(astray.lovelace)} went to ${astray.address}, which has paid nothing`
  for (const [address, paid] of Map.groupBy(payments, (payment) => payment.address)) {
    const back = flows.flatMap((flow) => flow.back).filter((output) => output.address === address)
    if (lovelaceOf(back) > lovelaceOf(paid))
      return `${address} has paid ${ada(lovelaceOf(paid))} and got ${ada(lovelaceOf(back))}`
  }
  return undefined
}

const sumError = (sale: Sale, money: RehearsalMoney): string | undefined => {
  const { paid, income, fees, withTokens, returned, left } = money
  const accounted = income + fees + withTokens + returned + left
  if (paid !== accounted)
    return `${ada(paid)} were paid, and the transactions account for ${ada(accounted)}`
  const reported = { income: sale.income ?? 0, fee: sale.tx_fee ?? 0 }
  if (sale.status !== 'COMPLETED')
    return income === 0 ? undefined : `${ada(income)} of a refund went to the creator`
  if (reported.income !== income)
    return `the sale reports an income of ${ada(reported.income)}, and ${ada(income)} was paid out`
  const price = Number(salePriceOf(sale))
  return reported.income + reported.fee + withTokens === price
    ? undefined
    : `income, fee and the ADA sent with the tokens are ${ada(reported.income + reported.fee + withTokens)}, and the price is ${ada(price)}`
}
