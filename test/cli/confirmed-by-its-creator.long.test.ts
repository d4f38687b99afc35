import { readFileSync } from 'node:fs'
import { expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { sale as saleShape } from '#contract/sales/sale.ts'
import { TestHome } from '../support/coldpress.ts'
import { herbarium } from '../support/prints.ts'
import { serve } from '../support/serving.ts'
import { at, carry, succeeds } from '../support/two-machines.ts'

vi.setConfig({ testTimeout: 600_000 })

const price = 25_000_000
const image = 'ipfs://QmRhTTbUrPYEw3mJGGhQqQST9k86v1DPBiTTWJGKDJsVFw'
const trusted = z.looseObject({ seal_key: z.string(), creator_key: z.string().nullable() })

it('A server sells what the vault of its creator confirmed: facts go there as a file, seals come back, and the API key alone changes nothing', async () => {
  const [creator, server] = await Promise.all([TestHome.withVault(), TestHome.withVault()])
  onTestFinished(() => {
    creator.remove()
    server.remove()
  })
  const own = trusted.parse(await succeeds(creator, ['studio', 'trust', '--offline']))
  expect(own.creator_key).toBeNull()
  const trust = ['studio', 'trust', own.seal_key]
  const unasked = await server.json(trust)
  expect(unasked).toMatchObject({ code: 2, stderr: expect.stringContaining(own.seal_key) })
  expect(await succeeds(server, [...trust, '--yes'])).toMatchObject({ creator_key: own.seal_key })
  const another = await server.json(['studio', 'trust', 'ab'.repeat(32), '--yes'])
  expect(another).toMatchObject({ code: 3, stderr: expect.stringContaining('--replace') })

  const wrong = await server.json(['studio', 'serve', '--creator-key', 'ab'.repeat(32)])
  expect(wrong).toMatchObject({ code: 3, stderr: expect.stringContaining('--creator-key') })
  const studio = await serve(server, [
    '--creator-key',
    own.seal_key,
    '--passphrase-file',
    server.passphraseFile,
  ])
  const collection = await studio.newCollection()
  const path = `/nft/collections/${collection}`
  const ask = async (method: string, to: string, body: object) => {
    const reply = await fetch(`${studio.base_url}/${studio.app_id}/v1${to}`, {
      method,
      headers: { 'x-api-key': studio.api_key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: reply.status, body: await reply.json() }
  }
  const tokens = [
    {
      asset_name: 'Fern',
      name: 'Fern',
      image,
      price,
      metadata_attributes: [{ tag: '<ink>', value: 'sepia' }],
    },
  ]
  const added = z
    .looseObject({ data: z.tuple([z.looseObject({ id: z.string() })]) })
    .parse(await studio.call(`${path}/tokens`, { tokens }))
  const [token] = added.data
  expect(token).toMatchObject({ awaits_confirmation: true })
  const order = { type: 'fixed', price, reservation_time: 900, tokens: [token.id] }
  const sell = () => ask('POST', `${path}/sales`, order)
  expect(await sell()).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('waits for its creator') },
  })
  const page = await fetch(`${studio.base_url}/pay/token/${token.id}`)
  expect(page.status).toBe(409)
  expect(await page.text()).toContain('The seller has not confirmed')

  const facts = await succeeds(server, ['studio', 'confirm', '--out', at(server, 'facts.json')])
  expect(facts).toMatchObject({ waiting: [{ kind: 'collection' }, { kind: 'token' }] })
  const confirm = ['studio', 'confirm', carry(server, 'facts.json', creator), '--offline']
  const seals = [...confirm, '--out', at(creator, 'seals.json'), '--replace']
  const shown = await creator.json(seals)
  expect(shown.code).toBe(2)
  expect(shown.stderr).toContain(herbarium.payout_address)
  expect(shown.stderr).toContain('price 25 ADA; asset name "Fern"')
  await succeeds(creator, [...seals, '--yes'])

  const back = ['studio', 'confirm', carry(creator, 'seals.json', server)]
  expect(await succeeds(server, back)).toMatchObject({
    confirmed: [{ kind: 'collection' }, { kind: 'token' }],
    waiting: 0,
  })
  const sold = await sell()
  expect(sold.status, JSON.stringify(sold.body)).toBe(201)
  const sale = saleShape.parse(sold.body)
  await studio.pay(sale)
  await vi.waitFor(async () => expect((await studio.sale(sale)).status).toBe('COMPLETED'), {
    timeout: 60_000,
    interval: 500,
  })

  // What arrives next waits again.
  await studio.call(`${path}/tokens`, { tokens: [{ ...tokens[0], asset_name: 'Olive' }] })
  const later = await succeeds(server, [
    'studio',
    'confirm',
    '--out',
    at(server, 'facts.json'),
    '--replace',
  ])
  expect(later).toMatchObject({ waiting: [{ kind: 'token' }] })
  expect(await succeeds(server, back)).toMatchObject({ waiting: 1 })
  const sealed = readFileSync(at(creator, 'seals.json'), 'utf8')
  const forged = server.file('forged.json', sealed.replaceAll(own.seal_key, 'ab'.repeat(32)))
  expect(await server.json(['studio', 'confirm', forged])).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('the one that is trusted here is'),
  })
})
