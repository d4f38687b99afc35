import { copyFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { addTokensResponse } from '#contract/tokens/token.ts'
import { TestHome } from '../support/coldpress.ts'
import { makePrints } from '../support/prints.ts'
import { serve } from '../support/serving.ts'
import { clip } from '../support/works-in-window.ts'

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

  const withWorks = await makePrints(join(home.dir, 'moving'), 1, { first: 9 })
  copyFileSync(clip('ogg'), join(withWorks, '9.ogg'))
  writeFileSync(
    join(withWorks, 'prints.csv'),
    'asset_name,name,image,ink,work\nPrint9,Print 9,9.png,sepia,9.ogg\n',
  )
  const moving = ['--collection', await hosted.newCollection(), '--account', 'shop']
  const place = ['import', withWorks, ...moving, '--add-works', '--pin', 'service']
  expect(await home.json(place)).toMatchObject({
    document: {
      error: {
        message: expect.stringContaining(
          'works beside the image, which a minting service does not take',
        ),
      },
    },
  })
  expect(await home.json(['import', withWorks, ...moving, '--dry-run'])).toMatchObject({
    code: 0,
    document: {
      issues: [
        { rule: 'works_at_service', message: expect.stringContaining('shop is a hosted service') },
        { rule: 'image_not_square' },
      ],
    },
  })

  const local = await home.json(['import', folder, '--collection', collection, '--pin', 'service'])
  expect(
    z.object({ error: z.object({ message: z.string() }) }).parse(local.document).error.message,
  ).toContain('keeps images on this computer')
  const verified = await home.run(['pin', 'verify', '--pin', 'service'])
  expect(verified.stderr).toContain('service is for imports')
})
