import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { caseNamed, givenAddress } from './cases.ts'
import { openDevnet, type TestDevnet } from './open-devnet.ts'

/** Blockfrost's published description of its answers, which its client brings along. */
const published = z
  .record(z.string(), z.object({ response: z.object({ '200': z.json() }).partial().optional() }))
  .parse(
    createRequire(createRequire(import.meta.url).resolve('@blockfrost/blockfrost-js'))(
      '@blockfrost/openapi/json-schema.json',
    ),
  )

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

const id = 'b11037d525c6664323aea3dc0102b23364ec3b37c2d1f75bd8e57ba1405b92bd'
const policy = 'e7df402913b94dd07793dbfbca2d4ac499a08e8c352d2b023a84af9a'

let devnet: TestDevnet
beforeAll(async () => {
  devnet = openDevnet()
  await devnet.submit(caseNamed('good'))
  devnet.chain.makeBlock()
  devnet.chain.makeBlock()
})
afterAll(() => devnet.close())

describe("an answer of the devnet has the shape of Blockfrost's:", () => {
  it.each([
    ['/', '/'],
    ['/health', '/health'],
    ['/genesis', '/genesis'],
    ['/blocks/latest', '/blocks/latest'],
    ['/blocks/{hash_or_number}', '/blocks/1'],
    ['/txs/{hash}', `/txs/${id}`],
    ['/txs/{hash}/utxos', `/txs/${id}/utxos`],
    ['/txs/{hash}/metadata', `/txs/${id}/metadata`],
    ['/txs/{hash}/cbor', `/txs/${id}/cbor`],
    ['/addresses/{address}/utxos', `/addresses/${givenAddress}/utxos`],
    ['/addresses/{address}/transactions', `/addresses/${givenAddress}/transactions`],
    ['/assets/{asset}', `/assets/${policy}436f6c64707265737330303030`],
    ['/assets/policy/{policy_id}', `/assets/policy/${policy}`],
  ])("an answer of the devnet has the shape of Blockfrost's: %s", async (path, url) => {
    const { status, body } = await devnet.get(url)
    expect(status).toBe(200)
    expect(schemaOf(path).safeParse(body).error?.issues ?? []).toEqual([])
  })
})
