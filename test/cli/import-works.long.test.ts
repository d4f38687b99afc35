import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { mint as mintShape } from '#contract/mints/mint.ts'
import { TestHome } from '../support/coldpress.ts'
import { serveHome } from '../support/served-home.ts'
import { sample } from '../support/resources.ts'
import { clip } from '../support/works-in-window.ts'
import { herbarium, makePrints } from '../support/prints.ts'
import { glb } from '../media/images/works.ts'

let home: TestHome
beforeAll(async () => {
  home = await TestHome.withVault()
})
afterAll(() => home.remove())

const created = z.object({ id: z.string() })
const planned = z.object({ issues: z.array(z.object({ rule: z.string() })) })
/** CIP-25, as a gateway gives the metadata of a transaction. */
const file = z.object({
  name: z.string(),
  mediaType: z.string(),
  src: z.string().regex(/^ipfs:\/\/Qm/u),
})
const labelled = z.array(
  z.object({
    label: z.literal('721'),
    json_metadata: z.record(
      z.string(),
      z.record(z.string(), z.looseObject({ files: z.array(file) })).catch({}),
    ),
  }),
)
const imported = z.object({ added: z.number(), failed: z.number() })

it('an import says that a collection has no place for works, adds it when asked, and several of one token come on chain in files, byte for byte', async () => {
  const folder = await makePrints(join(home.dir, 'art'), 1)
  const works = {
    '1.glb': ['model/gltf-binary', glb()],
    '1.svg': ['image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    '1.flac': ['audio/flac', readFileSync(clip('flac'))],
  } as const
  for (const [name, [, bytes]] of Object.entries(works)) writeFileSync(join(folder, name), bytes)
  writeFileSync(
    join(folder, 'prints.csv'),
    `asset_name,name,image,ink,work,work_2,work_3\nPrint1,Print 1,1.png,sepia,${Object.keys(works).join(',')}\n`,
  )
  const file = home.file('collection.json', JSON.stringify(herbarium))
  const made = await home.json(['collection', 'create', '--file', file])
  const { id } = created.parse(made.document)
  const unlocked = ['--passphrase-file', home.passphraseFile]
  const importing = ['import', folder, '--collection', id]

  const checked = await home.json([...importing, '--dry-run'])
  expect(checked.code).toBe(3)
  expect(planned.parse(checked.document).issues.map(({ rule }) => rule)).toContain(
    'no_files_template',
  )
  expect((await home.run([...importing, '--dry-run', ...unlocked])).stdout).toContain('--add-works')

  const run = await home.json([...importing, '--add-works'])
  expect(imported.parse(run.document)).toEqual({ added: 1, failed: 0 })

  const { files, mint } = await minted(id, 'Print1')
  expect(files.map(({ name, mediaType }) => [name, mediaType])).toEqual(
    Object.values(works).map(([mediaType]) => ['Print 1', mediaType]),
  )
  const pinned = join(home.dir, 'works.car')
  await home.json(['pin', 'export-car', '--out', pinned])
  const car = readFileSync(pinned)
  for (const [, bytes] of Object.values(works)) expect(car.includes(bytes)).toBe(true)
  expect(mint.status).toBe('completed')
})

/** Mints a token on the devnet, and reads the files that its transaction has. */
const minted = async (id: string, assetName: string) => {
  const of = ['--collection', id]
  await home.json(['mint', 'fund', ...of, '--ada', '20'])
  const build = ['mint', 'build', ...of, '--tokens', assetName, '--to', herbarium.payout_address]
  const built = await home.json([...build, '--wait', '--yes'])
  expect(built.code, built.stderr).toBe(0)
  const mint = mintShape.parse(built.document)
  const { chain } = await serveHome(home)
  const [said] = labelled.parse(await chain(`txs/${mint.transactions[0]?.tx_id}/metadata`))
  const tokens = Object.values(said?.json_metadata ?? {}).find((one) => assetName in one)
  return { files: tokens?.[assetName]?.files ?? [], mint }
}

it.skipIf(process.platform === 'win32')(
  '--posters makes the image of a video with ffmpeg, and says what to do where there is none',
  async () => {
    const folder = join(home.dir, 'films')
    mkdirSync(folder)
    copyFileSync(clip('mp4'), join(folder, 'film1.mp4'))
    const plain = { name: '<name>', image: '<image>', media_type: '<media_type>' }
    const files = [{ name: '<name>', media_type: '<work_type>', src: '<work>' }]
    const file = home.file(
      'films.json',
      JSON.stringify({ ...herbarium, name: 'Films', metadata: { ...plain, files } }),
    )
    const made = await home.json(['collection', 'create', '--file', file])
    const { id } = created.parse(made.document)
    const importing = ['import', folder, '--collection', id]
    const without = await home.run([...importing, '--posters'], { PATH: '/nowhere' })
    expect(without.code).toBe(2)
    expect(without.stderr).toContain('there is no ffmpeg on the PATH')
    expect((await home.run([...importing, '--posters', '--dry-run'])).code).toBe(2)

    const bin = join(home.dir, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'ffmpeg'), `#!/bin/sh\nexec cat '${join(sample, '01-fern.jpg')}'\n`)
    chmodSync(join(bin, 'ffmpeg'), 0o755)
    const env = { PATH: [bin, process.env['PATH'] ?? ''].join(delimiter) }
    expect((await home.run([...importing, '--posters'], env)).stdout).toContain('1 token')
    expect(existsSync(join(folder, 'film1.jpg'))).toBe(true)
  },
)
