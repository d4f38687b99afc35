import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { placeImport } from '#app/home/place-import.ts'
import { Secret } from '#platform/secret/secret.ts'
import { counted, entryOf, exportedHome, repack } from '../app/home/exported-home.ts'
import { importInto, passphrase } from '../app/home/open-home.ts'
import { folderTest as it } from '../support/folder-test.ts'
import { openApp } from '../support/open-app.ts'

/** Entries that Coldpress never exports; each would mean something to a program if it were placed. */
const planted = [
  'window/Default/Preferences',
  'window.json',
  'WINDOW/Local State',
  'cache/thumbs/a.png',
  'crashes/a.json',
  'updates/deb/coldpress.deb',
  'home.lock',
  'moved.json',
  'vault.lock',
  'app.db-wal',
  'studio/devnet.db-journal',
  'import-placing/app.db',
  'content/index.db',
]

const repackWith = async (folder: string, names: readonly string[]): Promise<string> => {
  const { file } = await exportedHome(folder)
  const to = join(folder, 'hostile.coldpress')
  await repack(file, to, (facts, entries) => {
    const more = [...entries, ...names.map(entryOf)]
    return [counted(facts, more), more]
  })
  return to
}

it('an exported data folder plants nothing of what stays on a computer: not in a fresh data folder, and not in one that has the same', async ({
  folder,
}) => {
  const file = await repackWith(folder, planted)
  for (const place of ['fresh', 'used']) {
    const to = join(folder, place)
    mkdirSync(join(to, 'window'), { recursive: true })
    mkdirSync(join(to, 'cache'))
    if (place === 'used') {
      writeFileSync(join(to, 'window', 'Local State'), 'this computer’s own')
      writeFileSync(join(to, 'cache', 'b.png'), 'this computer’s own')
    }
    const before = place === 'used' ? ['Local State'] : []
    expect((await importInto(to, file)).leftOut.toSorted()).toEqual(planted.toSorted())
    const app = await openApp(to)
    await app.vault.unlock(Secret.ofText(passphrase))
    expect(readdirSync(join(to, 'window'))).toEqual(before)
    for (const name of ['window.json', 'WINDOW', 'crashes', 'updates', 'moved.json'])
      expect(existsSync(join(to, name)), name).toBe(false)
    const log = app.log.page({ before: null, limit: 5, kinds: null, levels: null, search: '' })
    expect(log.entries.map(({ message }) => message).join()).toContain('left out: window/Default')
    await app.close()
    // Every later start finds nothing to do.
    expect(await placeImport(to)).toBeUndefined()
  }
})

it('a file that Coldpress did not make gets a folder of its own, whatever its name', async ({
  folder,
}) => {
  const names = [
    'notes.txt',
    'preload.js',
    'app.db/inside',
    'studio/devnet.db.exe',
    'Content/objects/x',
  ]
  const file = await repackWith(folder, names)
  const to = join(folder, 'to')
  expect(await importInto(to, file)).toMatchObject({ otherFiles: names, leftOut: [] })
  const app = await openApp(to)
  await app.close()
  for (const name of names)
    expect(readFileSync(join(to, 'other-files', name), 'utf8'), name).toBe('planted')
  expect(readdirSync(to)).not.toContain('notes.txt')
})

it('an import that an earlier version left half placed is finished by the next start', async ({
  folder,
}) => {
  const { file } = await exportedHome(folder)
  const to = join(folder, 'to')
  await importInto(to, file)
  const placing = join(to, 'import-placing')
  renameSync(join(to, 'import-ready'), placing)
  for (const name of ['window', 'updates']) {
    for (const place of [placing, to]) {
      mkdirSync(join(place, name), { recursive: true })
      writeFileSync(join(place, name, 'file'), place === to ? 'own' : 'planted')
    }
  }
  writeFileSync(join(placing, 'moved.json'), '{}')
  writeFileSync(join(placing, 'notes.txt'), 'notes')
  renameSync(join(placing, 'app.db'), join(to, 'app.db'))
  const app = await openApp(to)
  await app.vault.unlock(Secret.ofText(passphrase))
  await app.close()
  expect(existsSync(placing)).toBe(false)
  for (const name of ['window', 'updates'])
    expect(readFileSync(join(to, name, 'file'), 'utf8')).toBe('own')
  expect(readFileSync(join(to, 'other-files', 'notes.txt'), 'utf8')).toBe('notes')
})

it('what a file says of its origin is shown without characters that rewrite the terminal', async ({
  folder,
}) => {
  const { file } = await exportedHome(folder)
  const to = join(folder, 'hostile.coldpress')
  const hostile = '/home/me\u{1b}[2K\u{202e}'
  await repack(file, to, (facts, entries) => [
    { ...facts, home: hostile, coldpress: '1\n2' },
    entries,
  ])
  const place = join(folder, 'to')
  const found = await importInto(place, to)
  expect(found).toMatchObject({ home: '/home/me\\u{1b}[2K\\u{202e}', coldpress: '1\\n2' })
  const app = await openApp(place)
  const log = app.log.page({ before: null, limit: 1, kinds: null, levels: null, search: '' })
  expect(log.entries[0]?.message).toContain('\\u{202e}')
  expect(log.entries[0]?.message).not.toContain('\u{202e}')
  await app.close()
})
