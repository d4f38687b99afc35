import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { TestHome } from '../support/coldpress.ts'
import { hostedAppId, hostedKey, startHostedService } from '../support/hosted-service.ts'
import { makePrints } from '../support/prints.ts'

const made = z.object({ id: z.string() })

const openShop = async () => {
  const service = await startHostedService()
  const home = await TestHome.withVault()
  onTestFinished(async () => {
    home.remove()
    await service.close()
  })
  const key = home.file('key.txt', `${hostedKey}\n`)
  const where = ['--network', 'testnet', '--base-url', service.url, '--app-id', hostedAppId]
  const run = async (...args: readonly string[]) => {
    const answer = await home.json([...args, '--account', 'shop'])
    expect(answer, answer.stderr).toMatchObject({ code: 0 })
    return answer.document
  }
  const read = async (...args: readonly string[]) =>
    (await home.run([...args, '--account', 'shop', '--passphrase-file', home.passphraseFile]))
      .stdout
  expect(
    await home.json(['account', 'add', 'shop', ...where, '--api-key-file', key]),
  ).toMatchObject({ code: 0 })
  return { service, home, run, read }
}

const collection = {
  name: 'Herbarium',
  payout_address: 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz',
  policy: { lock: true, lock_time: '2030-12-31' },
  metadata: {
    asset_name: '<asset_name>',
    name: '<name>',
    image: '<image>',
    media_type: '<media_type>',
    attributes: { ink: '<ink>' },
    version: '1.0',
  },
}

it('the hosted service as it documents itself is used from the account to the webhook', async () => {
  const { service, home, run, read } = await openShop()
  expect(await home.json(['account', 'test', 'shop'])).toMatchObject({ code: 0 })
  const file = home.file('collection.json', JSON.stringify(collection))
  const { id } = made.parse(await run('collection', 'create', '--file', file))
  expect(await run('collection', 'list')).toMatchObject([{ id }])
  const shown = await read('collection', 'show', id)
  expect(shown).toMatch(/network +testnet/u)
  expect(shown).toMatch(/sales +0 ADA paid/u)

  const prints = await makePrints(join(home.dir, 'prints'), 2)
  service.faults.fingerprint = 'asset1hzh0uut85ypcueu88422pmgf6twzj2c52f73a5'
  const imported = await run('import', prints, '--collection', id, '--pin', 'service')
  const notes = [2, 3].map((row) => ({
    row,
    message: expect.stringContaining('The service states the fingerprint asset1hzh0uut85'),
  }))
  expect(imported).toMatchObject({ added: 2, failed: 0, notes })

  const terms = ['--quantity', '2', '--price', '25', '--accept-unfetched-images']
  const sale = made.parse(await run('sale', 'create', '--collection', id, ...terms))
  expect(await run('sale', 'list')).toMatchObject([{ id: sale.id, collection_id: id }])
  // The service states neither payments nor the income of what is only reserved.
  expect(await run('sale', 'analytics')).toMatchObject({
    totals: { reserved: 2, paid: 0, delivered: 0, income: '0' },
    unstated: { paid_at: 0, income: 0 },
  })
  const text = await read('sale', 'show', sale.id)
  expect(text).toMatch(/price +50 ADA \(2 times 25 ADA\)/u)
  expect(text).toMatch(/service fee +2 ADA/u)
  expect(text).toMatch(/shop_note +By appointment/u)
  expect(await run('sale', 'share', sale.id)).toMatchObject({ lovelace: '50000000' })
  expect(await run('sale', 'cancel', sale.id)).toMatchObject({ status: 'CANCELED' })
  expect(await read('sale', 'show', sale.id)).toMatch(/state +Cancelled/u)

  const url = ['--callback-url', 'https://hooks.example.com/']
  const webhook = made.parse(await run('webhook', 'add', '--name', 'till', ...url))
  expect(await run('webhook', 'list')).toMatchObject([{ id: webhook.id, available: 'true' }])
  await run('webhook', 'remove', webhook.id)
  expect(service.webhooks.size).toBe(0)
})

it('an unreadable answer leads to the collection that was made, and not to a second one', async () => {
  const { service, home, run } = await openShop()
  const file = home.file('collection.json', JSON.stringify(collection))
  service.faults.isUnreadable = true
  const { id } = made.parse(await run('collection', 'create', '--file', file))
  expect([...service.collections.keys()]).toEqual([id])
})
