import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it as plain } from 'vitest'
import { checkCopy, requiredNames } from '#app/home/check-copy.ts'
import { type HomeEntry, writeHomeFile } from '#app/home/home-file.ts'
import { isOfThisComputer, kindOf, nameInFile } from '#app/home/home-layout.ts'
import { placeImport } from '#app/home/place-import.ts'
import { Secret } from '#platform/secret/secret.ts'
import { folderTest as it } from '../../support/folder-test.ts'
import { openApp } from '../../support/open-app.ts'
import { counted, entryOf } from './exported-home.ts'
import { backUpTo, exportTo, importInto, passphrase } from './open-home.ts'

/** A database whose table has pages of other bytes; its first page is sound. */
const damageTable = (path: string): void => {
  const raw = new DatabaseSync(path)
  raw.exec(`CREATE TABLE plates (name TEXT);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
    INSERT INTO plates SELECT hex(randomblob(50)) FROM n`)
  raw.close()
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.fill(0xff, 4096, 3 * 4096))
}

const vaultIn = async (home: string) => {
  const app = await openApp(home)
  await app.vault.create(Secret.ofText(passphrase))
  return app
}

describe('a copy of a data folder', () => {
  it.runIf(process.getuid?.() === 0)(
    'follows no link to what belongs to another user',
    async ({ folder }) => {
      const app = await vaultIn(join(folder, 'home'))
      const theirs = join(folder, 'theirs')
      mkdirSync(theirs)
      writeFileSync(join(theirs, 'a'), 'theirs')
      chownSync(theirs, 12_345, 12_345)
      symlinkSync(theirs, join(app.home, 'imports'))
      await expect(exportTo(app, join(folder, 'x.coldpress'))).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringMatching(/holds imports, .*another user/u),
      })
      rmSync(join(app.home, 'imports'))
      await exportTo(app, join(folder, 'x.coldpress'))
      await app.close()
    },
  )

  it('takes a database of the user as a file like any other, which the import puts beside', async ({
    folder,
  }) => {
    const app = await vaultIn(join(folder, 'home'))
    writeFileSync(join(app.home, 'my.db'), 'no database at all')
    writeFileSync(join(app.home, 'import-list.csv'), 'a list')
    const file = join(folder, 'x.coldpress')
    await exportTo(app, file)
    await app.close()
    const to = join(folder, 'to')
    await importInto(to, file)
    await placeImport(to)
    expect(readFileSync(join(to, 'other-files', 'my.db'), 'utf8')).toBe('no database at all')
    expect(readFileSync(join(to, 'other-files', 'import-list.csv'), 'utf8')).toBe('a list')
  })

  it('is refused while a database is damaged, which is named, and leaves out one that is made again', async ({
    folder,
  }) => {
    const app = await vaultIn(join(folder, 'home'))
    for (const name of ['submissions/devnet.db', 'sale-addresses.db']) {
      mkdirSync(dirname(join(app.home, name)), { recursive: true })
      damageTable(join(app.home, name))
    }
    const file = join(folder, 'x.coldpress')
    writeFileSync(file, 'the last backup')
    const path = join(app.home, 'submissions', 'devnet.db')
    const backUp = () => backUpTo(app, file)
    await expect(backUp()).rejects.toMatchObject({
      code: 'corrupt',
      message: expect.stringContaining(`${path} is damaged: table plates.`),
    })
    expect(readFileSync(file, 'utf8')).toBe('the last backup')
    rmSync(path)
    await backUp()
    await app.close()
    const to = join(folder, 'to')
    await importInto(to, file)
    await placeImport(to)
    expect(existsSync(join(to, 'app.db'))).toBe(true)
  })

  it('is refused where it lacks what the data folder has, unless that was removed meanwhile', async ({
    folder,
  }) => {
    const home = join(folder, 'home')
    const disk = join(folder, 'disk')
    mkdirSync(join(home, 'submissions'), { recursive: true })
    mkdirSync(join(disk, 'ab'), { recursive: true })
    mkdirSync(join(home, 'content'))
    writeFileSync(join(home, 'app.db'), 'a')
    writeFileSync(join(home, 'submissions', 'devnet.db'), 'b')
    writeFileSync(join(disk, 'c.csv'), 'c')
    symlinkSync(disk, join(home, 'imports'))
    const required = await requiredNames(home, true)
    expect(required.toSorted()).toEqual(['app.db', 'imports/c.csv', 'submissions/devnet.db'])

    const entries: readonly HomeEntry[] = [entryOf('app.db'), entryOf('submissions/devnet.db')]
    const file = join(folder, 'x.coldpress')
    const pieces: Uint8Array[] = []
    const facts = {
      format: 'coldpress-home' as const,
      version: 1,
      coldpress: '1.2.3',
      created: '2026-01-01T00:00:00.000Z',
      home,
      files: 0,
      bytes: 0,
      hasImages: true,
      isBackup: true,
    }
    const secret = Secret.ofText(passphrase)
    await writeHomeFile(counted(facts, entries), entries, {
      passphrase: secret,
      workFactor: 4,
      write: async (chunk) => void pieces.push(chunk),
      onBytes: () => undefined,
    })
    writeFileSync(file, Buffer.concat(pieces))
    const check = (more: readonly HomeEntry[] = []) =>
      checkCopy(file, {
        home,
        entries: [...entries, ...more],
        required,
        passphrase: secret,
        onBytes: () => undefined,
        signal: undefined,
      })
    await expect(check()).rejects.toMatchObject({
      details: { rule: 'not_whole' },
      message: expect.stringContaining('lacks what the data folder has: imports/c.csv.'),
    })
    rmSync(join(disk, 'c.csv'))
    await check()
    await expect(check([entryOf('studio/devnet.db')])).rejects.toThrow('studio/devnet.db')
  })
})

describe('a name in a data folder', () => {
  plain.each([
    ['app.db', 'part'],
    ['sale-addresses.db', 'part'],
    ['studio/mainnet.db', 'part'],
    ['studio/devnet.chain.db', 'part'],
    ['submissions/preprod.db', 'part'],
    ['secrets/vault/identity.age', 'part'],
    ['secrets/vault/other.age', 'other'],
    ['content/objects/ab/cd', 'part'],
    ['content/elsewhere/ab', 'other'],
    ['content/index.db', 'stays'],
    ['studio/devnet.log', 'stays'],
    ['window/Preferences', 'stays'],
    ['Home.LOCK', 'stays'],
    ['home.lock-journal', 'stays'],
    ['app.db.before-update-3', 'stays'],
    ['before-import-20260101T000000/app.db', 'stays'],
    ['import-plan.csv', 'other'],
    ['APP.DB', 'other'],
  ] as const)('%s: %s', (name, kind) => {
    expect(kindOf(name)).toBe(kind)
    if (kind === 'other') expect(kindOf(nameInFile(name))).toBe('part')
  })

  plain('stays at an import where a process that was killed left it', () => {
    expect(isOfThisComputer(`import-99-${'a'.repeat(24)}.tmp`)).toBe(true)
    expect(isOfThisComputer('import-failed-20260101T000000')).toBe(true)
    expect(isOfThisComputer('imports')).toBe(false)
  })
})
