import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { generatePolicyKey, writeSigningKey } from '#cardano/keys.ts'
import { scriptToJson } from '#cardano/scripts.ts'
import { parseEnvelope } from '#cardano/text-envelope.ts'
import { mergeFiles, singleFile } from '#app/policies/from-files/policy-file.ts'
import { readPolicyFiles } from '#app/policies/from-files/read-policy-files.ts'
import { createPhrases, phrasesSchema } from '#app/policies/phrases.ts'
import { createPolicies } from '#app/policies/policies.ts'
import { policiesSchema } from '#app/policies/store.ts'
import { practiceSchema } from '#app/practice/practice.ts'
import { Secret } from '#platform/secret/secret.ts'
import { readFileSource } from '#main/services/read-source.ts'
import { openHome } from '../../accounts/home.ts'
import { temporaryFolder } from '../../../support/folder-test.ts'
import { cntoolsFolder, policyFilesOf } from '../../../support/policy-folder.ts'
import { zipOf } from '../../../support/zip.ts'

const ownKeys = { add: async () => undefined, isConfirmed: async () => false }

const open = async () => {
  const home = await openHome([policiesSchema, phrasesSchema, practiceSchema])
  await home.create()
  const policies = createPolicies({
    db: home.db,
    vault: home.vault,
    ownKeys,
    phrases: createPhrases({ ...home, ownKeys }),
    network: 'preprod',
    now: () => new Date('2026-01-01T00:00:00Z'),
  })
  return { ...home, policies }
}

const read = (path: string) => readPolicyFiles(path, readFileSource)
const text = (name: string, content: string) => singleFile(name, Secret.ofText(content))
/** 2026-06-15 on mainnet. */
const lock = 190_000_000n

describe('a CNTools policy folder', () => {
  it('says what the policy can still do before anything of it is stored', async () => {
    const { policies, vault } = await open()
    const { files, policyId, key } = policyFilesOf(generatePolicyKey(), lock)
    const folder = join(temporaryFolder(), 'Herbarium')
    cntoolsFolder(folder, { ...files, ttl: '190000000' })
    const given = await read(folder)
    const facts = await policies.inspectFiles(given)
    expect(facts).toMatchObject({
      policyId,
      name: 'Herbarium',
      network: 'mainnet',
      networkBy: 'assumption',
      lock: { slot: 190_000_000, time: '2026-06-15T23:31:31.000Z', locked: false },
      signatures: 1,
      keys: [{ keyHash: key.keyHash, source: 'files', file: 'policy.skey' }],
      minting: 'possible',
      isListed: false,
    })
    expect(await policies.list()).toEqual([])
    expect(await vault.hasKey(key.keyHash)).toBe(false)
    expect(JSON.stringify(facts)).not.toContain(writeSigningKey(key, 'hex').text())

    const taken = await policies.importFiles(given, { network: 'mainnet' })
    expect(taken).toMatchObject({ policyId, canMint: true, keys: [{ here: true }] })
    // From policy.vkey, so that the vault stays closed.
    vault.lock()
    expect(await policies.publicPolicyText(policyId)).toContain(key.publicKey)
  })

  it('whose key is encrypted is watched, and the encrypted file is named and not opened', async () => {
    const { policies } = await open()
    const { files, policyId, key } = policyFilesOf()
    const folder = join(temporaryFolder(), 'Herbarium')
    const { skey, ...others } = files
    cntoolsFolder(folder, { ...others, 'skey.gpg': 'encrypted' })
    const given = await read(folder)
    expect(await policies.inspectFiles(given)).toMatchObject({
      keys: [{ keyHash: key.keyHash, source: 'encrypted', file: 'policy.skey.gpg' }],
      minting: 'others_sign',
      encrypted: ['policy.skey.gpg'],
    })
    expect(await policies.importFiles(given)).toMatchObject({ policyId, canMint: false })
    // Later, decrypted by gpg.
    const later = text('policy.skey', skey)
    expect(await policies.inspectFiles(later)).toMatchObject({ policyId, isListed: true })
    expect(await policies.importFiles(later)).toMatchObject({ policyId, canMint: true })
  })

  it('with a key in a hardware wallet notes its path', async () => {
    const { policies } = await open()
    const { files, policyId, key } = policyFilesOf()
    const hardware = JSON.stringify({
      type: 'PaymentHWSigningFileShelley_ed25519',
      description: 'Hardware Payment Signing File',
      path: '1855H/1815H/3H',
      cborXPubKeyHex: `5840${key.publicKey}${'00'.repeat(32)}`,
    })
    const given = mergeFiles([
      text('policy.script', files.script),
      text('policy.hwsfile', hardware),
    ])
    expect(await policies.inspectFiles(given)).toMatchObject({
      keys: [{ source: 'public', file: 'policy.hwsfile', path: "m/1855'/1815'/3'" }],
    })
    expect(await policies.importFiles(given)).toMatchObject({
      policyId,
      canMint: false,
      keys: [{ path: "m/1855'/1815'/3'" }],
    })
  })

  it('of a policy that is locked says so', async () => {
    const { policies } = await open()
    const { files } = policyFilesOf(generatePolicyKey(), 110_000_000n)
    const folder = temporaryFolder()
    cntoolsFolder(folder, files)
    expect(await policies.inspectFiles(await read(folder))).toMatchObject({
      minting: 'locked',
      lock: { locked: true },
    })
    // The same slot is a later time on preview.
    expect(await policies.inspectFiles(await read(folder), { network: 'preview' })).toMatchObject({
      minting: 'possible',
      lock: { locked: false },
      networkBy: 'choice',
    })
  })
})

describe("NMKR's key export", () => {
  it('is read from its zip and named after its project', async () => {
    const { policies } = await open()
    const { files, policyId } = policyFilesOf(generatePolicyKey(), lock)
    const path = join(temporaryFolder(), 'Herbarium_keys.zip')
    const { script, id, vkey, skey } = files
    writeFileSync(
      path,
      zipOf([
        { name: 'Herbarium.script', content: script },
        { name: 'Herbarium.policyid', content: `${id}\n` },
        { name: 'Herbarium.vkey', content: vkey },
        { name: 'Herbarium.skey', content: skey },
        { name: '__MACOSX/._Herbarium.skey', content: 'Mac OS X' },
        { name: 'readme.txt', content: 'Keep these keys safe.' },
      ]),
    )
    const given = await read(path)
    expect(await policies.inspectFiles(given)).toMatchObject({ policyId, name: 'Herbarium' })
    expect(await policies.importFiles(given)).toMatchObject({ policyId, canMint: true })
  })
})

describe('files of cardano-cli', () => {
  it('become a watch-only policy from a script alone, and with some of the keys a policy with those', async () => {
    const { policies } = await open()
    const keys = [generatePolicyKey(), generatePolicyKey(), generatePolicyKey()]
    const script = {
      type: 'atLeast',
      required: 2,
      scripts: keys.map(({ keyHash }) => ({ type: 'sig', keyHash }) as const),
    } as const
    const alone = text('policy.script', JSON.stringify(script))
    expect(await policies.inspectFiles(alone)).toMatchObject({
      signatures: 2,
      minting: 'others_sign',
      keys: [{ source: 'missing' }, { source: 'missing' }, { source: 'missing' }],
    })
    expect(await policies.importFiles(alone)).toMatchObject({ canMint: false })
    const [first] = keys
    if (first === undefined) throw new Error('no key')
    const some = mergeFiles([
      text('policy.script', JSON.stringify(script)),
      text('a.skey', writeSigningKey(first, 'envelope').text()),
    ])
    expect(await policies.inspectFiles(some)).toMatchObject({
      minting: 'others_sign',
      keys: [{ source: 'files' }, { source: 'missing' }, { source: 'missing' }],
    })
    expect((await policies.importFiles(some)).keys.map(({ here }) => here)).toEqual([
      true,
      false,
      false,
    ])
    expect(await policies.inspectFiles(alone)).toMatchObject({
      keys: [{ source: 'vault' }, {}, {}],
    })
  })

  it('without a type are told apart by the script: the key whose hash it names is public', async () => {
    const { policies, vault } = await open()
    const { files, key, policyId } = policyFilesOf()
    for (const content of [
      JSON.stringify({ type: '', description: '', cborHex: `5820${key.publicKey}` }),
      JSON.stringify({
        type: '',
        description: '',
        cborHex: `5840${key.publicKey}${'05'.repeat(32)}`,
      }),
      `5820${key.publicKey}`,
      key.publicKey.toUpperCase(),
    ]) {
      const given = mergeFiles([text('policy.script', files.script), text('key', content)])
      expect(await policies.inspectFiles(given)).toMatchObject({
        keys: [{ source: 'public', file: 'key' }],
      })
      expect(await policies.importFiles(given)).toMatchObject({ policyId, canMint: false })
    }
    expect(await vault.hasKey(key.keyHash)).toBe(false)
    const signing = parseEnvelope(files.skey)
    const untyped = JSON.stringify({ type: '', description: '', cborHex: signing.cborHex })
    expect(await policies.importFiles(text('key', untyped))).toMatchObject({ canMint: true })
  })
})

describe('files that contradict each other', () => {
  const one = policyFilesOf()
  const other = policyFilesOf()
  it.each([
    [
      'a policy ID of another script',
      { 'policy.script': one.files.script, 'policy.id': other.files.id },
      'policy_id',
      ['policy.id', other.policyId, 'policy.script', one.policyId],
    ],
    [
      'the public key of another signing key',
      {
        'policy.script': one.files.script,
        'policy.vkey': other.files.vkey,
        'policy.skey': one.files.skey,
      },
      'key_pair',
      ['policy.vkey', other.key.keyHash, 'policy.skey', one.key.keyHash],
    ],
    [
      'a signing key of another policy',
      { 'policy.script': one.files.script, 'policy.skey': other.files.skey },
      'foreign_key',
      ['policy.skey', other.key.keyHash, 'policy.script', one.key.keyHash],
    ],
    [
      'a public key of another policy',
      { 'policy.script': one.files.script, 'policy.vkey': other.files.vkey },
      'foreign_key',
      ['policy.vkey', other.key.keyHash, 'policy.script'],
    ],
    [
      'a public key of another policy without a type',
      {
        'policy.script': one.files.script,
        'policy.vkey': JSON.stringify({ type: '', cborHex: `5820${other.key.publicKey}` }),
      },
      'foreign_key',
      ['policy.vkey', other.key.keyHash],
    ],
    [
      'two scripts',
      { 'a.script': one.files.script, 'b.script': other.files.script },
      'two_scripts',
      ['a.script', 'b.script', one.policyId, other.policyId],
    ],
    [
      'a public key that says it signs',
      {
        'policy.script': one.files.script,
        'policy.skey': JSON.stringify({
          type: 'PaymentSigningKeyShelley_ed25519',
          cborHex: `5820${one.key.publicKey}`,
        }),
      },
      'contradiction',
      ['policy.skey', 'signing key', one.key.keyHash],
    ],
    [
      'no script',
      { 'policy.vkey': one.files.vkey, 'policy.id': one.files.id },
      'script_missing',
      ['policy.vkey, policy.id'],
    ],
  ])('are refused with both names: %s', async (_name, files, rule, words) => {
    const { policies, vault } = await open()
    const given = mergeFiles(Object.entries(files).map(([name, content]) => text(name, content)))
    for (const refused of [policies.inspectFiles(given), policies.importFiles(given)]) {
      const error: unknown = await refused.then(
        () => undefined,
        (reason: unknown) => reason,
      )
      expect(error).toMatchObject({ code: 'invalid', details: { rule } })
      for (const word of words) expect(String(error)).toContain(word)
      for (const { key } of [one, other])
        expect(String(error)).not.toContain(writeSigningKey(key, 'hex').text())
    }
    expect(await policies.list()).toEqual([])
    expect(await vault.hasKey(one.key.keyHash)).toBe(false)
  })

  it('and JSON about something else is left out and named', async () => {
    const { policies } = await open()
    const given = mergeFiles([
      text('policy.script', one.files.script),
      text('metadata.json', '{"721":{}}'),
    ])
    expect(await policies.inspectFiles(given)).toMatchObject({
      skipped: [{ name: 'metadata.json', reason: 'not a file of a policy' }],
    })
    expect(scriptToJson(one.script)).toEqual((await policies.inspectFiles(given)).script)
  })
})
