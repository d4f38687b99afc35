import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient, Encrypter } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { generatePolicyKey, writeSigningKey } from '#cardano/keys.ts'
import { policyIdOf, scriptToJson } from '#cardano/scripts.ts'
import { TestHome } from '../support/coldpress.ts'

const policy = z.looseObject({ policy_id: z.string(), key_hashes: z.array(z.string()) })

let home: TestHome
let made: z.output<typeof policy>
let backupPassphrase: string

beforeAll(async () => {
  home = await TestHome.withVault()
  backupPassphrase = home.file('backup-passphrase.txt', 'words for the backup alone\n')
  // Nobody is reminded of keys of the devnet.
  const generated = await home.json([
    'policy',
    'generate',
    '--name',
    'Herbarium',
    '--network',
    'preprod',
  ])
  made = policy.parse(generated.document)
})
afterAll(() => {
  home.remove()
})

const withPassphrase = (...args: readonly string[]) => [
  ...args,
  '--backup-passphrase-file',
  backupPassphrase,
]
const path = (name: string): string => join(home.dir, name)
const backUp = (out: string, ...more: readonly string[]) =>
  home.json(withPassphrase('policy', 'backup', made.policy_id, '--out', path(out), ...more))
const drill = (file: string) => home.json(withPassphrase('policy', 'drill', path(file)))

describe('a policy backup on the command line', () => {
  it('reminds of keys without a proven backup until the backup has passed its test', async () => {
    const list = async () => (await home.run(['policy', 'list'])).stdout
    expect(await list()).toContain(`coldpress.js policy backup ${made.policy_id} --out FILE`)
    const saved = await backUp('herbarium.age')
    expect(saved).toMatchObject({
      code: 0,
      document: { backup: 'made', files: [path('herbarium.age')] },
    })
    expect(statSync(path('herbarium.age')).mode & 0o777).toBe(0o600)
    expect(await list()).toContain('coldpress.js policy drill FILE')
    const tested = await drill('herbarium.age')
    expect(tested).toMatchObject({
      code: 0,
      document: {
        policy_id: made.policy_id,
        name: 'Herbarium',
        key_hashes: made.key_hashes,
        keys_elsewhere: [],
        can_mint: true,
        noted: true,
      },
    })
    expect(await list()).not.toContain('coldpress.js policy')
    const shown = await home.json(['policy', 'show', made.policy_id])
    expect(shown.document).toMatchObject({
      backup: 'tested',
      backup_tested_at: expect.any(String),
    })
  })

  it('replaces no file, unless told to', async () => {
    writeFileSync(path('taken.age'), 'an older backup')
    expect(await backUp('taken.age')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('--replace'),
    })
    expect(readFileSync(path('taken.age'), 'utf8')).toBe('an older backup')
    expect((await backUp('taken.age', '--replace')).code).toBe(0)
    expect((await drill('taken.age')).code).toBe(0)
    const both = ['--paper', path('new.age')]
    expect(await backUp('new.age', ...both)).toMatchObject({ code: 2 })
    expect(existsSync(path('new.age'))).toBe(false)
  })

  it('that replaces a proven one is not proven by that', async () => {
    const generated = await home.json(['policy', 'generate'])
    const { policy_id: id } = policy.parse(generated.document)
    const args = withPassphrase('policy', 'backup', id, '--out', path('again.age'))
    await home.json(args)
    expect((await drill('again.age')).document).toMatchObject({ noted: true })
    expect((await home.json([...args, '--replace'])).document).toMatchObject({ backup: 'made' })
  })

  it('is restored and tested on another machine, also from its page', async () => {
    expect((await backUp('moved.age', '--paper', path('moved.html'))).code).toBe(0)
    const other = new TestHome()
    const tested = await other.run([
      'policy',
      'drill',
      path('moved.html'),
      '--backup-passphrase-file',
      backupPassphrase,
    ])
    expect(tested).toMatchObject({ code: 0, stdout: expect.stringContaining('Not recorded') })
    expect(readdirSync(other.dir)).toEqual(['passphrase.txt'])

    const restore = () => other.json(withPassphrase('policy', 'restore', path('moved.html')))
    const keys = made.key_hashes
    expect((await restore()).document).toMatchObject({
      policy_id: made.policy_id,
      name: 'Herbarium',
      restored: keys,
      already_here: [],
      was_known: false,
      keys_here: keys,
      can_mint: true,
    })
    expect((await restore()).document).toMatchObject({
      restored: [],
      already_here: keys,
      was_known: true,
    })
    other.remove()
  })

  it('says what is wrong with a file or its passphrase, and repeats no secret', async () => {
    await backUp('good.age')
    const whole = readFileSync(path('good.age'))
    writeFileSync(path('cut.age'), whole.subarray(0, -20))
    writeFileSync(path('header.age'), whole.subarray(0, 60))
    writeFileSync(path('text.age'), 'not age at all')
    const foreign = new Encrypter()
    foreign.addRecipient(await identityToRecipient(await generateX25519Identity()))
    writeFileSync(path('foreign.age'), await foreign.encrypt('of somebody else'))
    const other = new Encrypter()
    other.setPassphrase('words for the backup alone')
    other.setScryptWorkFactor(4)
    writeFileSync(path('other.age'), await other.encrypt('{"private": "letter"}'))
    for (const [name, says] of [
      ['cut.age', 'cut short'],
      ['header.age', 'cut short'],
      ['text.age', 'not an age file'],
      ['foreign.age', 'an age file without a passphrase'],
      ['other.age', 'Something else'],
    ] as const) {
      const { code, stderr } = await drill(name)
      expect(code, stderr).toBe(3)
      expect(stderr).toContain(says)
      expect(stderr).not.toContain('letter')
    }
    const wrong = home.file('wrong.txt', 'other words entirely')
    const failed = await home.run([
      'policy',
      'drill',
      path('good.age'),
      '--backup-passphrase-file',
      wrong,
    ])
    expect(failed.code).toBe(5)
    expect(failed.stderr).toContain("not the vault's")
  })

  it('killed before its file has its name: there is no file, none is noted, and it can be repeated', async () => {
    const kill = home.file(
      'kill.mjs',
      `import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
for (const name of ['link', 'rename']) {
  const before = fs[name]
  fs[name] = (from, to) => String(to).endsWith('killed.age') ? process.kill(process.pid, 'SIGKILL') && new Promise(() => {}) : before(from, to)
}
syncBuiltinESMExports()
`,
    )
    const generated = await home.json(['policy', 'generate', '--name', 'Killed'])
    const { policy_id: id } = policy.parse(generated.document)
    const args = withPassphrase('policy', 'backup', id, '--out', path('killed.age'))
    const environment = {
      NODE_OPTIONS: `--import ${kill}`,
      COLDPRESS_PASSPHRASE_FILE: home.passphraseFile,
    }
    for (const force of [[], ['--replace']]) {
      expect((await home.run([...args, ...force], environment)).code).not.toBe(0)
      expect(existsSync(path('killed.age'))).toBe(false)
    }
    expect(readdirSync(home.dir).filter((name) => name.startsWith('killed.age.'))).toHaveLength(2)
    expect((await home.json(['policy', 'show', id])).document).toMatchObject({ backup: 'none' })
    expect((await home.json(args)).code).toBe(0)
    expect((await home.json(['policy', 'show', id])).document).toMatchObject({ backup: 'made' })
  })
})

describe('removing the keys of a policy', () => {
  it('wants its name, and a backup that has passed its test, unless insisted on', async () => {
    const generated = await home.json(['policy', 'generate', '--name', 'Gone'])
    const { policy_id: id } = policy.parse(generated.document)
    const remove = (...more: readonly string[]) => home.json(['policy', 'remove-key', id, ...more])
    expect(await remove('--typed', 'Herbarium')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('Gone'),
    })
    expect((await remove()).stderr).toContain('no terminal')
    expect((await remove('--typed', 'Gone')).stderr).toContain('so they would be lost')
    const saved = withPassphrase('policy', 'backup', id, '--out', path('gone.age'))
    expect((await home.json(saved)).code).toBe(0)
    expect((await remove('--typed', 'Gone')).stderr).toContain('has not been tested')
    expect((await drill('gone.age')).code).toBe(0)
    expect(await remove('--typed', 'Gone')).toMatchObject({ code: 0, document: { keys_here: [] } })
    const back = await home.json(withPassphrase('policy', 'restore', path('gone.age')))
    expect(back.document).toMatchObject({ can_mint: true, backup: 'tested' })

    const unproven = await home.json(['policy', 'generate'])
    const other = policy.parse(unproven.document).policy_id
    expect(
      await home.json(['policy', 'remove-key', other, '--typed', other, '--insist']),
    ).toMatchObject({ code: 0, document: { keys_here: [] } })
  })
})

describe('files of cardano-cli', () => {
  it('go out as they came in: script, verification keys, and signing keys when asked for by name', async () => {
    const key = generatePolicyKey()
    const script = { type: 'sig', keyHash: key.keyHash } as const
    const id = policyIdOf(script)
    const scriptFile = home.file('in.script', JSON.stringify(scriptToJson(script)))
    const keyFile = home.file('in.skey', writeSigningKey(key, 'envelope').text())
    await home.json(['policy', 'import', '--file', scriptFile, '--signing-key-file', keyFile])
    const exported = (...more: readonly string[]) => home.json(['policy', 'export', id, ...more])

    const folder = path('keys')
    expect((await exported('--format', 'vkey', '--out', folder)).code).toBe(0)
    const vkey = join(folder, `${key.keyHash}.vkey`)
    const reported = { key_hash: key.keyHash, public_key: key.publicKey }
    expect((await home.json(['key', 'inspect', vkey])).document).toEqual({
      kind: 'verification',
      ...reported,
    })

    expect((await exported('--format', 'skey', '--out', folder)).code).toBe(2)
    expect((await exported('--format', 'vkey', '--with-keys', '--out', folder)).code).toBe(2)
    expect((await exported('--format', 'skey', '--with-keys', '--out', folder)).code).toBe(0)
    const skey = join(folder, `${key.keyHash}.skey`)
    expect(statSync(skey).mode & 0o777).toBe(0o600)
    expect(readFileSync(skey, 'utf8')).toBe(readFileSync(keyFile, 'utf8'))
    expect((await home.json(['key', 'inspect', skey])).document).toEqual({
      kind: 'signing',
      ...reported,
    })

    const { document } = await exported('--format', 'service')
    expect(document).toEqual({ lock: false, lock_time: null, policy_id: id, script })
  })
})

describe('the calendar of locks', () => {
  it('has the locks to come, for a calendar to read', async () => {
    await home.json(['policy', 'generate', '--name', 'Locks; soon', '--lock-time', '2999-01-01'])
    const written = await home.json(['policy', 'calendar', '--out', path('locks.ics')])
    expect(written.document).toEqual({ file: path('locks.ics'), locks: 1 })
    expect(readFileSync(path('locks.ics'), 'utf8')).toContain('DTSTART:29990101T000000Z\r\n')
  })
})

describe('recovery phrases', () => {
  it('are restored, make the keys of policies, and tell which indexes are used', async () => {
    const words = home.file('words.txt', `${'abandon '.repeat(23)}art\n`)
    const restored = await home.json(['key', 'phrase', 'restore', '--phrase-file', words])
    const { fingerprint } = z.looseObject({ fingerprint: z.string() }).parse(restored.document)
    const derive = (...more: readonly string[]) => home.json(['key', 'derive', ...more])
    const first = await home.json(['policy', 'generate', '--from-phrase'])
    const byWords = await derive('--index', '0', '--phrase-file', words)
    expect(policy.parse(first.document).key_hashes).toEqual([
      z.looseObject({ key_hash: z.string() }).parse(byWords.document).key_hash,
    ])
    expect((await derive('--from-phrase', fingerprint, '--index', '5')).document).toMatchObject({
      index: 5,
      stored: true,
    })
    expect((await derive('--from-phrase')).document).toMatchObject({ index: 6 })
    expect((await home.json(['key', 'phrase', 'show-used'])).document).toMatchObject([
      {
        fingerprint,
        origin: 'restored',
        here: true,
        next_index: 7,
        used: [{ index: 0 }, { index: 5 }, { index: 6 }],
      },
    ])
    expect((await home.json(['policy', 'generate', '--index', '3'])).code).toBe(2)
    const created = await home.json(['key', 'phrase', 'create'])
    expect(created).toMatchObject({ code: 2, stderr: expect.stringContaining('no terminal') })
  })
})
