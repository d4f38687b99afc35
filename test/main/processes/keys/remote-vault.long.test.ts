import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { generatePolicyKey, policyKeyOf, verifyWitness } from '#cardano/keys.ts'
import { Secret } from '#platform/secret/secret.ts'
import { openVault } from '#keys/vault/open-vault.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { filesUnder, findPlanted } from '../../../support/planted-secrets.ts'
import { openRemoteHarness, type RemoteHarness } from './remote-harness.ts'
import { sampleTransaction, sampleTxId } from '../../../support/sample-transaction.ts'

const passphrase = (): Secret => Secret.ofText('correct horse battery')
const bodyHash = sampleTxId

let harness: RemoteHarness

beforeEach(async () => {
  harness = await openRemoteHarness()
})

afterEach(() => harness.close())

describe('the keys process', () => {
  it.runIf(process.platform === 'linux')('keeps its memory out of core dumps', async () => {
    await harness.open()
    const filter = readFileSync(`/proc/${harness.port().pid}/coredump_filter`, 'utf8')
    expect(Number.parseInt(filter, 16)).toBe(0)
    expect(Number.parseInt(readFileSync('/proc/self/coredump_filter', 'utf8'), 16)).not.toBe(0)
  })

  it.runIf(process.platform === 'linux')(
    'has no more of the environment than it needs',
    async () => {
      await harness.open()
      const names = readFileSync(`/proc/${harness.port().pid}/environ`, 'utf8')
        .split('\0')
        .map((line) => line.split('=')[0] ?? '')
      expect(names).not.toContain('PATH')
      expect(names).not.toContain('NODE_OPTIONS')
    },
  )

  it('tells at once when the vault locks itself', async () => {
    const vault = await harness.open({ autoLockMs: 300 })
    await vault.create(passphrase())
    expect(harness.statuses.map(({ state }) => state)).toEqual(['unlocked'])
    await expect.poll(() => vault.status().state).toBe('locked')
    expect(harness.statuses.map(({ state }) => state)).toEqual(['unlocked', 'locked'])
  })

  it('changes the idle time at once, and keeps it when it is started again', async () => {
    const vault = await harness.open()
    await vault.create(passphrase())
    await vault.setAutoLock(200)
    await expect.poll(() => vault.status().state).toBe('locked')
    await expect(vault.setAutoLock(-1)).rejects.toMatchObject({ code: 'invalid' })

    harness.port().signal('SIGKILL')
    await expect.poll(() => harness.deaths).toHaveLength(1)
    await vault.unlock(passphrase())
    await expect.poll(() => vault.status().state).toBe('locked')
  })

  it('is locked for who asks right after lock(), whatever is still on its way', async () => {
    const vault = await harness.open()
    const creating = vault.create(passphrase())
    vault.lock()
    await creating.catch(() => undefined)
    vault.lock()
    expect(vault.status().state).not.toBe('unlocked')
    await vault.probe()
    expect(vault.status().state).toBe('locked')
  })

  it('opens the vault that another process made', async () => {
    const here = await openVault({
      home: harness.home,
      isDefaultHome: false,
      backend: 'sealed-files',
      scryptWorkFactor: 2,
    })
    await here.create(passphrase())
    const vault = await harness.open()
    expect(vault.status()).toEqual({ ...here.status(), state: 'locked', note: expect.any(String) })
    here.close()
  })

  it('ends with the vault, after it has done what it was asked', async () => {
    const vault = await harness.open()
    await vault.create(passphrase())
    const key = generatePolicyKey()
    const storing = vault.storeKeys([key])
    vault.close()
    await storing
    await harness.port().exited
    expect(vault.status().state).toBe('locked')
    await expect(vault.hasKey(key.keyHash)).rejects.toMatchObject({ code: 'cancelled' })
    expect(harness.deaths).toEqual([])
    expect(await (await harness.open()).hasKey(key.keyHash)).toBe(true)
  })
})

describe('an error of the start', () => {
  it('comes from the process as the vault threw it', async () => {
    await writeFile(join(harness.home, 'vault.json'), '{')
    await expect(harness.open()).rejects.toMatchObject({
      code: 'corrupt',
      message: expect.stringContaining('vault.json'),
      details: { errors: expect.any(String) },
    })
    await expect(harness.open()).rejects.toBeInstanceOf(ColdpressError)
    await Promise.all(harness.ports.map(({ exited }) => exited))
    expect(harness.deaths).toEqual([])
  })

  it('says so when the process dies at once, and reports the death', async () => {
    harness.setEnvironment({ NODE_OPTIONS: '--no-such-option' })
    await expect(harness.open()).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringContaining('keys process ended'),
    })
    expect(harness.deaths).toEqual([
      { restarted: false, message: expect.stringContaining('does not run now') },
    ])
  })
})

describe('killed', () => {
  it('while idle: it is started again, locked, and nothing stored is lost', async () => {
    const vault = await harness.open()
    const key = generatePolicyKey()
    await vault.create(passphrase())
    await vault.storeKeys([key])
    harness.port().signal('SIGKILL')
    await expect.poll(() => harness.deaths).toHaveLength(1)

    expect(harness.deaths[0]).toEqual({
      restarted: true,
      message: expect.stringContaining('unlock it'),
    })
    expect(harness.statuses.map(({ state }) => state)).toContain('locked')
    expect(vault.status().state).toBe('locked')
    await expect(
      vault.witness({ transaction: sampleTransaction(), keyHash: key.keyHash }),
    ).rejects.toMatchObject({
      code: 'vault_locked',
    })
    await vault.unlock(passphrase())
    expect(
      verifyWitness(
        await vault.witness({ transaction: sampleTransaction(), keyHash: key.keyHash }),
        bodyHash,
      ),
    ).toBe(true)
  })

  it('a call that comes before the death is noticed fails; the next waits for the new process', async () => {
    const vault = await harness.open()
    await vault.create(passphrase())
    harness.port().signal('SIGKILL')
    await expect(vault.hasKey(generatePolicyKey().keyHash)).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringContaining('ended unexpectedly'),
      details: { process: 'keys', died: true },
    })
    expect(vault.status().state).toBe('locked')
    await vault.unlock(passphrase())
    expect(harness.ports).toHaveLength(2)
  })

  it('in the middle of work: calls fail, keys stored before are whole, the work can be repeated', async () => {
    const vault = await harness.open()
    await vault.create(passphrase())
    const keys = Array.from({ length: 200 }, () => generatePolicyKey())
    const first = keys.slice(0, 3)
    await vault.storeKeys(first)

    const storing = vault.storeKeys(keys)
    const asked = Promise.allSettled([
      storing,
      vault.witness({ transaction: sampleTransaction(), keyHash: keys[0]?.keyHash ?? bad() }),
    ])
    const items = () => filesUnder(join(harness.home, 'secrets')).size
    await expect.poll(items, { interval: 1 }).toBeGreaterThan(10)
    harness.port().signal('SIGKILL')
    const [stored] = await asked
    expect(stored).toMatchObject({ status: 'rejected', reason: { code: 'internal' } })

    await vault.unlock(passphrase())
    for (const { keyHash } of first)
      expect(
        verifyWitness(await vault.witness({ transaction: sampleTransaction(), keyHash }), bodyHash),
      ).toBe(true)
    await vault.storeKeys(keys)
    for (const { keyHash } of keys)
      expect(
        verifyWitness(await vault.witness({ transaction: sampleTransaction(), keyHash }), bodyHash),
      ).toBe(true)
  })

  it('while the vault is made: it is there or not, and can be made or opened', async () => {
    const vault = await harness.open({ scryptWorkFactor: 18 })
    const creating = vault.create(passphrase())
    await sleep(150)
    harness.port().signal('SIGKILL')
    await expect(creating).rejects.toMatchObject({ code: 'internal' })
    await expect.poll(() => harness.deaths).toHaveLength(1)
    expect(vault.status().state).toBe('new')
    await vault.create(passphrase())
    expect(vault.status().state).toBe('unlocked')
  })

  it('too often: it is given up with a plain error, and tried again later by itself', async () => {
    const vault = await harness.open({ restarts: { most: 1, withinMs: 20_000 } })
    await vault.create(passphrase())
    harness.port().signal('SIGKILL')
    await expect.poll(() => harness.deaths).toHaveLength(1)
    harness.port().signal('SIGKILL')
    await expect.poll(() => harness.deaths).toHaveLength(2)
    expect(harness.deaths[1]).toMatchObject({
      restarted: false,
      message: expect.stringContaining('too often'),
    })
    await expect(vault.unlock(passphrase())).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringContaining('too often'),
    })
    vault.lock()
    expect(harness.ports).toHaveLength(2)
    await expect.poll(() => harness.deaths, { timeout: 60_000 }).toHaveLength(3)
    expect(harness.deaths[2]).toMatchObject({ restarted: true })
    await vault.unlock(passphrase())
  })

  it('and vault.json damaged meanwhile: says what is wrong instead of starting over and over', async () => {
    const vault = await harness.open()
    await vault.create(passphrase())
    const path = join(harness.home, 'vault.json')
    const facts = await readFile(path, 'utf8')
    await writeFile(path, '{')
    harness.port().signal('SIGKILL')
    await expect.poll(() => harness.deaths).toHaveLength(1)
    expect(harness.deaths[0]).toMatchObject({
      restarted: false,
      message: expect.stringContaining('vault.json'),
    })
    await expect(vault.unlock(passphrase())).rejects.toMatchObject({ code: 'corrupt' })
    await writeFile(path, facts)
    await vault.unlock(passphrase())
    expect(vault.status().state).toBe('unlocked')
    expect(harness.deaths.at(-1)).toMatchObject({ restarted: true })
  })

  it('stopped, so that it does not answer: a lock ends it', async () => {
    const vault = await harness.open()
    await vault.create(passphrase())
    harness.port().signal('SIGSTOP')
    vault.lock()
    expect(vault.status().state).toBe('locked')
    await expect.poll(() => harness.deaths, { timeout: 30_000 }).toHaveLength(1)
    expect(harness.ports).toHaveLength(2)
    await vault.unlock(passphrase())
  })
})

const bad = (): never => {
  throw new Error('a test without keys')
}

describe('planted secrets', () => {
  const words = 'planted passphrase of many words'
  const apiKey = 'planted-Api_Key-9f3e71c2d4b8'
  const seed = Uint8Array.from({ length: 32 }, (_, at) => (at * 73 + 41) % 251)
  const ownWords = 'planted passphrase of a backup'
  const phrase = `${'planet '.repeat(11)}planted`
  const secrets = [
    { name: 'backup passphrase', bytes: Buffer.from(ownWords) },
    { name: 'phrase', bytes: Buffer.from('planet planet') },
    { name: 'passphrase', bytes: Buffer.from(words) },
    { name: 'API key', bytes: Buffer.from(apiKey) },
    { name: 'policy key', bytes: seed },
  ]
  const key = () => policyKeyOf(Uint8Array.from(seed))

  const expectNowhere = (): void => {
    const parsed = { logged: harness.logged, deaths: harness.deaths, statuses: harness.statuses }
    const paths = new Map([
      ['told', Buffer.from(JSON.stringify(parsed))],
      ...harness.ports.map(
        (port, at) => [`printed by ${at}`, Buffer.from(port.printed())] as const,
      ),
    ])
    expect(findPlanted(paths, secrets)).toEqual([])
  }

  it('stay in the process: wiped here after each message, in no log, also when calls fail', async () => {
    const vault = await harness.open()
    await vault.create(Secret.ofText(words))
    await vault.storeKeys([key()])
    await vault.setApiKey({ accountId: 'shop', apiKey: Secret.ofText(apiKey) })
    await vault.unlock(Secret.ofText(`${words}!`)).catch(() => undefined)
    await vault
      .setApiKey({ accountId: '../shop', apiKey: Secret.ofText(apiKey) })
      .catch(() => undefined)
    await vault
      .changePassphrase({ before: Secret.ofText(words), after: Secret.ofText('x') })
      .catch(() => undefined)
    expect((await vault.getApiKey('shop'))?.text()).toBe(apiKey)
    const policy = {
      name: null,
      network: 'preprod',
      scriptCbor: `8200581c${key().keyHash}`,
    } as const
    const own = () => Secret.ofText(ownWords)
    const { file, ...facts } = await vault.backUp({ policy, passphrase: own() })
    expect(await vault.testBackup({ file, passphrase: own() })).toEqual(facts)
    expect(await vault.restoreBackup({ file, passphrase: own() })).toMatchObject({
      alreadyHere: [key().keyHash],
    })
    await vault.testBackup({ file, passphrase: Secret.ofText(words) }).catch(() => undefined)
    await vault.restorePhrase(Secret.ofText(phrase)).catch(() => undefined)
    const started = await vault.startPhrase()
    const [position = 0] = started.wordNumbers
    const given = [{ position, word: Secret.ofText(apiKey) }]
    await vault.confirmPhrase({ fingerprint: started.fingerprint, given }).catch(() => undefined)

    const posted = harness.port().posted
    expect(posted.length).toBeGreaterThan(6)
    const { paths, wiped } = bytesIn(posted)
    expect(wiped).toBeGreaterThanOrEqual(6)
    expect(findPlanted(paths, secrets)).toEqual([])
    expectNowhere()
  })

  it('are in no log when messages make no sense, and the process lives on', async () => {
    const vault = await harness.open()
    await vault.create(Secret.ofText(words))
    const port = harness.port()
    for (const message of [
      { kind: 'call', id: 900, name: words, input: Buffer.from(words) },
      { kind: 'call', id: 901, name: 'unlock', input: words },
      { kind: 'call', id: 902, name: 'storeKeys', input: [{ [apiKey]: seed }] },
      { kind: 'call', id: 903, name: 'open', input: { home: words } },
      { kind: 'call', id: words, [words]: 1 },
      { kind: 'answer', id: 1, value: Buffer.from(apiKey) },
      { [words]: apiKey },
    ])
      port.post(message)
    expect((await vault.probe()).store).toEqual({ works: true })
    expect(port.printed()).toMatch(/refused: it makes no sense/u)
    expect(harness.deaths).toEqual([])
    expectNowhere()
  })

  it('are in no log when the process fails in a way that nobody foresaw', async () => {
    const vault = await harness.open()
    const first = harness.port()
    first.post({ throwNow: `cannot read "${words}" ${apiKey}` })
    await expect.poll(() => harness.deaths).toHaveLength(1)
    await first.exited
    expect(first.printed()).toMatch(/^coldpress keys: it ended because .*: Error\n\s+at /u)
    expectNowhere()
    await vault.create(Secret.ofText(words))
  })
})

/** All byte arrays in the messages, and how many there are. */
const bytesIn = (messages: readonly unknown[]) => {
  const paths = new Map<string, Uint8Array>()
  const walk = (value: unknown, path: string): void => {
    if (value instanceof Uint8Array) paths.set(path, value)
    else if (typeof value === 'object' && value !== null)
      for (const [name, part] of Object.entries(value)) walk(part, `${path}.${name}`)
    else paths.set(path, Buffer.from(String(value)))
  }
  messages.forEach((message, at) => walk(message, String(at)))
  const arrays = [...paths.values()].filter(
    (bytes) => !Buffer.isBuffer(bytes) && bytes.length > 0 && bytes.every((byte) => byte === 0),
  )
  return { paths, wiped: arrays.length }
}
