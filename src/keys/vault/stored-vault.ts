import { realpath } from 'node:fs/promises'
import { entropyOf, policyKeyFromEntropy } from '#cardano/derive.ts'
import type { VerificationKey } from '#cardano/envelope.ts'
import type { KeyHash, TxId } from '#cardano/ids.ts'
import { transactionId } from '#cardano/transaction-id.ts'
import { signBody, type PolicyKey, type Witness } from '#cardano/keys.ts'
import { accountKeyOfEntropy } from '#cardano/payment-wallet.ts'
import type {
  OrderedTransaction,
  PaymentWallet,
  VaultItems,
  VaultNames,
  VaultStatus,
  WalletIndex,
} from '../vault-schemas.ts'
import { keyHashesIn, scriptFromCbor } from '#cardano/scripts.ts'
import { creatorKinds, type Seal, type Statement } from '../seal/seal.ts'
import { Secret, useAndWipe } from '#platform/secret/secret.ts'
import { decryptWith, encryptTo } from './age.ts'
import { testBackup } from './test-backup.ts'
import { openBackup, sealBackup, wipeKeys } from './backup-file.ts'
import type { SealOptions } from './backup-seal.ts'
import { inspectItems } from './inspect-items.ts'
import { createKeychainStore, serviceName } from './keychain-store.ts'
import { itemsToMove, moveIntoKeychain, openEachItem } from './moving-items.ts'
import { requireGoodPassphrase } from './require-good-passphrase.ts'
import { newPhraseEntropy, PhraseDraft } from './phrase-draft.ts'
import { requireOrdered } from './ordered.ts'
import { storePhrase, usePhrase } from './phrases.ts'
import { openPolicyKey, revealPolicyKeys, storePolicyKeys } from './policy-keys.ts'
import {
  apiKeyItem,
  phraseItem,
  policyItem,
  probeStore,
  type SecretStore,
  writeVerified,
} from './secret-store.ts'
import { sealingKeyOf } from './sealing-key.ts'
import type { SealTarget } from './store-sealed.ts'
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

type Input<N extends keyof Vault> = Parameters<Vault[N]>[0]
type Output<N extends keyof Vault> = ReturnType<Vault[N]>

/** The vault over one item store. Other processes may use the same home at the same time. */
export class StoredVault implements Vault {
  readonly #parts: StoredVaultParts
  readonly #identity: VaultIdentity
  readonly #draft = new PhraseDraft()
  readonly #walletKeys = new WalletKeys()

  constructor(parts: StoredVaultParts) {
    this.#parts = parts
    this.#identity = new VaultIdentity(parts, () => {
      this.#draft.wipe()
      this.#walletKeys.wipe()
      parts.onLock?.()
    })
  }

  status(): VaultStatus {
    const { store, note } = this.#parts
    return {
      state: this.#identity.state,
      backend: store.backend,
      ...(note !== undefined && { note }),
    }
  }

  create(passphrase: Secret): Promise<void> {
    return this.#identity.create(passphrase)
  }

  unlock(passphrase: Secret): Promise<void> {
    return this.#identity.unlock(passphrase)
  }

  lock(): void {
    this.#identity.lock()
  }

  async setAutoLock(idleMs: number): Promise<void> {
    this.#identity.setAutoLock(idleMs)
  }

  changePassphrase({ before, after }: Input<'changePassphrase'>): Promise<void> {
    return this.#identity.changePassphrase(before, after)
  }

  async storeKeys(keys: readonly PolicyKey[]): Promise<void> {
    await this.#storing((target) => storePolicyKeys(this.#parts.store, keys, target))
  }

  async hasKey(keyHash: KeyHash): Promise<boolean> {
    return (await this.#parts.store.read(policyItem(keyHash))) !== undefined
  }

  witness({ transaction, keyHash, walletIndex }: Input<'witness'>): Promise<Witness> {
    return this.#sign(transactionId(transaction), keyHash, walletIndex)
  }

  async witnessOrdered({
    transaction,
    keyHash,
    walletIndex,
    ...proof
  }: OrderedTransaction): Promise<Witness> {
    const { publicKey } = sealingKeyOf(this.#identity.secret())
    const creatorKey = await this.#identity.creatorKey()
    const txId = requireOrdered(
      transaction,
      { ...proof, keyHash, walletIndex },
      { ofOrder: publicKey, ofCollection: creatorKey ?? publicKey },
    )
    return this.#sign(txId, keyHash, walletIndex)
  }

  async #sign(bodyHash: TxId, keyHash: KeyHash, walletIndex?: WalletIndex): Promise<Witness> {
    const key = await (walletIndex === undefined
      ? this.#openKey(keyHash)
      : this.#walletKey(keyHash, walletIndex))
    try {
      return signBody(key, bodyHash)
    } finally {
      key.secret.wipe()
    }
  }

  async seal(statements: readonly Statement[]): Promise<readonly Seal[]> {
    const key = sealingKeyOf(this.#identity.secret())
    const theirs = statements.find(({ kind }) => creatorKinds.has(kind))
    if (theirs !== undefined && (await this.#identity.creatorKey()) !== undefined)
      throw confirmedElsewhere(theirs)
    return statements.map((statement) => key.seal(statement))
  }

  sealKey(): Promise<string | undefined> {
    return this.#identity.sealKey()
  }

  creatorKey(): Promise<string | undefined> {
    return this.#identity.creatorKey()
  }

  trustCreator(key: string): Promise<void> {
    return this.#identity.trustCreator(key)
  }

  async createWallet(): Promise<PaymentWallet> {
    return useAndWipe(newPhraseEntropy(), async (entropy) => {
      const accountKey = entropy.use(accountKeyOfEntropy)
      return { id: await this.#storePhrase(entropy), accountKey }
    })
  }

  revealKeys(keyHashes: readonly KeyHash[]): Promise<readonly Secret[]> {
    return revealPolicyKeys(keyHashes, (keyHash) => this.#openKey(keyHash))
  }

  async publicKeys(keyHashes: readonly KeyHash[]): Promise<readonly VerificationKey[]> {
    const reported: VerificationKey[] = []
    for (const asked of keyHashes) {
      const { keyHash, publicKey, secret } = await this.#openKey(asked)
      secret.wipe()
      reported.push({ keyHash, publicKey })
    }
    return reported
  }

  async backUp({ policy, passphrase }: Input<'backUp'>): Output<'backUp'> {
    await requireGoodPassphrase(passphrase, 'backup')
    this.#identity.secret()
    const keys: PolicyKey[] = []
    try {
      for (const keyHash of keyHashesIn(scriptFromCbor(policy.scriptCbor)))
        if (await this.hasKey(keyHash)) keys.push(await this.#openKey(keyHash))
      if (keys.length === 0) throw nothingToBackUp()
      return await sealBackup(policy, keys, passphrase, this.#seal())
    } finally {
      wipeKeys(keys)
    }
  }

  async restoreBackup({ file, passphrase }: Input<'restoreBackup'>): Output<'restoreBackup'> {
    await this.#identity.recipient()
    const { facts, keys } = await openBackup(file, passphrase)
    try {
      const alreadyHere: KeyHash[] = []
      for (const { keyHash } of keys) if (await this.hasKey(keyHash)) alreadyHere.push(keyHash)
      await this.storeKeys(keys)
      return { ...facts, alreadyHere }
    } finally {
      wipeKeys(keys)
    }
  }

  testBackup({ file, passphrase }: Input<'testBackup'>): Output<'testBackup'> {
    return testBackup(file, passphrase)
  }

  async backUpWallet({ wallet, passphrase }: Input<'backUpWallet'>): Output<'backUpWallet'> {
    await requireGoodPassphrase(passphrase, 'backup')
    return this.#usePhrase(wallet.id, (entropy) =>
      sealWallet(wallet, entropy, passphrase, this.#seal()),
    )
  }

  async restoreWallet({ file, passphrase }: Input<'restoreWallet'>): Output<'restoreWallet'> {
    await this.#identity.recipient()
    const { facts, entropy } = await openWallet(file, passphrase)
    return useAndWipe(entropy, async () => {
      const wasHere = await this.hasPhrase(facts.id)
      await this.#storePhrase(entropy)
      return { ...facts, wasHere }
    })
  }

  async startPhrase(): Output<'startPhrase'> {
    this.#identity.secret()
    return this.#draft.start()
  }

  async confirmPhrase({ fingerprint, given }: Input<'confirmPhrase'>): Promise<void> {
    await useAndWipe(this.#draft.confirmed(fingerprint, given), (entropy) =>
      this.#storePhrase(entropy),
    )
    this.#draft.wipe()
  }

  async restorePhrase(words: Secret): Promise<string> {
    return useAndWipe(Secret.ofBytes(entropyOf(words)), (entropy) => this.#storePhrase(entropy))
  }

  async hasPhrase(fingerprint: string): Promise<boolean> {
    return (await this.#parts.store.read(phraseItem(fingerprint))) !== undefined
  }

  async derivePhraseKey({
    fingerprint,
    index,
  }: Input<'derivePhraseKey'>): Promise<VerificationKey> {
    const key = await this.#usePhrase(fingerprint, async (entropy) =>
      entropy.use((bytes) => policyKeyFromEntropy(bytes, index)),
    )
    try {
      await this.storeKeys([key])
      return { keyHash: key.keyHash, publicKey: key.publicKey }
    } finally {
      key.secret.wipe()
    }
  }

  async removeKey(keyHash: KeyHash): Promise<void> {
    await this.#identity.alone(() => this.#parts.store.remove(policyItem(keyHash)))
  }

  async setApiKey({ accountId, apiKey }: Input<'setApiKey'>): Promise<void> {
    const item = apiKeyItem(accountId)
    const { store } = this.#parts
    const bytes =
      store.backend === 'keychain'
        ? apiKey.use((plain) => Uint8Array.from(plain))
        : await encryptTo(await this.#identity.recipient(), apiKey)
    try {
      await writeVerified(store, item, bytes)
    } finally {
      bytes.fill(0)
    }
  }

  async getApiKey(accountId: string): Promise<Secret | undefined> {
    const item = apiKeyItem(accountId)
    const { store } = this.#parts
    const bytes = await store.read(item)
    if (bytes === undefined) return undefined
    return store.backend === 'keychain'
      ? Secret.ofBytes(bytes)
      : decryptWith(this.#identity.secret(), bytes, item)
  }

  async removeApiKey(accountId: string): Promise<void> {
    await this.#parts.store.remove(apiKeyItem(accountId))
  }

  async destroy({ keyHashes, phrases, apiKeys }: VaultNames): Promise<void> {
    const { store } = this.#parts
    await this.#identity.destroy(async () => {
      for (const keyHash of keyHashes) await store.remove(policyItem(keyHash))
      for (const accountId of apiKeys) await store.remove(apiKeyItem(accountId))
      for (const phrase of phrases) await store.remove(phraseItem(phrase))
    })
  }

  async probe(): Output<'probe'> {
    const { store, keychain } = this.#parts
    const result = await probeStore(store)
    return { store: result, keychain: store === keychain ? result : await probeStore(keychain) }
  }

  async inspect(items: VaultItems): Output<'inspect'> {
    return this.#identity.sealing(({ identity }) =>
      inspectItems(this.#parts.store, items, identity),
    )
  }

  async itemsToMove({ passphrase, names }: Input<'itemsToMove'>): Output<'itemsToMove'> {
    const pair = await this.#identity.opened(passphrase)
    return useAndWipe(pair.identity, () => itemsToMove(this.#parts.store, names, pair))
  }

  openEachItem(): Promise<number> {
    return useAndWipe(this.#identity.secret().copy(), (identity) =>
      openEachItem(this.#parts.store, identity),
    )
  }

  async moveIntoKeychain({
    home,
    isDefaultHome,
  }: Input<'moveIntoKeychain'>): Output<'moveIntoKeychain'> {
    const { home: folder, store: files } = this.#parts
    const service = serviceName(await realpath(home), isDefaultHome)
    const keychain = createKeychainStore(service, 5_000)
    return useAndWipe(this.#identity.secret().copy(), (identity) =>
      moveIntoKeychain({ folder, files, keychain }, identity),
    )
  }

  close(): void {
    this.lock()
  }

  #storing<T>(work: (target: SealTarget) => Promise<T>): Promise<T> {
    return this.#identity.alone(() => this.#identity.sealing(work))
  }

  #storePhrase(entropy: Secret): Promise<string> {
    return this.#storing((target) => storePhrase(this.#parts.store, entropy, target))
  }

  async #walletKey(keyHash: KeyHash, walletIndex: WalletIndex): Promise<PolicyKey> {
    const { wallet, index } = walletIndex
    const key = await this.#walletKeys.keyAt(wallet, index, (work) => this.#usePhrase(wallet, work))
    if (key.keyHash === keyHash) return key
    key.secret.wipe()
    throw anotherKeyThere(walletIndex, keyHash)
  }

  #usePhrase<T>(fingerprint: string, work: (entropy: Secret) => Promise<T>): Promise<T> {
    return useAndWipe(this.#identity.secret().copy(), (identity) =>
      usePhrase(this.#parts.store, fingerprint, identity, work),
    )
  }

  #seal(): SealOptions {
    const { now, scryptWorkFactor: workFactor } = this.#parts
    return { created: now().toISOString(), workFactor }
  }

  /** Requires the identity first: a locked vault does not reveal which keys it has. */
  async #openKey(keyHash: KeyHash): Promise<PolicyKey> {
    const identity = this.#identity.secret().copy()
    try {
      return await openPolicyKey(this.#parts.store, keyHash, identity)
    } finally {
      identity.wipe()
    }
  }
}
