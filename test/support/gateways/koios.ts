import { buffer } from 'node:stream/consumers'
import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { Unit } from '#cardano/value.ts'
import { isColdpressError } from '#values/errors/errors.ts'
import { blockAt, blockWithHash, tipOf } from '#devnet/chain/blocks.ts'
import { mintsOf, unitsOf } from '#devnet/chain/find-assets.ts'
import { findTransactionsAt, transactionWithId } from '#devnet/chain/find-transactions.ts'
import { epochOf, secondsOf } from '#devnet/routes/slots.ts'
import { startLoopbackServer } from '../loopback-server.ts'
import { allOutputs, type ReadableChain } from './chain.ts'
import {
  blockInfoRow,
  blockRow,
  cborRows,
  fingerprintIn,
  genesisRow,
  type KoiosRow as Row,
  parametersRow,
  tipRow,
  transactionRows,
  utxoRow,
} from './koios-rows.ts'

/**
 * A Koios 1.4.2 over a chain of the tests. It answers as the specification and the queries behind it
 * say, https://github.com/cardano-community/koios-artifacts/tree/6e54441 (files/grest/rpc,
 * specs/results/koiosapi-mainnet.yaml): lists of rows, an empty one for what does not exist, PostgREST's
 * `limit`, `offset` and `order`, 413 for a body above the limit. It has none of the deprecated calls.
 */
export const startKoios = async (
  test: ReadableChain,
  options: {
    readonly maxBodyBytes?: number
    readonly token?: string
    readonly magic?: number
  } = {},
) => {
  const { maxBodyBytes = 65_536, token, magic = 42 } = options
  const server = await startLoopbackServer(async (request, message, response) => {
    const body = await buffer(message)
    if (body.length > maxBodyBytes) {
      // The proxy before Koios answers a page.
      response.writeHead(413, { 'content-type': 'text/html' })
      response.end('<html><body>413 Payload Too Large</body></html>')
      return
    }
    if (token !== undefined && request.headers.authorization !== `Bearer ${token}`) {
      send(response, 401, { message: 'Invalid token' })
      return
    }
    const path = request.path.replace(/^\/api\/v1/u, '')
    if (path === '/submittx' && request.method === 'POST') {
      submit(test, request.headers['content-type'], body, response)
      return
    }
    const rows = rowsOf(test, magic)[`${request.method} ${path}`]
    if (rows === undefined) {
      send(response, 404, {
        code: 'PGRST202',
        details: `Searched for the function grest${path.replaceAll('/', '.')}, but no matches were found in the schema cache.`,
        hint: null,
        message: `Could not find the function grest${path.replaceAll('/', '.')} in the schema cache`,
      })
      return
    }
    if (request.method === 'POST' && request.headers['content-type'] !== 'application/json') {
      send(response, 415, { message: 'Content-Type not acceptable' })
      return
    }
    const { limit = '1000', offset = '0', order, ...asked } = Object.fromEntries(request.query)
    const input: unknown = body.length === 0 ? {} : JSON.parse(body.toString())
    const found = rows(asked, input)
    if (found === undefined) {
      send(response, 400, { code: '22P02', details: null, hint: null, message: 'invalid input' })
      return
    }
    const sorted = order === undefined ? found : inOrder(found, order)
    const start = Number(offset)
    send(response, 200, sorted.slice(start, start + Math.min(1000, Number(limit))))
  })
  return {
    baseUrl: `${server.url}/api/v1`,
    requests: server.requests,
    close: () => server.close(),
  }
}

type Rows = (query: Readonly<Record<string, string>>, body: unknown) => readonly Row[] | undefined

const send = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(body))
}

/** Koios forwards to cardano-submit-api, which answers the id as a JSON text. */
const submit = (
  { chain }: ReadableChain,
  type: string | undefined,
  body: Buffer,
  response: ServerResponse,
): void => {
  if (type !== 'application/cbor') {
    send(response, 415, 'Expected header Content-Type: application/cbor')
    return
  }
  try {
    send(response, 202, chain.submit(body))
  } catch (error) {
    if (!isColdpressError(error, 'invalid')) throw error
    send(response, 400, `transaction submit error ${error.message}`)
  }
}

const inOrder = (rows: readonly Row[], order: string): readonly Row[] => {
  const columns = order.split(',').map((column) => column.split('.')[0] ?? '')
  const compare = (a: unknown, b: unknown): number => {
    if (typeof a === 'number' && typeof b === 'number') return a - b
    return String(a) < String(b) ? -1 : Number(String(a) > String(b))
  }
  return rows.toSorted((a, b) =>
    columns.reduce((sign, column) => sign || compare(a[column], b[column]), 0),
  )
}

const hash = z.string().regex(/^[0-9a-f]{64}$/u)
const hashesBody = z.looseObject({ _tx_hashes: z.array(hash) })
const flag = z.boolean().default(false)
const infoBody = z
  .strictObject({ _tx_hashes: z.array(hash), _inputs: flag, _assets: flag, _scripts: flag })
  .transform(({ _tx_hashes: ids, _inputs: inputs, _assets: assets, _scripts: scripts }) => ({
    ids,
    flags: { inputs, assets, scripts },
  }))
const utxosBody = z.strictObject({ _addresses: z.array(z.string()), _extended: flag })
const txsBody = z.strictObject({
  _addresses: z.array(z.string()),
  _after_block_height: z.int().default(0),
})
const assetsBody = z.strictObject({
  _asset_list: z.array(z.tuple([z.string(), z.string()])),
  _extended: flag,
})
const blocksBody = z.strictObject({ _block_hashes: z.array(hash) })

const rowsOf = (test: ReadableChain, magic: number): Readonly<Record<string, Rows>> => {
  const { database } = test
  const tip = () => tipOf(database)
  const parsed =
    <T>(schema: z.ZodType<T>, rows: (body: T) => readonly Row[]): Rows =>
    (query, body) => {
      const read = schema.safeParse(body)
      return read.success && Object.keys(query).length === 0 ? rows(read.data) : undefined
    }
  return {
    'GET /genesis': () => [genesisRow(magic)],
    'GET /tip': () => [tipRow(tip())],
    // Those of every epoch where none is asked for, newest first; a devnet knows those of the current one.
    'GET /epoch_params': ({ _epoch_no: asked }) => {
      const epoch = epochOf(tip().slot)
      return asked === undefined || asked === String(epoch)
        ? [parametersRow(epoch, tip().hash)]
        : []
    },
    'GET /blocks': ({ block_height: height }) => {
      const read = /^eq\.(?<height>\d+)$/u.exec(height ?? '')?.groups
      if (read === undefined) return undefined
      const block = blockAt(database, Number(read['height']))
      return block === undefined ? [] : [blockRow(block)]
    },
    'POST /block_info': parsed(blocksBody, ({ _block_hashes: hashes }) =>
      hashes.flatMap((id) => {
        const block = blockWithHash(database, id)
        if (block === undefined) return []
        return [blockInfoRow(database, block)]
      }),
    ),
    'POST /address_utxos': parsed(utxosBody, ({ _addresses: addresses, _extended: isExtended }) =>
      allOutputs(database)
        .filter((row) => addresses.includes(row.address) && row.spent_by === null)
        .map((row) => utxoRow(database, row, isExtended)),
    ),
    'POST /address_txs': parsed(txsBody, ({ _addresses: addresses, _after_block_height: height }) =>
      addresses
        .flatMap((address) =>
          findTransactionsAt(
            database,
            { by: 'address', value: address },
            {
              count: 100_000,
              page: 1,
              order: 'desc',
              from: { height, index: 0 },
              to: { height: Number.MAX_SAFE_INTEGER, index: Number.MAX_SAFE_INTEGER },
            },
          ),
        )
        .map((use) => ({
          tx_hash: use.tx_id,
          epoch_no: epochOf(use.slot),
          block_height: use.height,
          block_time: secondsOf(use.slot),
        })),
    ),
    'POST /tx_info': parsed(infoBody, ({ ids, flags }) =>
      ids.flatMap((id) => transactionRows(database, id, flags)),
    ),
    'POST /tx_status': parsed(hashesBody, ({ _tx_hashes: ids }) =>
      ids.map((id) => ({
        tx_hash: id,
        num_confirmations: transactionWithId(database, id)?.confirmations ?? null,
      })),
    ),
    'POST /tx_cbor': parsed(hashesBody, ({ _tx_hashes: ids }) =>
      ids.flatMap((id) => cborRows(database, id)),
    ),
    'POST /tx_metadata': parsed(hashesBody, ({ _tx_hashes: ids }) =>
      ids.flatMap((id) => {
        const found = transactionWithId(database, id)
        if (found === undefined) return []
        const labels = found.metadata.map(({ label, json }) => [label, json] as const)
        return [{ tx_hash: id, metadata: labels.length === 0 ? null : Object.fromEntries(labels) }]
      }),
    ),
    'GET /asset_history': ({ _asset_policy: policy, _asset_name: name = '' }) => {
      const minting = mintsOf(database, `${policy}${name}`, {
        count: 100_000,
        page: 1,
        order: 'desc',
      })
      if (minting.length === 0) return []
      const minting_txs = minting.flatMap(({ tx_id: id, quantity }) => {
        const { metadata: labels = [], slot = 0 } = transactionWithId(database, id) ?? {}
        const row = { tx_hash: id, block_time: secondsOf(slot), quantity: String(quantity) }
        // The query groups by label, so that a transaction stands there once for each.
        if (labels.length === 0) return [{ ...row, metadata: [] }]
        return labels.map(({ label, json }) => ({ ...row, metadata: [{ key: label, json }] }))
      })
      const fingerprint = fingerprintIn(Unit(`${policy}${name}`))
      return [{ policy_id: policy, asset_name: name, fingerprint, minting_txs }]
    },
    'POST /asset_utxos': parsed(assetsBody, ({ _asset_list: list, _extended: isExtended }) => {
      const units = new Set(list.map(([policy, name]) => `${policy}${name}`))
      return allOutputs(database)
        .filter((row) => row.spent_by === null && [...row.assets.keys()].some((u) => units.has(u)))
        .map((row) => utxoRow(database, row, isExtended))
    }),
    'GET /policy_asset_list': ({ _asset_policy: policy = '' }) =>
      unitsOf(database, policy, { count: 100_000, page: 1, order: 'asc' }).map(
        ({ unit, quantity }) => ({
          asset_name: unit.slice(56),
          fingerprint: fingerprintIn(Unit(unit)),
          total_supply: String(quantity),
          decimals: 0,
        }),
      ),
  }
}
