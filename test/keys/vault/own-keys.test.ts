import { expect, it } from 'vitest'
import { generatePolicyKey } from '#cardano/keys.ts'
import { Secret } from '#platform/secret/secret.ts'
import { SealedFacts, sealsSchema } from '#keys/seal/sealed-facts.ts'
import { createOwnKeys } from '#keys/vault/own-keys.ts'
import { openHome } from '../../app/accounts/home.ts'

const open = async () => {
  const home = await openHome([sealsSchema])
  await home.create()
  const { db, vault } = home
  const openKeys = () => createOwnKeys({ vault, sealed: new SealedFacts(db, vault) })
  const key = generatePolicyKey()
  await vault.storeKeys([key])
  return { ...home, keyHash: key.keyHash, openKeys, ownKeys: openKeys() }
}

it('A key is own by its seal and its item, and neither alone', async () => {
  const { ownKeys, openKeys, vault, keyHash } = await open()
  expect(await ownKeys.stateOf(keyHash)).toBe('unconfirmed')
  await ownKeys.add([keyHash])
  expect(await openKeys().stateOf(keyHash)).toBe('own')
  await vault.removeKey(keyHash)
  expect(await ownKeys.stateOf(keyHash)).toBe('absent')
  expect(await ownKeys.isConfirmed(keyHash)).toBe(true)
})

it('A key that is added while the vault is locked is own in that process, and sealed when it opens', async () => {
  const { ownKeys, openKeys, vault, keyHash } = await open()
  vault.lock()
  await ownKeys.add([keyHash])
  expect(await ownKeys.stateOf(keyHash)).toBe('own')
  expect(await openKeys().stateOf(keyHash)).toBe('unconfirmed')
  await vault.unlock(Secret.ofText('a test passphrase'))
  await ownKeys.sealPending()
  vault.lock()
  expect(await openKeys().stateOf(keyHash)).toBe('own')
})

it('A key that the vault does not have cannot be confirmed', async () => {
  const { ownKeys } = await open()
  const { keyHash } = generatePolicyKey()
  await expect(ownKeys.confirm([keyHash])).rejects.toMatchObject({ code: 'key_missing' })
})
