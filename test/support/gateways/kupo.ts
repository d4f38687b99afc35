import { buffer } from 'node:stream/consumers'
import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { bytesToHex } from '@noble/hashes/utils.js'
import { readBech32 } from '#cardano/bech32.ts'
import { readCborItem } from '#cardano/cbor-items.ts'
import { nameHexOf, policyOf, type Unit } from '#cardano/value.ts'
import { addressParts } from '#devnet/chain/address-parts.ts'
import { transactionWithId } from '#devnet/chain/find-transactions.ts'
import { tipOf } from '#devnet/chain/blocks.ts'
import { startLoopbackServer } from '../loopback-server.ts'
import { allOutputs, type ChainOutputRow, type ReadableChain } from './chain.ts'

/**
 * A Kupo 2.12 over a chain of the tests, as its interface says,
 * https://github.com/CardanoSolutions/kupo/blob/7ee832c/docs/api/v2.12.0.yaml. It shows only outputs that
 * its patterns match. As in its source, `?unspent=` with an equals sign is an error.
 */
export const startKupo = async (
  test: ReadableChain,
  options: { readonly patterns?: readonly string[] } = {},
) => {
  const { database } = test
  const state = {
    patterns: [...(options.patterns ?? ['*'])],
    /** What was put, in order. */
    puts: [] as unknown[],
    /** What the questions of a kind, such as `matches`, are answered with. */
    instead: new Map<string, unknown>(),
    /** So many of the newest blocks are not indexed yet. */
    behind: 0,
  }
  const newest = (): number => tipOf(database).height - state.behind
  const pointAt = (slot: number) =>
    database.get(
      z.object({ slot_no: z.int(), header_hash: z.string() }),
      `SELECT slot AS slot_no, hash AS header_hash FROM blocks
       WHERE slot <= :slot AND height <= :newest ORDER BY height DESC LIMIT 1`,
      { slot, newest: newest() },
    ) ?? null
  const indexed = (): readonly ChainOutputRow[] =>
    allOutputs(database)
      .filter((row) => row.height <= newest())
      .filter((row) => state.patterns.some((pattern) => matches(pattern, row)))
  const server = await startLoopbackServer(async (request, message, response) => {
    const body = await buffer(message)
    const [, kind = '', ...rest] = request.path.split('/')
    const argument = decodeURIComponent(rest.join('/'))
    const query = new URL(message.url ?? '/', 'http://kupo').search.slice(1)
    const flags = query.split('&').filter((part) => part !== '')
    if (request.method === 'PUT' && kind === 'patterns' && argument === '') {
      const asked = newPatterns.safeParse(JSON.parse(body.toString()))
      if (!asked.success) {
        send(response, 400, { hint: 'Invalid or malformed request body.' })
        return
      }
      state.puts.push(asked.data)
      state.patterns.push(...asked.data.patterns)
      send(response, 200, state.patterns)
      return
    }
    if (request.method !== 'GET') {
      send(response, 406, { hint: 'Unsupported method called on known endpoint.' })
      return
    }
    if (state.instead.has(kind)) {
      send(response, 200, state.instead.get(kind))
      return
    }
    if (kind === 'checkpoints' && /^\d+$/u.test(argument)) {
      send(response, 200, pointAt(Number(argument)))
      return
    }
    if (kind === 'patterns') {
      const found = argument === '' ? state.patterns : included(state.patterns, argument)
      send(response, 200, found)
      return
    }
    if (kind === 'matches') {
      if (flags.some((part) => /^(?:spent|unspent)=/u.test(part))) {
        send(response, 400, { hint: 'Invalid filter query! Matches can be filtered by status.' })
        return
      }
      send(response, 200, matchesFor(indexed(), argument, flags, request.query))
      return
    }
    if (kind === 'metadata' && /^\d+$/u.test(argument)) {
      send(response, 200, metadataAt(test, Number(argument), request.query.get('transaction_id')))
      return
    }
    send(response, 404, {
      hint: 'Endpoint not found. Make sure to double-check the documentation.',
    })
  })
  return { url: server.url, state, requests: server.requests, close: () => server.close() }
}

const newPatterns = z.strictObject({
  patterns: z.array(z.string()),
  rollback_to: z.strictObject({
    slot_no: z.int().nonnegative(),
    header_hash: z.string().optional(),
  }),
  limit: z.enum(['within_safe_zone', 'unsafe_allow_beyond_safe_zone']).optional(),
})

/** Quantities are numbers, whatever their size. */
const send = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json;charset=utf-8' })
  response.end(
    JSON.stringify(body, (_key, value: unknown) =>
      typeof value === 'bigint' ? `bigint:${value}` : value,
    ).replaceAll(/"bigint:(\d+)"/gu, '$1'),
  )
}

const stakePartOf = (address: string): string | undefined => {
  const read = readBech32(address)
  return read.outcome === 'read' && read.bytes.length === 57
    ? bytesToHex(read.bytes.subarray(29))
    : undefined
}

const matches = (pattern: string, row: ChainOutputRow): boolean => {
  if (pattern === '*') return true
  if (pattern.startsWith('*@')) return row.tx_id === pattern.slice(2)
  if (pattern.startsWith('*/')) return stakePartOf(row.address) === pattern.slice(2)
  if (pattern.endsWith('/*')) return addressParts(row.address).payment === pattern.slice(0, -2)
  if (!pattern.includes('.')) return row.address === pattern
  const [policy, name] = pattern.split('.')
  return [...row.assets.keys()].some(
    (unit) => policyOf(unit) === policy && (name === '*' || nameHexOf(unit) === name),
  )
}

/** The patterns that match all that another one does. */
const included = (patterns: readonly string[], wanted: string): readonly string[] =>
  patterns.filter(
    (pattern) =>
      pattern === '*' ||
      pattern === wanted ||
      (pattern.startsWith('*/') && stakePartOf(wanted) === pattern.slice(2)) ||
      (pattern.endsWith('.*') && wanted.startsWith(pattern.slice(0, -1))),
  )

const matchesFor = (
  rows: readonly ChainOutputRow[],
  pattern: string,
  flags: readonly string[],
  query: URLSearchParams,
) => {
  const bound = (name: string): number | undefined =>
    query.has(name) ? Number(query.get(name)) : undefined
  const isIn = (slot: number | null, field: string): boolean => {
    const [after, before] = [bound(`${field}_after`), bound(`${field}_before`)]
    if (after === undefined && before === undefined) return true
    return slot !== null && slot >= (after ?? 0) && slot <= (before ?? Infinity)
  }
  const found = rows
    .filter((row) => matches(pattern, row))
    .filter((row) => !flags.includes('unspent') || row.spent_by === null)
    .filter((row) => !flags.includes('spent') || row.spent_by !== null)
    .filter((row) => isIn(row.slot, 'created') && isIn(row.spent_slot, 'spent'))
    .filter((row) => !query.has('policy_id') || matches(assetPattern(query), row))
  const isOldestFirst = query.get('order') === 'oldest_first'
  return (isOldestFirst ? found : found.toReversed()).map(matchOf)
}

/** The pattern of `policy_id` and `asset_name`, which narrow those of addresses. */
const assetPattern = (query: URLSearchParams): string =>
  `${query.get('policy_id')}.${query.get('asset_name') ?? '*'}`

const assetIdOf = (unit: Unit): string =>
  nameHexOf(unit) === '' ? policyOf(unit) : `${policyOf(unit)}.${nameHexOf(unit)}`

const matchOf = (row: ChainOutputRow) => ({
  transaction_index: row.position,
  transaction_id: row.tx_id,
  output_index: row.output_index,
  address: row.address,
  value: {
    coins: row.lovelace,
    assets: Object.fromEntries([...row.assets].map(([unit, n]) => [assetIdOf(unit), n])),
  },
  datum_hash: row.data_hash,
  script_hash: row.script_hash,
  created_at: { slot_no: row.slot, header_hash: row.block_hash },
  spent_at:
    row.spent_by === null
      ? null
      : {
          slot_no: row.spent_slot,
          header_hash: row.spent_block,
          transaction_id: row.spent_by,
          input_index: 0,
          redeemer: null,
        },
})

const idRow = z.object({ id: z.string() })

const metadataAt = (
  { database }: Pick<ReadableChain, 'database'>,
  slot: number,
  wanted: string | null,
) =>
  database
    .all(
      idRow,
      `SELECT t.id FROM transactions t JOIN blocks b ON b.height = t.height
       WHERE b.slot = :slot ORDER BY t.position`,
      { slot },
    )
    .filter(({ id }) => wanted === null || id === wanted)
    .flatMap(({ id }) => {
      const { cbor = new Uint8Array() } = transactionWithId(database, id) ?? {}
      const whole = readCborItem(cbor)
      const auxiliary = whole.kind === 'list' ? whole.items.at(-1) : undefined
      if (auxiliary === undefined || auxiliary.kind === 'simple') return []
      const raw = bytesToHex(cbor.subarray(auxiliary.start, auxiliary.end))
      return [{ hash: '00'.repeat(32), raw, schema: {} }]
    })
