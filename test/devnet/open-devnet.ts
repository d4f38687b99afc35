import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { z } from 'zod'
import { createDevnetApp } from '#devnet/app.ts'
import { type Chain, openChain } from '#devnet/chain/chain.ts'
import { startChain, newGenesisId } from '#devnet/chain/genesis.ts'
import { chainSchema } from '#devnet/chain/schema.ts'
import { faucetOutputs } from '#devnet/faucet.ts'
import type { UnspentOutput } from '#devnet/ledger/validate.ts'
import { slotAt } from '#cardano/slots.ts'
import type { OutputRef } from '#cardano/utxo.ts'
import { Database } from '#platform/db/database.ts'
import { Secret } from '#platform/secret/secret.ts'
import { blockfrostError } from '#contract/gateways/blockfrost.ts'
import { atSlot, givenOutputs } from './cases.ts'
import { encode, type Party } from './payments.ts'

export const token = 'token-of-the-tests-4711'

export type Reply = { readonly status: number; readonly body: unknown }

/** A chain and its API without a port or a clock of its own: blocks are made when a test says so. */
export const openDevnet = (
  options: { database?: string; given?: readonly UnspentOutput[] } = {},
) => {
  const database = new Database(options.database ?? ':memory:', [chainSchema])
  const clock = { slot: 1000 }
  const now = (): Date => atSlot(clock.slot)
  startChain(database, slotAt('devnet', now()), () => [
    ...faucetOutputs(database),
    ...givenOutputs,
    ...(options.given ?? []),
  ])
  const chain: Chain = openChain(database, now)
  const errors: unknown[] = []
  const app = createDevnetApp(chain, {
    token: Secret.ofText(token),
    failed: (error) => errors.push(error),
  })
  const routes: { readonly method: string; readonly path: string }[] = []
  // Fastify adds the routes of its plugins when the first request comes.
  app.addHook('onRoute', ({ method, url }) => {
    const path = url.replace('/api/v0', '').replaceAll(/:(\w+)/gu, '{$1}')
    for (const each of [method].flat())
      if (!routes.some((known) => known.method === each && known.path === (path || '/')))
        routes.push({ method: each, path: path || '/' })
  })
  const call = async (
    method: 'GET' | 'POST',
    path: string,
    payload?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> => {
    const reply = await app.inject({
      method,
      url: `/api/v0${path}`,
      headers: {
        project_id: token,
        host: '127.0.0.1',
        ...(payload instanceof Uint8Array ? { 'content-type': 'application/cbor' } : {}),
        ...headers,
      },
      ...(payload === undefined
        ? {}
        : { payload: payload instanceof Uint8Array ? Buffer.from(payload) : payload }),
    })
    return { status: reply.statusCode, body: JSON.parse(reply.body) }
  }
  return {
    app,
    /** As Blockfrost writes them; complete once a request was answered. */
    routes,
    chain,
    clock,
    get: (path: string) => call('GET', path),
    post: (path: string, payload: object) => call('POST', path, payload),
    submit: (cbor: Uint8Array) => call('POST', '/tx/submit', cbor),
    close: async (): Promise<void> => {
      await app.close()
      database.close()
      // A failure of the devnet itself is one of its test, whatever it was about.
      if (errors.length > 0) throw new AggregateError(errors)
    },
  }
}
export type TestDevnet = ReturnType<typeof openDevnet>

/** What a rejection says; it must be one, with this status. */
export const rejectionOf = (reply: Reply, status = 400): string => {
  const { status_code: code, message } = blockfrostError.parse(reply.body)
  if (reply.status !== status || code !== status)
    throw new Error(`expected ${status}, got ${reply.status}: ${message}`)
  return message
}

/** The value of an answer that must be a good one. */
export const valueOf = <T extends z.ZodType>(reply: Reply, schema: T): z.output<T> => {
  if (reply.status !== 200) throw new Error(`${reply.status}: ${JSON.stringify(reply.body)}`)
  return schema.parse(reply.body)
}

/** Outputs of `lovelace` each that a chain starts with for a party. */
export const outputsFor = (party: Pick<Party, 'addressBytes'>, count: number, lovelace: bigint) => {
  const txId = newGenesisId()
  const cbor = encode([party.addressBytes, lovelace])
  return Array.from({ length: count }, (_, index) => {
    const ref: OutputRef = { txId, index }
    return { ref, cbor, spend: { ...ref, lovelace } }
  })
}

/** A folder that is gone after the test. */
export const freshFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'coldpress-devnet-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
