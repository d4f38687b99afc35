import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { policyKeyFromPhrase } from '#cardano/derive.ts'
import { KeyHash } from '#cardano/ids.ts'
import {
  generatePolicyKey,
  keyHashOf,
  policyKeyOf,
  readSigningKey,
  verifyWitness,
  writeSigningKey,
  type PolicyKey,
} from '#cardano/keys.ts'
import { derivePaymentAddress } from '#cardano/payment-wallet.ts'
import { type NativeScript, policyIdOf, scriptToCbor } from '#cardano/scripts.ts'
import { Secret } from '#platform/secret/secret.ts'
import type { Vault, VaultOptions } from '#keys/vault/vault.ts'
import { sampleOrdered, sampleTransaction, sampleTxId } from '../../support/sample-transaction.ts'

const passphrase = (): Secret => Secret.ofText('correct horse battery')
const bodyHash = sampleTxId

/** What a vault in sealed files must do, however it is opened: here or in another process. */
export const testSealedFiles = (openVault: (options: VaultOptions) => Promise<Vault>): void => {
  let home: string
  let vaults: Vault[]

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'coldpress-vault-'))
    vaults = []
  })

  afterEach(async () => {
    for (const vault of vaults) vault.close()
    await rm(home, { recursive: true, force: true })
  })

  const open = async (options: Partial<VaultOptions> = {}): Promise<Vault> => {
    const vault = await openVault({
      home,
      isDefaultHome: false,
      backend: 'sealed-files',
      scryptWorkFactor: 2,
      ...options,
    })
    vaults.push(vault)
    return vault
  }

  const created = async (...keys: readonly PolicyKey[]): Promise<Vault> => {
    const vault = await open()
    await vault.create(passphrase())
    await vault.storeKeys(keys)
    return vault
  }

  const itemPath = (item: string): string => join(home, 'secrets', `${item}.age`)
  const policyPath = (key: PolicyKey): string => itemPath(`policy/${key.keyHash}`)
  const identityPath = (): string => itemPath('vault/identity')

  const filesIn = async (folder: string): Promise<string[]> =>
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))

  const alter = async (path: string, change: (bytes: Uint8Array) => Uint8Array): Promise<void> =>
    writeFile(path, change(await readFile(path)))

  const flipLast = (bytes: Uint8Array): Uint8Array =>
    bytes.map((byte, index) => (index === bytes.length - 1 ? byte ^ 1 : byte))

  describe('destroying a vault', () => {
    it('leaves none of the items named, no identity and no vault.json, and starts again', async () => {
      const key = generatePolicyKey()
      const vault = await created(key)
      await vault.setApiKey({ accountId: 'shop', apiKey: Secret.ofText('an-api-key') })
      const phrase = await vault.restorePhrase(Secret.ofText(`${'abandon '.repeat(23)}art`))
      await vault.destroy({ keyHashes: [key.keyHash], apiKeys: ['shop'], phrases: [phrase] })
      expect(vault.status().state).toBe('new')
      expect((await filesIn(home)).filter((file) => /age$|json$/u.test(file))).toEqual([])
      await vault.create(Secret.ofText('another passphrase'))
      expect(await vault.hasKey(key.keyHash)).toBe(false)
    })
  })

  describe('a vault in sealed files', () => {
    it('is new, then unlocked, then locked in the next process', async () => {
      const vault = await open()
      expect(vault.status()).toMatchObject({ state: 'new', backend: 'sealed-files' })
      await vault.create(passphrase())
      expect(vault.status().state).toBe('unlocked')
      vault.lock()
      expect(vault.status().state).toBe('locked')
      const again = await open({ backend: 'auto' })
      expect(again.status()).toMatchObject({
        state: 'locked',
        backend: 'sealed-files',
        note: expect.stringContaining('sealed files'),
      })
    })

    it.each(['ed25519', 'ed25519e'] as const)('signs with a stored %s key', async (kind) => {
      const bytes = new Uint8Array(kind === 'ed25519' ? 32 : 64).fill(0x48)
      const key = policyKeyOf(bytes)
      expect(key.kind).toBe(kind)
      const vault = await created(key)
      const witness = await vault.witness({
        transaction: sampleTransaction(),
        keyHash: key.keyHash,
      })
      expect(witness.publicKey).toBe(key.publicKey)
      expect(verifyWitness(witness, bodyHash)).toBe(true)
    })

    it('stores while locked; signs and reveals only when unlocked', async () => {
      await created()
      const key = generatePolicyKey()
      const vault = await open()
      await vault.storeKeys([key])
      expect(await vault.hasKey(key.keyHash)).toBe(true)
      await expect(
        vault.witness({ transaction: sampleTransaction(), keyHash: key.keyHash }),
      ).rejects.toMatchObject({
        code: 'vault_locked',
      })
      await expect(vault.revealKeys([key.keyHash])).rejects.toMatchObject({ code: 'vault_locked' })
      await vault.unlock(passphrase())
      expect(
        verifyWitness(
          await vault.witness({ transaction: sampleTransaction(), keyHash: key.keyHash }),
          bodyHash,
        ),
      ).toBe(true)
      const [revealed] = await vault.revealKeys([key.keyHash])
      expect(revealed?.text()).toBe(writeSigningKey(key, 'bech32').text())
      expect(revealed && readSigningKey(revealed).keyHash).toBe(key.keyHash)
    })

    it('leaves the stored key to its owner: the caller may use it after storing', async () => {
      const key = generatePolicyKey()
      const before = key.secret.use((bytes) => Uint8Array.from(bytes))
      await created(key)
      expect(key.secret.use((bytes) => Uint8Array.from(bytes))).toEqual(before)
    })

    it('names what is missing', async () => {
      const vault = await open()
      const key = generatePolicyKey()
      await expect(vault.storeKeys([key])).rejects.toMatchObject({
        code: 'vault_locked',
        message: expect.stringContaining('Choose a vault passphrase'),
      })
      await expect(vault.unlock(passphrase())).rejects.toMatchObject({ code: 'vault_locked' })
      await vault.create(passphrase())
      await expect(
        vault.witness({ transaction: sampleTransaction(), keyHash: key.keyHash }),
      ).rejects.toMatchObject({
        code: 'key_missing',
        message: expect.stringContaining(key.keyHash),
      })
      expect(await vault.hasKey(key.keyHash)).toBe(false)
    })

    it('removes a key, and does not mind when it is gone', async () => {
      const key = generatePolicyKey()
      const vault = await created(key)
      await vault.removeKey(key.keyHash)
      await vault.removeKey(key.keyHash)
      expect(await vault.hasKey(key.keyHash)).toBe(false)
    })

    it('seals API keys: writing works while locked, reading does not', async () => {
      const fresh = await open()
      await expect(
        fresh.setApiKey({ accountId: 'acc-1', apiKey: Secret.ofText('sk') }),
      ).rejects.toMatchObject({
        code: 'vault_locked',
      })
      await created()
      const vault = await open()
      await vault.setApiKey({ accountId: 'acc-1', apiKey: Secret.ofText('an api key') })
      await expect(vault.getApiKey('acc-1')).rejects.toMatchObject({ code: 'vault_locked' })
      expect(await vault.getApiKey('acc-2')).toBeUndefined()
      await vault.unlock(passphrase())
      expect((await vault.getApiKey('acc-1'))?.text()).toBe('an api key')
      await vault.removeApiKey('acc-1')
      expect(await vault.getApiKey('acc-1')).toBeUndefined()
    })

    it.each(['', '../identity', 'a/b', 'é', 'x'.repeat(65)])(
      'refuses the account ID %j, which would become a path',
      async (id) => {
        const vault = await created()
        await expect(
          vault.setApiKey({ accountId: id, apiKey: Secret.ofText('sk') }),
        ).rejects.toMatchObject({
          code: 'invalid',
        })
      },
    )
  })

  describe('a backup', () => {
    const own = (): Secret => Secret.ofText('words for the backup alone')
    const scriptOf = (...keys: readonly PolicyKey[]): NativeScript => ({
      type: 'atLeast',
      required: 1,
      scripts: keys.map(({ keyHash }) => ({ type: 'sig', keyHash })),
    })
    const policyOf = (...keys: readonly PolicyKey[]) =>
      ({
        name: 'Herbarium',
        network: 'preprod',
        scriptCbor: scriptToCbor(scriptOf(...keys)),
      }) as const

    it('holds the keys that are here, names those elsewhere, and brings them to another vault', async () => {
      const [mine, extended, theirs] = [
        generatePolicyKey(),
        policyKeyOf(new Uint8Array(64).fill(0x48)),
        generatePolicyKey(),
      ]
      const vault = await created(mine, extended)
      const backup = await vault.backUp({
        policy: policyOf(mine, extended, theirs),
        passphrase: own(),
      })
      expect(backup).toMatchObject({
        name: 'Herbarium',
        policyId: policyIdOf(scriptOf(mine, extended, theirs)),
        keyHashes: [mine.keyHash, extended.keyHash],
        elsewhere: [theirs.keyHash],
      })
      await vault.removeKey(mine.keyHash)
      vault.lock()
      const restored = await vault.restoreBackup({ file: backup.file, passphrase: own() })
      expect(restored).toMatchObject({
        keyHashes: [mine.keyHash, extended.keyHash],
        alreadyHere: [extended.keyHash],
        fingerprint: backup.fingerprint,
      })
      await vault.unlock(passphrase())
      for (const { keyHash } of [mine, extended])
        expect(
          verifyWitness(
            await vault.witness({ transaction: sampleTransaction(), keyHash }),
            bodyHash,
          ),
        ).toBe(true)
    })

    it('passes its test in a vault that was never made', async () => {
      const key = generatePolicyKey()
      const backup = await (await created(key)).backUp({ policy: policyOf(key), passphrase: own() })
      const { file, ...facts } = backup
      const elsewhere = await open({ home: join(home, 'elsewhere') })
      expect(await elsewhere.testBackup({ file, passphrase: own() })).toEqual(facts)
      expect(elsewhere.status().state).toBe('new')
      expect(await elsewhere.hasKey(key.keyHash)).toBe(false)
      await expect(elsewhere.restoreBackup({ file, passphrase: own() })).rejects.toMatchObject({
        code: 'vault_locked',
      })
    })

    it('needs an unlocked vault, a key, and a passphrase that is not too short', async () => {
      const [key, theirs] = [generatePolicyKey(), generatePolicyKey()]
      const vault = await created(key)
      await expect(
        vault.backUp({ policy: policyOf(key), passphrase: Secret.ofText('short') }),
      ).rejects.toMatchObject({
        code: 'invalid',
        message: expect.stringContaining('backup passphrase'),
      })
      await expect(
        vault.backUp({ policy: policyOf(theirs), passphrase: own() }),
      ).rejects.toMatchObject({
        code: 'key_missing',
      })
      vault.lock()
      await expect(
        vault.backUp({ policy: policyOf(key), passphrase: own() }),
      ).rejects.toMatchObject({
        code: 'vault_locked',
      })
    })

    it('is not opened by the passphrase of the vault', async () => {
      const key = generatePolicyKey()
      const vault = await created(key)
      const { file } = await vault.backUp({ policy: policyOf(key), passphrase: own() })
      for (const open of [
        vault.testBackup({ file, passphrase: passphrase() }),
        vault.restoreBackup({ file, passphrase: passphrase() }),
      ])
        await expect(open).rejects.toMatchObject({ code: 'wrong_passphrase' })
    })
  })

  describe('a recovery phrase', () => {
    const given = (words: Secret, positions: readonly number[]) =>
      positions.map((position) => ({
        position,
        word: Secret.ofText(words.text().split(' ')[position - 1] ?? ''),
      }))

    it('is kept once its words were given back, and derives keys that sign', async () => {
      const vault = await created()
      const { fingerprint, words, wordNumbers } = await vault.startPhrase()
      expect(words.text().split(' ')).toHaveLength(24)
      expect(new Set(wordNumbers).size).toBe(3)
      expect(await vault.hasPhrase(fingerprint)).toBe(false)
      await expect(
        vault.confirmPhrase({ fingerprint, given: given(words, wordNumbers.slice(1)) }),
      ).rejects.toMatchObject({ code: 'invalid', details: { positions: [wordNumbers[0]] } })
      expect(await vault.hasPhrase(fingerprint)).toBe(false)
      await vault.confirmPhrase({ fingerprint, given: given(words, wordNumbers) })
      expect(await vault.hasPhrase(fingerprint)).toBe(true)

      const expected = policyKeyFromPhrase(words, 7)
      const derived = await vault.derivePhraseKey({ fingerprint, index: 7 })
      expect(derived).toEqual({ keyHash: expected.keyHash, publicKey: expected.publicKey })
      const witness = await vault.witness({
        transaction: sampleTransaction(),
        keyHash: derived.keyHash,
      })
      expect(verifyWitness(witness, bodyHash)).toBe(true)
      expect(await vault.publicKeys([derived.keyHash])).toEqual([derived])
    })

    it('that is being written down is forgotten with a lock, or by another', async () => {
      const vault = await created()
      const first = await vault.startPhrase()
      const second = await vault.startPhrase()
      const forgotten = { code: 'conflict', details: { rule: 'no_draft' } }
      await expect(
        vault.confirmPhrase({
          fingerprint: first.fingerprint,
          given: given(first.words, first.wordNumbers),
        }),
      ).rejects.toMatchObject(forgotten)
      vault.lock()
      await expect(vault.startPhrase()).rejects.toMatchObject({ code: 'vault_locked' })
      await vault.unlock(passphrase())
      await expect(
        vault.confirmPhrase({
          fingerprint: second.fingerprint,
          given: given(second.words, second.wordNumbers),
        }),
      ).rejects.toMatchObject(forgotten)
    })

    it('is restored from its words while locked, and is in no file as words or bytes', async () => {
      await created()
      const vault = await open()
      const entropy = Uint8Array.from({ length: 32 }, (_, at) => 0x41 + at)
      const words = entropyToMnemonic(entropy, wordlist)
      const spaced = Secret.ofText(`  ${words.toUpperCase().replaceAll(' ', '  ')}\n`)
      const fingerprint = await vault.restorePhrase(spaced)
      expect(await vault.restorePhrase(Secret.ofText(words))).toBe(fingerprint)
      await expect(vault.derivePhraseKey({ fingerprint, index: 0 })).rejects.toMatchObject({
        code: 'vault_locked',
      })
      await vault.unlock(passphrase())
      expect((await vault.derivePhraseKey({ fingerprint, index: 0 })).keyHash).toBe(
        policyKeyFromPhrase(Secret.ofText(words), 0).keyHash,
      )
      for (const file of await filesIn(home)) {
        const content = await readFile(file)
        expect(content.includes(Buffer.from(entropy))).toBe(false)
        expect(content.includes(words.slice(0, 20))).toBe(false)
      }
    })

    it('is refused when it is none, without a word of it, and missing where it is not', async () => {
      const vault = await created()
      const error = await vault
        .restorePhrase(Secret.ofText('abandon '.repeat(24)))
        .catch((error: unknown) => error)
      expect(error).toMatchObject({ code: 'invalid' })
      expect(JSON.stringify([String(error), error])).not.toContain('abandon')
      await expect(
        vault.derivePhraseKey({ fingerprint: '00'.repeat(8), index: 0 }),
      ).rejects.toMatchObject({
        code: 'key_missing',
      })
      await expect(vault.hasPhrase('../identity')).rejects.toMatchObject({ code: 'invalid' })
    })

    it('under the name of another is not used; restoring it fixes that', async () => {
      const vault = await created()
      const words = [1, 2].map((fill) => entropyToMnemonic(new Uint8Array(32).fill(fill), wordlist))
      const [one = '', two = ''] = await Promise.all(
        words.map((text) => vault.restorePhrase(Secret.ofText(text))),
      )
      await writeFile(itemPath(`phrase/${one}`), await readFile(itemPath(`phrase/${two}`)))
      await expect(vault.derivePhraseKey({ fingerprint: one, index: 0 })).rejects.toMatchObject({
        code: 'corrupt',
      })
      await vault.restorePhrase(Secret.ofText(words[0] ?? ''))
      expect((await vault.derivePhraseKey({ fingerprint: one, index: 0 })).keyHash).toMatch(
        /^[0-9a-f]{56}$/u,
      )
      await expect(
        vault.derivePhraseKey({ fingerprint: one, index: 2 ** 31 }),
      ).rejects.toMatchObject({ code: 'invalid' })
    })
  })

  describe('a wallet', () => {
    it('is made while locked, and signs at each place that its public key tells', async () => {
      await created()
      const vault = await open()
      const { id, accountKey } = await vault.createWallet()
      expect(await vault.hasPhrase(id)).toBe(true)
      expect((await vault.createWallet()).id).not.toBe(id)
      const { keyHash } = derivePaymentAddress(accountKey, 0, 'preprod')
      const elsewhere = await open()
      await elsewhere.unlock(passphrase())
      const ordered = await sampleOrdered(elsewhere, 'preprod', keyHash, { wallet: id, index: 0 })
      await expect(vault.witnessOrdered(ordered)).rejects.toMatchObject({ code: 'vault_locked' })
      await vault.unlock(passphrase())
      for (const index of [0, 7, 2 ** 31 - 1]) {
        const derivedAddress = derivePaymentAddress(accountKey, index, 'preprod')
        const witness = await vault.witnessOrdered(
          await sampleOrdered(vault, 'preprod', derivedAddress.keyHash, { wallet: id, index }),
        )
        expect(verifyWitness(witness, bodyHash)).toBe(true)
        expect(keyHashOf(Buffer.from(witness.publicKey, 'hex'))).toBe(derivedAddress.keyHash)
      }
    })

    it('signs with no key but the one that was asked for, and at no place that is none', async () => {
      const stored = generatePolicyKey()
      const vault = await created(stored)
      const { id, accountKey } = await vault.createWallet()
      const { keyHash } = derivePaymentAddress(accountKey, 1, 'devnet')
      for (const [asked, at, code] of [
        [keyHash, { wallet: id, index: 0 }, 'invalid'],
        [stored.keyHash, { wallet: id, index: 0 }, 'invalid'],
        [keyHash, { wallet: id, index: 2 ** 31 }, 'invalid'],
        [keyHash, { wallet: '00'.repeat(8), index: 1 }, 'key_missing'],
      ] as const)
        await expect(
          vault.witnessOrdered(await sampleOrdered(vault, 'devnet', asked, at)),
        ).rejects.toMatchObject({ code })
      await expect(
        vault.witness({ transaction: sampleTransaction(), keyHash }),
      ).rejects.toMatchObject({
        code: 'key_missing',
      })
    })

    it('is brought to another vault by its backup, and signs there', async () => {
      const vault = await created()
      const { id, accountKey } = await vault.createWallet()
      const own = () => Secret.ofText('words for the backup alone')
      const backup = await vault.backUpWallet({
        wallet: { id, network: 'preprod' },
        passphrase: own(),
      })
      expect(backup).toMatchObject({ id, accountKey, network: 'preprod' })
      const there = await open({ home: join(home, 'there') })
      await there.create(passphrase())
      there.lock()
      const { file, ...facts } = backup
      expect(await there.restoreWallet({ file, passphrase: own() })).toEqual({
        ...facts,
        wasHere: false,
      })
      await there.unlock(passphrase())
      const { keyHash } = derivePaymentAddress(accountKey, 3, 'preprod')
      const witness = await there.witnessOrdered(
        await sampleOrdered(there, 'preprod', keyHash, { wallet: id, index: 3 }),
      )
      expect(verifyWitness(witness, bodyHash)).toBe(true)
    })

    it('needs a vault to be sealed to', async () => {
      const vault = await open()
      await expect(vault.createWallet()).rejects.toMatchObject({ code: 'vault_locked' })
      expect(await filesIn(home)).not.toContainEqual(expect.stringContaining('phrase'))
    })
  })

  describe('what stands on disk', () => {
    it.skipIf(process.platform === 'win32')(
      'is for the owner alone, even where the folder was open before',
      async () => {
        await mkdir(join(home, 'secrets', 'policy'), { recursive: true })
        await chmod(join(home, 'secrets'), 0o755)
        await chmod(join(home, 'secrets', 'policy'), 0o777)
        await created(generatePolicyKey())
        for (const folder of ['secrets', 'secrets/policy', 'secrets/vault'])
          expect((await stat(join(home, folder))).mode & 0o777).toBe(0o700)
        for (const file of [...(await filesIn(join(home, 'secrets'))), join(home, 'vault.json')])
          expect((await stat(file)).mode & 0o777).toBe(0o600)
      },
    )

    it('holds no planted secret in any form, and no temporary file', async () => {
      const raw = Uint8Array.from({ length: 32 }, (_, index) => 0x31 + index)
      const key = policyKeyOf(raw.slice())
      const vault = await created(key)
      await vault.setApiKey({ accountId: 'acc-1', apiKey: Secret.ofText('planted-api-key-value') })
      await vault.witness({ transaction: sampleTransaction(), keyHash: key.keyHash })
      const [revealed] = await vault.revealKeys([key.keyHash])
      const identity = await openedIdentity()
      const planted = [
        Buffer.from(raw),
        Buffer.from(raw).toString('hex'),
        Buffer.from(raw).toString('base64'),
        String(revealed?.text()),
        'planted-api-key-value',
        'correct horse battery',
        identity,
      ]
      const files = await filesIn(home)
      expect(files.map((file) => file.slice(home.length + 1)).toSorted()).toEqual([
        'secrets/api-key/acc-1.age',
        `secrets/policy/${key.keyHash}.age`,
        'secrets/vault/identity.age',
        'vault.json',
        'vault.lock',
      ])
      for (const file of files) {
        const content = await readFile(file)
        for (const secret of planted) expect(content.includes(secret)).toBe(false)
      }
    })

    it('opens without Coldpress: the passphrase gives the identity, the identity each key', async () => {
      const raw = new Uint8Array(32).fill(0x42)
      const key = policyKeyOf(raw.slice())
      await created(key)
      const decrypter = new Decrypter()
      decrypter.addIdentity(await openedIdentity())
      expect(await decrypter.decrypt(await readFile(policyPath(key)))).toEqual(raw)
    })

    const openedIdentity = async (): Promise<string> => {
      const decrypter = new Decrypter()
      decrypter.addPassphrase('correct horse battery')
      return decrypter.decrypt(await readFile(identityPath()), 'text')
    }
  })

  describe('the passphrase', () => {
    it.each(['', 'eleven 7777', '            ', ' too short  ', '🔑🔑🔑🔑🔑🔑'])(
      'refuses %j',
      async (text) => {
        const vault = await open()
        await expect(vault.create(Secret.ofText(text))).rejects.toMatchObject({
          code: 'invalid',
          message: expect.stringContaining('at least 12 are needed'),
        })
        expect(vault.status().state).toBe('new')
      },
    )

    it.each(['password1234', 'P4ssw0rd!2026', 'aaaaaaaaaaaa', 'coldpress2026!'])(
      'refuses %s, which is long enough and easy to guess',
      async (text) => {
        const vault = await open()
        await expect(vault.create(Secret.ofText(text))).rejects.toMatchObject({
          code: 'invalid',
          message: expect.stringContaining('too easy to guess'),
        })
        expect(vault.status().state).toBe('new')
      },
    )

    it('refuses a wrong one and stays locked', async () => {
      await created()
      const vault = await open()
      await expect(vault.unlock(Secret.ofText('correct horse batterz'))).rejects.toMatchObject({
        code: 'wrong_passphrase',
      })
      expect(vault.status().state).toBe('locked')
    })

    it('is the same however its accents were typed', async () => {
      const vault = await open()
      await vault.create(Secret.ofText('café au lait'.normalize('NFD')))
      vault.lock()
      await vault.unlock(Secret.ofText('café au lait'.normalize('NFC')))
      expect(vault.status().state).toBe('unlocked')
    })

    it('changes, and only the new one opens the same keys', async () => {
      const key = generatePolicyKey()
      const vault = await created(key)
      await expect(
        vault.changePassphrase({
          before: Secret.ofText('not the old one'),
          after: Secret.ofText('brand new words'),
        }),
      ).rejects.toMatchObject({ code: 'wrong_passphrase' })
      await expect(
        vault.changePassphrase({ before: passphrase(), after: Secret.ofText('short') }),
      ).rejects.toMatchObject({ code: 'invalid' })
      await vault.changePassphrase({
        before: passphrase(),
        after: Secret.ofText('brand new words'),
      })

      const again = await open()
      await expect(again.unlock(passphrase())).rejects.toMatchObject({ code: 'wrong_passphrase' })
      await again.unlock(Secret.ofText('brand new words'))
      expect(
        verifyWitness(
          await again.witness({ transaction: sampleTransaction(), keyHash: key.keyHash }),
          bodyHash,
        ),
      ).toBe(true)
    })

    it('is chosen once', async () => {
      await created()
      const vault = await open()
      await expect(vault.create(Secret.ofText('a second passphrase'))).rejects.toMatchObject({
        code: 'conflict',
      })
    })
  })

  describe('damage', () => {
    it.each([
      ['altered', flipLast],
      ['cut short', (bytes: Uint8Array) => bytes.slice(0, -20)],
      ['cut to its header', (bytes: Uint8Array) => bytes.slice(0, 60)],
      ['emptied', () => new Uint8Array()],
      ['replaced', () => new TextEncoder().encode('not age')],
    ])('of one key, %s, is named; others still sign; storing again fixes it', async (_, change) => {
      const [bad, good] = [generatePolicyKey(), generatePolicyKey()]
      const vault = await created(bad, good)
      await alter(policyPath(bad), change)
      await expect(
        vault.witness({ transaction: sampleTransaction(), keyHash: bad.keyHash }),
      ).rejects.toMatchObject({
        code: 'corrupt',
        message: expect.stringContaining(`policy/${bad.keyHash}`),
      })
      expect(
        verifyWitness(
          await vault.witness({ transaction: sampleTransaction(), keyHash: good.keyHash }),
          bodyHash,
        ),
      ).toBe(true)
      await vault.storeKeys([bad])
      expect(
        verifyWitness(
          await vault.witness({ transaction: sampleTransaction(), keyHash: bad.keyHash }),
          bodyHash,
        ),
      ).toBe(true)
    })

    it('of a key can be fixed while locked', async () => {
      const key = generatePolicyKey()
      await created(key)
      await alter(policyPath(key), flipLast)
      const vault = await open()
      await vault.storeKeys([key])
      await vault.unlock(passphrase())
      expect(
        verifyWitness(
          await vault.witness({ transaction: sampleTransaction(), keyHash: key.keyHash }),
          bodyHash,
        ),
      ).toBe(true)
    })

    it('a key under the name of another never signs', async () => {
      const [one, two] = [generatePolicyKey(), generatePolicyKey()]
      const vault = await created(one, two)
      await writeFile(policyPath(one), await readFile(policyPath(two)))
      await expect(
        vault.witness({ transaction: sampleTransaction(), keyHash: one.keyHash }),
      ).rejects.toMatchObject({
        code: 'corrupt',
      })
      await expect(vault.revealKeys([two.keyHash, one.keyHash])).rejects.toMatchObject({
        code: 'corrupt',
      })
    })

    it('of the sealed identity is not called a wrong passphrase', async () => {
      const vault = await created()
      await alter(identityPath(), flipLast)
      await expect(vault.unlock(passphrase())).rejects.toMatchObject({
        code: 'corrupt',
        message: expect.stringContaining('vault/identity'),
      })
      await rm(identityPath())
      await expect(vault.unlock(passphrase())).rejects.toMatchObject({
        code: 'key_missing',
        message: expect.stringContaining('vault/identity'),
      })
    })

    it('a recipient in vault.json that is not the identity’s own stops everything', async () => {
      const vault = await created()
      const path = join(home, 'vault.json')
      const thief = await identityToRecipient(await generateX25519Identity())
      const facts = JSON.parse(await readFile(path, 'utf8'))
      await writeFile(path, JSON.stringify({ ...facts, recipient: thief }))

      await expect(vault.storeKeys([generatePolicyKey()])).rejects.toMatchObject({
        code: 'corrupt',
      })
      const locked = await open()
      await expect(locked.unlock(passphrase())).rejects.toMatchObject({
        code: 'corrupt',
        message: expect.stringContaining('vault.json'),
      })
      expect(locked.status().state).toBe('locked')
    })

    it.each([
      ['no JSON', '{'],
      ['another shape', '{"format":1}'],
      ['a newer format', '{"format":2,"recipient":"x","backend":"keychain","created":""}'],
    ])('of vault.json (%s) is refused; moved away, unlocking restores it', async (_, text) => {
      await created()
      const path = join(home, 'vault.json')
      const facts = JSON.parse(await readFile(path, 'utf8'))
      await writeFile(path, text)
      await expect(open()).rejects.toMatchObject({ code: 'corrupt' })

      await rm(path)
      const vault = await open()
      expect(vault.status().state).toBe('locked')
      await expect(vault.storeKeys([generatePolicyKey()])).rejects.toMatchObject({
        code: 'vault_locked',
      })
      await vault.unlock(passphrase())
      expect(JSON.parse(await readFile(path, 'utf8')).recipient).toBe(facts.recipient)
    })

    it('another backend than the vault has is refused', async () => {
      await created()
      await expect(open({ backend: 'keychain' })).rejects.toMatchObject({ code: 'conflict' })
    })
  })

  describe('at once', () => {
    it('two that create: one wins, and both then store keys that it opens', async () => {
      const [one, two] = [await open(), await open()]
      const outcomes = await Promise.allSettled([one, two].map((each) => each.create(passphrase())))
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])

      const keys = Array.from({ length: 6 }, () => generatePolicyKey())
      await Promise.all(keys.map((key, index) => (index % 2 === 0 ? one : two).storeKeys([key])))
      const vault = await open()
      await vault.unlock(passphrase())
      for (const key of keys)
        expect(
          verifyWitness(
            await vault.witness({ transaction: sampleTransaction(), keyHash: key.keyHash }),
            bodyHash,
          ),
        ).toBe(true)
    })

    it('the same key twice is stored once and opens', async () => {
      const key = generatePolicyKey()
      const vault = await created()
      await Promise.all([vault.storeKeys([key, key]), vault.storeKeys([key])])
      const stored = await readFile(policyPath(key))
      await vault.storeKeys([key])
      expect(await readFile(policyPath(key))).toEqual(stored)
      expect(
        verifyWitness(
          await vault.witness({ transaction: sampleTransaction(), keyHash: key.keyHash }),
          bodyHash,
        ),
      ).toBe(true)
    })

    it('a lock during an unlock wins', async () => {
      await created()
      const vault = await open()
      const unlocking = vault.unlock(passphrase())
      vault.lock()
      await expect(unlocking).rejects.toMatchObject({ code: 'vault_locked' })
      expect(vault.status().state).toBe('locked')
    })

    it('a process that opened before there was a vault sees the one that another made', async () => {
      const early = await open()
      const key = generatePolicyKey()
      await created()
      await early.storeKeys([key])
      expect(early.status().state).toBe('locked')
      expect(await early.hasKey(KeyHash(key.keyHash))).toBe(true)
    })
  })
}
