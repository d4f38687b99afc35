import { buffer } from 'node:stream/consumers'
import type { ServerResponse } from 'node:http'
import { hexToBytes } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { rejectionCauseOf } from '#chain/gateway/rejection.ts'
import { nameHexOf, policyOf } from '#cardano/value.ts'
import { isColdpressError } from '#values/errors/errors.ts'
import { tipOf } from '#devnet/chain/blocks.ts'
import { protocolParameters } from '#devnet/protocol-parameters.ts'
import { epochOf } from '#devnet/routes/slots.ts'
import { startLoopbackServer } from '../loopback-server.ts'
import { allOutputs, type ChainOutputRow, type TestChain } from './chain.ts'

/** The words of each rule in Ogmios's own reference, and its number. */
const rules: Readonly<Record<string, readonly [code: number, message: string]>> = {
  witnesses: [3101, 'Some signatures are missing.'],
  script: [
    3103,
    'The transaction contains failing phase-1 monetary scripts (a.k.a. native scripts).',
  ],
  metadata: [
    3107,
    "There's a mismatch between the provided metadata hash digest and the one computed from the actual metadata.",
  ],
  inputs_spent: [3117, 'The transaction contains unknown UTxO references as inputs.'],
  outside_validity: [3118, 'The transaction is outside of its validity interval.'],
  size: [3119, 'The transaction exceeds the maximum size allowed by the protocol.'],
  fee: [
    3122,
    "Insufficient fee! The transaction doesn't not contain enough fee to cover the minimum required by the protocol.",
  ],
  value: [3123, 'In and out value not conserved.'],
  network: [
    3124,
    'Some discriminated entities in the transaction are configured for another network.',
  ],
  least_amount: [3125, 'Some outputs have an insufficient amount of Ada attached to them.'],
}

type Failure = { readonly code: number; readonly message: string; readonly data?: unknown }

/**
 * An Ogmios 6.14 or 7.0 over a chain of the tests: JSON-RPC by one POST for each question, as its
 * references say, https://github.com/CardanoSolutions/ogmios/tree/435189a/docs/static/api. An answer
 * with an error has status 400 (server/src/Ogmios/App/Server/Http.hs).
 */
export const startOgmios = async (
  test: TestChain,
  options: { readonly version?: 6 | 7; readonly magic?: number } = {},
) => {
  const { version = 7, magic = 42 } = options
  const state = {
    /** What every question is answered with. */
    failure: undefined as Failure | undefined,
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

type Outcome = { readonly result: unknown } | { readonly error: Failure }

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

const submit = ({ chain }: TestChain, params: unknown): Outcome => {
  const { transaction } = submitted.parse(params)
  try {
    return { result: { transaction: { id: chain.submit(hexToBytes(transaction.cbor)) } } }
  } catch (error) {
    if (!isColdpressError(error, 'invalid')) throw error
    const { message } = error
    if (/all inputs are spent/iu.test(message))
      return {
        error: {
          code: 3997,
          message:
            'A transaction was rejected due to custom rules that prevented it from entering the mempool.',
          data: { error: message },
        },
      }
    const rule = rules[rejectionCauseOf(message).cause]
    if (rule === undefined)
      return {
        error: { code: -32_602, message: 'Invalid transaction; It looks like it is malformed.' },
      }
    const [code, words] = rule
    return { error: { code, message: words, data: {} } }
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
  readonly version: 6 | 7
  readonly magic: number
  readonly stated: Readonly<Record<string, unknown>>
}

const resultsOf = (
  { database }: TestChain,
  { version, magic, stated }: Setup,
): Readonly<Record<string, (params: unknown) => unknown>> => {
  const ada = (lovelace: string | number) => ({ ada: { lovelace: Number(lovelace) } })
  return {
    'queryNetwork/tip': () => {
      const { slot, hash } = tipOf(database)
      return { slot, id: hash }
    },
    'queryNetwork/blockHeight': () => tipOf(database).height,
    'queryNetwork/genesisConfiguration': (params) => {
      z.strictObject({ era: z.literal('shelley') }).parse(params)
      return {
        era: 'shelley',
        startTime: '2025-01-01T00:00:00Z',
        networkMagic: magic,
        network: 'testnet',
        activeSlotsCoefficient: '1/20',
        securityParameter: 12,
        epochLength: 432_000,
        slotLength: { milliseconds: 1000 },
      }
    },
    'queryLedgerState/epoch': () => epochOf(tipOf(database).slot),
    'queryLedgerState/protocolParameters': () => ({
      minFeeCoefficient: protocolParameters.min_fee_a,
      minFeeConstant: ada(protocolParameters.min_fee_b),
      minFeeReferenceScripts: { base: 15.0, range: 25_600, multiplier: 1.2 },
      minUtxoDepositCoefficient: Number(protocolParameters.coins_per_utxo_size),
      minUtxoDepositConstant: ada(0),
      maxTransactionSize: { bytes: protocolParameters.max_tx_size },
      maxValueSize: { bytes: Number(protocolParameters.max_val_size) },
      [version === 6 ? 'maxReferenceScriptsSize' : 'maxReferenceScriptsSizePerTransaction']: {
        bytes: 204_800,
      },
      stakeCredentialDeposit: ada(protocolParameters.key_deposit),
      stakePoolDeposit: ada(protocolParameters.pool_deposit),
      version: { major: 11, minor: 0 },
      ...stated,
    }),
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
        .map(utxoOf)
    },
  }
}

const utxoOf = (row: ChainOutputRow) => {
  const value: Record<string, Record<string, bigint>> = { ada: { lovelace: row.lovelace } }
  for (const [unit, quantity] of row.assets)
    (value[policyOf(unit)] ??= {})[nameHexOf(unit)] = quantity
  return {
    transaction: { id: row.tx_id },
    index: row.output_index,
    address: row.address,
    value,
    ...(row.data_hash === null ? {} : { datumHash: row.data_hash }),
    ...(row.inline_datum === null ? {} : { datum: row.inline_datum }),
    ...(row.script_hash === null ? {} : { script: { language: 'native' } }),
  }
}
