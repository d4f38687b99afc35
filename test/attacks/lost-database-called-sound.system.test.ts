import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { TestHome } from '../support/coldpress.ts'
import { temporaryFolder } from '../support/folder-test.ts'
import { herbarium } from '../support/prints.ts'

vi.setConfig({ testTimeout: 300_000 })

let home: TestHome
let other: TestHome

/** A home with a policy and a practice collection. */
const used = async (): Promise<TestHome> => {
  const made = await TestHome.withVault()
  const file = made.file('collection.json', JSON.stringify(herbarium))
  expect((await made.json(['collection', 'create', '--file', file])).code).toBe(0)
  // Its chain too.
  expect((await made.json(['gateway', 'test', 'devnet'])).code).toBe(0)
  return made
}

beforeAll(async () => {
  ;[home, other] = await Promise.all([used(), used()])
}, 120_000)
afterAll(() => {
  home.remove()
  other.remove()
})

const endings = ['', '-wal', '-shm']

/** Runs with a database that something happened to, and puts it back. */
const whileLost = async (
  name: string,
  lose: (path: string) => void,
  work: (path: string) => Promise<void>,
): Promise<void> => {
  const path = join(home.dir, name)
  const kept = endings
    .filter((ending) => existsSync(path + ending))
    .map((ending) => [path + ending, readFileSync(path + ending)] as const)
  const clear = (): void => {
    for (const ending of endings) rmSync(path + ending, { force: true, recursive: true })
  }
  clear()
  lose(path)
  try {
    await work(path)
  } finally {
    clear()
    for (const [file, bytes] of kept) writeFileSync(file, bytes)
  }
}

const empty = (path: string): void => writeFileSync(path, '')
const withoutTables = (path: string): void => {
  const raw = new DatabaseSync(path)
  raw.exec('PRAGMA journal_mode = WAL; CREATE TABLE one (id); DROP TABLE one')
  raw.close()
}
const missing = (): void => undefined
const ofAnother = (name: string) => (path: string) => copyFileSync(join(other.dir, name), path)

const backupFile = (): string => join(temporaryFolder(), 'home.coldpress')

const run = (args: readonly string[]) =>
  home.run([...args, '--passphrase-file', home.passphraseFile])

const collections = async (): Promise<unknown> => {
  const { code, document } = await home.json(['collection', 'list'])
  expect(code).toBe(0)
  return z.array(z.object({ name: z.string() })).parse(document)
}

it.for([
  ['emptied', empty, 'is empty (0 bytes)'],
  ['missing', missing, 'is missing'],
  ['without tables', withoutTables, 'holds no tables'],
  ['of another data folder', ofAnother('studio/devnet.db'), 'belongs to another data folder'],
] as const)(
  'a database of the studio that is %s is named by every command that reads it, and by none begun again',
  async ([how, lose, words]) => {
    await whileLost('studio/devnet.db', lose, async (path) => {
      const before = existsSync(path) ? readFileSync(path) : undefined
      const out = backupFile()
      for (const args of [
        ['doctor', '--offline'],
        ['pin', 'verify'],
        ['studio', 'backup', '--out', out],
        ['studio', 'confirm', '--yes'],
        ['collection', 'list'],
      ].slice(0, how === 'emptied' ? undefined : 3)) {
        const { code, stdout, stderr } = await run(args)
        expect({ args, code }).toEqual({ args, code: 1 })
        expect(stdout + stderr).toContain(`${path} ${words}`)
        expect(stdout + stderr).toContain('home set-aside studio/devnet.db')
        expect(stdout).not.toContain('without damage')
      }
      expect(existsSync(out)).toBe(false)
      expect(existsSync(path) ? readFileSync(path) : undefined).toEqual(before)
    })
    expect(await collections()).toMatchObject([{ name: herbarium.name }])
  },
)

it.for([
  ['app.db', missing, 'is missing'],
  ['app.db', ofAnother('app.db'), 'belongs to another data folder'],
  ['studio/devnet.chain.db', empty, 'is empty (0 bytes)'],
  ['studio/devnet.chain.db', missing, 'is missing'],
] as const)('doctor and a backup name a lost %s', async ([name, lose, words]) => {
  await whileLost(name, lose, async (path) => {
    for (const args of [
      ['doctor', '--offline'],
      ['studio', 'backup', '--out', backupFile()],
    ]) {
      const { code, stdout, stderr } = await run(args)
      expect({ args, code }).toEqual({ args, code: 1 })
      expect(stdout + stderr).toContain(`${path} ${words}`)
    }
  })
})

it('a lost app.db is no reason to look at a policy as on a computer without a data folder', async () => {
  const script = home.file('policy.script', JSON.stringify({ type: 'all', scripts: [] }))
  await whileLost('app.db', missing, async (path) => {
    const { stderr } = await run(['policy', 'inspect', script])
    expect(stderr).toContain(`${path} is missing`)
  })
})

it.for(['studio/devnet.db', 'content/index.db', 'app.db', 'vault.json', 'home.lock'])(
  'doctor does not wait for a named pipe at %s',
  async (name) => {
    const pipe = (path: string): void => void execFileSync('mkfifo', [path])
    mkdirSync(dirname(join(home.dir, name)), { recursive: true })
    await whileLost(name, pipe, async (path) => {
      const { code, stdout } = await run(['doctor', '--offline'])
      expect(code).toBe(1)
      expect(stdout).toMatch(new RegExp(`${path} is (?:a named pipe|no file)`, 'u'))
    })
  },
)

it('doctor starts the studio beside a named pipe in place of its log, and ends', async () => {
  const pipe = (path: string): void => void execFileSync('mkfifo', [path])
  await whileLost('studio/devnet.log', pipe, async () => {
    expect((await run(['doctor'])).stdout).toContain('Local studio answers')
  })
})

it('a content index that cannot be opened stops what needs it, and nothing else', async () => {
  const damage = (path: string): void => writeFileSync(path, 'Dear printer, '.repeat(1000))
  await whileLost('content/index.db', damage, async (path) => {
    expect(await collections()).toMatchObject([{ name: herbarium.name }])
    expect((await run(['policy', 'list'])).code).toBe(0)
    expect((await run(['studio', 'backup', '--out', backupFile()])).code).toBe(0)
    expect(await run(['pin', 'verify'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${path} is damaged`),
    })
    const { code, stdout } = await run(['doctor', '--offline'])
    expect(code).toBe(1)
    expect(stdout).toContain('It is only the index of the stored files')
  })
})

it('what is lost for good is set aside, and its next use begins a new one', async () => {
  const name = 'studio/devnet.db'
  await whileLost(name, ofAnother(name), async () => {
    const unknown = await run(['home', 'set-aside', 'studio/mainnet.db', '--yes'])
    expect(unknown).toMatchObject({ code: 3, stderr: expect.stringContaining(name) })
    const { code, document } = await home.json(['home', 'set-aside', name, '--yes'])
    expect(code).toBe(0)
    const { set_aside: aside } = z.object({ set_aside: z.string() }).parse(document)
    expect(existsSync(join(aside, name))).toBe(true)
    expect(await collections()).toEqual([])
    expect((await run(['doctor'])).stdout).toContain('without damage')
    // Whatever was set aside is no part of a backup.
    expect((await run(['studio', 'backup', '--out', backupFile()])).code).toBe(0)
  })
})

it('a backup brings the identity of its data folder along, and what is lost there is noticed too', async () => {
  const file = backupFile()
  expect((await run(['studio', 'backup', '--out', file])).code).toBe(0)
  const restored = new TestHome()
  try {
    const imported = ['home', 'import', file, '--passphrase-file', restored.passphraseFile]
    expect((await restored.run(imported)).code).toBe(0)
    const { stdout } = await restored.run(['doctor', '--offline'])
    expect(stdout).toContain('without damage, each of this data folder')
    rmSync(join(restored.dir, 'studio/devnet.chain.db'))
    expect((await restored.run(['doctor', '--offline'])).stdout).toContain(
      'devnet.chain.db is missing',
    )
  } finally {
    restored.remove()
  }
})
