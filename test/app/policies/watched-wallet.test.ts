import { describe, expect, it, onTestFinished } from 'vitest'
import { KeyHash } from '#cardano/ids.ts'
import { verifyWitness } from '#cardano/keys.ts'
import { derivePaymentAddress } from '#cardano/payment-wallet.ts'
import { type PublicWallet, publicWalletText, readPublicWallet } from '#keys/public-wallet.ts'
import { slotAt } from '#cardano/slots.ts'
import { Database } from '#platform/db/database.ts'
import { netChangeOf } from '#contract/signing/net-change.ts'
import { Secret } from '#platform/secret/secret.ts'
import { writeRequestFile } from '#app/signing/request-file.ts'
import { sampleTransaction, sampleTxId } from '../../support/sample-transaction.ts'
import { ada, collector } from '../../cardano/transactions/ingredients.ts'
import { provedUtxo } from '../../cardano/transactions/proved-utxo.ts'
import { payTo, raw } from '../../cardano/transactions/raw.ts'
import { temporaryFolder } from '../../support/folder-test.ts'
import { openApp } from '../../support/open-app.ts'

const machine = async (home = temporaryFolder()) => {
  const app = await openApp(home)
  onTestFinished(() => app.close())
  await app.vault.create(Secret.ofText('a test passphrase'))
  return app
}

/** A wallet whose keys are on one machine, and what its public file says. */
const walletOf = async (app: Awaited<ReturnType<typeof machine>>): Promise<PublicWallet> => ({
  ...(await app.wallets.create('preprod')),
  network: 'preprod',
})

describe('A public wallet file', () => {
  it('reads back as the wallet, and is refused when a field does not follow from the others', async () => {
    const wallet = await walletOf(await machine())
    const other = await walletOf(await machine())
    const text = publicWalletText(wallet)
    expect(readPublicWallet(text)).toEqual(wallet)
    const changed = (change: object): string => JSON.stringify({ ...JSON.parse(text), ...change })
    const refusals: readonly (readonly [object, RegExp])[] = [
      [{ network: 'mainnet' }, /first_address: \S+ does not follow from account_key/u],
      [{ account_key: other.accountKey }, /first_address/u],
      [{ account_key: 'ff'.repeat(64) }, /account_key|first_address/u],
      [{ version: 2 }, /made by a newer Coldpress/u],
      [{ wallet: 'phrase' }, /wallet: not 16 digits/u],
      [{ words: 'abandon' }, /words/u],
      [{ format: 'coldpress-public-policy' }, /public wallet: not one/u],
    ]
    for (const [change, message] of refusals)
      expect(() => readPublicWallet(changed(change))).toThrow(message)
  })
})

describe('A wallet that is only watched', () => {
  it('gives a studio of its network the public key that its user brought, and no other', async () => {
    const wallet = await walletOf(await machine())
    const home = temporaryFolder()
    const server = await machine(home)
    expect(await server.studioKeys('preprod').watchedWallet()).toBeUndefined()
    expect(await server.wallets.watch(wallet)).toMatchObject({ origin: 'watched', here: false })
    const { id, accountKey } = wallet
    expect(await server.studioKeys('preprod').watchedWallet()).toEqual({ id, accountKey })
    expect(await server.studioKeys('mainnet').watchedWallet()).toBeUndefined()
    // Neither a check of the vault nor a move to another computer looks for its keys.
    expect((await server.vaultNames({ keyHashes: [], webhookIds: [] })).phrases).toEqual([])

    const thiefs = await walletOf(await machine())
    const database = new Database(`${home}/app.db`, [])
    database.run('UPDATE wallets SET account_key = :key', { key: thiefs.accountKey })
    database.close()
    await expect(server.studioKeys('preprod').watchedWallet()).rejects.toMatchObject({
      details: { rule: 'seal' },
    })
  })

  it('is found by its id where a studio has forgotten it, and so is one of the vault', async () => {
    const elsewhere = await walletOf(await machine())
    const home = temporaryFolder()
    const app = await machine(home)
    await app.wallets.watch(elsewhere)
    const own = await walletOf(app)
    const kept = (id: string) => app.studioKeys('preprod').keptWallet(id)
    const { network: _network, ...watched } = elsewhere
    const { network: _same, ...made } = own
    expect(await kept(elsewhere.id)).toMatchObject({ ...watched, isWatched: true })
    expect(await kept(own.id)).toMatchObject({ ...made, isWatched: false })
    expect(await app.studioKeys('mainnet').keptWallet(own.id)).toBeUndefined()
    expect(await kept('0123456789abcdef')).toBeUndefined()

    const database = new Database(`${home}/app.db`, [])
    database.run('UPDATE wallets SET account_key = :key WHERE id = :id', {
      key: elsewhere.accountKey,
      id: own.id,
    })
    database.close()
    await expect(kept(own.id)).rejects.toMatchObject({ details: { rule: 'seal' } })
    await app.vault.destroy({ keyHashes: [], apiKeys: [], phrases: [own.id] })
    expect(await kept(own.id)).toBeUndefined()
  })

  it('is not one whose keys are in this vault', async () => {
    const app = await machine()
    const wallet = await walletOf(app)
    await expect(app.wallets.watch(wallet)).rejects.toThrow(/in the vault of this/u)
    await app.vault.destroy({ keyHashes: [], apiKeys: [], phrases: [wallet.id] })
    await app.vault.create(Secret.ofText('a test passphrase'))
    await expect(app.wallets.watch(wallet)).rejects.toThrow(/lost its keys/u)
  })
})

describe('The computer that has the wallet', () => {
  it('signs with a payment key that a request places right, however far in the wallet it is', async () => {
    const app = await machine()
    const wallet = await walletOf(app)
    const at = (index: number) => derivePaymentAddress(wallet.accountKey, index, 'preprod')
    const far = at(5_000)
    expect(await app.signer.hasKey(far.keyHash)).toBe(false)
    app.wallets.learn([
      { keyHash: far.keyHash, wallet: wallet.id, index: 5_000 },
      { keyHash: KeyHash('ab'.repeat(28)), wallet: wallet.id, index: 1 },
      { keyHash: at(2).keyHash, wallet: '0123456789abcdef', index: 2 },
    ])
    expect(await app.signer.hasKey(far.keyHash)).toBe(true)
    expect(await app.signer.hasKey(KeyHash('ab'.repeat(28)))).toBe(false)
    expect(await app.signer.hasKey(at(2).keyHash)).toBe(false)
    expect(await app.wallets.isOwnAddress(far.address)).toBe(true)
    const witness = await app.signer.witness({
      transaction: sampleTransaction(),
      keyHash: far.keyHash,
    })
    expect(verifyWitness(witness, sampleTxId)).toBe(true)
  })

  it('signs a refund of a server in its signing inbox, whose wallet’s address counts as its own', async () => {
    const app = await machine()
    const wallet = await walletOf(app)
    const { address, keyHash } = derivePaymentAddress(wallet.accountKey, 5_000, 'preprod')
    const fee = 200_000n
    const { utxo, parent } = provedUtxo(ada(25) + fee, address)
    const request = writeRequestFile({
      createdAt: new Date(),
      title: 'Give back what was paid',
      collectionName: undefined,
      network: 'preprod',
      transactions: [
        raw({
          inputs: [[utxo.txId, utxo.index]],
          outputs: [payTo(collector, ada(25))],
          fee,
          ttl: slotAt('preprod', new Date()) + 3_600n,
        }),
      ],
      parents: [parent],
      resolvedInputs: [],
      paymentKeys: [{ keyHash, wallet: wallet.id, index: 5_000 }],
      scripts: [],
      parameters: undefined,
      expected: [],
      thumbnails: [],
    })
    const { id } = app.signing.receive(request, { origin: 'file', name: 'refund.cpreq' })
    const { transactions } = await app.signing.show(id)
    const [shown] = transactions
    expect(shown).toMatchObject({ toSign: [keyHash], keysHere: [keyHash] })
    if (shown === undefined) throw new Error('no transaction')
    expect(netChangeOf([shown.summary]).lovelace).toBe(-(ada(25) + fee))
    const { txId } = shown.summary
    expect(await app.signing.sign(id, [{ txId, keyHashes: [keyHash], acknowledged: [] }])).toBe(1)
  })
})
