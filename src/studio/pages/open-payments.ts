import { keepNewest } from '#values/work/keep-newest.ts'
import { createRateLimit, type RateLimit } from '#platform/http/rate-limit.ts'
import type { BuiltTransaction } from '#cardano/transactions/build/types.ts'
import type { TxId } from '#cardano/ids.ts'
import type { Studio } from '../options.ts'

/** A payment that a wallet was asked to sign. */
export type WalletPayment = {
  readonly built: BuiltTransaction
  readonly lovelace: bigint
  /** The payment key of all its inputs; undefined for several: it stands alone then. */
  readonly payer: string | undefined
  /** When it cannot reach a block any more. */
  readonly ends: Date
}

/** A payment that was sent, and until when it may reach a block. */
export type SentPayment = { readonly txId: TxId; readonly ends: Date }

/** What wallets were asked to sign for one sale. */
type PaymentsOfSale = {
  /** The newest, the last one last. */
  readonly built: readonly WalletPayment[]
  readonly limit: RateLimit
  readonly add: (payment: WalletPayment) => void
  sent: SentPayment | undefined
}

export type OpenPayments = {
  readonly find: (saleId: string) => PaymentsOfSale | undefined
  readonly of: (saleId: string) => PaymentsOfSale
}

const mostOfSale = 4
/** About 20 KB each. */
const mostSales = 1_000
/** Of one sale, whoever asks: each reads the chain. */
const attempts = { burst: 10, perSecond: 1 / 30 }

const all = new WeakMap<Studio, OpenPayments>()

/**
 * The payments that wallets on payment pages may still sign. In memory alone: after a restart the
 * buyer's wallet is asked again, and a sent payment is found on the chain as any other.
 */
export const openPayments = (studio: Studio): OpenPayments => {
  const known = all.get(studio) ?? createOpenPayments()
  all.set(studio, known)
  return known
}

const createOpenPayments = (): OpenPayments => {
  const sales = new Map<string, PaymentsOfSale>()
  return {
    find: (saleId) => sales.get(saleId),
    of: (saleId) => {
      const its = sales.get(saleId) ?? paymentsOfSale()
      keepNewest(sales, saleId, its, mostSales)
      return its
    },
  }
}

const paymentsOfSale = (): PaymentsOfSale => {
  const built: WalletPayment[] = []
  return {
    built,
    limit: createRateLimit(attempts),
    add: (payment) => {
      built.push(payment)
      if (built.length > mostOfSale) built.shift()
    },
    sent: undefined,
  }
}
