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
import { TestHome } from '../support/coldpress.ts'
import { sample } from '../support/resources.ts'
import { clip } from '../support/works-in-window.ts'
import { herbarium, makePrints } from '../support/prints.ts'
import { glb } from '../core/images/works.ts'

let home: TestHome
beforeAll(async () => {
  home = await TestHome.withVault()
})
afterAll(() => home.remove())

const created = z.object({ id: z.string() })
const planned = z.object({ issues: z.array(z.object({ rule: z.string() })) })
const imported = z.object({ added: z.number(), failed: z.number() })

it('an import says that a collection has no place for works, adds it when asked, and puts them into files', async () => {
  const folder = await makePrints(join(home.dir, 'art'), 1)
  writeFileSync(join(folder, '1.glb'), glb())
  writeFileSync(
    join(folder, 'prints.csv'),
    'asset_name,name,image,ink,work\nPrint1,Print 1,1.png,sepia,1.glb\n',
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
  const out = join(home.dir, 'tokens.json')
  await home.json(['collection', 'export', '--collection', id, '--format', 'cip25', '--out', out])
  expect(readFileSync(out, 'utf8')).toMatch(
    /"mediaType": ?"model\/gltf-binary",\s*"src": ?"ipfs:\/\/Qm/u,
  )
})

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
