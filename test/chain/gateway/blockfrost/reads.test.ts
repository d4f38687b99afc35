import { describe, expect, it } from 'vitest'
import { Unit } from '#cardano/value.ts'
import { ledgerReferenceScripts } from '#cardano/parameters.ts'
import { maxGatewayAnswerBytes } from '#chain/gateway/calls/exchange.ts'
import { answer, answerError, type Reply, serve } from '../../../app/api/service.ts'
import {
  address,
  gatewayOf,
  hashA,
  hashB,
  plantedId,
  policyId,
  wireBlock,
  wireParameters,
  wireTransaction,
} from './gateway-of.ts'

const notFound = answerError(404, 'The requested component has not been found.')
const unit = Unit(`${policyId}4c656166`)
const amount = [
  { unit: 'lovelace', quantity: '1500000' },
  { unit, quantity: '2' },
]

/** One served answer, read by `run`; gives what came out and what was asked. */
const reading = async <T>(
  body: unknown,
  run: (gateway: ReturnType<typeof gatewayOf>['gateway']) => Promise<T>,
) => {
  const service = await serve(answer(200, body))
  const value = await run(gatewayOf(service.baseUrl).gateway)
  return { value, asked: service.seen.map(({ method, url }) => `${method} ${url}`) }
}

describe('what is read', () => {
  it('the tip, with the project ID as header', async () => {
    const service = await serve(answer(200, wireBlock))
    expect(await gatewayOf(service.baseUrl).gateway.tip()).toEqual({
      hash: hashA,
      height: 100,
      slot: 111_456_000n,
      time: new Date('2026-01-01T00:00:00Z'),
      confirmations: 3,
    })
    expect(service.seen[0]).toMatchObject({ method: 'GET', url: '/api/v0/blocks/latest' })
    expect(service.seen[0]?.headers['project_id']).toBe(plantedId)
  })

  it('a gateway without a project ID is sent none', async () => {
    const service = await serve(answer(200, wireBlock))
    const { createBlockfrost } = await import('#chain/gateway/blockfrost/client.ts')
    await createBlockfrost({ baseUrl: `${service.baseUrl}/`, network: 'preprod' }).tip()
    expect(service.seen[0]?.url).toBe('/blocks/latest')
    expect(service.seen[0]?.headers).not.toHaveProperty('project_id')
  })

  it('blocks by hash and by height', async () => {
    const { asked } = await reading(wireBlock, async (gateway) => [
      await gateway.block(hashA),
      await gateway.block(7),
    ])
    expect(asked).toEqual([`GET /api/v0/blocks/${hashA}`, 'GET /api/v0/blocks/7'])
  })

  it('the network by its magic', async () => {
    const { value, asked } = await reading({ network_magic: 1, system_start: 1 }, (gateway) =>
      gateway.networkMagic(),
    )
    expect(value).toBe(1)
    expect(asked).toEqual(['GET /api/v0/genesis'])
  })

  it('the parameters of mainnet', async () => {
    const { value } = await reading(wireParameters, (gateway) => gateway.parameters())
    expect(value).toEqual({
      epoch: 645,
      fetchedAt: new Date('2026-01-01T00:00:00Z'),
      parameters: {
        minFeeA: 44n,
        minFeeB: 155_381n,
        coinsPerUtxoByte: 4310n,
        maxTxBytes: 16_384,
        maxValueBytes: 5000,
        keyDeposit: 2_000_000n,
        poolDeposit: 500_000_000n,
        referenceScripts: ledgerReferenceScripts,
      },
    })
  })

  it('outputs of an address, those with a datum or script marked', async () => {
    const plain = { address, tx_hash: hashA, tx_index: 0, output_index: 0, amount }
    const none = { data_hash: null, inline_datum: null, reference_script_hash: null }
    const { value, asked } = await reading(
      [
        { ...plain, ...none, block: hashB },
        {
          ...plain,
          address: undefined,
          output_index: 1,
          amount: [{ unit: 'lovelace', quantity: 5 }],
        },
        { ...plain, output_index: 2, data_hash: hashB },
        { ...plain, output_index: 3, inline_datum: '40' },
        { ...plain, output_index: 4, reference_script_hash: policyId },
      ],
      (gateway) => gateway.utxosAt(address),
    )
    const both = { lovelace: 1_500_000n, assets: new Map([[unit, 2n]]) }
    expect(value).toEqual([
      { txId: hashA, index: 0, address, value: both },
      { txId: hashA, index: 1, address, value: { lovelace: 5n, assets: new Map() } },
      { txId: hashA, index: 2, address, value: both, isSpecial: true, hasReferenceScript: false },
      { txId: hashA, index: 3, address, value: both, isSpecial: true, hasReferenceScript: false },
      { txId: hashA, index: 4, address, value: both, isSpecial: true, hasReferenceScript: true },
    ])
    expect(asked).toEqual([`GET /api/v0/addresses/${address}/utxos?count=100&page=1`])
  })

  it('an amount above what a number can hold exactly', async () => {
    const many = [{ unit: 'lovelace', quantity: '44999999999999999' }]
    const { value } = await reading(
      [{ tx_hash: hashA, output_index: 0, amount: many }],
      (gateway) => gateway.utxosAt(address),
    )
    expect(value[0]?.value.lovelace).toBe(44_999_999_999_999_999n)
  })

  it('where an address was used, from a height and index on', async () => {
    const use = { tx_hash: hashA, tx_index: 4, block_height: 100, block_time: 1 }
    const { value, asked } = await reading([use], async (gateway) => {
      await gateway.usesOf(address)
      await gateway.usesOf(address, { from: { height: 9 } })
      return gateway.usesOf(address, { from: { height: 9, index: 3 } })
    })
    expect(value).toEqual([{ txId: hashA, height: 100, index: 4 }])
    const path = `GET /api/v0/addresses/${address}/transactions?order=asc`
    expect(asked).toEqual([
      `${path}&count=100&page=1`,
      `${path}&from=9&count=100&page=1`,
      `${path}&from=9%3A3&count=100&page=1`,
    ])
  })

  it('a transaction is read from the gateway', async () => {
    const { value } = await reading(wireTransaction, (gateway) => gateway.transaction(hashA))
    const slot = 111_456_000n
    expect(value).toEqual({
      txId: hashA,
      block: hashB,
      height: 100,
      slot,
    })
  })

  it('what a transaction spent and made, without what it only read or put up', async () => {
    const one = { address, amount, output_index: 0, tx_hash: hashB }
    const { value } = await reading(
      {
        hash: hashA,
        inputs: [one, { ...one, output_index: 1, reference: true }, { ...one, collateral: true }],
        outputs: [
          { address, amount, output_index: 7 },
          { address, amount, output_index: 8, reference_script_hash: policyId },
          { ...one, collateral: true },
        ],
      },
      (gateway) => gateway.outputsOf(hashA),
    )
    const both = { lovelace: 1_500_000n, assets: new Map([[unit, 2n]]) }
    expect(value).toEqual({
      inputs: [{ txId: hashB, index: 0, address, value: both }],
      outputs: [
        { txId: hashA, index: 7, address, value: both },
        {
          txId: hashA,
          index: 8,
          address,
          value: both,
          isSpecial: true,
          hasReferenceScript: true,
        },
      ],
    })
  })

  it('metadata is read by its label from the gateway', async () => {
    const json = { [policyId]: { Leaf: { name: 'Leaf', traits: [1, 'a'] } } }
    const { value } = await reading([{ label: '721', json_metadata: json }], (gateway) =>
      gateway.metadata(hashA),
    )
    expect(value).toEqual([{ label: '721', json }])
  })

  it('an asset, with null for metadata that is not there', async () => {
    const wire = {
      asset: unit,
      quantity: '0',
      initial_mint_tx_hash: hashA,
      mint_or_burn_count: 2,
      onchain_metadata: { name: 'Leaf' },
    }
    const { value } = await reading(wire, (gateway) => gateway.asset(unit))
    const known = { unit, quantity: 0n, firstMintedIn: hashA, mintOrBurnCount: 2 }
    expect(value).toEqual({ ...known, metadata: { name: 'Leaf' } })
    const bare = await reading({ ...wire, onchain_metadata: null }, (gateway) =>
      gateway.asset(unit),
    )
    expect(bare.value).toEqual({ ...known, metadata: null })
  })

  it('the addresses that hold an asset', async () => {
    const { value } = await reading([{ address, quantity: '2' }], (gateway) =>
      gateway.holdersOf(unit),
    )
    expect(value).toEqual([{ address, quantity: 2n }])
  })

  it('the assets of a policy', async () => {
    const { value } = await reading(
      [
        { asset: policyId, quantity: '1' },
        { asset: unit, quantity: '0' },
      ],
      (gateway) => gateway.assetsOf(policyId),
    )
    expect(value).toEqual([
      { unit: policyId, quantity: 1n },
      { unit, quantity: 0n },
    ])
  })
})

describe('what is not there', () => {
  const missing = [
    ['Blockfrost', notFound],
    ['a server that writes nothing', answer(404, '', { 'content-type': 'text/plain' })],
    ['a server of another shape', answer(404, { status: 404, error: 'Not Found', path: '/x' })],
  ] as const
  it.each(missing)('a gateway says as %s that something does not exist', async (_name, reply) => {
    // What is no policy ID is rejected by a server that lists the tokens of policies.
    const service = await serve((response, seen) =>
      (seen.url.endsWith('/policy/none') ? answerError(400, 'Malformed policy.') : reply)(
        response,
        seen,
      ),
    )
    const { gateway, waits } = gatewayOf(service.baseUrl)
    expect(await gateway.utxosAt(address)).toEqual([])
    expect(await gateway.usesOf(address)).toEqual([])
    expect(await gateway.assetsOf(policyId)).toEqual([])
    expect(await gateway.block(9)).toBeUndefined()
    expect(await gateway.transaction(hashA)).toBeUndefined()
    expect(await gateway.outputsOf(hashA)).toBeUndefined()
    expect(await gateway.metadata(hashA)).toBeUndefined()
    expect(await gateway.asset(unit)).toBeUndefined()
    expect(waits).toEqual([])
  })

  it('but every gateway has a tip, parameters and a network', async () => {
    const { gateway } = gatewayOf((await serve(notFound)).baseUrl)
    for (const read of [gateway.tip, gateway.parameters, gateway.networkMagic])
      // oxlint-disable-next-line no-await-in-loop -- one server, one after the other
      await expect(read()).rejects.toMatchObject({ code: 'service_error' })
  })

  it.each([
    ['by its type', answer(404, 'nothing here', { 'content-type': 'text/html; charset=utf-8' })],
    [
      'by its text',
      answer(404, '\n<!doctype html><title>404</title>', { 'content-type': 'text/plain' }),
    ],
  ])('a web page, known %s, does not mean that an address was never used', async (_name, page) => {
    const { gateway } = gatewayOf((await serve(page)).baseUrl)
    await expect(gateway.utxosAt(address)).rejects.toMatchObject({
      code: 'service_error',
      message: expect.stringContaining('Check that the base URL'),
    })
  })

  it('a path that the server does not know leads to the base URL', async () => {
    const body = { status_code: 400, error: 'Bad Request', message: 'Invalid path. See the docs.' }
    const { gateway } = gatewayOf((await serve(answer(400, JSON.stringify(body)))).baseUrl)
    await expect(gateway.networkMagic()).rejects.toMatchObject({
      message: expect.stringContaining(
        'No gateway of this kind answers at this address. Check that the base URL',
      ),
    })
  })
})

describe('pages', () => {
  const item = (index: number) => ({
    tx_hash: hashA,
    output_index: index,
    amount: [{ unit: 'lovelace', quantity: '1' }],
  })
  const pageOf = (from: number, count: number): Reply =>
    answer(
      200,
      Array.from({ length: count }, (_, at) => item(from + at)),
    )

  it('are read until one is not full', async () => {
    const service = await serve(pageOf(0, 100), pageOf(100, 100), pageOf(200, 3))
    const found = await gatewayOf(service.baseUrl).gateway.utxosAt(address)
    expect(found.map(({ index }) => index)).toEqual([...Array(203).keys()])
    expect(service.seen.map(({ url }) => url.split('page=')[1])).toEqual(['1', '2', '3'])
  })

  it('the last of which may be empty, or not there', async () => {
    const empty = await serve(pageOf(0, 100), answer(200, []))
    expect(await gatewayOf(empty.baseUrl).gateway.utxosAt(address)).toHaveLength(100)
    const gone = await serve(pageOf(0, 100), notFound)
    expect(await gatewayOf(gone.baseUrl).gateway.utxosAt(address)).toHaveLength(100)
  })

  it('that overlap, because the chain moved, give every output once', async () => {
    const service = await serve(pageOf(0, 100), pageOf(95, 20))
    expect(await gatewayOf(service.baseUrl).gateway.utxosAt(address)).toHaveLength(115)
  })

  it('that repeat for ever are an error of the gateway', async () => {
    const service = await serve(pageOf(0, 100))
    await expect(gatewayOf(service.baseUrl).gateway.utxosAt(address)).rejects.toMatchObject({
      code: 'service_error',
      message: expect.stringContaining('the same page came twice'),
    })
    expect(service.seen).toHaveLength(2)
  })
})

describe('parameters', () => {
  it.each([
    ['min_fee_a', 44_000, 'minFeeA'],
    ['min_fee_b', 155_381_000, 'minFeeB'],
    ['coins_per_utxo_size', '4310000', 'coinsPerUtxoByte'],
    ['min_fee_ref_script_cost_per_byte', 1_500, 'referenceScripts'],
  ])('that would burn money are not believed: %s', async (field, value, name) => {
    const service = await serve(answer(200, { ...wireParameters, [field]: value }))
    await expect(gatewayOf(service.baseUrl).gateway.parameters()).rejects.toMatchObject({
      code: 'service_error',
      details: {
        format: expect.stringContaining(`${name}: ${value} is beyond anything that Cardano asks`),
      },
    })
  })

  const reply = answer(200, wireParameters)

  it('are kept for ten minutes, with the time at which they were fetched', async () => {
    let now = new Date('2026-01-01T00:00:00Z')
    const service = await serve(reply)
    const { gateway } = gatewayOf(service.baseUrl, { retry: { now: () => now } })
    const first = await gateway.parameters()
    now = new Date('2026-01-01T00:09:59Z')
    expect(await gateway.parameters()).toEqual(first)
    expect(service.seen).toHaveLength(1)
    now = new Date('2026-01-01T00:10:00Z')
    expect((await gateway.parameters()).fetchedAt).toEqual(now)
    expect(service.seen).toHaveLength(2)
  })

  it('are asked for again when that is wished', async () => {
    const service = await serve(reply)
    const { gateway } = gatewayOf(service.baseUrl)
    await gateway.parameters()
    await gateway.parameters({ fresh: true })
    expect(service.seen).toHaveLength(2)
  })

  it('that could not be fetched are not kept', async () => {
    const service = await serve(answerError(403, 'Invalid project token.'), reply)
    const { gateway } = gatewayOf(service.baseUrl)
    await expect(gateway.parameters()).rejects.toMatchObject({ code: 'unauthorized' })
    expect((await gateway.parameters()).epoch).toBe(645)
  })
})

describe('answers that are none', () => {
  it.each([
    ['HTML', '<html>hello</html>', 'not JSON'],
    ['nothing', '', 'not JSON'],
    ['half a JSON', '{"time": 1, "hei', 'not JSON'],
    ['another shape', '{"tip": 1}', 'height'],
    ['a hash that is none', JSON.stringify({ ...wireBlock, hash: 'x' }), 'hash'],
    ['a slot with a fraction', JSON.stringify({ ...wireBlock, slot: 1.5 }), 'slot'],
  ])('an answer of the gateway is malformed: %s', async (_name, body, part) => {
    const { gateway, waits } = gatewayOf((await serve(answer(200, body))).baseUrl)
    await expect(gateway.tip()).rejects.toMatchObject({
      code: 'service_error',
      details: { format: expect.stringContaining(part) },
    })
    expect(waits).toEqual([])
  })

  it('an answer of the gateway with an invalid unit is malformed', async () => {
    const odd = [{ tx_hash: hashA, output_index: 0, amount: [{ unit: 'ADA', quantity: '1' }] }]
    const { gateway } = gatewayOf((await serve(answer(200, odd))).baseUrl)
    await expect(gateway.utxosAt(address)).rejects.toMatchObject({ code: 'service_error' })
  })

  it('a redirect, which is not followed', async () => {
    const elsewhere = await serve(answer(200, wireBlock))
    const service = await serve(answer(307, '', { location: elsewhere.baseUrl }))
    await expect(gatewayOf(service.baseUrl).gateway.tip()).rejects.toMatchObject({
      details: { format: expect.stringContaining('redirect (307)') },
    })
    expect(elsewhere.seen).toEqual([])
  })

  it.each([200, 404, 500])(
    'one larger than any, with status %i, is not read to its end',
    async (status) => {
      let sent = 0
      const flood: Reply = (response) => {
        const chunk = Buffer.alloc(1024 * 1024, ' ')
        const more = () => {
          while (!response.destroyed && sent < 3 * maxGatewayAnswerBytes) {
            sent += chunk.length
            if (!response.write(chunk)) {
              response.once('drain', more)
              return
            }
          }
        }
        response.writeHead(status)
        more()
      }
      const { gateway } = gatewayOf((await serve(flood)).baseUrl, { retry: { attempts: 1 } })
      await expect(gateway.transaction(hashA)).rejects.toMatchObject({ code: 'service_error' })
      expect(sent).toBeLessThan(2 * maxGatewayAnswerBytes)
    },
  )
})
