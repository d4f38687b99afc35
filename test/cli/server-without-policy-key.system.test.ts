import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { type Sale, sale as saleShape } from '#shared/wire/sale.ts'
import { saleRound } from '#shared/wire/sale-round.ts'
import { addTokensResponse } from '#shared/wire/token.ts'
import { startBlockfrost } from '../support/blockfrost-stand-in.ts'
import { TestHome } from '../support/coldpress.ts'
import { expectNoKeyIn } from '../support/no-key-in.ts'
import { herbarium } from '../support/prints.ts'
import { serve } from '../support/serving.ts'
import { at, carry, succeeds } from '../support/two-machines.ts'

vi.setConfig({ testTimeout: 600_000 })

const price = 12_000_000
const image = 'ipfs://QmRhTTbUrPYEw3mJGGhQqQST9k86v1DPBiTTWJGKDJsVFw'
const identified = z.looseObject({ id: z.string() })
const preprod = ['--account', 'local-preprod'] as const

it('A server whose vault has no policy key sells: what it parks is signed elsewhere, and returns as a file and through the interface', async () => {
  const chain = await startBlockfrost({ network: 'preprod', projectId: 'preprodTest' })
  const [cold, server] = await Promise.all([TestHome.withVault(), TestHome.withVault()])
  onTestFinished(async () => {
    cold.remove()
    server.remove()
    await chain.close()
  })
  const generate = ['policy', 'generate', '--name', 'Herbarium', '--network', 'preprod']
  const { policy_id: policyId, key_hashes: keys } = z
    .looseObject({ policy_id: z.string(), key_hashes: z.tuple([z.string()]) })
    .parse(await succeeds(cold, [...generate, '--offline', '--public', at(cold, 'policy.json')]))
  await succeeds(server, ['policy', 'import', '--file', carry(cold, 'policy.json', server)])
  const projectId = server.file('project-id.txt', 'preprodTest\n')
  const gateway = ['gateway', 'set', 'preprod', '--base-url', chain.baseUrl]
  await succeeds(server, [...gateway, '--project-id-file', projectId])
  const request = server.file(
    'collection.json',
    JSON.stringify({ ...herbarium, policy: undefined }),
  )
  const create = ['collection', 'create', '--file', request, '--policy', policyId, '--yes']
  const collection = identified.parse(await succeeds(server, [...create, ...preprod])).id

  // As systemd starts it: the passphrase is a credential of the service.
  const studio = await serve(server, [
    '--network',
    'preprod',
    '--passphrase-file',
    server.passphraseFile,
  ])
  await studio.call('/webhooks', {
    name: 'shop',
    callback_url: 'https://shop.example.com/coldpress',
    network: 'testnet',
    type: 'nft_api',
  })
  const added = await studio.call(`/nft/collections/${collection}/tokens`, {
    tokens: ['Fern', 'Olive'].map((name) => ({
      asset_name: name,
      name,
      image,
      metadata_attributes: [{ tag: '<ink>', value: 'sepia' }],
    })),
  })
  const sales: Sale[] = []
  for (const { id } of addTokensResponse.parse(added).data) {
    const reserved = await studio.call(`/nft/collections/${collection}/sales`, {
      type: 'fixed',
      price,
      reservation_time: 900,
      delivers_within: 172_800,
      tokens: [id],
    })
    const sale = saleShape.parse(reserved)
    sales.push(sale)
    await chain.pay(sale.payment_address, BigInt(price))
  }
  const reach = (status: Sale['status']): Promise<void> =>
    vi.waitFor(
      async () => {
        const now = await Promise.all(sales.map((sale) => studio.sale(sale)))
        expect(now.map((one) => one.status)).toEqual([status, status])
      },
      { timeout: 180_000, interval: 1_000 },
    )
  await reach('PROCESSING')
  const built = await succeeds(
    server,
    [
      'sale',
      'round',
      'build',
      '--collection',
      collection,
      '--out',
      at(server, 'sales.cpreq'),
      ...preprod,
    ],
    4,
  )
  const round = saleRound.parse(built)
  expect(round).toMatchObject({ missing: keys, missing_here: [] })

  const sign = ['tx', 'sign', carry(server, 'sales.cpreq', cold), '--each', '--yes', '--offline']
  await succeeds(cold, [...sign, '--witness-out', at(cold, 'signed.witness')])
  const files = readdirSync(cold.dir).filter((name) => /^signed.*witness/u.test(name))
  expect(files).toHaveLength(2)
  const texts = files.map((name) => readFileSync(at(cold, name), 'utf8'))
  const [first = ''] = files
  // One returns as a file, and each through the interface, which says whose it is.
  const witness = ['sale', 'round', 'witness', round.id, carry(cold, first, server), ...preprod]
  await succeeds(server, witness, 4)
  const open = saleRound.parse(
    await studio.call(`/nft/collections/${collection}/sale-rounds/${round.id}`),
  )
  const left = open.sales.filter(({ status }) => status === 'awaiting_witnesses')
  expect(left).toHaveLength(1)
  const [{ mint_id: mint } = { mint_id: '' }] = left
  await studio.call(`/nft/collections/${collection}/mints/${mint}/witnesses`, {
    witnesses: [JSON.parse(texts[1] ?? '')],
  })
  await reach('COMPLETED')

  // What its vault has: the identity, the wallet of the sales, and secrets of services.
  const secrets = readdirSync(join(server.dir, 'secrets'), { recursive: true, encoding: 'utf8' })
  const items = secrets.filter((name) => name.endsWith('.age')).map((name) => name.split('/')[0])
  expect(new Set(items)).toEqual(new Set(['api-key', 'phrase', 'vault']))
  const exported = ['policy', 'export', policyId, '--with-keys', '--format', 'skey', '--offline']
  await succeeds(cold, [...exported, '--out', at(cold, 'keys')])
  expectNoKeyIn(server, readFileSync(at(cold, join('keys', `${keys[0]}.skey`)), 'utf8'))
})
