import { execFileSync } from 'node:child_process'
import {
  existsSync,
  openSync,
  closeSync,
  mkdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Run, TestHome } from '../support/coldpress.ts'

let home: TestHome

beforeEach(async () => {
  home = await TestHome.withVault()
})

afterEach(() => home.remove())

const appDb = (): string => join(home.dir, 'app.db')
const generate = ['policy', 'generate', '--network', 'devnet']

const filled = async (): Promise<void> => {
  const { code, stderr } = await home.run(generate)
  expect({ code, stderr }).toMatchObject({ code: 0 })
}

/** Nothing that a person would do to a damaged database. */
const expectNoDangerousAdvice = ({ stdout, stderr }: Run): void => {
  expect(stdout + stderr).not.toMatch(/damaged|move it away|restore|cannot be read as/iu)
}

/** Whether this user may mount: root may, in most containers it may not. */
const mayMount = ((): boolean => {
  try {
    execFileSync('unshare', ['--mount', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

describe('a sound database on a small disk', () => {
  const mount = (...args: readonly string[]): void => {
    execFileSync('mount', args, { stdio: 'ignore' })
  }
  let disk: TestHome

  beforeEach(async ({ skip }) => {
    skip(!mayMount, 'this user cannot mount a small disk')
    disk = home
    // the home moves to a disk of 4 MiB at the same path
    const kept = `${home.dir}.kept`
    execFileSync('cp', ['-a', home.dir, kept])
    mount('-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', home.dir)
    execFileSync('cp', ['-a', `${kept}/.`, home.dir])
    rmSync(kept, { recursive: true })
    await filled()
  })

  afterEach(() => {
    if (mayMount) execFileSync('umount', ['--lazy', disk.dir])
  })

  it('a full disk is called full, by every command, and nothing is lost', async () => {
    const filler = join(home.dir, 'filler')
    expect(() => writeFileSync(filler, Buffer.alloc(8 * 1024 * 1024))).toThrow('ENOSPC')
    for (const args of [['policy', 'list'], generate, ['pin', 'list'], ['doctor', '--offline']]) {
      const run = await home.run(args)
      expect(run.code).not.toBe(0)
      expect(run.stdout + run.stderr).toContain('The disk has no room left')
      expectNoDangerousAdvice(run)
    }
    rmSync(filler)
    expect((await home.json(['policy', 'list'])).document).toHaveLength(1)
  })

  it('a read-only disk or file is called read-only, by every command', async () => {
    mount('--bind', appDb(), appDb())
    mount('-o', 'remount,bind,ro', appDb())
    for (const args of [generate, ['account', 'list'], ['doctor', '--offline']]) {
      const run = await home.run(args)
      expectNoDangerousAdvice(run)
    }
    expect((await home.run(generate)).stderr).toContain('app.db cannot be written')
    execFileSync('umount', [appDb()])

    mount('-o', 'remount,ro', home.dir)
    // What only reads may go on.
    for (const args of [generate, ['doctor', '--offline']]) {
      const run = await home.run(args)
      expect(run.code).not.toBe(0)
      expect(run.stdout + run.stderr).toContain('read-only')
      expect(run.stdout + run.stderr).toContain('What is stored in it is kept')
      expectNoDangerousAdvice(run)
    }
  })
})

it('a database that another process keeps to itself is called busy', async () => {
  await filled()
  const other = new DatabaseSync(appDb())
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  const run = await home.run(['policy', 'list'])
  other.close()
  expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining('Another process') })
  expectNoDangerousAdvice(run)
})

it('a damaged database is named with its table, and doctor names it and goes on', async () => {
  await filled()
  overwriteTable('policies')
  const run = await home.run(['policy', 'list'])
  expect(run).toMatchObject({ code: 1 })
  expect(run.stderr).toContain('app.db is damaged: table policies')
  expect(run.stderr).toContain('Copy the whole data folder')

  const { code, stdout } = await home.run(['doctor', '--offline'])
  expect(code).toBe(1)
  expect(stdout).toContain('app.db is damaged: table policies')
  expect(stdout).toMatch(/image library/u)
})

it('doctor names every damaged file, whatever else cannot be opened', async () => {
  await filled()
  writeFileSync(appDb(), 'Dear printer, '.repeat(1000))
  writeFileSync(join(home.dir, 'content', 'index.db'), 'Dear printer, '.repeat(1000))
  mkdirSync(join(home.dir, 'studio'), { recursive: true })
  writeFileSync(join(home.dir, 'studio', 'devnet.db'), 'Dear printer, '.repeat(1000))
  const { code, stdout } = await home.run(['doctor', '--offline'])
  expect(code).toBe(1)
  for (const file of ['app.db', 'content/index.db', 'studio/devnet.db'])
    expect(stdout).toContain(`${join(home.dir, file)} is damaged`)
  expect(stdout).toContain('GiB free')
})

it('a database of a newer version is told from a damaged one, and stays untouched', async () => {
  await filled()
  const raw = new DatabaseSync(appDb())
  raw.exec("UPDATE schema_versions SET version = 99 WHERE name = 'signing'")
  raw.close()
  const before = readFileSync(appDb())
  const run = await home.run(['policy', 'list'])
  expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining('newer version') })
  expectNoDangerousAdvice(run)
  expect(readFileSync(appDb())).toEqual(before)
})

it('a database of no bytes in a home that was in use is not taken for a new one', async () => {
  await filled()
  for (const name of ['app.db-wal', 'app.db-shm']) rmSync(join(home.dir, name), { force: true })
  truncateSync(appDb(), 0)
  const run = await home.run(['policy', 'list'])
  expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining('app.db is empty') })
  expect(readFileSync(appDb())).toHaveLength(0)
  expect((await home.run(['doctor', '--offline'])).stdout).toContain('app.db is empty')
  expect(existsSync(join(home.dir, 'vault.json'))).toBe(true)
})

/** Writes nonsense over the page that a table starts at. */
const overwriteTable = (name: string): void => {
  const raw = new DatabaseSync(appDb())
  raw.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const { rootpage } = z
    .object({ rootpage: z.int() })
    .parse(raw.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(name))
  raw.close()
  const file = openSync(appDb(), 'r+')
  writeSync(file, Buffer.alloc(4096, 0x5a), 0, 4096, (rootpage - 1) * 4096)
  closeSync(file)
}
