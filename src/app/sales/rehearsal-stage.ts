import { ColdpressError } from '#values/errors/errors.ts'
import type { RehearsalCase, RehearsalPayerName } from '#contract/sales/rehearsal.ts'
import type { Sale } from '#contract/sales/sale.ts'
import type { MintingClient } from '../api/client.ts'
import { followMint } from '../mints/follow-mint.ts'
import { followSale, isSaleOver, needsDecision } from './follow-sale.ts'
import { price, type Stage } from './rehearsal-cases.ts'
import type { RehearsalTokens } from './rehearsal-collection.ts'
import { readSaleEvents } from './show-sale.ts'
import {
  createRehearsalPayer,
  type RehearsalChain,
  type RehearsalPayer,
} from './rehearsal-payer.ts'
import { reserveSale, sendResolution } from './sale-calls.ts'
import { createStallCheck } from './stall-check.ts'

/** The context of one rehearsal case. */
export type CaseContext = {
  readonly client: MintingClient
  readonly chain: RehearsalChain
  /** Who has paid beside the test wallet. */
  readonly payers: Map<RehearsalPayerName, RehearsalPayer>
  readonly signal: AbortSignal
  readonly stallMs: number
  readonly token: RehearsalTokens['tokens'][number]
  readonly found: RehearsalTokens
  readonly change: (made: Partial<RehearsalCase>) => void
  readonly read: () => RehearsalCase
}

/** The steps of a case over a service; calls `change` with each result. */
export const createStage = (context: CaseContext): Stage => {
  const { client, chain, payers, found, token, signal, change, read } = context
  let sale: Sale | undefined
  const current = (): Sale => {
    if (sale !== undefined) return sale
    throw new ColdpressError('internal', 'A case of a rehearsal starts with its reservation.')
  }
  const see = async (now: Sale): Promise<void> => {
    const isNew = now.status !== sale?.status
    sale = now
    if (isNew)
      change({
        status: now.status,
        events: (await readSaleEvents(client, now.id)).map(({ status }) => status),
      })
  }
  const done = (act: RehearsalCase['acts'][number]): void => change({ acts: [...read().acts, act] })
  return {
    reserve: async (seconds) => {
      signal.throwIfAborted()
      const terms = { type: 'fixed', price, reservation_time: seconds } as const
      const made = await reserveSale(client, found.collectionId, { ...terms, tokens: [token.id] })
      change({ saleId: made.id })
      done({ kind: 'reserved', lovelace: price })
      await see(made)
    },
    pay: async (lovelace, by = 'buyer') => {
      signal.throwIfAborted()
      const [to, amount] = [current().payment_address, BigInt(lovelace)]
      if (by === 'buyer') await chain.fund(to, amount)
      else {
        const payer = payers.get(by) ?? (await createRehearsalPayer(context, amount))
        payers.set(by, payer)
        await payer.pay(to, amount)
      }
      done({ kind: 'paid', by, lovelace })
    },
    reach: async (status, also = () => true) => {
      const from = current().status
      const patience = createStallCheck(context.stallMs, status)
      await followSale(client, current(), {
        signal,
        until: async (now) => {
          patience(`${now.status} ${now.updated_at}`)
          await see(now)
          if (now.status === status) return also(now)
          if (now.status !== from && (isSaleOver(now) || needsDecision(now)))
            throw new ColdpressError('incomplete', `it became ${now.status} instead of ${status}`)
          return false
        },
      })
    },
    resolve: async (action) => {
      signal.throwIfAborted()
      const resolved = await sendResolution(client, current(), { action })
      done({ kind: 'resolved', action })
      await see(resolved)
    },
    refunded: async () => {
      await see(await client.getSale(current().collection_id, current().id, { signal }))
      const { refund_id: id, collection_id } = current()
      if (id === null || id === undefined)
        throw new ColdpressError('incomplete', 'the sale names no refund')
      const patience = createStallCheck(context.stallMs, 'refunded')
      const onProgress = ({ mint, done: steps }: { mint: { status: string }; done: number }) =>
        patience(`${mint.status} ${steps}`)
      const mint = await followMint(
        client,
        { id, collection_id },
        { until: 'completed', signal, onProgress },
      )
      if (mint.status !== 'completed')
        throw new ColdpressError('incomplete', `its refund is ${mint.status.replaceAll('_', ' ')}`)
    },
  }
}
