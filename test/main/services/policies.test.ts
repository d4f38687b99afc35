import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { cutMiddle } from '#values/text/format.ts'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { generatePolicyKey, readSigningKey, writeSigningKey } from '#cardano/keys.ts'
import { policyIdOf, scriptFromJson } from '#cardano/scripts.ts'
import { Secret } from '#platform/secret/secret.ts'
import { loopOf } from '#app/signing/qr-frames.ts'
import { publicPolicy } from '../../support/public-policy.ts'
import { herbariumForm, openServices, passphrase } from './open-services.ts'
import { temporaryFolder } from '../../support/folder-test.ts'
import { cntoolsFolder, policyFilesOf } from '../../support/policy-folder.ts'
import { zipOf } from '../../support/zip.ts'

/** A key with the script that it satisfies alone. */
const keyAndScript = () => {
  const key = generatePolicyKey()
  const script = { type: 'sig', keyHash: key.keyHash } as const
  return {
    skey: writeSigningKey(key, 'envelope').text(),
    script,
    scriptText: JSON.stringify(script),
    policyId: policyIdOf(scriptFromJson(script)),
  }
}

const text = (content: string) => ({ kind: 'text', text: content }) as const
const wanted = { name: 'Herbarium', network: 'preprod', lockTime: null } as const

describe('a policy', () => {
  it('is generated with its key in the vault, and locks when it should', async () => {
    const { call, logged } = await openServices()
    const lockTime = '2099-01-01T00:00:00.000Z'
    const made = await call('policies.generate', { ...wanted, lockTime })
    expect(made).toMatchObject({
      name: 'Herbarium',
      network: 'preprod',
      canMint: true,
      lock: { time: lockTime, locked: false },
    })
    expect(await call('policies.list', null)).toEqual([made])
    expect(logged('policy')).toEqual(['The policy Herbarium was made; its key is in the vault.'])
  })

  it('is not generated with a lock in the past, or without a vault', async () => {
    const { call } = await openServices({ hasVault: false })
    await expect(
      call('policies.generate', { ...wanted, lockTime: '2020-01-01T00:00:00Z' }),
    ).rejects.toMatchObject({ code: 'invalid' })
    await expect(call('policies.generate', wanted)).rejects.toMatchObject({ code: 'vault_locked' })
    expect(await call('policies.list', null)).toEqual([])
  })

  it('comes from its account with its keys', async () => {
    const { call, logged } = await openServices()
    const collection = await call('collections.create', {
      accountId: 'local',
      form: herbariumForm,
    })
    const taken = await call('policies.exportFrom', {
      accountId: 'local',
      collectionId: collection.id,
    })
    expect(taken).toMatchObject({
      policyId: collection.policy.policy_id,
      network: 'devnet',
      collectionId: collection.id,
      canMint: true,
    })
    expect(logged('policy')[0]).toMatch(/brought from Local studio into the vault/u)
    await expect(
      call('policies.exportFrom', { accountId: 'local', collectionId: 'none' }),
    ).rejects.toMatchObject({ code: 'not_found' })
  })

  it('whose keys are elsewhere comes by codes, and is refused as a signing request', async () => {
    const { call, logged } = await openServices({ hasVault: false })
    const { policyId, text } = publicPolicy()
    const bytes = new TextEncoder().encode(text)
    const parts = [...loopOf({ kind: 'policy', name: 'public.json', bytes })]
    await expect(call('signing.scan', { parts, restart: true, id: null })).rejects.toMatchObject({
      message: expect.stringContaining('Scan them under Policies'),
    })
    const scanned = await call('policies.scan', { parts, restart: true })
    expect(scanned).toEqual({ progress: 1, text })
    const source = { kind: 'text', text: scanned.text ?? '' } as const
    expect(await call('policies.inspect', { source, keys: [], network: null })).toMatchObject({
      policyId,
      network: 'devnet',
      networkBy: 'files',
      keys: [{ source: 'public' }],
    })
    await expect(
      call('policies.inspect', { source, keys: [], network: 'mainnet' }),
    ).rejects.toMatchObject({ details: { rule: 'network' } })
    const imported = { source, keys: [], name: '', network: null }
    expect(await call('policies.import', imported)).toMatchObject({ policyId, network: 'devnet' })
    expect(logged('policy')).toEqual([
      'The policy Watched was imported; its keys are on another computer.',
    ])
    const frames = await call('policies.publicFrames', { policyId })
    expect(await call('policies.scan', { ...frames, restart: true })).toEqual(scanned)
    const witness = loopOf({ kind: 'witness', name: 'a.witness', bytes })
    await expect(
      call('policies.scan', { parts: [...witness], restart: true }),
    ).rejects.toMatchObject({ message: expect.stringContaining('Scan them under Signing') })
  })

  it('is inspected without being imported', async () => {
    const { call } = await openServices()
    const { script, scriptText, policyId, skey } = keyAndScript()
    const source = text(scriptText)
    expect(await call('policies.inspect', { source, keys: [], network: 'preprod' })).toEqual({
      policyId,
      script,
      name: null,
      network: 'preprod',
      networkBy: 'choice',
      lock: null,
      signatures: 1,
      keys: [{ keyHash: script.keyHash, source: 'missing', file: null, path: null }],
      minting: 'others_sign',
      isListed: false,
      encrypted: [],
      skipped: [],
    })
    const withKeys = text(
      JSON.stringify({ lock: false, policy_id: policyId, script, signing_keys: [skey] }),
    )
    expect(
      await call('policies.inspect', { source: withKeys, keys: [], network: 'preprod' }),
    ).toMatchObject({
      keys: [{ source: 'files' }],
      minting: 'possible',
    })
    expect(await call('policies.list', null)).toEqual([])
  })

  it('is imported from files as cardano-cli keeps them', async () => {
    const { call, logged, pick } = await openServices()
    const folder = temporaryFolder()
    const { scriptText, skey, policyId } = keyAndScript()
    const file = (name: string) => ({ kind: 'file', path: join(folder, name) }) as const
    await pick(file('policy.script').path)
    await pick(file('policy.skey').path)
    await writeFile(join(folder, 'policy.script'), scriptText)
    await writeFile(join(folder, 'policy.skey'), skey)
    const taken = await call('policies.import', {
      source: file('policy.script'),
      keys: [file('policy.skey')],
      name: ' ',
      network: 'preprod',
    })
    expect(taken).toMatchObject({ policyId, name: null, network: 'preprod', canMint: true })
    expect(logged('policy')).toEqual([
      `The policy ${cutMiddle(policyId)} was imported; its keys are in the vault.`,
    ])
  })

  it("is imported from the service's JSON, pasted", async () => {
    const { call } = await openServices()
    const { script, skey, policyId } = keyAndScript()
    const json = JSON.stringify({ lock: false, policy_id: policyId, script, signing_keys: [skey] })
    const taken = await call('policies.import', {
      source: text(json),
      keys: [],
      name: 'Pasted',
      network: null,
    })
    expect(taken).toMatchObject({ policyId, name: 'Pasted', network: 'mainnet', canMint: true })
  })

  it('is taken over from a folder that was picked, or from what was dropped on the page', async () => {
    const { call, pick, logged } = await openServices()
    const { files, policyId } = policyFilesOf()
    const folder = join(temporaryFolder(), 'Herbarium')
    cntoolsFolder(folder, files)
    const picked = { kind: 'file', path: folder } as const
    const input = { source: picked, keys: [], network: null }
    await expect(call('policies.inspect', input)).rejects.toMatchObject({
      details: { rule: 'file_not_picked' },
    })
    await pick(folder)
    const facts = { policyId, name: 'Herbarium', minting: 'possible', keys: [{ source: 'files' }] }
    expect(await call('policies.inspect', input)).toMatchObject(facts)
    const base64 = (content: string | Buffer) => Buffer.from(content).toString('base64')
    const inFolder = Object.entries(files).map(([extension, content]) => ({
      name: `policy.${extension}`,
      content: base64(content),
    }))
    const zip = zipOf(
      Object.entries(files).map(([extension, content]) => ({
        name: `Herbarium.${extension}`,
        content,
      })),
    )
    const dropped = [
      { folder: 'Herbarium', files: inFolder },
      { folder: null, files: [{ name: 'keys.zip', content: base64(zip) }] },
    ].map((given) => ({ kind: 'dropped' as const, ...given }))
    for (const source of dropped)
      expect(await call('policies.inspect', { ...input, source })).toMatchObject(facts)
    expect(await call('policies.list', null)).toEqual([])
    expect(await call('policies.import', { ...input, name: 'Herbarium' })).toMatchObject({
      policyId,
      canMint: true,
    })
    expect(logged('policy')).toEqual([
      'The policy Herbarium was imported; its keys are in the vault.',
    ])
  })

  it('is read from no file that nobody picked, nor are its keys', async () => {
    const { call, pick } = await openServices()
    const folder = temporaryFolder()
    const { scriptText, skey } = keyAndScript()
    const file = (name: string) => ({ kind: 'file', path: join(folder, name) }) as const
    await writeFile(join(folder, 'policy.script'), scriptText)
    await writeFile(join(folder, 'policy.skey'), skey)
    const inspect = () =>
      call('policies.inspect', { source: file('policy.script'), keys: [], network: 'preprod' })
    const error = { code: 'invalid', details: { rule: 'file_not_picked' } }
    await expect(inspect()).rejects.toMatchObject(error)
    await pick(join(folder, 'policy.script'))
    expect(await inspect()).toMatchObject({ keys: [{ source: 'missing' }] })
    await expect(
      call('policies.import', {
        source: file('policy.script'),
        keys: [file('policy.skey')],
        name: '',
        network: 'preprod',
      }),
    ).rejects.toMatchObject(error)
    expect(await call('policies.list', null)).toEqual([])
  })

  it('is not imported with a foreign key, or from what cannot be read', async () => {
    const { call, pick } = await openServices()
    const { scriptText } = keyAndScript()
    const importPolicy = (source: ReturnType<typeof text>, keys: ReturnType<typeof text>[]) =>
      call('policies.import', { source, keys, name: '', network: null })
    await expect(importPolicy(text(scriptText), [text(keyAndScript().skey)])).rejects.toMatchObject(
      {
        details: { rule: 'foreign_key' },
      },
    )
    const missing = { kind: 'file', path: '/nowhere/policy.script' } as const
    const endless = { kind: 'file', path: '/dev/zero' } as const
    for (const source of [missing, endless]) {
      await pick(source.path)
      await expect(
        call('policies.import', { source, keys: [], name: '', network: null }),
      ).rejects.toMatchObject({ code: 'invalid', details: { rule: 'file' } })
    }
    expect(await call('policies.list', null)).toEqual([])
  })
})

describe('the script of a policy', () => {
  it('is shown, and saved where the user says', async () => {
    const { call, state } = await openServices()
    const { policyId } = await call('policies.generate', wanted)
    const { json, cborHex } = await call('policies.script', { policyId })
    expect(cborHex).toMatch(/^82/u)
    expect(await call('policies.saveScript', { policyId })).toBeNull()
    state.saveTo = join(temporaryFolder(), 'policy.script')
    expect(await call('policies.saveScript', { policyId })).toBe(state.saveTo)
    expect(await readFile(state.saveTo, 'utf8')).toBe(json)
    expect(state.suggested[0]).toBe(`policy-${policyId.slice(0, 8)}.script`)
    await expect(call('policies.script', { policyId: '00' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('the keys of a policy', () => {
  it('are revealed for the passphrase alone, also while the vault is unlocked', async () => {
    const { call, app, logged } = await openServices()
    const { policyId } = await call('policies.generate', wanted)
    await expect(
      call('policies.reveal', { policyId, passphrase: 'not the passphrase' }),
    ).rejects.toMatchObject({ code: 'wrong_passphrase' })
    expect(app.vault.status().state).toBe('unlocked')
    const revealed = JSON.parse((await call('policies.reveal', { policyId, passphrase })).text)
    expect(revealed).toMatchObject({ policy_id: policyId, lock: false, lock_time: null })
    expect(revealed.signing_keys).toEqual([expect.stringMatching(/^ed25519_sk1/u)])
    expect(app.vault.status().state).toBe('unlocked')
    expect(logged('policy')[0]).toBe('The keys of the policy Herbarium were shown in the window.')
  })

  it('leave the vault as locked as it was', async () => {
    const { call, app } = await openServices()
    const { policyId } = await call('policies.generate', wanted)
    await call('vault.lock', null)
    await call('policies.reveal', { policyId, passphrase })
    expect(app.vault.status().state).toBe('locked')
  })

  it('are saved for their owner alone, and the file can be imported again', async () => {
    const { call, state, logged } = await openServices()
    const { policyId } = await call('policies.generate', wanted)
    await expect(
      call('policies.saveWithKeys', { policyId, passphrase: 'not the passphrase' }),
    ).rejects.toMatchObject({ code: 'wrong_passphrase' })
    expect(state.suggested).toEqual([])
    expect(await call('policies.saveWithKeys', { policyId, passphrase })).toBeNull()
    const path = join(temporaryFolder(), 'keys.json')
    await writeFile(path, 'an older file', { mode: 0o644 })
    state.saveTo = path
    expect(await call('policies.saveWithKeys', { policyId, passphrase })).toBe(path)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(logged('policy')[0]).toMatch(/saved with its keys/u)

    const other = await openServices()
    const source = { kind: 'file', path } as const
    await other.pick(path)
    const taken = await other.call('policies.import', {
      source,
      keys: [],
      name: '',
      network: null,
    })
    expect(taken).toMatchObject({ policyId, canMint: true })
  })

  it("go out as cardano-cli's files too: the public ones freely, the private ones by passphrase", async () => {
    const { call, state, logged } = await openServices()
    const { policyId, keys } = await call('policies.generate', wanted)
    const keyHash = keys[0]?.keyHash ?? ''
    const folder = temporaryFolder()
    expect(await call('policies.savePublicKeys', { policyId })).toBeNull()
    state.saveTo = join(folder, 'any.vkey')
    expect(await call('policies.savePublicKeys', { policyId })).toEqual([state.saveTo])
    expect(state.suggested.at(-1)).toBe(`${keyHash}.vkey`)
    const publicFile = JSON.parse(await readFile(state.saveTo, 'utf8'))
    expect(publicFile.type).toMatch(/VerificationKey/u)

    const asked = state.suggested.length
    await expect(
      call('policies.saveKeyFiles', { policyId, passphrase: 'not the passphrase' }),
    ).rejects.toMatchObject({ code: 'wrong_passphrase' })
    expect(state.suggested).toHaveLength(asked)
    state.saveTo = join(folder, 'any.skey')
    expect(await call('policies.saveKeyFiles', { policyId, passphrase })).toEqual([state.saveTo])
    expect((await stat(state.saveTo)).mode & 0o777).toBe(0o600)
    expect(logged('policy')[0]).toBe('The keys of the policy Herbarium were saved, readable.')
    const key = readSigningKey(Secret.ofText(await readFile(state.saveTo, 'utf8')))
    expect(key.keyHash).toBe(keyHash)
  })

  it('of several signers go into a folder, where nothing is replaced', async () => {
    const { call, state } = await openServices()
    const both = [generatePolicyKey(), generatePolicyKey()]
    const names = both.map(({ keyHash }) => `${keyHash}.skey`)
    const { policyId } = await call('policies.import', {
      source: {
        kind: 'text',
        text: JSON.stringify({
          type: 'all',
          scripts: both.map(({ keyHash }) => ({ type: 'sig', keyHash })),
        }),
      },
      keys: both.map((key) => ({ kind: 'text', text: writeSigningKey(key, 'bech32').text() })),
      name: 'Two',
      network: 'preprod',
    })
    const folder = temporaryFolder()
    state.picked = folder
    const paths = names.map((name) => join(folder, name))
    expect(await call('policies.saveKeyFiles', { policyId, passphrase })).toEqual(paths)
    await expect(call('policies.saveKeyFiles', { policyId, passphrase })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect((await readdir(folder)).toSorted()).toEqual(names.toSorted())
  })
})
