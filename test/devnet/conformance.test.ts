import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { hexToBytes } from '@noble/hashes/utils.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { writeBech32 } from '#cardano/bech32.ts'
import { caseNamed } from './cases.ts'
import { openDevnet, outputsFor, rejectionOf, type TestDevnet } from './open-devnet.ts'

const require = createRequire(import.meta.url)

/** Blockfrost's published description of its answers. */
const published = z
  .record(z.string(), z.object({ response: z.object({ '200': z.json() }).partial().optional() }))
  .parse(require('@blockfrost/openapi/json-schema.json'))

type Json = z.output<ReturnType<typeof z.json>>

/** OpenAPI 3.0 says `nullable` where JSON Schema lists null among the types. */
const withNulls = (schema: Json): Json => {
  if (Array.isArray(schema)) return schema.map(withNulls)
  if (typeof schema !== 'object' || schema === null) return schema
  const { nullable, ...rest } = schema
  const inner = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, withNulls(value)]),
  )
  return nullable === true ? { anyOf: [inner, { type: 'null' }] } : inner
}

const jsonSchema = z.custom<z.core.JSONSchema.BaseSchema>(
  (schema) => typeof schema === 'object' && schema !== null,
  'not described',
)

const schemaOf = (path: string): z.ZodType =>
  z.fromJSONSchema(jsonSchema.parse(withNulls(published[path]?.response?.['200'] ?? null)))

const policy = 'e7df402913b94dd07793dbfbca2d4ac499a08e8c352d2b023a84af9a'
const buyerKey = '8f89f734568d1b8c6886e1c5f2cc6a0574d9c53821462319705916b7'
const stakeKey = '5a35691c11dddb3ed7e364bd3c0584d7106c80646369947fb823cdb2'

/** What stands for each parameter in a path; `good` mints under this policy with metadata 721. */
const values: Readonly<Record<string, string>> = {
  hash: 'b11037d525c6664323aea3dc0102b23364ec3b37c2d1f75bd8e57ba1405b92bd',
  hash_or_number: '1',
  number: '0',
  /** Who got the token. */
  address: writeBech32('addr_test', hexToBytes(`60${buyerKey}`)),
  stake_address: writeBech32('stake_test', hexToBytes(`e0${stakeKey}`)),
  asset: `${policy}436f6c64707265737330303030`,
  policy_id: policy,
  script_hash: policy,
  label: '721',
}

const noPlutus: ReadonlySet<string> = new Set([
  '/utils/txs/evaluate',
  '/utils/txs/evaluate/utxos',
  '/scripts/datum/{datum_hash}',
  '/scripts/datum/{datum_hash}/cbor',
])

/** Lists that are empty here. */
const empty: ReadonlySet<string> = new Set([
  '/blocks/latest/txs',
  '/metrics',
  '/txs/{hash}/redeemers',
  '/scripts/{script_hash}/redeemers',
])

let devnet: TestDevnet
beforeAll(async () => {
  const bytes = hexToBytes(`00${stakeKey}${stakeKey}`)
  devnet = openDevnet({ given: outputsFor({ addressBytes: bytes }, 1, 5_000_000n) })
  await devnet.submit(caseNamed('good'))
  devnet.chain.makeBlock()
  devnet.chain.makeBlock()
  await devnet.post('/devnet/fund', { address: values['address'], lovelace: '2000000' })
})
afterAll(() => devnet.close())

const shapeErrors = (path: string, body: unknown) => ({
  path,
  errors: schemaOf(path).safeParse(body).error?.issues ?? [],
})

it('every path that the devnet serves answers in the shape that Blockfrost publishes for it', async () => {
  const paths = devnet.routes
    .filter(({ method, path }) => method === 'GET' && !path.startsWith('/devnet/'))
    .map(({ path }) => path)
    .filter((path) => !noPlutus.has(path))
  expect(paths.length).toBeGreaterThan(30)
  for (const path of paths) {
    const url = path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => values[name] ?? name)
    const { status, body } = await devnet.get(url)
    expect({ path, status, body }).toMatchObject({ path, status: 200 })
    expect(shapeErrors(path, body)).toEqual({ path, errors: [] })
    expect({ path, isEmpty: Array.isArray(body) && body.length === 0 }).toEqual({
      path,
      isEmpty: empty.has(path),
    })
  }
})

it('a submitted transaction is answered with its id, in the shape that Blockfrost publishes', async () => {
  const fresh = openDevnet()
  const { status, body } = await fresh.submit(caseNamed('good'))
  expect(status).toBe(200)
  expect(shapeErrors('/tx/submit', body)).toEqual({ path: '/tx/submit', errors: [] })
  await fresh.close()
})

it('the page about the devnet lists the paths that it serves, and no other', () => {
  const text = readFileSync(new URL('../../docs/devnet.md', import.meta.url), 'utf8')
  const listed = [...text.matchAll(/^\| `(GET|POST) ([^`]+)`/gmu)].map(
    ([, method, path]) => `${method} ${path}`,
  )
  const served = devnet.routes
    .filter(({ method }) => method === 'GET' || method === 'POST')
    .map(({ method, path }) => `${method} ${path}`)
  expect(listed.toSorted()).toEqual(served.toSorted())
})

it('what needs Plutus scripts is refused with a sentence', async () => {
  const refused = devnet.routes.filter(
    ({ method, path }) => noPlutus.has(path) && (method === 'GET' || method === 'POST'),
  )
  expect(refused).toHaveLength(noPlutus.size)
  for (const { method, path } of refused) {
    const reply = await (method === 'GET' ? devnet.get(path) : devnet.post(path, {}))
    expect(rejectionOf(reply)).toMatch(/runs no Plutus scripts/u)
  }
})
