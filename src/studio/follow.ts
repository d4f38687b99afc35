import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf } from '#values/errors/errors.ts'
import { asPoll } from '#chain/gateway/polls.ts'
import { abortable } from '#chain/submission/abortable.ts'
import type { Studio } from './options.ts'
import { type RunForSale, createSalesPass } from './sales/watch/follow-sales.ts'
import { takeUpForgotten } from './sales/unknown/forgotten-wallets.ts'
import { areOfOnePayer, countedPayments } from './sales/payments.ts'
import { processSale } from './sales/deliver/process.ts'
import { searchSkipped } from './sales/unknown/search-skipped.ts'
import { watchSaleless } from './sales/unknown/watch-saleless.ts'
import { findSaleOfMint } from './store/sales.ts'
import { mintRoyaltyIfPaid } from './royalty/royalty.ts'
import { requireChain } from './mints/chain.ts'
import { tryReadPolicyRoyalty } from './mints/policy-royalty.ts'
import { collectionsAwaitingRoyalty, unreadRoyalties } from './mints/royalty-store.ts'
import { signHere } from './mints/sign.ts'
import { findMint, parkedMints } from './mints/store.ts'
import { isRebuilt } from './mints/withdraw-unconfirmed.ts'

const pauseMs = 1_000
/** Longest pause between attempts to sign a parked mint. */
const longestParkedMs = 5_000
/** On a public gateway, between looks at addresses without a sale, or to see whether one is due. */
const searchMs = 60_000
/** Payment queries to a public gateway, which counts every call. */
const publicPaymentsMs = 30_000

/**
 * Follows every transaction and sale to its end, signs parked mints as soon as the vault can, and
 * mints paid royalty tokens. Continues where the last run stopped or was killed.
 * @param failed receives errors that no request can report
 * @returns stops following; unfinished work continues at the next start
 */
export const followMints = (
  studio: Studio,
  failed: (error: unknown) => void,
): (() => Promise<void>) => {
  const stop = new AbortController()
  const { submissions } = requireChain(studio)
  const report = reportChanges(failed)
  const running = asPoll(() =>
    Promise.all([
      submissions.follow(stop.signal, ({ error }) =>
        report('gateway', error && new Error(`${error.code}: ${error.message}`)),
      ),
      tendStudio(studio, stop.signal, report),
      tendSales(studio, stop.signal, report),
      tendSaleless(studio, stop.signal, report),
    ]),
  )
  return async () => {
    stop.abort()
    await running
  }
}

type Report = (about: string, error: unknown) => void

/** Reports an unchanged error once; `undefined` means that it is resolved. */
const reportChanges = (failed: (error: unknown) => void): Report => {
  const last = new Map<string, string>()
  return (about, error) => {
    if (error === undefined) last.delete(about)
    else if (last.get(about) !== messageOf(error)) {
      last.set(about, messageOf(error))
      failed(error)
    }
  }
}

const attempts =
  (signal: AbortSignal, report: Report): RunForSale =>
  async (about, work) => {
    if (signal.aborted) return
    try {
      await abortable(work(), signal)
      report(about, undefined)
    } catch (error) {
      if (!signal.aborted) report(about, error)
    }
  }

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined)

const tendSales = async (studio: Studio, signal: AbortSignal, report: Report): Promise<void> => {
  const pass = createSalesPass(studio, attempts(signal, report))
  while (!signal.aborted) {
    await pass()
    await pause(requireChain(studio).following.pollMs, signal)
  }
}

/** Addresses that no sale has: left out, or of sales that were deleted. */
const tendSaleless = async (studio: Studio, signal: AbortSignal, report: Report): Promise<void> => {
  const attempt = attempts(signal, report)
  const waitMs = studio.network === 'devnet' ? requireChain(studio).following.pollMs : searchMs
  const isTimeForWallets = everyMs(searchMs)
  while (!signal.aborted) {
    if (isTimeForWallets()) await attempt('forgotten wallets', () => takeUpForgotten(studio))
    await attempt('addresses without a sale', () => watchSaleless(studio, signal))
    await attempt('skipped addresses', () => searchSkipped(studio, signal))
    await pause(waitMs, signal)
  }
}

const tendStudio = async (studio: Studio, signal: AbortSignal, report: Report): Promise<void> => {
  const attempt = attempts(signal, report)
  const signParked = createParkedSigner(studio)
  const isTimeToPay = everyMs(studio.network === 'devnet' ? pauseMs : publicPaymentsMs)
  while (!signal.aborted) {
    await attempt('seals', () => studio.seals.sealPending())
    await attempt('parked mints', async () => {
      for (const { id } of parkedMints(studio.database)) await attempt(id, () => signParked(id))
    })
    if (isTimeToPay()) {
      await attempt('royalties', async () => {
        for (const policyId of unreadRoyalties(studio.database))
          await attempt(policyId, () => tryReadPolicyRoyalty(studio, policyId))
        for (const id of collectionsAwaitingRoyalty(studio.database))
          await attempt(id, () => mintRoyaltyIfPaid(studio, id, { again: false }))
      })
    }
    await pause(pauseMs, signal)
  }
}

const everyMs = (ms: number): (() => boolean) => {
  let at = 0
  return () => {
    if (performance.now() < at) return false
    at = performance.now() + ms
    return true
  }
}

/** Rebuilds at once, before another process of this home, whose vault is locked, does so. */
const rebuild = async (studio: Studio, id: string): Promise<void> => {
  const mint = findMint(studio.database, id)
  if (mint === undefined || !isRebuilt(mint)) return
  const sale = findSaleOfMint(studio.database, id)
  if (sale !== undefined) await processSale(studio, sale.id)
  else await mintRoyaltyIfPaid(studio, mint.collection_id, { again: false })
}

/** Signs a parked mint, unless a recent attempt failed. */
/**
 * Whether a mint delivers a sale that several payers have paid together, as an earlier version added
 * them up: the sale is read and evaluated again.
 */
const isPaidBySeveral = ({ database }: Studio, mintId: string): boolean => {
  const sale = findSaleOfMint(database, mintId)
  return sale?.mint_id === mintId && !areOfOnePayer(countedPayments(database, sale.id))
}

const createParkedSigner = (studio: Studio) => {
  const tries = new Map<string, { readonly at: number; readonly waitMs: number }>()
  return async (id: string): Promise<void> => {
    const { at, waitMs } = tries.get(id) ?? { at: 0, waitMs: pauseMs }
    if (performance.now() < at) return
    const nextMs = Math.min(waitMs * 2, longestParkedMs)
    tries.set(id, { at: performance.now() + waitMs, waitMs: nextMs })
    if (!isPaidBySeveral(studio, id)) await signHere(studio, id)
    await rebuild(studio, id)
  }
}
