import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { saleRound } from '#contract/rounds/sale-round.ts'
import type { TestHome } from '../support/coldpress.ts'
import { expectNoKeyIn } from '../support/no-key-in.ts'
import {
  addNamed,
  onPreprod,
  openServerAndVault,
  reaches,
  sellAndPay,
  serverOptions,
  watchedCollection,
} from '../support/server-and-vault.ts'
import { serve } from '../support/serving.ts'
import { at, carry, succeeds } from '../support/two-machines.ts'

vi.setConfig({ testTimeout: 600_000 })

/** Kinds of items in the vault's files. */
const itemsOf = (server: TestHome): ReadonlySet<string | undefined> => {
  const secrets = readdirSync(join(server.dir, 'secrets'), { recursive: true, encoding: 'utf8' })
  return new Set(secrets.filter((name) => name.endsWith('.age')).map((name) => name.split('/')[0]))
}

const buildRound = async (server: TestHome, collection: string) => {
  const build = ['sale', 'round', 'build', '--collection', collection]
  const out = at(server, 'sales.cpreq')
  return saleRound.parse(await succeeds(server, [...build, '--out', out, ...onPreprod]))
}

/** Signs a file of the server in the creator's home; answers the file of signatures there. */
const signIn = async (cold: TestHome, server: TestHome, name: string): Promise<string> => {
  const sign = ['tx', 'sign', carry(server, name, cold), '--yes', '--offline']
  await succeeds(cold, [...sign, '--witness-out', at(cold, `${name}.witness`)])
  return `${name}.witness`
}

it('A server whose vault has no policy key sells: what it parks is signed elsewhere, and returns as a file and through the interface', async () => {
  const { chain, cold, server, policyId, keys } = await openServerAndVault()
  const collection = await watchedCollection(server, policyId)
  const studio = await serve(server, serverOptions(server))
  await studio.call('/webhooks', {
    name: 'shop',
    callback_url: 'https://shop.example.com/coldpress',
    network: 'testnet',
    type: 'nft_api',
  })
  const tokens = await addNamed(studio, collection, ['Fern', 'Olive'])
  const sales = await sellAndPay(studio, chain, collection, tokens)
  await reaches(studio, sales, 'PROCESSING')
  const round = await buildRound(server, collection)
  expect(round).toMatchObject({ missing: keys, missing_here: [] })

  const sign = ['tx', 'sign', carry(server, 'sales.cpreq', cold), '--each', '--yes', '--offline']
  await succeeds(cold, [...sign, '--witness-out', at(cold, 'signed.witness')])
  const files = readdirSync(cold.dir).filter((name) => /^signed.*witness/u.test(name))
  expect(files).toHaveLength(2)
  const texts = files.map((name) => readFileSync(at(cold, name), 'utf8'))
  const [first = ''] = files
  // One returns as a file, and each through the interface, which says whose it is.
  const witness = ['sale', 'round', 'witness', round.id, carry(cold, first, server), ...onPreprod]
  await succeeds(server, witness)
  const open = saleRound.parse(
    await studio.call(`/nft/collections/${collection}/sale-rounds/${round.id}`),
  )
  const left = open.sales.filter(({ status }) => status === 'awaiting_witnesses')
  expect(left).toHaveLength(1)
  const [{ mint_id: mint } = { mint_id: '' }] = left
  await studio.call(`/nft/collections/${collection}/mints/${mint}/witnesses`, {
    witnesses: [JSON.parse(texts[1] ?? '')],
  })
  await reaches(studio, sales, 'COMPLETED')

  // What its vault has: the identity, the wallet of the sales, and secrets of services.
  expect(itemsOf(server)).toEqual(new Set(['api-key', 'phrase', 'vault']))
  const exported = ['policy', 'export', policyId, '--with-keys', '--format', 'skey', '--offline']
  await succeeds(cold, [...exported, '--out', at(cold, 'keys')])
  expectNoKeyIn(server, readFileSync(at(cold, join('keys', `${keys[0]}.skey`)), 'utf8'))
})

it('A server that only watches the wallet of its sales holds no key: a payment is delivered and another refunded by signatures from the creator’s home', async () => {
  const { chain, cold, server, policyId, keys } = await openServerAndVault()
  const create = ['key', 'wallet', 'create', '--network', 'preprod', '--offline']
  const wallet = z
    .looseObject({ wallet: z.string(), account_key: z.string() })
    .parse(await succeeds(cold, [...create, '--public', at(cold, 'wallet.json')]))
  const watched = carry(cold, 'wallet.json', server)
  expect(await succeeds(server, ['key', 'wallet', 'import', watched, '--yes'])).toMatchObject({
    wallet: wallet.wallet,
    origin: 'watched',
    here: false,
  })
  const collection = await watchedCollection(server, policyId)
  const studio = await serve(server, serverOptions(server))
  const tokens = await addNamed(studio, collection, ['Fern', 'Olive'])
  const sales = await sellAndPay(studio, chain, collection, tokens)
  await reaches(studio, sales, 'PROCESSING')
  const [kept, given] = sales
  if (kept === undefined || given === undefined) throw new Error('two sales were made')

  // The refund is parked like a mint, and its signature returns as a file.
  const refund = ['sale', 'resolve', given.id, 'refund', '--yes', ...onPreprod]
  const parked = z.looseObject({ refund_id: z.string() }).parse(await succeeds(server, refund))
  const status = ['mint', 'status', parked.refund_id, '--out', at(server, 'refund.cpreq')]
  await succeeds(server, [...status, ...onPreprod])
  const back = carry(cold, await signIn(cold, server, 'refund.cpreq'), server)
  await succeeds(server, ['mint', 'witness', parked.refund_id, back, ...onPreprod])
  await reaches(studio, [given], 'REFUNDED')

  // The sale needs the policy's key and the wallet's; both return through the interface.
  const round = await buildRound(server, collection)
  expect(round.sales).toHaveLength(1)
  expect(round.missing).toHaveLength(2)
  expect(round.missing).toContain(keys[0])
  expect(round.missing_here).toEqual([])
  const witnesses: unknown = JSON.parse(
    readFileSync(at(cold, await signIn(cold, server, 'sales.cpreq')), 'utf8'),
  )
  const [{ mint_id: mint } = { mint_id: '' }] = round.sales
  await studio.call(`/nft/collections/${collection}/mints/${mint}/witnesses`, { witnesses })
  await reaches(studio, [kept], 'COMPLETED')

  // What its vault has: the identity, and secrets of services.
  expect(itemsOf(server)).toEqual(new Set(['api-key', 'vault']))
  // Nothing misses the wallet there.
  const doctor = await server.run(['doctor', '--offline'])
  expect(doctor.stdout).not.toContain(wallet.wallet)
})
