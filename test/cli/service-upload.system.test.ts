import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { addTokensResponse } from '#shared/wire/token.ts'
import { TestHome } from '../support/coldpress.ts'
import { makePrints } from '../support/prints.ts'
import { serve } from '../support/serving.ts'

const count = 2

it('a hosted service takes the images of an import with their tokens, where images on this computer only are refused', async () => {
  const shop = await TestHome.withVault()
  const home = await TestHome.withVault()
  onTestFinished(() => {
    shop.remove()
    home.remove()
  })
  const hosted = await serve(shop, ['--passphrase-file', shop.passphraseFile])
  const key = home.file('key.txt', `${hosted.api_key}\n`)
  const where = ['--network', 'testnet', '--base-url', hosted.base_url, '--app-id', hosted.app_id]
  expect(
    await home.json(['account', 'add', 'shop', ...where, '--api-key-file', key]),
  ).toMatchObject({ code: 0 })
  const collection = await hosted.newCollection()
  const folder = await makePrints(join(home.dir, 'prints'), count)
  const run = (...more: readonly string[]) =>
    home.json(['import', folder, '--collection', collection, '--account', 'shop', ...more])
  expect(await run()).toMatchObject({
    document: { error: { message: expect.stringContaining('on this computer only') } },
  })
  expect(await run('--pin', 'service')).toMatchObject({
    code: 0,
    document: { added: count, places: [{ place: 'shop', held: count, total: count }] },
  })
  const { data } = addTokensResponse
    .pick({ data: true })
    .parse(await hosted.call(`/nft/collections/${collection}/tokens`))
  // the service has the bytes itself, not only their address
  const objects = join(shop.dir, 'content', 'objects')
  expect(readdirSync(objects).flatMap((shard) => readdirSync(join(objects, shard)))).toHaveLength(
    count,
  )
  for (const { image } of data) expect(image).toMatch(/^ipfs:\/\/Qm/u)

  const local = await home.json(['import', folder, '--collection', collection, '--pin', 'service'])
  expect(
    z.object({ error: z.object({ message: z.string() }) }).parse(local.document).error.message,
  ).toContain('keeps images on this computer')
  const verified = await home.run(['pin', 'verify', '--pin', 'service'])
  expect(verified.stderr).toContain('service is for imports')
})
