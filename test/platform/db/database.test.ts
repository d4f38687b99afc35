import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { z } from 'zod'
import { columns, Database } from '#platform/db/database.ts'
import { folderTest as it } from '../../support/folder-test.ts'

const pressSchema = {
  name: 'press',
  steps: [
    'CREATE TABLE plates (id INTEGER PRIMARY KEY, name TEXT NOT NULL, inked INTEGER NOT NULL) STRICT',
  ],
}
const plate = z.object({ id: z.int(), name: z.string(), inked: columns.boolean })

const open = (folder: string, steps: readonly string[] = pressSchema.steps): Database =>
  new Database(join(folder, 'sub', 'app.db'), [{ name: 'press', steps }])

const copies = (folder: string): readonly string[] =>
  readdirSync(join(folder, 'sub')).filter((name) => name.includes('before-update'))

const insert = (database: Database, name: string): number =>
  database.run('INSERT INTO plates (name, inked) VALUES (:name, 1)', { name })

describe('Database', () => {
  it('writes rows by column: booleans as numbers, bigints as text, lists as JSON', ({ folder }) => {
    const steps = [
      'CREATE TABLE proofs (id TEXT PRIMARY KEY, on_paper INTEGER, ink TEXT, cuts TEXT) STRICT',
    ]
    const database = open(folder, steps)
    const proof = { id: 'a', on_paper: true, ink: 12n, cuts: ['x'] }
    expect(database.insert('proofs', proof)).toBe(true)
    expect(database.insert('proofs', proof, 'ON CONFLICT DO NOTHING')).toBe(false)
    database.upsert('proofs', { ...proof, on_paper: false, cuts: undefined }, 'id')
    const row = z.object({
      id: z.string(),
      on_paper: columns.boolean,
      ink: z.string(),
      cuts: z.null(),
    })
    const stored = { id: 'a', on_paper: false, ink: '12', cuts: null }
    expect(database.all(row, 'SELECT * FROM proofs')).toEqual([stored])
    expect(database.update('proofs', { ink: 'none' }, { id: 'b' })).toBe(0)
    expect(database.update('proofs', { ink: 'none' }, { id: 'a', ink: 12n })).toBe(1)
    expect(database.all(row, 'SELECT * FROM proofs')).toEqual([{ ...stored, ink: 'none' }])
    database.close()
  })

  it('keeps rows over a restart and parses them on the way out', ({ folder }) => {
    const first = open(folder)
    expect(insert(first, 'fern')).toBe(1)
    first.close()
    const second = open(folder)
    expect(second.all(plate, 'SELECT * FROM plates')).toEqual([
      { id: 1, name: 'fern', inked: true },
    ])
    expect([...second.each(plate, 'SELECT * FROM plates')]).toHaveLength(1)
    expect(second.get(plate, 'SELECT * FROM plates WHERE id = 2')).toBeUndefined()
    second.close()
  })

  it('runs each migration once, and only those that are new', ({ folder }) => {
    open(folder).close()
    const later = open(folder, [
      ...pressSchema.steps,
      "INSERT INTO plates (name, inked) VALUES ('moss', 0)",
    ])
    later.close()
    const again = open(folder, [
      ...pressSchema.steps,
      "INSERT INTO plates (name, inked) VALUES ('moss', 0)",
    ])
    expect(again.all(plate, 'SELECT * FROM plates')).toHaveLength(1)
    again.close()
  })

  it('leaves nothing of a migration that fails', ({ folder }) => {
    expect(() =>
      open(folder, [...pressSchema.steps, 'CREATE TABLE inks (id INTEGER) STRICT; NONSENSE']),
    ).toThrow('NONSENSE')
    const database = open(folder)
    expect(
      database.get(
        z.object({ n: z.int() }),
        "SELECT count(*) AS n FROM sqlite_schema WHERE name = 'inks'",
      ),
    ).toEqual({ n: 0 })
    database.close()
  })

  it('copies the file before it changes tables that were in use', ({ folder }) => {
    const first = open(folder)
    insert(first, 'fern')
    first.close()
    open(folder).close()
    expect(copies(folder)).toEqual([])
    open(folder, [...pressSchema.steps, 'DELETE FROM plates']).close()
    const [copy = ''] = copies(folder)
    const kept = new Database(join(folder, 'sub', copy), [pressSchema])
    expect(kept.all(plate, 'SELECT * FROM plates')).toHaveLength(1)
    kept.close()
  })

  it('changes nothing when one of its schemas is newer, whichever comes first', ({ folder }) => {
    const path = join(folder, 'two.db')
    const inks = { name: 'inks', steps: ['CREATE TABLE inks (id INTEGER) STRICT', 'SELECT 1'] }
    new Database(path, [pressSchema, inks]).close()
    const later = { ...pressSchema, steps: [...pressSchema.steps, 'DROP TABLE plates'] }
    const before = { ...inks, steps: inks.steps.slice(0, 1) }
    expect(() => new Database(path, [later, before])).toThrow('newer version')
    const database = new Database(path, [pressSchema, inks])
    expect(database.all(plate, 'SELECT * FROM plates')).toEqual([])
    database.close()
  })

  // Fault 5 of docs/faults.md.
  it('tells a full database from a damaged one, and goes on when there is room', ({ folder }) => {
    const database = open(folder)
    database.script('PRAGMA max_page_count = 4')
    const fill = (): void => {
      for (let index = 0; index < 1000; index += 1) insert(database, 'fern'.repeat(100))
    }
    expect(fill).toThrow('The disk has no room left to write')
    database.script('PRAGMA max_page_count = 4000')
    expect(fill).not.toThrow()
    database.close()
  })

  it('tells a busy database from a damaged one', ({ folder }) => {
    const [first, second] = [open(folder), open(folder)]
    second.script('PRAGMA busy_timeout = 0')
    first.transact(() => {
      insert(first, 'fern')
      expect(() => insert(second, 'moss')).toThrow('Another process')
    })
    insert(second, 'moss')
    first.close()
    second.close()
  })

  it('refuses a file that a newer version wrote, and says so', ({ folder }) => {
    open(folder, [...pressSchema.steps, 'SELECT 1']).close()
    expect(() => open(folder)).toThrow('newer version of Coldpress')
  })

  it('refuses tables that other steps made, before it touches any', ({ folder }) => {
    open(folder).close()
    const path = join(folder, 'sub', 'app.db')
    const before = readFileSync(path)
    const renamed = { name: 'press', steps: ['CREATE TABLE plates (id INTEGER) STRICT'] }
    const inks = { name: 'inks', steps: ['CREATE TABLE inks (id INTEGER) STRICT'] }
    expect(() => new Database(path, [inks, renamed])).toThrow('earlier checkout of Coldpress')
    expect(readFileSync(path)).toEqual(before)
    expect(copies(folder)).toEqual([])
    // other indentation is not another step
    open(
      folder,
      pressSchema.steps.map((step) => step.replaceAll(' ', '\n  ')),
    ).close()
  })

  it('refuses a file that is no database, and leaves it as it is', ({ folder }) => {
    const path = join(folder, 'letter.db')
    writeFileSync(path, 'Dear printer, '.repeat(100))
    const before = readFileSync(path)
    expect(() => new Database(path, [pressSchema])).toThrow(`${path} is damaged`)
    expect(readFileSync(path)).toEqual(before)
  })

  it('refuses a stored row of another shape', ({ folder }) => {
    const database = open(folder)
    insert(database, 'fern')
    database.run('UPDATE plates SET inked = 7')
    expect(() => database.all(plate, 'SELECT * FROM plates')).toThrow('stored row')
    database.close()
  })

  it('undoes everything when a transaction throws, nested ones included', ({ folder }) => {
    const database = open(folder)
    expect(() =>
      database.transact(() => {
        insert(database, 'fern')
        database.transact(() => insert(database, 'moss'))
        throw new Error('paper jam')
      }),
    ).toThrow('paper jam')
    expect(database.all(plate, 'SELECT * FROM plates')).toEqual([])
    expect(database.transact(() => insert(database, 'fern'))).toBe(1)
    expect(database.all(plate, 'SELECT * FROM plates')).toHaveLength(1)
    database.close()
  })

  it('syncs every commit and lets a second program write', ({ folder }) => {
    const first = open(folder)
    const second = open(folder)
    expect(first.get(z.object({ synchronous: z.int() }), 'PRAGMA synchronous')).toEqual({
      synchronous: 2,
    })
    insert(first, 'fern')
    insert(second, 'moss')
    expect(first.all(plate, 'SELECT * FROM plates')).toHaveLength(2)
    first.close()
    second.close()
  })

  it('commits unsynced where asked to, and synced again afterwards', ({ folder }) => {
    const database = open(folder)
    const mode = z.object({ synchronous: z.int() })
    const inside = database.transactUnsynced(() => {
      insert(database, 'fern')
      return database.get(mode, 'PRAGMA synchronous')
    })
    expect(inside).toEqual({ synchronous: 1 })
    expect(() => database.transactUnsynced(() => database.run('NONSENSE'))).toThrow('NONSENSE')
    expect(database.get(mode, 'PRAGMA synchronous')).toEqual({ synchronous: 2 })
    const other = open(folder)
    expect(other.all(plate, 'SELECT * FROM plates')).toHaveLength(1)
    other.close()
    database.close()
  })

  it('commits work of one turn together, undoes what throws by itself, and resolves after the commit', async ({
    folder,
  }) => {
    const database = open(folder)
    const other = open(folder)
    const names = () => other.all(plate, 'SELECT * FROM plates').map(({ name }) => name)
    const seen: (readonly string[])[] = []
    const noted = (name: string) =>
      database
        .transactTogether(() => {
          insert(database, name)
          database.transact(() => insert(database, `${name} again`))
          if (name === 'moss') throw new Error('no moss')
          return name
        })
        .finally(() => seen.push(names()))
    const results = Promise.allSettled(['fern', 'moss', 'ivy'].map(noted))
    expect(names()).toEqual([])
    expect(await results).toEqual([
      { status: 'fulfilled', value: 'fern' },
      { status: 'rejected', reason: new Error('no moss') },
      { status: 'fulfilled', value: 'ivy' },
    ])
    const all = ['fern', 'fern again', 'ivy', 'ivy again']
    expect(seen).toEqual([all, all, all])
    const late = database.transactTogether(() => insert(database, 'late'))
    database.close()
    expect(await late).toBe(1)
    expect(names()).toEqual([...all, 'late'])
    other.close()
    await expect(database.transactTogether(() => insert(database, 'never'))).rejects.toThrow(
      'not open',
    )
  })

  it('reads JSON columns, and refuses those that are none', () => {
    const schema = columns.json(z.object({ a: z.string() }))
    expect(schema.parse('{"a":"b"}')).toEqual({ a: 'b' })
    expect(schema.safeParse('{').success).toBe(false)
    expect(schema.safeParse('{"a":1}').success).toBe(false)
  })
})
