import { messageOf, ColdpressError } from '#values/errors/errors.ts'
import {
  type Rehearsal,
  type RehearsalCase,
  type RehearsalCaseName,
  rehearsalCases,
  type RehearsalMoney,
} from '#contract/sales/rehearsal.ts'
import type { MintingClient } from '../api/client.ts'
import { followSale } from './follow-sale.ts'
import { casePlans, type CasePlan } from './rehearsal-cases.ts'
import {
  makeRehearsalCollection,
  type NewRehearsalCollection,
  reserveRehearsalTokens,
} from './rehearsal-collection.ts'
import { createStage, type CaseContext } from './rehearsal-stage.ts'
import { cancelSale, sendResolution } from './sale-calls.ts'
import { isDeepStrictEqual } from 'node:util'
import { readSaleEvents } from './show-sale.ts'
import { moneyOf } from './rehearsal-money.ts'
import type { RehearsalChain } from './rehearsal-payer.ts'

export type RehearseOptions = {
  readonly client: MintingClient
  readonly chain: RehearsalChain
  /** Sells tokens of this collection; by default of a new one. */
  readonly collectionId?: string | undefined
  /** Called with the collection that the rehearsal made for itself, before it sells anything. */
  readonly onCollection?: (made: NewRehearsalCollection) => void
  readonly signal: AbortSignal
  /** Called with the full state at each change. */
  readonly onStep: (rehearsal: Rehearsal) => void
  /** Milliseconds without change after which a case fails; default 180 000. */
  readonly stallMs?: number
}

/**
 * Plays every way that a sale can go, on the devnet, all at the same time, and judges how each has
 * ended: the status, the events, the token, and the money, out of the transactions themselves.
 * Interrupted, it gives reservations up, refunds what was paid, and answers what had ended by then.
 * @throws ColdpressError as the client, and `conflict` for a collection with too few tokens for sale
 */
export const rehearse = async (options: RehearseOptions): Promise<Rehearsal> => {
  const { client, chain, signal, collectionId, onStep, onCollection, stallMs = 180_000 } = options
  const count = rehearsalCases.length
  const found = await (collectionId === undefined
    ? makeRehearsalCollection(client, count, onCollection)
    : reserveRehearsalTokens(client, collectionId, count))
  const board = createBoard(found.collectionId, onStep)
  await Promise.all(
    rehearsalCases.flatMap((name, position) => {
      const token = found.tokens[position]
      const shared = { client, chain, signal, stallMs, found, payers: new Map() }
      return token === undefined
        ? []
        : [playCase(name, { ...shared, ...board.caseOf(name), token })]
    }),
  )
  return board.read()
}

/** The state of all cases; reports the whole at each change. */
const createBoard = (collectionId: string, onStep: RehearseOptions['onStep']) => {
  const cases = new Map(rehearsalCases.map((name) => [name, newCase(name)]))
  const read = (): Rehearsal => ({ collectionId, cases: [...cases.values()] })
  return {
    read,
    caseOf: (name: RehearsalCaseName) => {
      const readCase = (): RehearsalCase => cases.get(name) ?? newCase(name)
      return {
        read: readCase,
        change: (made: Partial<RehearsalCase>): void => {
          cases.set(name, { ...readCase(), ...made })
          onStep(read())
        },
      }
    },
  }
}

const newCase = (name: RehearsalCaseName): RehearsalCase => ({
  name,
  state: 'waiting',
  saleId: null,
  assetName: null,
  status: null,
  acts: [],
  events: [],
  money: null,
  error: null,
})

const playCase = async (name: RehearsalCaseName, context: CaseContext): Promise<void> => {
  const { token, change, signal } = context
  change({ state: 'running', assetName: token.asset_name })
  const stage = createStage(context)
  try {
    await casePlans[name].play(stage)
    const { money, error } = await checkOutcome(casePlans[name], context)
    change({ state: error === undefined ? 'passed' : 'failed', money, error: error ?? null })
  } catch (error) {
    await cleanUp(context)
    change(signal.aborted ? { state: 'stopped' } : { state: 'failed', error: messageOf(error) })
  }
}

/** Long enough for a payment to be seen; stopping a rehearsal waits for it. */
const cleanUpTimeoutMs = 10_000

/** Releases reservations and resolves open sales, best effort. */
const cleanUp = async ({ client, found, read, stallMs }: CaseContext): Promise<void> => {
  const { saleId, acts } = read()
  if (saleId === null) return
  const paid = acts.filter(({ kind }) => kind === 'paid').length
  try {
    const sale = await followSale(
      client,
      { id: saleId, collection_id: found.collectionId },
      {
        signal: AbortSignal.timeout(Math.min(cleanUpTimeoutMs, stallMs)),
        until: ({ payments = [] }) =>
          payments.filter(({ use }) => use !== 'unconfirmed').length >= paid,
      },
    )
    if (sale.resolutions?.includes('refund') === true)
      await sendResolution(client, sale, { action: 'refund' })
    else if (sale.status === 'RESERVED') await cancelSale(client, sale)
  } catch {
    // why the rehearsal stopped matters more than this error
  }
}

/** Compares a case's result with the expected one; the first difference is its error. */
const checkOutcome = async (
  plan: CasePlan,
  { client, found, token, read, change, signal, payers }: CaseContext,
): Promise<{ readonly money: RehearsalMoney; readonly error: string | undefined }> => {
  const { saleId } = read()
  if (saleId === null) throw new ColdpressError('internal', 'A case of a rehearsal has a sale.')
  const sale = await client.getSale(found.collectionId, saleId, { signal })
  const reported = (await readSaleEvents(client, saleId)).map(({ status }) => status)
  change({ status: sale.status, events: reported })
  const { status } = await client.getToken(found.collectionId, token.id, { signal })
  const mints = await Promise.all(
    [sale.status === 'COMPLETED' ? sale.mint_id : null, sale.refund_id]
      .filter((id) => id !== null && id !== undefined)
      .map((id) => client.getMint(sale.collection_id, id, { signal })),
  )
  const { money, error } = moneyOf(sale, mints, {
    payoutAddresses: found.payoutAddresses,
    mayLeave: plan.leaves === true,
  })
  const isSold = plan.end === 'COMPLETED'
  if (sale.status !== plan.end) return { money, error: `it ended ${sale.status}, not ${plan.end}` }
  if (status !== (isSold ? 'COMPLETED' : 'FOR_SALE'))
    return { money, error: `its token is ${status}` }
  // Nobody but the test wallet pays a whole price.
  const isStrangers = [...payers.values()].some(({ address }) => address === sale.buyer_address)
  if (isSold && isStrangers) return { money, error: 'a stranger is its buyer' }
  return { money, error: error ?? eventsError(plan, reported) }
}

const eventsError = ({ events }: CasePlan, reported: readonly string[]): string | undefined => {
  const isSame = isDeepStrictEqual(reported.toSorted(), events.toSorted())
  const isInOrder = reported.indexOf('MINTING') <= reported.indexOf('COMPLETED')
  return isSame && isInOrder
    ? undefined
    : `it sent ${reported.join(', ') || 'no event'}; expected ${events.join(', ')}`
}
