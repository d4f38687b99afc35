import { bech32 } from '@scure/base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readSigningKey } from '#cardano/keys.ts'
import { Secret } from '#platform/secret/secret.ts'
import { given, only, vectors } from '../cardano/vectors.ts'
import { TestHome } from '../support/coldpress.ts'

const script = {
  type: 'all',
  scripts: [
    { type: 'sig', keyHash: 'e09d36c79dec9bd1b3d9e152247701cd0bb860b5ebfd1de8abb6735a' },
    { type: 'before', slot: 90_000_000 },
  ],
}
/** The same script as CBOR: [1, [[0, keyHash], [5, slot]]]. */
const scriptCbor =
  '8201828200581ce09d36c79dec9bd1b3d9e152247701cd0bb860b5ebfd1de8abb6735a82051a055d4a80'

let home: TestHome
beforeAll(async () => {
  home = await TestHome.withVault()
})
afterAll(() => {
  home.remove()
})

describe('the command line, offline', () => {
  it('prints the CIP-14 fingerprint of an asset', async () => {
    const policyId = '7eae28af2208be856f7a119668ae52a49b73725e326dc16579dcc373'
    const run = await home.run(['asset', 'fingerprint', policyId, '504154415445'])
    expect(run).toEqual({
      code: 0,
      stdout: 'asset13n25uv0yaf5kus35fm2k86cqy60z58d9xmde92\n',
      stderr: '',
    })
    const impossible = await home.run(['asset', 'fingerprint', policyId, '00'.repeat(33)])
    expect(impossible).toMatchObject({ code: 3, stderr: expect.stringContaining('32 bytes') })
    const royalty = await home.json(['asset', 'fingerprint', policyId, ''])
    expect(royalty.document).toEqual({
      fingerprint: 'asset1rjklcrnsdzqp65wjgrg55sy9723kw09mlgvlc3',
    })
  })

  it('refuses a fingerprint of what is no policy ID, with exit code 3 and a sentence', async () => {
    const run = await home.run(['asset', 'fingerprint', 'abc', '00', '--json'])
    expect(run.code).toBe(3)
    expect(JSON.parse(run.stdout)).toMatchObject({ error: { code: 'invalid' } })
    expect(run.stderr).toContain('28 bytes')
  })

  it('inspects a script file and its CBOR alike, with exactly the promised fields', async () => {
    const file = home.file('policy.script', JSON.stringify(script))
    const fromFile = await home.json(['policy', 'inspect', file])
    const fromHex = await home.json(['policy', 'inspect', scriptCbor])
    expect(fromFile.code).toBe(0)
    expect(Object.keys(z.looseObject({}).parse(fromFile.document))).toEqual([
      'policy_id',
      'script',
      'key_hashes',
      'lock_slot',
      'lock_time',
      'network',
    ])
    expect(fromFile.document).toMatchObject({
      script,
      key_hashes: [script.scripts[0]?.keyHash],
      lock_slot: 90_000_000,
      lock_time: '2023-04-15T13:44:51.000Z',
    })
    expect(fromHex.document).toEqual(fromFile.document)
  })

  it('tells a lock time on the network asked for', async () => {
    const run = await home.json(['policy', 'inspect', scriptCbor, '--network', 'preview'])
    expect(run.document).toMatchObject({ lock_time: '2025-08-31T16:00:00.000Z' })
  })

  it.each([
    { args: ['nonsense'], says: 'Unknown command' },
    { args: ['policy', 'show'], says: "Missing required argument 'id'" },
    {
      args: ['import', 'folder', '--collection', 'x', '--colour', 'red'],
      says: "Unknown option '--colour'",
    },
    { args: ['studio', 'serve', '--network', 'moon'], says: 'Allowed choices are devnet' },
    { args: ['studio', 'serve', '--port', 'seven'], says: '--port: seven is not a port' },
    { args: ['policy', 'inspect', 'nowhere.script'], says: 'nowhere.script cannot be read' },
    { args: ['key', 'derive', '--index', '-1'], says: '--index' },
  ])('answers wrong usage with exit code 2: $args', async ({ args, says }) => {
    const run = await home.run(args)
    expect(run.code).toBe(2)
    expect(run.stderr).toContain(says)
    expect(run.stderr).toMatch(/^coldpress: /u)
    expect(run.stdout).toBe('')
  })

  it.each(vectors.cip14)(
    'prints the fingerprint of the CIP-14 vector $fingerprint',
    async ({ policy_id: policyId, asset_name: name, fingerprint }) => {
      const run = await home.json(['asset', 'fingerprint', policyId, name])
      expect(run.document).toEqual({ fingerprint })
    },
  )

  it.each([
    ['bech32', 'ed25519_sk1ya5rqfnzrdfmvyyp4xz87p0j59x0gl5jj6w0v0j5sxh3qhd6uxas5rjqhu'],
    ['hex that lost a digit', '4a'.repeat(32).slice(1)],
  ])('does not repeat a key that was pasted in place of a policy: %s', async (_name, key) => {
    const run = await home.run(['policy', 'inspect', key])
    expect(run.code).toBe(3)
    expect(run.stderr).toContain('This is a signing key')
    expect(run.stderr).not.toContain(key)
  })

  it('keeps a slot that no number holds, from a file of cardano-cli to the answer', async () => {
    const file = home.file('far.script', '{"type":"before","slot":18446744073709551615}')
    const run = await home.json(['policy', 'inspect', file])
    expect(run.document).toMatchObject({ lock_slot: '18446744073709551615', lock_time: null })
  })

  it('refuses what would leave out keys that were asked for', async () => {
    const run = await home.run(['policy', 'export', 'id', '--from-account', '--with-keys'])
    expect(run.code).toBe(2)
    expect(run.stderr).toContain('cannot be used with')
  })

  const ofKind = (start: string) => only(vectors.cip1855, ({ kind }) => kind.startsWith(start))

  it('derives the policy key of cardano-addresses (CIP-1855) without storing it', async () => {
    const { mnemonic, expected } = ofKind('root -> 1855H')
    const phrase = home.file('phrase.txt', `${given(mnemonic)}\n`)
    const run = await home.json(['key', 'derive', '--index', '0', '--phrase-file', phrase])
    expect(run.code).toBe(0)
    const { policy_vk: policyVk, policy_vkh_hex: keyHash } = given(expected)
    expect(run.document).toEqual({
      index: 0,
      path: "m/1855'/1815'/0'",
      key_hash: keyHash,
      public_key: publicKeyOf(given(policyVk)),
      stored: false,
    })
  })

  it('derives the public key of a Trezor', async () => {
    const { mnemonic, xpub } = ofKind('Trezor (12-word')
    const phrase = home.file('trezor.txt', given(mnemonic))
    const run = await home.json(['key', 'derive', '--index', '0', '--phrase-file', phrase])
    expect(run.document).toMatchObject({ public_key: given(xpub).slice(0, 64) })
  })

  it('stores a derived key, which a script then makes a policy of', async () => {
    const { mnemonic, expected } = ofKind('root -> 1855H')
    const keyHash = given(expected)['policy_vkh_hex']
    const phrase = home.file('phrase.txt', given(mnemonic))
    const derive = ['key', 'derive', '--index', '0', '--phrase-file', phrase, '--store']
    const stored = await home.run([...derive, '--passphrase-file', home.passphraseFile])
    expect(stored.stdout).toContain('coldpress.js policy import --file SCRIPT')
    const file = home.file('derived.script', JSON.stringify({ type: 'sig', keyHash }))
    const taken = await home.json(['policy', 'import', '--file', file])
    expect(taken.document).toMatchObject({ keys_here: [keyHash], can_mint: true })
  })

  it('takes a script and an extended key as cardano-cli writes them', async () => {
    const { skey: envelope, xprv } = only(vectors.textEnvelope, (one) => one.xprv !== undefined)
    const key = readSigningKey(Secret.ofText(JSON.stringify(given(envelope))))
    const file = home.file('ext.script', JSON.stringify({ type: 'sig', keyHash: key.keyHash }))
    const skey = home.file('ext.skey', JSON.stringify(envelope))
    const taken = await home.json(['policy', 'import', '--file', file, '--signing-key-file', skey])
    expect(taken.document).toMatchObject({ keys_here: [key.keyHash], network: 'mainnet' })
    const again = home.file('ext.txt', given(xprv))
    const alone = await home.json(['policy', 'import', '--file', again])
    expect(alone.document).toMatchObject({ keys_here: [key.keyHash] })
  })

  it.each([
    { args: ['--json', 'nonsense'], says: "Unknown command 'nonsense'" },
    { args: ['policy', '--json'], says: 'The command is missing' },
    { args: ['policy', 'show', '--json'], says: "Missing required argument 'id'" },
  ])('answers wrong usage with one JSON document under --json: $args', async ({ args, says }) => {
    const run = await home.run(args)
    expect(run.code).toBe(2)
    expect(JSON.parse(run.stdout)).toMatchObject({
      error: { code: 'usage', message: expect.stringContaining(says) },
    })
  })

  it('takes the options of every command before its name too', async () => {
    const run = await home.run(['--json', 'policy', 'inspect', scriptCbor])
    expect(JSON.parse(run.stdout)).toMatchObject({ lock_slot: 90_000_000 })
  })

  it('says that a home is no folder, as wrong usage; doctor says it as an error', async () => {
    const file = home.file('not-a-folder', 'text')
    const list = await home.run(['pin', 'list', '--home', file])
    expect(list.code).toBe(2)
    expect(list.stderr).toContain(`The data folder ${file} cannot be used`)
    const doctor = await home.run(['doctor', '--home', file])
    expect(doctor.code).toBe(2)
    expect(doctor.stdout).toContain(`ERROR   data folder: The data folder ${file}`)
  })

  it('names a damaged database in doctor, and advises a copy before anything else', async () => {
    const damaged = new TestHome()
    damaged.file('app.db', 'no database, whatever its name says '.repeat(50))
    const { code, document } = await damaged.json(['doctor'])
    expect(code).toBe(1)
    expect(document).toMatchObject({
      checks: expect.arrayContaining([
        expect.objectContaining({ name: 'program', state: 'ok' }),
        {
          name: 'databases',
          state: 'error',
          message: expect.stringMatching(/app\.db is damaged.*Nothing in it was changed\. Copy/u),
        },
      ]),
    })
    damaged.remove()
  })

  it('takes a folder where files belong, and a path that cannot be written, as wrong usage', async () => {
    const added = await home.run(['pin', 'add', home.dir])
    expect(added.code).toBe(2)
    expect(added.stderr).toContain('is a folder')
    const file = home.file('cover.bin', 'a cover')
    expect((await home.run(['pin', 'add', file])).code).toBe(0)
    const car = await home.run(['pin', 'export-car', '--out', `${home.dir}/nowhere/images.car`])
    expect(car.code).toBe(2)
    expect(car.stderr).toContain('nowhere/images.car cannot be written')
  })

  it.skipIf(process.platform === 'win32')('reads no file without end', async () => {
    const run = await home.run(['policy', 'inspect', '/dev/zero'])
    expect(run.code).toBe(2)
    expect(run.stderr).toContain('larger than')
  })
})

const publicKeyOf = (policyVk: string): string =>
  Buffer.from(bech32.decodeToBytes(policyVk).bytes).toString('hex')
