import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import { KeyHash } from '#cardano/ids.ts'
import type { Statement } from '../seal/seal.ts'
import type { SealedFacts } from '../seal/sealed-facts.ts'
import type { Vault } from './vault.ts'

/**
 * `own`: the user's key. `unconfirmed`: the vault has an item of that name, but nothing proves that
 * the user added it.
 */
export type KeyState = 'own' | 'unconfirmed' | 'absent'

/**
 * Knows which keys of the vault are the user's own: created here, or imported and confirmed. The
 * vault seals each of them (docs/adr/0017). An item's name proves nothing: anybody who can write
 * the data folder can add an item, even encrypted to the vault's public recipient.
 */
export type OwnKeys = {
  /** Seals created or confirmed keys; while the vault is locked, remembers them. */
  readonly add: (keyHashes: readonly KeyHash[]) => Promise<void>
  /** Seals the remembered keys; does nothing while the vault is locked. */
  readonly sealPending: () => Promise<void>
  /** Every key with a seal row, including keys removed from the vault. */
  readonly list: () => readonly KeyHash[]
  readonly stateOf: (keyHash: KeyHash) => Promise<KeyState>
  /** Whether a key was created here or confirmed, even if it was removed since. */
  readonly isConfirmed: (keyHash: KeyHash) => Promise<boolean>
  /**
   * Seals keys that the user has just confirmed.
   * @throws ColdpressError `vault_locked`; `key_missing` for a key that is not in the vault
   */
  readonly confirm: (keyHashes: readonly KeyHash[]) => Promise<void>
}

export const createOwnKeys = ({
  vault,
  sealed,
}: {
  readonly vault: Pick<Vault, 'hasKey'>
  readonly sealed: SealedFacts
}): OwnKeys => ({
  add: async (keyHashes) => {
    sealed.store(await sealed.seal(keyHashes.map(keyStatement)))
  },
  sealPending: () => sealed.sealPending(),
  list: () => sealed.ids('key').map(KeyHash),
  stateOf: async (keyHash) => {
    if (!(await vault.hasKey(keyHash))) return 'absent'
    return (await isSealed(sealed, keyHash)) ? 'own' : 'unconfirmed'
  },
  isConfirmed: (keyHash) => isSealed(sealed, keyHash),
  confirm: async (keyHashes) => {
    for (const keyHash of keyHashes) if (!(await vault.hasKey(keyHash))) throw notHere(keyHash)
    await sealed.confirm(keyHashes.map(keyStatement))
  },
})

/** Keys that this process created while the vault is locked count too. */
const isSealed = async (sealed: SealedFacts, keyHash: KeyHash): Promise<boolean> => {
  try {
    await sealed.sealPending()
    await sealed.requireAuthentic(keyStatement(keyHash), `the key ${keyHash}`)
    return true
  } catch (error) {
    if (isColdpressError(error, 'conflict') || isColdpressError(error, 'vault_locked')) return false
    throw error
  }
}

/** A key is the same one on every network. */
const keyStatement = (keyHash: KeyHash): Statement => ({
  kind: 'key',
  network: null,
  collection: null,
  id: keyHash,
  facts: {},
})

const notHere = (keyHash: KeyHash): ColdpressError =>
  new ColdpressError(
    'key_missing',
    `The vault holds no key with the hash ${keyHash}, so there is nothing to confirm.`,
    { details: { key_hash: keyHash } },
  )
