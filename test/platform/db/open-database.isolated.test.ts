import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { Database } from '#platform/db/database.ts'
import { checkDatabases } from '#platform/db/home-databases.ts'
import { readRecord } from '#platform/db/home-record.ts'
import { databasesOf, isKnown, openDatabase, openKnown } from '#platform/db/open-database.ts'
import { setAside } from '#app/home/set-aside.ts'
import { messageOf } from '#values/errors/errors.ts'
import { folderTest as it } from '../../support/folder-test.ts'

/** What another process does once this one has looked at a file. */
const between = vi.hoisted(() => ({ work: undefined as (() => void) | undefined }))

vi.mock(import('#platform/db/home-mark.ts'), async (original) => {
  const actual = await original()
  const peekAt: typeof actual.peekAt = (path) => {
    const facts = actual.peekAt(path)
    const { work } = between
    between.work = undefined
    work?.()
    return facts
  }
  return { ...actual, peekAt }
})

const press = { name: 'press', steps: ['CREATE TABLE plates (name TEXT NOT NULL) STRICT'] }
const plate = z.object({ name: z.string() })

const names = ['app.db', 'studio/devnet.db', 'studio/devnet.chain.db', 'submissions/preprod.db']

const open = (home: string, name: string): Database => openDatabase({ home, name }, [press])

/** A home whose database holds a row and is closed. */
const begin = (home: string, name: string): string => {
  const database = open(home, name)
  database.run("INSERT INTO plates (name) VALUES ('fern')")
  database.close()
  return join(home, name)
}

const plates = (home: string, name: string): readonly string[] => {
  const database = open(home, name)
  try {
    return database.all(plate, 'SELECT name FROM plates').map((row) => row.name)
  } finally {
    database.close()
  }
}

const withoutTables = (path: string): void => {
  for (const ending of ['', '-wal', '-shm']) rmSync(`${path}${ending}`, { force: true })
  const raw = new DatabaseSync(path)
  raw.exec('PRAGMA journal_mode = WAL; CREATE TABLE one (id); DROP TABLE one')
  raw.close()
}

const losses = [
  ['missing', (path: string) => rmSync(path), 'is missing'],
  ['emptied', (path: string) => writeFileSync(path, ''), 'is empty (0 bytes)'],
  ['without tables', withoutTables, 'holds no tables'],
] as const

/** Whatever lies at a path, to compare. */
const bytesAt = (path: string): Buffer | undefined =>
  existsSync(path) ? readFileSync(path) : undefined

const errorsOf = (home: string): readonly string[] =>
  checkDatabases(home, 'integrity_check').flatMap(({ error }) =>
    error === undefined ? [] : [messageOf(error)],
  )

/** As an older version left it: no record, and no mark in any database. */
const forget = (home: string, ...paths: readonly string[]): void => {
  rmSync(join(home, 'home.json'), { force: true })
  for (const path of paths) {
    const raw = new DatabaseSync(path)
    raw.exec("DROP TABLE home_mark; DELETE FROM schema_versions WHERE name = 'home_mark'")
    raw.close()
  }
}

describe.for(names)('%s of a data folder', (name) => {
  it('is begun once, keeps its rows, and is named in the record', ({ folder: home }) => {
    begin(home, name)
    expect(plates(home, name)).toEqual(['fern'])
    expect(readRecord(home)?.databases).toEqual([name])
    expect(checkDatabases(home, 'integrity_check')).toEqual([{ path: join(home, name), parts: [] }])
  })

  it.for(losses)(
    'that is %s is an error and not begun again',
    ([_how, lose, words], { folder: home }) => {
      const path = begin(home, name)
      lose(path)
      const before = bytesAt(path)
      for (const opening of [openDatabase, openKnown])
        expect(() => opening({ home, name }, [press])).toThrow(`${path} ${words}`)
      expect(isKnown({ home, name })).toBe(true)
      expect(databasesOf(home)).toEqual([name])
      expect(errorsOf(home)).toEqual([expect.stringContaining(`${path} ${words}`)])
      expect(bytesAt(path)).toEqual(before)
    },
  )

  it('that is of another data folder is an error and stays as it is', ({ folder }) => {
    const [home, other] = [join(folder, 'home'), join(folder, 'other')]
    const path = begin(home, name)
    const theirs = begin(other, name)
    copyFileSync(theirs, path)
    for (const opening of [openDatabase, openKnown])
      expect(() => opening({ home, name }, [press])).toThrow('belongs to another data folder')
    expect(errorsOf(home)).toEqual([expect.stringContaining('belongs to another data folder')])
    expect(readFileSync(path)).toEqual(readFileSync(theirs))
  })

  it('that had the id is not exchanged for one without', ({ folder }) => {
    const [home, other] = [join(folder, 'home'), join(folder, 'other')]
    const path = begin(home, name)
    const theirs = begin(other, name)
    forget(other, theirs)
    copyFileSync(theirs, path)
    for (const opening of [openDatabase, openKnown])
      expect(() => opening({ home, name }, [press])).toThrow('and this one carries none')
    expect(errorsOf(home)).toEqual([expect.stringContaining(`${path} is not the file`)])
    expect(readFileSync(path)).toEqual(readFileSync(theirs))
  })

  it('is known to carry the id once a record of an older version meets it', ({ folder: home }) => {
    begin(home, name)
    const record = readRecord(home)
    const older = { format: 1, id: record?.id, databases: [name] }
    writeFileSync(join(home, 'home.json'), JSON.stringify(older))
    expect(readRecord(home)?.marked).toEqual([])
    expect(plates(home, name)).toEqual(['fern'])
    expect(readRecord(home)).toEqual(record)
  })

  it('is never begun by a reader', ({ folder: home }) => {
    expect(openKnown({ home, name }, [press])).toBeUndefined()
    const path = join(home, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, '')
    expect(openKnown({ home, name }, [press])).toBeUndefined()
    expect(readFileSync(path)).toHaveLength(0)
    expect(existsSync(join(home, 'home.json'))).toBe(false)
  })

  it('of an older version opens, and is marked then', ({ folder: home }) => {
    const path = begin(home, name)
    forget(home, path)
    expect(plates(home, name)).toEqual(['fern'])
    rmSync(path)
    expect(() => open(home, name)).toThrow('is missing')
  })

  it('that a killed process had only just begun is begun again', ({ folder: home }) => {
    begin(home, 'submissions/mainnet.db')
    const path = join(home, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, '')
    expect(plates(home, name)).toEqual([])
  })

  it('that is a named pipe or a folder is an error at once', ({ folder: home }) => {
    const path = join(home, name)
    mkdirSync(dirname(path), { recursive: true })
    execFileSync('mkfifo', [path])
    expect(() => open(home, name)).toThrow(`${path} is a named pipe`)
    expect(errorsOf(home)).toEqual([expect.stringContaining('is a named pipe')])
    rmSync(path)
    mkdirSync(path)
    expect(() => open(home, name)).toThrow(`${path} is a folder`)
    rmSync(path, { recursive: true })
    begin(home, name)
    execFileSync('mkfifo', [`${path}-journal`])
    expect(() => open(home, name)).toThrow(`${path}-journal is a named pipe`)
  })
})

describe('a data folder of an older version, without a record', () => {
  it.for([
    ['studio/devnet.db', 'studio/devnet.log', 'missing', 'is missing'],
    ['studio/devnet.db', 'studio/devnet.log', 'emptied', 'is empty'],
    ['studio/devnet.db', 'studio/devnet.log', 'without tables', 'holds no tables'],
    ['studio/devnet.db', 'studio/devnet.chain.db', 'missing', 'is missing'],
    ['studio/devnet.chain.db', 'studio/devnet.db', 'emptied', 'is empty'],
    ['app.db', 'studio/preprod.db', 'missing', 'is missing'],
    ['app.db', 'vault.json', 'emptied', 'is empty'],
    ['app.db', 'vault.json', 'without tables', 'holds no tables'],
  ] as const)('misses %s beside a used %s: %s', ([name, beside, how, words], { folder: home }) => {
    const path = begin(home, name)
    losses.find(([one]) => one === how)?.[1](path)
    if (beside.endsWith('.db')) forget(home, begin(home, beside))
    else {
      mkdirSync(dirname(join(home, beside)), { recursive: true })
      writeFileSync(join(home, beside), 'a line\n')
    }
    forget(home)
    const before = bytesAt(path)
    for (const opening of [openDatabase, openKnown])
      expect(() => opening({ home, name }, [press])).toThrow(words)
    expect(errorsOf(home)).toContainEqual(expect.stringContaining(`${path} ${words}`))
    expect(bytesAt(path)).toEqual(before)
  })

  it.for([
    ['app.db', 'vault.json', 'a vault is all that is kept'],
    ['studio/devnet.chain.db', 'studio/devnet.db', 'a studio starts before its chain'],
    ['studio/preprod.db', 'studio/devnet.db', 'another network was used'],
  ] as const)('begins %s beside %s: %s', ([name, beside], { folder: home }) => {
    if (beside.endsWith('.db')) forget(home, begin(home, beside))
    else writeFileSync(join(home, beside), '{}')
    expect(plates(home, name)).toEqual([])
  })

  it('whose record was damaged gets it again from its databases', ({ folder: home }) => {
    for (const name of names) begin(home, name)
    const before = readRecord(home)
    writeFileSync(join(home, 'home.json'), '')
    expect(databasesOf(home)).toHaveLength(names.length)
    expect(plates(home, 'app.db')).toEqual(['fern'])
    expect(readRecord(home)).toEqual(before)
  })
})

describe('a database that Coldpress makes again', () => {
  it.for(['content/index.db', 'sale-addresses.db'])(
    'begins again when %s is lost',
    (name, { folder: home }) => {
      begin(home, 'app.db')
      const path = begin(home, name)
      for (const [, lose] of losses) {
        lose(path)
        expect(plates(home, name)).toEqual([])
      }
      expect(readRecord(home)?.databases).toEqual(['app.db'])
    },
  )

  it('is not taken from another data folder either', ({ folder }) => {
    const [home, other] = [join(folder, 'home'), join(folder, 'other')]
    for (const one of [home, other]) {
      begin(one, 'app.db')
      begin(one, 'content/index.db')
    }
    copyFileSync(join(other, 'content/index.db'), join(home, 'content/index.db'))
    expect(() => open(home, 'content/index.db')).toThrow('belongs to another data folder')
    expect(errorsOf(home)).toHaveLength(1)
  })
})

/** A folder of another file system, where this computer has one. */
const otherDisk = '/dev/shm'
const hasOtherDisk = existsSync(otherDisk) && statSync(otherDisk).dev !== statSync(tmpdir()).dev

describe.runIf(hasOtherDisk)('a database in a folder that is linked to another disk', () => {
  const linked = (home: string): string => {
    const disk = mkdtempSync(join(otherDisk, 'coldpress-'))
    onTestFinished(() => rmSync(disk, { recursive: true, force: true }))
    symlinkSync(disk, join(home, 'studio'))
    return disk
  }

  it('is set aside into the data folder', async ({ folder: home }) => {
    const disk = linked(home)
    const path = begin(home, 'studio/devnet.db')
    const before = readFileSync(path)
    const aside = await setAside(home, ['studio/devnet.db'])
    expect(readFileSync(join(aside, 'studio/devnet.db'))).toEqual(before)
    expect([readdirSync(disk), readRecord(home)?.databases]).toEqual([[], []])
    expect(plates(home, 'studio/devnet.db')).toEqual([])
  })

  it('stays with all others where one cannot be moved', async ({ folder: home }) => {
    const disk = linked(home)
    for (const name of ['app.db', 'studio/devnet.db']) begin(home, name)
    const record = readFileSync(join(home, 'home.json'))
    mkdirSync(join(disk, 'devnet.db-journal'))
    await expect(setAside(home, ['app.db', 'studio/devnet.db'])).rejects.toThrow('EISDIR')
    rmSync(join(disk, 'devnet.db-journal'), { recursive: true })
    expect(readFileSync(join(home, 'home.json'))).toEqual(record)
    for (const name of ['app.db', 'studio/devnet.db']) expect(plates(home, name)).toEqual(['fern'])
    expect(readdirSync(home).filter((name) => name.startsWith('set-aside'))).toEqual([])
  })
})

describe('a data folder without a record that two processes open at once', () => {
  it('gets the record of one, and the other finds nothing lost', ({ folder: home }) => {
    forget(home, begin(home, 'app.db'))
    between.work = () => open(home, 'app.db').close()
    expect(plates(home, 'app.db')).toEqual(['fern'])
    expect(plates(home, 'app.db')).toEqual(['fern'])
    expect(errorsOf(home)).toEqual([])
  })

  it('does not miss tables of a database that was locked while it was begun', ({
    folder: home,
  }) => {
    const other = new DatabaseSync(join(home, 'app.db'))
    other.exec('CREATE TABLE one (id); DROP TABLE one; BEGIN EXCLUSIVE')
    begin(home, 'studio/devnet.db')
    expect(readRecord(home)?.databases).toEqual(['studio/devnet.db'])
    other.close()
    expect(plates(home, 'app.db')).toEqual([])
  })
})

it('a restart of the migration of a database leaves the record alone', ({ folder: home }) => {
  begin(home, 'app.db')
  const before = readFileSync(join(home, 'home.json'))
  new Database(join(home, 'app.db'), [press]).close()
  expect(plates(home, 'app.db')).toEqual(['fern'])
  expect(readFileSync(join(home, 'home.json'))).toEqual(before)
})

describe('a copy that somebody keeps beside a database', () => {
  it('makes no record void, and is nobody’s loss once it goes', ({ folder }) => {
    const path = begin(folder, 'app.db')
    const copies = ['app copy.db', 'app-before.db', 'devnet (1).db'].map((name) =>
      join(folder, name),
    )
    for (const copy of copies) copyFileSync(path, copy)
    rmSync(join(folder, 'home.json'))
    open(folder, 'app.db').close()
    expect(readRecord(folder)?.databases).toEqual(['app.db'])
    for (const copy of copies) rmSync(copy)
    expect(databasesOf(folder)).toEqual(['app.db'])
    rmSync(path)
    expect(() => open(folder, 'app.db')).toThrow('is missing')
  })
})
