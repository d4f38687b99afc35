import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { App } from '#app/create-app.ts'
import { Database } from '#platform/db/database.ts'
import { derivePaymentAddress } from '#cardano/payment-wallet.ts'
import { baseAddress, enterpriseAddress } from '#cardano/addresses.ts'
import { readBech32 } from '#cardano/bech32.ts'
import { KeyHash } from '#cardano/ids.ts'
import { generatePolicyKey } from '#cardano/keys.ts'
import { SealingKey } from '#keys/seal/seal.ts'
import { Secret } from '#platform/secret/secret.ts'
import { temporaryFolder } from '../support/folder-test.ts'
import { openApp } from '../support/open-app.ts'

const passphrase = () => Secret.ofText('correct horse battery')
const stakeHashOf = (address: string): KeyHash => {
  const reading = readBech32(address)
  if (reading.outcome !== 'read') throw new Error(reading.outcome)
  return KeyHash(Buffer.from(reading.bytes.subarray(29)).toString('hex'))
}
const addressOf = () => enterpriseAddress(generatePolicyKey().keyHash, 'devnet')

const newHome = async () => {
  const home = temporaryFolder()
  const opened: App[] = []
  const open = async () => {
    const app = await openApp(home)
    opened.push(app)
    return app
  }
  onTestFinished(async () => {
    for (const app of opened) await app.close()
  })
  const app = await open()
  await app.vault.create(passphrase())
  return { home, app, open }
}

/** What a thief does who can write app.db. */
const writeAppDb = (home: string, sql: string, parameters = {}): void => {
  const database = new Database(join(home, 'app.db'), [])
  database.run(sql, parameters)
  database.close()
}

it('an address that a thief writes into the address book is not own, and is named', async () => {
  const { home, app } = await newHome()
  const [own, thief] = [addressOf(), addressOf()]
  await app.addressBook.add(own, 'cold wallet')
  const { labels } = await app.addressBook.confirmedAddresses('devnet')
  expect([...labels]).toEqual([[own, 'cold wallet']])

  // the entry is copied under the thief's address, seal and all
  writeAppDb(
    home,
    "INSERT INTO seals SELECT kind, :thief, replace(text, id, :thief), signature FROM seals WHERE kind = 'address'",
    { thief },
  )
  // and the same seal as it is, under another id
  writeAppDb(
    home,
    "INSERT INTO seals SELECT kind, 'addr_x', text, signature FROM seals WHERE id = :own",
    { own },
  )
  const after = await app.addressBook.confirmedAddresses('devnet')
  expect([...after.labels.keys()]).toEqual([own])
  expect(after.rejected.toSorted()).toEqual(['addr_x', thief].toSorted())
})

it('a confirmed address that a thief replaces in place counts for nothing any more', async () => {
  const { home, app } = await newHome()
  const [own, thief] = [addressOf(), addressOf()]
  await app.addressBook.add(own, 'cold wallet')
  writeAppDb(home, 'UPDATE seals SET id = :thief, text = replace(text, id, :thief)', { thief })
  const { labels, rejected } = await app.addressBook.confirmedAddresses('devnet')
  expect(labels.size).toBe(0)
  expect(rejected).toEqual([thief])
})

it('an address that a thief seals with a key of their own, put into vault.json, is found out at the unlock', async () => {
  const { home, app, open } = await newHome()
  await app.close()
  const thiefKey = new SealingKey(new Uint8Array(32).fill(7))
  const path = join(home, 'vault.json')
  const file: unknown = JSON.parse(await readFile(path, 'utf8'))
  await writeFile(path, JSON.stringify(Object.assign({}, file, { sealKey: thiefKey.publicKey })))

  const again = await open()
  await expect(again.vault.unlock(passphrase())).rejects.toMatchObject({
    code: 'corrupt',
    message: expect.stringContaining('sealKey'),
    details: { item: 'vault.json', fact: 'sealKey' },
  })
  expect(again.vault.status().state).toBe('locked')
})

it('an address is added by an open vault alone', async () => {
  const { app } = await newHome()
  app.vault.lock()
  await expect(app.addressBook.add(addressOf(), 'later')).rejects.toMatchObject({
    code: 'vault_locked',
  })
  expect((await app.addressBook.list()).entries).toEqual([])
})

it("a wallet that a thief writes into the list of studios' wallets makes no address own", async () => {
  const { home, app } = await newHome()
  const { accountKey, id } = await app.wallets.create('devnet')
  const own = derivePaymentAddress(accountKey, 3, 'devnet').address
  expect(await app.wallets.isOwnAddress(own)).toBe(true)

  const { home: elsewhere, app: thief } = await newHome()
  const stolen = await thief.wallets.create('devnet')
  expect(elsewhere).not.toBe(home)
  const address = derivePaymentAddress(stolen.accountKey, 0, 'devnet').address
  writeAppDb(
    home,
    "INSERT INTO wallets (id, account_key, network, origin, created_at) VALUES (:id, :accountKey, 'devnet', 'created', '2026-01-01')",
    { id: stolen.id, accountKey: stolen.accountKey },
  )
  expect(await app.wallets.isOwnAddress(address)).toBe(false)
  writeAppDb(home, 'UPDATE wallets SET account_key = :accountKey WHERE id = :id', {
    id,
    accountKey: stolen.accountKey,
  })
  expect(await app.wallets.isOwnAddress(address)).toBe(false)
})

it('an address with the staking part of an own wallet and a payment key of a thief is not own', async () => {
  const { app } = await newHome()
  const { accountKey } = await app.wallets.create('devnet')
  const { address } = derivePaymentAddress(accountKey, 0, 'devnet')
  expect(await app.wallets.isOwnAddress(address)).toBe(true)
  const stake = stakeHashOf(address)
  const mixed = baseAddress(generatePolicyKey().keyHash, stake, 'devnet')
  expect(await app.wallets.isOwnAddress(mixed)).toBe(false)
})
