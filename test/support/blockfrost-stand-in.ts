import type { ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { TxId } from '#core/cardano/ids.ts'
import { type Network, networkMagic } from '#core/cardano/network.ts'
import { currentSlot, timeOf } from '#core/cardano/slots.ts'
import { Secret } from '#core/secret/secret.ts'
import { startDevnet } from '#devnet/server.ts'
import { startLoopbackServer } from './loopback-server.ts'
import { until } from './until.ts'

const chainToken = 'token-of-the-chain-behind-the-stand-in'

type Options = {
  readonly network: Exclude<Network, 'devnet'>
  /** The id that it wants, as Blockfrost does. Absent: it answers everybody. */
  readonly projectId?: string
  /** Absent: the server has no `/metrics`, like most of other makers. */
  readonly usedToday?: number
}

/**
 * A Blockfrost of a public network over a chain of its own: the devnet's ledger and blocks under that
 * network's magic, slots and times. The ledger knows addresses of test networks alone, so a mainnet
 * can be read and holds nothing.
 */
export const startBlockfrost = async ({ network, projectId, usedToday }: Options) => {
  const chain = await startDevnet({
    database: ':memory:',
    token: Secret.ofText(chainToken),
    // The devnet counts the slots of the other network then.
    now: () => timeOf('devnet', currentSlot(network, new Date())),
    blockMs: 40,
  })
  const state = {
    /** The quota of the day is used up: every call is answered with 402. */
    isOverQuota: false,
    /** So many of the next calls are answered with 429. */
    tooFast: 0,
    calls: 0,
  }
  const onChain = async (
    path: string,
    posted?: { readonly type: string; readonly body: string | Uint8Array<ArrayBuffer> },
  ) =>
    fetch(`${chain.baseUrl}${path}`, {
      headers: {
        project_id: chainToken,
        ...(posted === undefined ? {} : { 'content-type': posted.type }),
      },
      ...(posted === undefined ? {} : { method: 'POST', body: posted.body }),
    })
  const server = await startLoopbackServer(
    async ({ method, path, query, headers }, message, response) => {
      const body = await buffer(message)
      const rest = path.replace(/^\/api\/v0/u, '')
      if (projectId !== undefined && headers['project_id'] !== projectId)
        return fail(response, 403, 'Forbidden', 'Invalid project token.')
      state.calls += 1
      if (state.isOverQuota)
        return fail(response, 402, 'Project Over Limit', 'Usage is over limit.')
      if (state.tooFast > 0) {
        state.tooFast -= 1
        return fail(response, 429, 'Project Over Limit', 'Too many requests per second.')
      }
      if (rest === '/metrics' && usedToday !== undefined)
        return send(response, 200, [{ time: startOfDay(), calls: usedToday + state.calls }])
      // nothing is on this mainnet
      const isOfMainnet = rest.startsWith('/addresses/addr1')
      if (rest.startsWith('/devnet') || rest === '/metrics' || isOfMainnet)
        return fail(response, 404, 'Not Found', 'The requested component has not been found.')
      const type = headers['content-type'] ?? ''
      const search = query.size === 0 ? '' : `?${query.toString()}`
      const posted = method === 'POST' ? { type, body: new Uint8Array(body) } : undefined
      const answer = await onChain(`${rest}${search}`, posted)
      const parsed: unknown = await answer.json()
      return send(response, answer.status, withTimesOf(network, rest, parsed))
    },
  )
  const post = async (path: string, body: object): Promise<unknown> => {
    const answer = await onChain(path, { type: 'application/json', body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(await answer.text())
    return answer.json()
  }
  return {
    baseUrl: `${server.url}/api/v0`,
    state,
    /** A payment of somebody on this chain, once it is in a block. */
    pay: async (address: string, lovelace: bigint): Promise<TxId> => {
      const paid = await post('/devnet/fund', { address, lovelace: String(lovelace) })
      const txId = TxId(z.object({ tx_hash: z.string() }).parse(paid).tx_hash)
      await until(async () => (await onChain(`/txs/${txId}`)).ok)
      return txId
    },
    rollBack: (blocks: number) => post('/devnet/rollback', { blocks }),
    close: async (): Promise<void> => {
      await server.close()
      await chain.close()
    },
  }
}
export type Blockfrost = Awaited<ReturnType<typeof startBlockfrost>>

const startOfDay = (): number => Math.floor(Date.now() / 86_400_000) * 86_400

const send = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

const fail = (response: ServerResponse, status: number, error: string, message: string): void =>
  send(response, status, { status_code: status, error, message })

const slotted = z.looseObject({ slot: z.int() })
const genesis = z.looseObject({ network_magic: z.int() })

/** The chain's times are those of the devnet's slots. */
const withTimesOf = (network: Network, path: string, body: unknown): unknown => {
  if (path === '/genesis') return { ...genesis.parse(body), network_magic: networkMagic[network] }
  const { success, data } = slotted.safeParse(body)
  if (!success) return body
  const seconds = timeOf(network, BigInt(data.slot)).getTime() / 1000
  return {
    ...data,
    ...('time' in data ? { time: seconds } : {}),
    ...('block_time' in data ? { block_time: seconds } : {}),
  }
}
