import type { ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { parseAddress } from '#cardano/addresses.ts'
import type { TxId } from '#cardano/ids.ts'
import { type Network, networkId, networkMagic } from '#cardano/network.ts'
import { readBech32 } from '#cardano/bech32.ts'
import { currentSlot, timeOf } from '#cardano/slots.ts'
import { Database } from '#platform/db/database.ts'
import { Secret } from '#platform/secret/secret.ts'
import { createDevnetApp } from '#devnet/app.ts'
import { type Chain, openChain } from '#devnet/chain/chain.ts'
import { startChain } from '#devnet/chain/genesis.ts'
import { newestDepth } from '#devnet/chain/make-block.ts'
import { rollBack } from '#devnet/chain/roll-back.ts'
import { chainSchema } from '#devnet/chain/schema.ts'
import { devnetLedger } from '#devnet/ledger/validate.ts'
import { outputsFor } from '../devnet/open-devnet.ts'
import { fee, newParty, sign } from '../devnet/payments.ts'
import { startLoopbackServer } from './loopback-server.ts'
import { mainnetLedger } from './mainnet-ledger.ts'
import { until } from './until.ts'

export type PublicNetwork = Exclude<Network, 'devnet'>

const chainToken = 'token-of-the-chain-behind-the-stand-in'

type Options = {
  readonly network: PublicNetwork
  /** The id that it wants, as Blockfrost does. Absent: it answers everybody. */
  readonly projectId?: string
  /** Absent: the server has no `/metrics`, like most of other makers. */
  readonly usedToday?: number
  readonly port?: number
}

/** Of each network's own genesis files; the times in Unix seconds. */
export const genesisOf = {
  mainnet: { epoch_length: 432_000, system_start: 1_506_203_091, security_param: 2160 },
  preprod: { epoch_length: 432_000, system_start: 1_654_041_600, security_param: 2160 },
  preview: { epoch_length: 86_400, system_start: 1_666_656_000, security_param: 432 },
} as const

const blockMs = 40
/** Blocks that follow a transaction at once; a confirmation takes 15. */
const quickBlocks = 20
const idleTicks = 20
const ada = 1_000_000n

/**
 * A Blockfrost of a public network over a chain of its own: the devnet's ledger and blocks under that
 * network's magic, addresses, genesis, slots and times. The protocol parameters are mainnet's.
 */
export const startBlockfrost = async (options: Options) => {
  const { network, projectId, usedToday } = options
  const { chain, pay, payAgain, close } = openNetwork(network)
  const app = createDevnetApp(chain, {
    token: Secret.ofText(chainToken),
    failed: (error) => console.error(error),
  })
  const state = {
    /** The quota of the day is used up: every call is answered with 402. */
    isOverQuota: false,
    /** Every call is answered with 418. */
    isBanning: false,
    /** So many of the next calls are answered with 429. */
    tooFast: 0,
    /** Until then, in milliseconds since 1970, every call is answered with 429 and told to wait a second. */
    tooFastUntil: 0,
    /** So many calls were answered with 429. */
    refused: 0,
    calls: 0,
  }
  const refuse = (response: ServerResponse, key: string | undefined): boolean => {
    if (projectId !== undefined && key !== projectId) {
      fail(response, 403, 'Forbidden', 'Invalid project token.')
      return true
    }
    state.calls += 1
    if (state.isBanning) fail(response, 418, 'Requester Banned', 'IP has been auto-banned.')
    else if (state.isOverQuota) fail(response, 402, 'Project Over Limit', 'Usage is over limit.')
    else if (state.tooFast > 0 || Date.now() < state.tooFastUntil) {
      state.tooFast = Math.max(0, state.tooFast - 1)
      state.refused += 1
      if (Date.now() < state.tooFastUntil) response.setHeader('retry-after', '1')
      fail(response, 429, 'Project Over Limit', 'Too many requests per second.')
    } else return false
    return true
  }
  const server = await startLoopbackServer(
    async ({ method, path, query, headers }, message, response) => {
      const payload = await buffer(message)
      const rest = path.replace(/^\/api\/v0/u, '')
      if (refuse(response, headers['project_id']?.toString())) return
      if (rest === '/metrics' && usedToday !== undefined) {
        send(response, 200, [{ time: startOfDay(), calls: usedToday + state.calls }])
        return
      }
      if (rest.startsWith('/devnet') || rest === '/metrics') {
        fail(response, 404, 'Not Found', 'The requested component has not been found.')
        return
      }
      const search = query.size === 0 ? '' : `?${query.toString()}`
      const type = headers['content-type']
      const answer = await app.inject({
        method: method === 'POST' ? 'POST' : 'GET',
        url: `/api/v0${rest}${search}`,
        headers: {
          project_id: chainToken,
          host: '127.0.0.1',
          ...(type === undefined ? {} : { 'content-type': type }),
        },
        ...(method === 'POST' ? { payload } : {}),
      })
      send(response, answer.statusCode, asOf(network, rest, JSON.parse(answer.body)))
    },
    options.port,
  )
  return {
    baseUrl: `${server.url}/api/v0`,
    state,
    pay,
    payAgain,
    /** So many blocks, at once. */
    mine: (blocks: number) => {
      for (let made = 0; made < blocks; made += 1) chain.makeBlock()
    },
    /** Takes blocks back, with their transactions, which no node remembers. */
    rollBack: (blocks: number) => rollBack(chain.database, blocks),
    close: async (): Promise<void> => {
      await server.close()
      await app.close()
      close()
    },
  }
}
export type Blockfrost = Awaited<ReturnType<typeof startBlockfrost>>

/** A chain with the slots of a network, that makes its blocks by itself, and somebody who pays. */
const openNetwork = (network: PublicNetwork) => {
  const database = new Database(':memory:', [chainSchema])
  // The devnet counts the slots of the other network then.
  const now = (): Date => timeOf('devnet', currentSlot(network, new Date()))
  const isMainnet = networkId(network) === 1
  const payer = newParty(isMainnet ? 'addr' : 'addr_test')
  const funds = outputsFor(payer, 200, 100_000n * ada)
  startChain(database, currentSlot(network, new Date()), () => funds)
  const chain = openChain(database, now, isMainnet ? mainnetLedger() : devnetLedger)
  const sent = new Map<TxId, Uint8Array>()
  const timer = setInterval(makeBlockWhenDue(chain), blockMs)
  return {
    chain,
    /** A payment on this chain, once it is in a block. */
    pay: async (address: string, lovelace: bigint): Promise<TxId> => {
      const { spend } = funds.pop() ?? {}
      if (spend === undefined) throw new Error('whoever pays on this chain has nothing left')
      const paid = sign(payer, { spends: [spend], pays: [{ to: bytesOf(address), lovelace }], fee })
      const txId = chain.submit(paid.cbor)
      sent.set(txId, paid.cbor)
      const isInBlock = 'SELECT id FROM transactions WHERE id = :txId AND height IS NOT NULL'
      await until(async () => database.get(object, isInBlock, { txId }) !== undefined)
      return txId
    },
    /** Sends a payment once more, as its wallet does after a rollback. */
    payAgain: (txId: TxId): void => {
      chain.submit(sent.get(txId) ?? new Uint8Array())
    },
    close: () => {
      clearInterval(timer)
      database.close()
    },
  }
}

const bytesOf = (address: string): { readonly addressBytes: Uint8Array } => {
  const read = readBech32(parseAddress(address).bech32)
  if (read.outcome !== 'read') throw new Error(`${address} cannot be paid`)
  return { addressBytes: read.bytes }
}

const makeBlockWhenDue = (chain: Chain): (() => void) => {
  let ticks = 0
  return () => {
    ticks += 1
    const depth = newestDepth(chain.database)
    const isDue = depth !== undefined && depth < quickBlocks
    if (!isDue && ticks < idleTicks) return
    ticks = 0
    chain.makeBlock()
  }
}

const startOfDay = (): number => Math.floor(Date.now() / 86_400_000) * 86_400

const send = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

const fail = (response: ServerResponse, status: number, error: string, message: string): void =>
  send(response, status, { status_code: status, error, message })

const object = z.looseObject({})
const slotted = z.looseObject({ slot: z.int() })

/** An answer of the chain, whose genesis and times are those of the devnet's slots. */
const asOf = (network: PublicNetwork, path: string, body: unknown): unknown => {
  if (path === '/genesis')
    return { ...object.parse(body), ...genesisOf[network], network_magic: networkMagic[network] }
  const { success, data } = slotted.safeParse(body)
  if (!success) return body
  const seconds = timeOf(network, BigInt(data.slot)).getTime() / 1000
  return {
    ...data,
    ...('time' in data ? { time: seconds } : {}),
    ...('block_time' in data ? { block_time: seconds } : {}),
  }
}
