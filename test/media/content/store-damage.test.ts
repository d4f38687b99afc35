import { spawnSync } from 'node:child_process'
import { readdir, rm, truncate, unlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect } from 'vitest'
import { checkFiles } from '#cli/commands/doctor/doctor.ts'
import { type ContentStore, openContentStore } from '#media/content/store.ts'
import { messageOf } from '#values/errors/errors.ts'
import { collect, generatedBytes } from '../../support/generated-bytes.ts'
import { contentTest as it } from './content-test.ts'
import { temporaryFolder } from '../../support/folder-test.ts'

const art = new TextEncoder().encode('art that must survive')

const loseRows = (folder: string, store: ContentStore): void => {
  // a list has all rows, so none waits any more
  store.list()
  const index = new DatabaseSync(join(folder, 'index.db'))
  index.exec('DELETE FROM objects')
  index.close()
}

describe('an object without row', () => {
  // Fault 2 of docs/faults.md.
  it('gets its row back when it is asked for', async ({ folder, store }) => {
    const stored = await store.add(art)
    loseRows(folder, store)
    expect(store.get(stored.cid)).toBeUndefined()
    expect(await store.recover(stored.cid)).toEqual(stored)
    expect(store.get(stored.cid)).toEqual(stored)
  })

  it('gets no row when it is damaged', async ({ folder, store }) => {
    const { cid } = await store.add(art)
    loseRows(folder, store)
    await writeFile(store.path(cid), 'art that must suffer!')
    expect(await store.recover(cid)).toBeUndefined()
    expect(store.get(cid)).toBeUndefined()
  })

  // Fault 2 of docs/faults.md.
  it('is what a kill leaves of one that was stored a moment ago', async ({ folder, store }) => {
    const { cid } = await store.add(art)
    expect(store.get(cid)).toBeDefined()
    const rowsOf = async () => {
      const other = await openContentStore({ dir: folder })
      const rows = [...other.list()]
      other.close()
      return rows.length
    }
    expect(await rowsOf()).toBe(0)
    await expect.poll(rowsOf, { timeout: 5000 }).toBe(1)
  })

  it('is named by its file, and gets its row when it is looked at', async ({ folder, store }) => {
    const stored = await store.add(art)
    loseRows(folder, store)
    expect(await store.names()).toEqual([stored.cid])
    expect(await store.isSound(stored.cid)).toBe(true)
    expect(store.get(stored.cid)).toEqual(stored)
  })

  it('gets its row by putting it again', async ({ folder, store }) => {
    const stored = await store.add(art)
    loseRows(folder, store)
    await store.add(art)
    expect(store.get(stored.cid)).toEqual(stored)
  })
})

describe('a row without object', () => {
  // Fault 3 of docs/faults.md.
  it('counts as missing, and putting it again fixes it', async ({ store }) => {
    const stored = await store.add(art)
    await unlink(store.path(stored.cid))
    expect(store.get(stored.cid)).toBeUndefined()
    expect(await store.recover(stored.cid)).toBeUndefined()
    await store.add(art)
    expect(store.get(stored.cid)).toEqual(stored)
  })
})

describe('a damaged object', () => {
  it('that lost its end counts as missing at once', async ({ store }) => {
    const { cid } = await store.add(art)
    await truncate(store.path(cid), 5)
    expect(store.get(cid)).toBeUndefined()
  })

  // Fault 3 of docs/faults.md.
  it('of the same size is found by verify, stays named, and is fixed by putting it again', async ({
    store,
  }) => {
    const stored = await store.add(art)
    await writeFile(store.path(stored.cid), 'art that must suffer!')
    expect(await store.isSound(stored.cid)).toBe(false)
    expect(await store.verify(stored.cid)).toBe(false)
    expect(store.get(stored.cid)).toBeUndefined()
    expect([...store.list()]).toEqual([])
    expect(await store.names()).toEqual([stored.cid])
    await store.add(art)
    expect(await store.isSound(stored.cid)).toBe(true)
    expect(await store.verify(stored.cid)).toBe(true)
    expect(new Uint8Array(await collect(store.read(stored.cid)))).toEqual(art)
  })

  it('is fixed by putting it again also when nobody has noticed', async ({ store }) => {
    const { cid } = await store.add(art)
    await writeFile(store.path(cid), 'art that must suffer!')
    await store.add(art)
    expect(await store.verify(cid)).toBe(true)
  })
})

describe('what killed processes left', () => {
  const random = '0123456789abcdef01234567'
  const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid

  const leave = async (folder: string, name: string, ageMs = 0): Promise<void> => {
    const path = join(folder, 'tmp', name)
    await writeFile(path, 'half')
    const then = new Date(Date.now() - ageMs)
    await utimes(path, then, then)
  }

  // Fault 1 of docs/faults.md.
  it('is swept at opening; what others may still write, and what is not ours, stays', async ({
    folder,
  }) => {
    const alive = `${process.ppid}-${random}.tmp`
    const aliveButOld = `${process.pid}-${random}.tmp`
    await leave(folder, `${deadPid()}-${random}.tmp`)
    await leave(folder, alive, 60_000)
    await leave(folder, aliveButOld, 25 * 60 * 60 * 1000)
    await leave(folder, 'notes.txt', 25 * 60 * 60 * 1000)
    const second = await openContentStore({ dir: folder })
    second.close()
    expect((await readdir(join(folder, 'tmp'))).toSorted()).toEqual([alive, 'notes.txt'].toSorted())
  })

  it('does not include what this process is writing now', async ({ folder, store }) => {
    const path = store.tempPath()
    await writeFile(path, 'in progress')
    const second = await openContentStore({ dir: folder })
    second.close()
    expect(await store.adopt(path)).toMatchObject({ size: 11 })
  })
})

/** A real error of the system: a process that may write no file larger than 1 MiB. */
const inLittleSpace = (script: string): ReturnType<typeof spawnSync> =>
  spawnSync(
    'sh',
    ['-c', 'ulimit -f 2048; exec "$0" "$@"', process.execPath, '--input-type=module', '-e', script],
    { encoding: 'utf8' },
  )

const storeUrl = new URL('../../../src/media/content/store.ts', import.meta.url)

describe.runIf(process.platform !== 'win32')('a disk without room', () => {
  // Fault 5 of docs/faults.md.
  it('is said in a sentence, and nothing half written stays', async ({ folder, store }) => {
    const kept = await store.add(art)
    const { stdout, stderr } = inLittleSpace(`
      import { openContentStore } from ${JSON.stringify(storeUrl.href)}
      const store = await openContentStore({ dir: ${JSON.stringify(folder)} })
      const errors = []
      const note = ({ code, message, details }) => errors.push({ code, message, details })
      await store.add(new Uint8Array(4_000_000)).catch(note)
      const small = await store.add(new Uint8Array(1000))
      await store.exportCar([${JSON.stringify(kept.cid)}, small.cid], ${JSON.stringify(join(folder, 'small.car'))})
      store.close()
      console.log(JSON.stringify(errors))
    `)
    expect(stderr).toBe('')
    expect(JSON.parse(String(stdout))).toEqual([
      {
        code: 'disk_full',
        message: expect.stringContaining('no room left'),
        details: { system: 'EFBIG' },
      },
    ])
    expect(await readdir(join(folder, 'tmp'))).toEqual([])
    expect([...store.list()]).toHaveLength(2)
  })

  it('ends a CAR export without a file', async ({ folder, store }) => {
    const { cid } = await store.add(generatedBytes(3_000_000, 'car'))
    const cars = join(folder, 'cars')
    const { stdout } = inLittleSpace(`
      import { mkdirSync } from 'node:fs'
      import { openContentStore } from ${JSON.stringify(storeUrl.href)}
      mkdirSync(${JSON.stringify(cars)})
      const store = await openContentStore({ dir: ${JSON.stringify(folder)} })
      await store.exportCar([${JSON.stringify(cid)}], ${JSON.stringify(join(cars, 'a.car'))})
        .catch(({ code }) => console.log(code))
    `)
    expect(String(stdout).trim()).toBe('disk_full')
    expect(await readdir(cars)).toEqual([])
  })
})

describe('a damaged index', () => {
  it('is to be moved away, whoever finds it, and its files get their rows again', async () => {
    const home = temporaryFolder()
    const path = join(home, 'content', 'index.db')
    const open = () => openContentStore({ dir: join(home, 'content') })
    const first = await open()
    const stored = await first.add(art)
    first.close()
    await writeFile(path, 'no database, whatever its name says '.repeat(50))

    const damaged = await open()
    const refused = await damaged.names().catch(messageOf)
    damaged.close()
    expect(refused).toMatch(/index\.db is damaged.*Move it away/u)
    expect(checkFiles(home)[0]?.message).toBe(refused)

    await Promise.all(['', '-wal', '-shm'].map((end) => rm(`${path}${end}`, { force: true })))
    const next = await open()
    expect(await next.names()).toEqual([stored.cid])
    expect(await next.recover(stored.cid)).toEqual(stored)
    next.close()
  })
})
