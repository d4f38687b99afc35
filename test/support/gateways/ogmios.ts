import { buffer } from 'node:stream/consumers'
import type { ServerResponse } from 'node:http'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { rejectionCauseOf } from '#chain/gateway/rejection.ts'
import { type NativeScript, scriptFromCbor } from '#cardano/scripts.ts'
import { nameHexOf, policyOf } from '#cardano/value.ts'
import { isColdpressError } from '#values/errors/errors.ts'
import { tipOf } from '#devnet/chain/blocks.ts'
import { scriptWithHash } from '#devnet/chain/find-scripts.ts'
import { epochOf } from '#devnet/routes/slots.ts'
import type { Database } from '#platform/db/database.ts'
import { startLoopbackServer } from '../loopback-server.ts'
import { allOutputs, type ChainOutputRow, type ReadableChain } from './chain.ts'
import { ogmiosGenesis, ogmiosParameters, type OgmiosVersion } from './ogmios-parameters.ts'
import {
  mempoolRejection,
  type OgmiosFailure,
  ogmiosRejections,
  unreadable,
} from './ogmios-rejections.ts'

/**
 * An Ogmios 6.14 or 7.0 over a chain of the tests: JSON-RPC by one POST for each question, as its
 * references say, https://github.com/CardanoSolutions/ogmios/tree/435189a/docs/static/api. An answer
 * with an error has status 400 (server/src/Ogmios/App/Server/Http.hs).
 */
export const startOgmios = async (
  test: ReadableChain,
  options: { readonly version?: OgmiosVersion; readonly magic?: number } = {},
) => {
  const { version = 7, magic = 42 } = options
  const state = {
    /** What every question is answered with. */
    failure: undefined as OgmiosFailure | undefined,
    parameters: {} as Readonly<Record<string, unknown>>,
  }
  const server = await startLoopbackServer(async ({ method, path }, message, response) => {
    const body = await buffer(message)
    if (path !== '/' || method !== 'POST') {
      response.writeHead(path === '/' ? 406 : 404)
      response.end()
      return
    }
    const asked = request.safeParse(JSON.parse(body.toString()))
    if (!asked.success) {
      answer(response, undefined, { error: { code: -32_600, message: 'Invalid request.' } })
      return
    }
    const { method: name, params = {} } = asked.data
    if (state.failure !== undefined) answer(response, name, { error: state.failure })
    else if (name === 'submitTransaction') answer(response, name, submit(test, params))
    else {
      const results = resultsOf(test, { version, magic, stated: state.parameters })
      const found = results[name]
      answer(
        response,
        name,
        found === undefined
          ? { error: { code: -32_601, message: 'Unknown method.' } }
          : { result: found(params) },
      )
    }
  })
  return { url: server.url, state, requests: server.requests, close: () => server.close() }
}

const request = z.strictObject({
  jsonrpc: z.literal('2.0'),
  method: z.string(),
  params: z.looseObject({}).optional(),
  id: z.unknown().optional(),
})

type Outcome = { readonly result: unknown } | { readonly error: OgmiosFailure }

const answer = (response: ServerResponse, method: string | undefined, outcome: Outcome): void => {
  response.writeHead('error' in outcome ? 400 : 200, {
    'content-type': 'application/json; charset=utf-8',
  })
  const whole = { jsonrpc: '2.0', method, ...outcome, id: null }
  response.end(
    JSON.stringify(whole, (_key, value: unknown) =>
      typeof value === 'bigint' ? `bigint:${value}` : value,
    ).replaceAll(/"bigint:(\d+)"/gu, '$1'),
  )
}

const submitted = z.strictObject({
  transaction: z.strictObject({ cbor: z.string().regex(/^[0-9a-f]+$/u) }),
})

const submit = ({ chain }: ReadableChain, params: unknown): Outcome => {
  const { transaction } = submitted.parse(params)
  try {
    return { result: { transaction: { id: chain.submit(hexToBytes(transaction.cbor)) } } }
  } catch (error) {
    if (!isColdpressError(error, 'invalid')) throw error
    const { message } = error
    if (/all inputs are spent/iu.test(message)) return { error: mempoolRejection(message) }
    const known = ogmiosRejections[rejectionCauseOf(message).cause]
    return { error: known ?? unreadable(message) }
  }
}

const wantedUtxo = z.union([
  z.strictObject({ addresses: z.array(z.string()) }),
  z.strictObject({
    outputReferences: z.array(
      z.strictObject({ transaction: z.strictObject({ id: z.string() }), index: z.int() }),
    ),
  }),
])

type Setup = {
  readonly version: OgmiosVersion
  readonly magic: number
  readonly stated: Readonly<Record<string, unknown>>
}

const resultsOf = (
  { database }: ReadableChain,
  { version, magic, stated }: Setup,
): Readonly<Record<string, (params: unknown) => unknown>> => ({
  'queryNetwork/tip': () => {
    const { slot, hash } = tipOf(database)
    return { slot, id: hash }
  },
  'queryNetwork/blockHeight': () => tipOf(database).height,
  'queryNetwork/genesisConfiguration': (params) => {
    z.strictObject({ era: z.literal('shelley') }).parse(params)
    return ogmiosGenesis(version, magic)
  },
  'queryLedgerState/epoch': () => epochOf(tipOf(database).slot),
  'queryLedgerState/protocolParameters': () => ({ ...ogmiosParameters(version), ...stated }),
  'queryLedgerState/utxo': (params) => {
    const wanted = wantedUtxo.parse(params)
    return allOutputs(database)
      .filter((row) => row.spent_by === null)
      .filter((row) =>
        'addresses' in wanted
          ? wanted.addresses.includes(row.address)
          : wanted.outputReferences.some(
              ({ transaction, index }) =>
                transaction.id === row.tx_id && index === row.output_index,
            ),
      )
      .map((row) => utxoOf(database, row))
  },
})

const utxoOf = (database: Database, row: ChainOutputRow) => {
  const value: Record<string, Record<string, bigint>> = { ada: { lovelace: row.lovelace } }
  for (const [unit, quantity] of row.assets)
    (value[policyOf(unit)] ??= {})[nameHexOf(unit)] = quantity
  return {
    transaction: { id: row.tx_id },
    index: row.output_index,
    address: row.address,
    value,
    ...(row.inline_datum === null ? hashOf(row) : { datum: row.inline_datum }),
    ...(row.script_hash === null ? {} : { script: scriptOf(database, row.script_hash) }),
  }
}

const hashOf = ({ data_hash: datumHash }: ChainOutputRow) =>
  datumHash === null ? {} : { datumHash }

/** Of a native script its clauses, of a Plutus script its bytes. */
const scriptOf = (database: Database, hash: string) => {
  const { language = 'timelock', cbor = new Uint8Array() } = scriptWithHash(database, hash) ?? {}
  const bytes = bytesToHex(cbor)
  return language === 'timelock'
    ? { language: 'native', json: clausesOf(scriptFromCbor(bytes)) }
    : { language: language.replace('plutusV', 'plutus:v'), cbor: bytes }
}

const clausesOf = (script: NativeScript): unknown => {
  switch (script.type) {
    case 'sig':
      return { clause: 'signature', from: script.keyHash }
    case 'before':
    case 'after':
      return { clause: script.type, slot: Number(script.slot) }
    case 'atLeast':
      return { clause: 'some', atLeast: script.required, from: script.scripts.map(clausesOf) }
    default:
      return { clause: script.type, from: script.scripts.map(clausesOf) }
  }
}
