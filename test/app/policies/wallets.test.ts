import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Decrypter, Encrypter } from 'age-encryption'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { entropyOf } from '#cardano/derive.ts'
import { verifyWitness } from '#cardano/keys.ts'
import { accountKeyOfEntropy, derivePaymentAddress } from '#cardano/payment-wallet.ts'
import { Database } from '#platform/db/database.ts'
import type { App } from '#app/create-app.ts'
import { Secret } from '#platform/secret/secret.ts'
import { testBackup, testWalletBackup } from '#keys/vault/test-backup.ts'
import type { SealedWallet } from '#keys/vault-schemas.ts'
import { findWallet, insertWallet } from '#studio/store/sale-wallets.ts'
import { salesSchema } from '#studio/sales/schema.ts'
import { studioSchema } from '#studio/store/schema.ts'
import { sampleOrdered, sampleTxId } from '../../support/sample-transaction.ts'
import { temporaryFolder } from '../../support/folder-test.ts'
import { openApp } from '../../support/open-app.ts'

const own = () => Secret.ofText('words for the backup alone')
const passphrase = () => Secret.ofText('a test passphrase')
const bodyHash = sampleTxId

/** A machine of its own: all that the app keeps in its home. */
const machine = async (): Promise<App> => {
  const home = temporaryFolder()
  const app = await openApp(home)
  onTestFinished(async () => {
    await app.close()
  })
  await app.vault.create(passphrase())
  return app
}

const backUp = async ({ wallets }: App, id: string): Promise<SealedWallet> => {
  const kept: SealedWallet[] = []
  await wallets.backUp(id, own(), async (backup) => void kept.push(backup))
  const [backup] = kept
  if (backup === undefined) throw new Error('nothing was kept')
  return backup
}

const opened = async (file: Uint8Array): Promise<Record<string, unknown>> => {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(own().text())
  return z.record(z.string(), z.unknown()).parse(JSON.parse(await decrypter.decrypt(file, 'text')))
}

const sealed = async (contents: object): Promise<Uint8Array> => {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(own().text())
  encrypter.setScryptWorkFactor(4)
  return encrypter.encrypt(JSON.stringify(contents))
}

let databases: Database[] = []
afterEach(() => {
  for (const database of databases) database.close()
  databases = []
})

/** The studio's own database, which names its wallet and holds no key. */
const studioDatabase = (path: string): Database => {
  const database = new Database(path, [studioSchema, salesSchema])
  databases.push(database)
  return database
}

describe("a studio's wallet", () => {
  it('is listed with its network, its first address and how far it is backed up', async () => {
    const app = await machine()
    const made = await app.studioKeys('preprod').createWallet()
    const facts = {
      ...made,
      network: 'preprod',
      origin: 'created',
      here: true,
      firstAddress: derivePaymentAddress(made.accountKey, 0, 'preprod').address,
    }
    expect(await app.wallets.list()).toMatchObject([{ ...facts, backup: { state: 'none' } }])
    const failing = app.wallets.backUp(made.id, own(), () => Promise.reject(new Error('full')))
    await expect(failing).rejects.toThrow('full')
    expect((await app.wallets.show(made.id)).backup.state).toBe('none')

    const { file, fingerprint } = await backUp(app, made.id)
    expect((await app.wallets.show(made.id)).backup).toMatchObject({ state: 'made', fingerprint })
    await app.wallets.recordBackupTest(await testWalletBackup(file, own()))
    expect((await app.wallets.show(made.id)).backup.state).toBe('tested')
    expect(await app.phrases.list()).toEqual([])
    const query = { before: null, limit: 10, kinds: null, levels: null, search: '' }
    expect(app.log.page(query).entries).toMatchObject([
      {
        level: 'warning',
        message: expect.stringContaining('until the wallet is backed up'),
        details: { wallet: made.id },
      },
    ])
  })

  it('of a lost machine signs for its sales again once its backup is restored', async () => {
    const lost = await machine()
    const path = join(lost.home, 'preprod.db')
    const { id, accountKey } = await lost.studioKeys('preprod').createWallet()
    insertWallet(studioDatabase(path), { id, accountKey, at: '2026-01-01T00:00:00.000Z' })
    const { file } = await backUp(lost, id)
    for (const database of databases.splice(0)) database.close()

    const found = await machine()
    const copy = join(found.home, 'preprod.db')
    await copyFile(path, copy)
    const named = findWallet(studioDatabase(copy))
    expect(named).toMatchObject({ id })
    const { keyHash } = derivePaymentAddress(named?.account_key ?? '', 5, 'preprod')
    const walletIndex = { wallet: named?.id ?? '', index: 5 }
    const sign = async () =>
      found
        .studioKeys('preprod')
        .witness(await sampleOrdered(found.vault, 'preprod', keyHash, walletIndex))
    await expect(sign()).rejects.toMatchObject({ code: 'key_missing' })

    found.vault.lock()
    const restored = await found.wallets.restore(file, own())
    expect(restored).toMatchObject({
      wasHere: false,
      wallet: { id, network: 'preprod', origin: 'restored', backup: { state: 'made' } },
    })
    await found.vault.unlock(passphrase())
    expect(verifyWitness(await sign(), bodyHash)).toBe(true)
    expect((await found.wallets.restore(file, own())).wasHere).toBe(true)
  })

  it('is no phrase for policy keys, whose payment keys sign nothing for a studio', async () => {
    const app = await machine()
    const words = Secret.ofText(`${'abandon '.repeat(23)}art`)
    const { fingerprint } = await app.phrases.restore(words)
    const accountKey = accountKeyOfEntropy(entropyOf(words))
    const { keyHash } = derivePaymentAddress(accountKey, 0, 'mainnet')
    const walletIndex = { wallet: fingerprint, index: 0 }
    const ordered = await sampleOrdered(app.vault, 'mainnet', keyHash, walletIndex)
    await expect(app.studioKeys('mainnet').witness(ordered)).rejects.toMatchObject({
      code: 'invalid',
      details: { rule: 'no_wallet' },
    })
    const { id } = await app.studioKeys('mainnet').createWallet()
    await expect(app.phrases.derive({ fingerprint: id })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe("a wallet's backup", () => {
  it('needs an unlocked vault, a wallet and a passphrase that is not too short', async () => {
    const app = await machine()
    const { id } = await app.wallets.create('preprod')
    const save = () => Promise.resolve()
    await expect(app.wallets.backUp('00'.repeat(8), own(), save)).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(app.wallets.backUp(id, Secret.ofText('short'), save)).rejects.toMatchObject({
      code: 'invalid',
    })
    app.vault.lock()
    await expect(app.wallets.backUp(id, own(), save)).rejects.toMatchObject({
      code: 'vault_locked',
    })
  })

  it('holds, for any other wallet, words that give its addresses', async () => {
    const app = await machine()
    const { id, accountKey } = await app.wallets.create('mainnet')
    const inside = await opened((await backUp(app, id)).file)
    expect(inside).toMatchObject({
      format: 'coldpress-wallet-backup',
      version: 1,
      network: 'mainnet',
      wallet: id,
      account_key: accountKey,
    })
    const words = z.string().parse(inside['words'])
    expect(words.split(' ')).toHaveLength(24)
    expect(accountKeyOfEntropy(entropyOf(Secret.ofText(words)))).toBe(accountKey)
  })

  it("is taken for no policy's, nor a policy's for one; nothing is stored of it", async () => {
    const app = await machine()
    const { id } = await app.wallets.create('preprod')
    const wallet = await backUp(app, id)
    const policies: Uint8Array[] = []
    const { policyId } = await app.policies.generate({ name: 'Herbarium' })
    await app.policies.backUp(policyId, own(), async ({ file }) => void policies.push(file))
    const format = {
      code: 'invalid',
      details: { rule: 'format' },
      message: expect.stringMatching(
        /It is the backup of a (?:policy|wallet): restore it as one\./u,
      ),
    }
    await expect(app.policies.restore(wallet.file, own())).rejects.toMatchObject(format)
    await expect(testBackup(wallet.file, own())).rejects.toMatchObject(format)
    const [policy = new Uint8Array()] = policies
    await expect(app.wallets.restore(policy, own())).rejects.toMatchObject(format)
    await expect(testWalletBackup(policy, own())).rejects.toMatchObject(format)
  })

  it.each([
    ['another wallet', { wallet: '00'.repeat(8) }, 'wallet_id'],
    ['another account key', { account_key: '00'.repeat(64) }, 'wallet_id'],
    ['no words', { words: undefined }, 'contents'],
    ['a version to come', { version: 2 }, 'version'],
  ])('with %s inside is refused, and nothing is kept', async (_, change, rule) => {
    const app = await machine()
    const { id } = await app.wallets.create('preprod')
    const inside = await opened((await backUp(app, id)).file)
    const altered = await sealed({ ...inside, ...change })
    const there = await machine()
    for (const use of [there.wallets.restore, testWalletBackup])
      await expect(use(altered, own())).rejects.toMatchObject({
        code: 'invalid',
        details: { rule },
      })
    expect(await there.wallets.list()).toEqual([])
    expect(await there.vault.hasPhrase(id)).toBe(false)
  })

  it('with words that are none is refused without saying one of them', async () => {
    const app = await machine()
    const { id } = await app.wallets.create('preprod')
    const inside = await opened((await backUp(app, id)).file)
    const altered = await sealed({ ...inside, words: 'abandon '.repeat(24).trim() })
    const error = await testWalletBackup(altered, own()).catch((error: unknown) => error)
    expect(error).toMatchObject({ code: 'invalid' })
    expect(JSON.stringify([String(error), error])).not.toContain('abandon')
  })
})
