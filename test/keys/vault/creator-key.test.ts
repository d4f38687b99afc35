import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { generatePolicyKey } from '#cardano/keys.ts'
import type { Statement } from '#keys/seal/seal.ts'
import { Secret } from '#platform/secret/secret.ts'
import { openVault } from '#keys/vault/open-vault.ts'
import type { Vault } from '#keys/vault/vault.ts'
import { temporaryFolder } from '../../support/folder-test.ts'
import { sampleOrdered } from '../../support/sample-transaction.ts'

const passphrase = () => Secret.ofText('a test passphrase')

const vaultIn = async (home: string): Promise<Vault> => {
  const vault = await openVault({
    home,
    isDefaultHome: false,
    backend: 'sealed-files',
    scryptWorkFactor: 4,
  })
  onTestFinished(() => vault.close())
  return vault
}

const newVault = async (home = temporaryFolder()): Promise<Vault> => {
  const vault = await vaultIn(home)
  await vault.create(passphrase())
  return vault
}

const factOf = (kind: Statement['kind']): Statement => ({
  kind,
  network: 'devnet',
  collection: 'c',
  id: 'c',
  facts: {},
})

const keyOf = async (vault: Vault): Promise<string> => (await vault.sealKey()) ?? ''

describe('The key of the creator’s vault', () => {
  it('is fixed by an open vault, stays through a new passphrase, and is read while the vault is locked', async () => {
    const home = temporaryFolder()
    const creator = await keyOf(await newVault())
    const server = await newVault(home)
    expect(await server.creatorKey()).toBeUndefined()
    await server.trustCreator(creator)
    await server.changePassphrase({
      before: passphrase(),
      after: Secret.ofText('another long passphrase'),
    })
    server.lock()
    expect(await server.creatorKey()).toBe(creator)
    expect(await (await vaultIn(home)).creatorKey()).toBe(creator)
    await expect(server.trustCreator('ab'.repeat(32))).rejects.toMatchObject({
      code: 'vault_locked',
    })
  })

  it('is neither this vault’s own nor something else', async () => {
    const server = await newVault()
    await expect(server.trustCreator(await keyOf(server))).rejects.toThrow(/this very vault/u)
    await expect(server.trustCreator('the creator')).rejects.toThrow(/not 64 digits of hex/u)
  })

  it('cannot be swapped in vault.json by whoever writes the data folder', async () => {
    const home = temporaryFolder()
    const server = await newVault(home)
    await server.trustCreator(await keyOf(await newVault()))
    const path = join(home, 'vault.json')
    const thief = await keyOf(await newVault())
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replace((await server.creatorKey()) ?? '', thief))
    await expect(server.creatorKey()).rejects.toMatchObject({
      code: 'corrupt',
      details: { fact: 'creator' },
    })
    await expect(server.seal([factOf('token')])).rejects.toMatchObject({ code: 'corrupt' })
  })

  it('ends the seals of this vault over what the creator confirms, and no others', async () => {
    const server = await newVault()
    await server.trustCreator(await keyOf(await newVault()))
    for (const kind of ['collection', 'royalty', 'token', 'sale', 'delivery_time'] as const)
      await expect(server.seal([factOf('order'), factOf(kind)])).rejects.toMatchObject({
        code: 'forbidden',
        details: { rule: 'creator' },
      })
    expect(await server.seal([factOf('order'), factOf('payment_key')])).toHaveLength(2)
  })

  it('lets the server sign its own order for a collection that the creator sealed, and for no other', async () => {
    const creator = await newVault()
    const server = await newVault()
    const key = generatePolicyKey()
    await server.storeKeys([key])
    const own = await sampleOrdered(server, 'devnet', key.keyHash)
    const theirs = await sampleOrdered(creator, 'devnet', key.keyHash)
    await server.trustCreator(await keyOf(creator))
    await expect(server.witnessOrdered(own)).rejects.toMatchObject({
      details: { rule: 'not_ordered' },
    })
    const { collection } = theirs
    expect(await server.witnessOrdered({ ...own, collection })).toHaveProperty('signature')
    await expect(server.witnessOrdered(theirs)).rejects.toMatchObject({
      details: { rule: 'not_ordered' },
    })
  })
})
