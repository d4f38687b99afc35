import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { enterpriseAddress } from '#cardano/addresses.ts'
import type { TxId } from '#cardano/ids.ts'
import { generatePolicyKey } from '#cardano/keys.ts'
import { buildPayment } from '#cardano/transactions/build/build-payment.ts'
import { lovelaceOnly } from '#cardano/value.ts'
import { Database } from '#platform/db/database.ts'
import { createBlockfrost } from '#chain/gateway/blockfrost/client.ts'
import type { Gateway } from '#chain/gateway/gateway.ts'
import { Secret } from '#platform/secret/secret.ts'
import { collection } from '#contract/collections/collection.ts'
import { type WholeSale, sale } from '#contract/sales/sale.ts'
import { addTokensResponse } from '#contract/tokens/token.ts'
import { apiKey, collectionBody, tokenBody } from '../studio/open-studio.ts'
import { signWith } from '../support/ledger.ts'

const devnetToken = 'devnet-token-of-the-tests'
const price = 10_000_000n

/** What is paid for a sale, and what is done about it. */
export const hows = ['exact', 'exact', 'exact', 'accept', 'refund', 'little', 'twice'] as const
export type How = (typeof hows)[number]

const paid: Readonly<Record<How, readonly bigint[]>> = {
  exact: [price],
  accept: [price + 1_234_567n],
  refund: [price + 2_000_000n],
  little: [price - 1n],
  twice: [price, price],
}
const action: Readonly<Record<How, string | undefined>> = {
  exact: undefined,
  accept: 'accept',
  refund: 'refund',
  little: 'refund',
  twice: 'refund',
}

/** A devnet in a process of its own, and the gateway to it. */
export const startDevnetProcess = async (blockMs: number) => {
  const script = join(import.meta.dirname, '..', 'devnet', 'devnet.process.ts')
  const child = spawn(process.execPath, [script, ':memory:', devnetToken, String(blockMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line]: unknown[] = await once(createInterface({ input: child.stdout }), 'line')
  const baseUrl = String(line)
  const projectId = Secret.ofText(devnetToken)
  const gateway = createBlockfrost({ baseUrl, network: 'devnet', secret: projectId })
  return { baseUrl, gateway, kill: () => child.kill('SIGKILL') }
}
export type DevnetProcess = Awaited<ReturnType<typeof startDevnetProcess>>

/** A studio that is started and killed over and over, on one folder. */
export const createKillableStudio = (folder: string, devnet: DevnetProcess) => {
  const script = join(import.meta.dirname, '..', 'studio', 'mints', 'studio.process.ts')
  const state: { child: ChildProcess | undefined; baseUrl: string | undefined } = {
    child: undefined,
    baseUrl: undefined,
  }
  const start = (): Promise<void> => {
    const args = [script, folder, devnet.baseUrl, devnetToken, apiKey]
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    state.child = child
    return new Promise((resolve) => {
      createInterface({ input: child.stdout }).once('line', (line) => {
        if (state.child === child) state.baseUrl = line
        resolve()
      })
    })
  }
  const kill = async (): Promise<void> => {
    const { child } = state
    state.baseUrl = undefined
    state.child = undefined
    if (child === undefined) return
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }
  /** @returns undefined when it is dead, or dies meanwhile */
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    if (state.baseUrl === undefined) return undefined
    try {
      const reply = await fetch(`${state.baseUrl}/local/v1${path}`, {
        method,
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return await reply.json()
    } catch {
      return undefined
    }
  }
  return { start, kill, ask }
}
export type KillableStudio = ReturnType<typeof createKillableStudio>

export type Order = { readonly sold: WholeSale; readonly how: How }

/**
 * A collection with a payout address that nobody else has, and a sale for each of `ways`.
 * @param changes of the request for the collection, and of the terms of each sale
 */
export const reserveAll = async (
  studio: KillableStudio,
  ways: readonly How[],
  changes: { readonly collection?: object; readonly terms?: object } = {},
) => {
  const payout = enterpriseAddress(generatePolicyKey().keyHash, 'devnet')
  const made = await studio.ask(
    'POST',
    '/nft/collections',
    collectionBody({ payout_address: payout, ...changes.collection }),
  )
  const { id, policy } = collection.parse(made)
  // The vault of the test is a file, which must not be written while the studio dies.
  await studio.ask('GET', `/nft/collections/${id}/funding`)
  const orders: Order[] = []
  for (let at = 0; at < ways.length; at += 20) {
    const bodies = ways.slice(at, at + 20).map((_, position) => tokenBody(`Token${at + position}`))
    const added = await studio.ask('POST', `/nft/collections/${id}/tokens`, { tokens: bodies })
    for (const [position, token] of addTokensResponse.parse(added).data.entries()) {
      const body = { type: 'fixed', price: Number(price), reservation_time: 80_000 }
      const sold = await studio.ask('POST', `/nft/collections/${id}/sales`, {
        ...body,
        ...changes.terms,
        tokens: [token.id],
      })
      orders.push({ sold: sale.parse(sold), how: ways[at + position] ?? 'exact' })
    }
  }
  return { id, payout, policyId: policy.policy_id, orders }
}

/** Somebody who pays many sales at once; the ledger must have the money before. */
export const createPayer = async (gateway: Gateway) => {
  const key = generatePolicyKey()
  const address = enterpriseAddress(key.keyHash, 'devnet')
  const held = async (): Promise<bigint> =>
    (await gateway.utxosAt(address)).reduce((sum, { value }) => sum + value.lovelace, 0n)
  const isThere = async (txId: TxId): Promise<void> => {
    while ((await gateway.transaction(txId)) === undefined) await delay(20)
  }
  const fund = async (lovelace: bigint): Promise<void> => {
    const txId = await gateway.fund?.(address, lovelace)
    if (txId !== undefined) await isThere(txId)
  }
  const fees: bigint[] = []
  const pay = async (orders: readonly Order[]): Promise<void> => {
    if (orders.length === 0) return
    const outputs = orders.flatMap(({ sold, how }) =>
      paid[how].map((lovelace) => ({
        address: sold.payment_address,
        value: lovelaceOnly(lovelace),
      })),
    )
    const [{ slot }, { parameters }, utxos] = await Promise.all([
      gateway.tip(),
      gateway.parameters(),
      gateway.utxosAt(address),
    ])
    const funding = { utxos, changeAddress: address }
    const built = buildPayment({ network: 'devnet', parameters, slot, funding }, outputs)
    await gateway.submit(signWith(built.cbor, built.requiredSigners, [key]))
    fees.push(built.fee)
    await isThere(built.txId)
  }
  return { address, fund, pay, held, fees: () => fees.reduce((sum, fee) => sum + fee, 0n) }
}

const page = z.object({ data: z.array(sale), cursor: z.string().nullable() })

/** Every sale of the collection; undefined while the studio is dead. */
export const readAll = async (
  studio: KillableStudio,
  collectionId: string,
): Promise<readonly WholeSale[] | undefined> => {
  const all: WholeSale[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const path = `/nft/collections/${collectionId}/sales?size=100${query}`
    const read = page.safeParse(await studio.ask('GET', path))
    if (!read.success) return undefined
    all.push(...read.data.data)
    cursor = read.data.cursor
  }
  return all
}

/** Decides about every sale that asks for it, as its order says. @returns how many are at their end */
export const resolveAll = async (
  studio: KillableStudio,
  collectionId: string,
  orders: readonly Order[],
): Promise<number> => {
  const now = new Map((await readAll(studio, collectionId))?.map((sold) => [sold.id, sold]))
  let ended = 0
  for (const { sold, how } of orders) {
    const current = now.get(sold.id)
    const wanted = action[how]
    if (current === undefined) continue
    if (isAtItsEnd(current, how)) ended += 1
    else if (wanted !== undefined && current.resolutions?.includes(wanted) === true)
      await studio.ask('POST', `/sales/${sold.id}/resolve`, { action: wanted })
  }
  return ended
}

export const endOf = (how: How): 'COMPLETED' | 'REFUNDED' =>
  how === 'refund' || how === 'little' ? 'REFUNDED' : 'COMPLETED'

const isAtItsEnd = ({ status, payments = [] }: WholeSale, how: How): boolean =>
  status === endOf(how) && (how !== 'twice' || payments.some(({ use }) => use === 'refunded'))

/** The events that a sale must have sent, in any order. */
export const eventsOf = (how: How): readonly string[] => {
  const sold = ['COMPLETED', 'MINTING']
  if (how === 'exact') return sold
  if (how === 'little') return ['REFUNDED', 'UNRESOLVED_UNDERPAID']
  return how === 'refund' ? ['REFUNDED', 'UNRESOLVED_OVERPAID'] : [...sold, 'UNRESOLVED_OVERPAID']
}

const countRow = z.object({ mints: z.int() })

/** Whether a transaction of any sale or refund is still on its way. */
export const hasOpenMints = (folder: string): boolean => {
  const database = new Database(join(folder, 'studio.db'), [])
  const row = database.get(
    countRow,
    `SELECT COUNT(*) AS mints FROM mints WHERE status NOT IN ('completed', 'failed', 'cancelled')`,
  )
  database.close()
  return (row?.mints ?? 0) > 0
}

const eventRow = z.object({ sale_id: z.string(), status: z.string() })
const feeRow = z.object({ fee: z.string().transform(BigInt) })

/** What is in the database of a studio that is not running. */
export const readDatabase = (folder: string) => {
  const database = new Database(join(folder, 'studio.db'), [])
  const events = database.all(eventRow, 'SELECT sale_id, status FROM events ORDER BY seq')
  const fees = database.all(
    feeRow,
    `SELECT fee FROM mint_transactions JOIN mints ON mints.id = mint_id
     WHERE mints.status = 'completed'`,
  )
  database.close()
  return {
    reported: Map.groupBy(events, ({ sale_id: id }) => id),
    fees: fees.reduce((sum, { fee }) => sum + fee, 0n),
  }
}
