import { realpath } from 'node:fs/promises'
import { entropyOf, policyKeyFromEntropy } from '#cardano/derive.ts'
import type { VerificationKey } from '#cardano/envelope.ts'
import type { KeyHash, TxId } from '#cardano/ids.ts'
import { type PolicyKey, signBody, type Witness } from '#cardano/keys.ts'
import { accountKeyOfEntropy } from '#cardano/payment-wallet.ts'
import { keyHashesIn, scriptFromCbor } from '#cardano/scripts.ts'
import { transactionId } from '#cardano/transaction-id.ts'
import { Secret, useAndWipe } from '#platform/secret/secret.ts'
import { creatorKinds } from '../seal/seal.ts'
import type { WalletIndex } from '../vault-schemas.ts'
import { decryptWith, encryptTo } from './age.ts'
import { openBackup, sealBackup, wipeKeys } from './backup-file.ts'
import { inspectItems } from './inspect-items.ts'
import { createKeychainStore, serviceName } from './keychain-store.ts'
import { itemsToMove, moveIntoKeychain, openEachItem } from './moving-items.ts'
import { requireOrdered } from './ordered.ts'
import { newPhraseEntropy, PhraseDraft } from './phrase-draft.ts'
import { revealPolicyKeys } from './policy-keys.ts'
import { requireGoodPassphrase } from './require-good-passphrase.ts'
import { sealingKeyOf } from './sealing-key.ts'
import {
  apiKeyItem,
  phraseItem,
  policyItem,
  probeStore,
  type SecretStore,
  writeVerified,
} from './secret-store.ts'
import { StoredItems } from './stored-items.ts'
import { testBackup } from './test-backup.ts'
import { anotherKeyThere, confirmedElsewhere, nothingToBackUp } from './vault-errors.ts'
import { VaultIdentity, type VaultIdentityParts } from './vault-identity.ts'
import type { Vault } from './vault.ts'
import { openWallet, sealWallet } from './wallet-backup.ts'
import { WalletKeys } from './wallet-keys.ts'

export type StoredVaultParts = VaultIdentityParts & {
  /** The keychain, for the probe, whether or not it is the store. */
  readonly keychain: SecretStore
  readonly note: string | undefined
  readonly onLock?: (() => void) | undefined
}

type Opened = {
  readonly parts: StoredVaultParts
  readonly identity: VaultIdentity
  readonly items: StoredItems
  readonly draft: PhraseDraft
  readonly walletKeys: WalletKeys
}

/** The vault over one item store. Other processes may use the same home at the same time. */
export const createStoredVault = (parts: StoredVaultParts): Vault => {
  const draft = new PhraseDraft()
  const walletKeys = new WalletKeys()
  const identity = new VaultIdentity(parts, () => {
    draft.wipe()
    walletKeys.wipe()
    parts.onLock?.()
  })
  const items = new StoredItems(parts.store, identity)
  const opened = { parts, identity, items, draft, walletKeys }
  const { store, note } = parts
  return {
    status: () => ({
      state: identity.state,
      backend: store.backend,
      ...(note !== undefined && { note }),
    }),
    create: (passphrase) => identity.create(passphrase),
    unlock: (passphrase) => identity.unlock(passphrase),
    lock: () => identity.lock(),
    close: () => identity.lock(),
    setAutoLock: async (idleMs) => identity.setAutoLock(idleMs),
    changePassphrase: ({ before, after }) => identity.changePassphrase(before, after),
    sealKey: () => identity.sealKey(),
    creatorKey: () => identity.creatorKey(),
    trustCreator: (key) => identity.trustCreator(key),
    ...keysOf(opened),
    ...signingOf(opened),
    ...backupsOf(opened),
    ...phrasesOf(opened),
    ...walletsOf(opened),
    ...apiKeysOf(opened),
    ...allItemsOf(opened),
  }
}

const keysOf = ({ parts: { store }, identity, items }: Opened) =>
  ({
    storeKeys: (keys) => items.storeKeys(keys),
    hasKey: (keyHash) => items.hasKey(keyHash),
    removeKey: (keyHash) => identity.alone(() => store.remove(policyItem(keyHash))),
    revealKeys: (keyHashes) => revealPolicyKeys(keyHashes, (keyHash) => items.openKey(keyHash)),
    publicKeys: async (keyHashes) => {
      const reported: VerificationKey[] = []
      for (const asked of keyHashes) {
        const { keyHash, publicKey, secret } = await items.openKey(asked)
        secret.wipe()
        reported.push({ keyHash, publicKey })
      }
      return reported
    },
  }) satisfies Partial<Vault>

const signingOf = (opened: Opened) =>
  ({
    witness: async ({ transaction, ...key }) => sign(opened, transactionId(transaction), key),
    witnessOrdered: async ({ transaction, ...proof }) => {
      const { identity } = opened
      const { publicKey } = sealingKeyOf(identity.secret())
      const creatorKey = await identity.creatorKey()
      const keys = { ofOrder: publicKey, ofCollection: creatorKey ?? publicKey }
      return sign(opened, requireOrdered(transaction, proof, keys), proof)
    },
    seal: async (statements) => {
      const key = sealingKeyOf(opened.identity.secret())
      const theirs = statements.find(({ kind }) => creatorKinds.has(kind))
      if (theirs !== undefined && (await opened.identity.creatorKey()) !== undefined)
        throw confirmedElsewhere(theirs)
      return statements.map((statement) => key.seal(statement))
    },
  }) satisfies Partial<Vault>

type KeyToUse = { readonly keyHash: KeyHash; readonly walletIndex?: WalletIndex | undefined }

const sign = async (
  opened: Opened,
  bodyHash: TxId,
  { keyHash, walletIndex }: KeyToUse,
): Promise<Witness> => {
  const key = await (walletIndex === undefined
    ? opened.items.openKey(keyHash)
    : openWalletKey(opened, keyHash, walletIndex))
  try {
    return signBody(key, bodyHash)
  } finally {
    key.secret.wipe()
  }
}

const openWalletKey = async (
  { items, walletKeys }: Opened,
  keyHash: KeyHash,
  walletIndex: WalletIndex,
): Promise<PolicyKey> => {
  const { wallet, index } = walletIndex
  const key = await walletKeys.keyAt(wallet, index, (work) => items.usePhrase(wallet, work))
  if (key.keyHash === keyHash) return key
  key.secret.wipe()
  throw anotherKeyThere(walletIndex, keyHash)
}

const backupsOf = ({ parts, identity, items }: Opened) =>
  ({
    backUp: async ({ policy, passphrase }) => {
      await requireGoodPassphrase(passphrase, 'backup')
      identity.secret()
      const keys: PolicyKey[] = []
      try {
        for (const keyHash of keyHashesIn(scriptFromCbor(policy.scriptCbor)))
          if (await items.hasKey(keyHash)) keys.push(await items.openKey(keyHash))
        if (keys.length === 0) throw nothingToBackUp()
        return await sealBackup(policy, keys, passphrase, sealOptionsOf(parts))
      } finally {
        wipeKeys(keys)
      }
    },
    restoreBackup: async ({ file, passphrase }) => {
      await identity.recipient()
      const { content, keys } = await openBackup(file, passphrase)
      try {
        const alreadyHere: KeyHash[] = []
        for (const { keyHash } of keys) if (await items.hasKey(keyHash)) alreadyHere.push(keyHash)
        await items.storeKeys(keys)
        return { ...content, alreadyHere }
      } finally {
        wipeKeys(keys)
      }
    },
    testBackup: ({ file, passphrase }) => testBackup(file, passphrase),
  }) satisfies Partial<Vault>

const sealOptionsOf = ({ now, scryptWorkFactor }: StoredVaultParts) => ({
  created: now().toISOString(),
  workFactor: scryptWorkFactor,
})

const phrasesOf = ({ identity, items, draft }: Opened) =>
  ({
    startPhrase: async () => {
      identity.secret()
      return draft.start()
    },
    confirmPhrase: async ({ fingerprint, given }) => {
      await useAndWipe(draft.confirmed(fingerprint, given), (entropy) => items.storePhrase(entropy))
      draft.wipe()
    },
    restorePhrase: async (words) =>
      useAndWipe(Secret.ofBytes(entropyOf(words)), (entropy) => items.storePhrase(entropy)),
    hasPhrase: (fingerprint) => items.hasPhrase(fingerprint),
    derivePhraseKey: async ({ fingerprint, index }) => {
      const key = await items.usePhrase(fingerprint, async (entropy) =>
        entropy.use((bytes) => policyKeyFromEntropy(bytes, index)),
      )
      try {
        await items.storeKeys([key])
        return { keyHash: key.keyHash, publicKey: key.publicKey }
      } finally {
        key.secret.wipe()
      }
    },
  }) satisfies Partial<Vault>

const walletsOf = ({ parts, identity, items }: Opened) =>
  ({
    createWallet: () =>
      useAndWipe(newPhraseEntropy(), async (entropy) => {
        const accountKey = entropy.use(accountKeyOfEntropy)
        return { id: await items.storePhrase(entropy), accountKey }
      }),
    backUpWallet: async ({ wallet, passphrase }) => {
      await requireGoodPassphrase(passphrase, 'backup')
      return items.usePhrase(wallet.id, (entropy) =>
        sealWallet(wallet, entropy, passphrase, sealOptionsOf(parts)),
      )
    },
    restoreWallet: async ({ file, passphrase }) => {
      await identity.recipient()
      const { content, entropy } = await openWallet(file, passphrase)
      return useAndWipe(entropy, async () => {
        const wasHere = await items.hasPhrase(content.id)
        await items.storePhrase(entropy)
        return { ...content, wasHere }
      })
    },
  }) satisfies Partial<Vault>

const apiKeysOf = ({ parts: { store }, identity }: Opened) =>
  ({
    setApiKey: async ({ accountId, apiKey }) => {
      const item = apiKeyItem(accountId)
      const bytes =
        store.backend === 'keychain'
          ? apiKey.use((plain) => Uint8Array.from(plain))
          : await encryptTo(await identity.recipient(), apiKey)
      try {
        await writeVerified(store, item, bytes)
      } finally {
        bytes.fill(0)
      }
    },
    getApiKey: async (accountId) => {
      const item = apiKeyItem(accountId)
      const bytes = await store.read(item)
      if (bytes === undefined) return undefined
      return store.backend === 'keychain'
        ? Secret.ofBytes(bytes)
        : decryptWith(identity.secret(), bytes, item)
    },
    removeApiKey: async (accountId) => store.remove(apiKeyItem(accountId)),
  }) satisfies Partial<Vault>

const allItemsOf = ({ parts: { home: folder, store, keychain }, identity }: Opened) =>
  ({
    destroy: ({ keyHashes, phrases, apiKeys }) =>
      identity.destroy(async () => {
        for (const keyHash of keyHashes) await store.remove(policyItem(keyHash))
        for (const accountId of apiKeys) await store.remove(apiKeyItem(accountId))
        for (const phrase of phrases) await store.remove(phraseItem(phrase))
      }),
    probe: async () => {
      const result = await probeStore(store)
      return { store: result, keychain: store === keychain ? result : await probeStore(keychain) }
    },
    inspect: (items) => identity.sealing((target) => inspectItems(store, items, target.identity)),
    itemsToMove: async ({ passphrase, names }) => {
      const pair = await identity.opened(passphrase)
      return useAndWipe(pair.identity, () => itemsToMove(store, names, pair))
    },
    openEachItem: async () =>
      useAndWipe(identity.secret().copy(), (copy) => openEachItem(store, copy)),
    moveIntoKeychain: async ({ home, isDefaultHome }) => {
      const service = serviceName(await realpath(home), isDefaultHome)
      const target = createKeychainStore(service, 5_000)
      return useAndWipe(identity.secret().copy(), (copy) =>
        moveIntoKeychain({ folder, files: store, keychain: target }, copy),
      )
    },
  }) satisfies Partial<Vault>
