import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '#values/errors/errors.ts'
import { KeyHash } from '#cardano/ids.ts'
import { Secret, useAndWipe } from '#platform/secret/secret.ts'
import { decryptWith, encryptTo, type AgePair } from './age.ts'
import { unsealPhrase } from './phrases.ts'
import { unsealPolicyKey } from './policy-keys.ts'
import {
  apiKeyItem,
  identityItem,
  type ItemName,
  phraseItem,
  policyItem,
  probeStore,
  type SecretStore,
  writeVerified,
} from './secret-store.ts'
import { readVaultFile, writeVaultFile } from './vault-file.ts'
import type { ItemToMove, MovedToKeychain, VaultNames } from '../vault-schemas.ts'

/**
 * The items with these names, and all that the store can list, as sealed files hold them: each an
 * age file that was opened once. A name without an item is left out.
 * @throws ColdpressError `corrupt` naming the item
 */
export const itemsToMove = async (
  store: SecretStore,
  names: VaultNames,
  { identity, recipient }: AgePair,
): Promise<readonly ItemToMove[]> => {
  const wanted = new Set<ItemName>([
    identityItem,
    ...names.keyHashes.map((keyHash) => policyItem(keyHash)),
    ...names.phrases.map((phrase) => phraseItem(phrase)),
    ...names.apiKeys.map((name) => apiKeyItem(name)),
    ...((await store.list?.()) ?? []),
  ])
  const items: ItemToMove[] = []
  for (const item of wanted) {
    const bytes = await store.read(item)
    if (bytes === undefined) continue
    const isPlain = item.startsWith('api-key/') && store.backend === 'keychain'
    const sealed = isPlain
      ? await useAndWipe(Secret.ofBytes(bytes), (secret) => encryptTo(recipient, secret))
      : bytes
    await open(item, sealed, identity)
    items.push({ item, bytes: sealed })
  }
  return items
}

/** @throws ColdpressError `corrupt` */
const open = async (item: string, sealed: Uint8Array, identity: Secret): Promise<void> => {
  // The passphrase has just opened it.
  if (item === identityItem) return
  const [kind, name = ''] = item.split('/')
  if (kind === 'policy') {
    const { secret } = await unsealPolicyKey(sealed, KeyHash(name), identity)
    secret.wipe()
  } else if (kind === 'phrase') (await unsealPhrase(sealed, name, identity)).wipe()
  else (await decryptWith(identity, sealed, item)).wipe()
}

/** Opens every item of sealed files. @throws ColdpressError `corrupt` naming the item */
export const openEachItem = async (store: SecretStore, identity: Secret): Promise<number> => {
  const items = (await store.list?.()) ?? []
  for (const item of items) {
    const bytes = await store.read(item)
    if (bytes !== undefined) await open(item, bytes, identity)
  }
  return items.length
}

/**
 * Moves all items of `files` into a keychain that has none for this data folder yet. All or none:
 * after an error they stay in their files, and the answer says why.
 * @param folder has vault.json and the sealed files
 */
export const moveIntoKeychain = async (
  { folder, files, keychain }: { folder: string; files: SecretStore; keychain: SecretStore },
  identity: Secret,
): Promise<MovedToKeychain> => {
  const written: ItemName[] = []
  try {
    const probe = await probeStore(keychain)
    if (!probe.works) return { moved: false, reason: probe.reason }
    if ((await keychain.read(identityItem)) !== undefined)
      return { moved: false, reason: 'The keychain holds another vault of this data folder.' }
    const details = await readVaultFile(folder)
    if (details === undefined) return { moved: false, reason: 'vault.json is missing.' }
    const items = (await files.list?.()) ?? []
    // The identity last: without it nobody takes the others for a vault.
    for (const item of items.toSorted((a, b) => order(a) - order(b))) {
      const bytes = await files.read(item)
      if (bytes === undefined) continue
      written.push(item)
      if (!item.startsWith('api-key/')) await writeVerified(keychain, item, bytes)
      else
        await useAndWipe(await decryptWith(identity, bytes, item), async (secret) => {
          const plain = secret.use((held) => Uint8Array.from(held))
          await writeVerified(keychain, item, plain).finally(() => plain.fill(0))
        })
    }
    await writeVaultFile(folder, { ...details, backend: 'keychain' })
  } catch (error) {
    for (const item of written) await keychain.remove(item).catch(() => undefined)
    return { moved: false, reason: messageOf(error) }
  }
  await rm(join(folder, 'secrets'), { recursive: true, force: true })
  return { moved: true }
}

const order = (item: ItemName): number => (item === identityItem ? 1 : 0)
