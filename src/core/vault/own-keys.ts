import { ColdpressError, isColdpressError } from '#shared/errors.ts'
import { KeyHash } from '../cardano/ids.ts'
import type { Statement } from '../seal/seal.ts'
import type { SealedFacts } from '../seal/sealed-facts.ts'
import type { Vault } from './vault.ts'

/**
 * Whether a key is the user's own. `unconfirmed`: the vault has an item of its name, but nothing
 * proves that its user put it there.
 */
export type KeyState = 'own' | 'unconfirmed' | 'absent'

/**
 * Which keys of the vault are the user's own: those that were made here, and those that the user
 * brought and confirmed. Each is sealed by the vault (docs/adr/0017). That an item bears a key's name
 * proves nothing: anybody who can write the data folder can put one there, even encrypted to the
 * vault, whose recipient is public.
 */
export type OwnKeys = {
  /** Seals keys that were made here, or that the user confirmed; remembers them while locked. */
  readonly add: (keyHashes: readonly KeyHash[]) => Promise<void>
  /** Seals what was remembered; does nothing while the vault is locked. */
  readonly sealPending: () => Promise<void>
  /** Every key with a row of a seal, also one that has left the vault. */
  readonly list: () => readonly KeyHash[]
  readonly stateOf: (keyHash: KeyHash) => Promise<KeyState>
  /** Whether a key was made here or confirmed, also when it has left the vault since. */
  readonly isConfirmed: (keyHash: KeyHash) => Promise<boolean>
  /**
   * Seals keys of the vault that the user has just confirmed.
   * @throws ColdpressError `vault_locked`; `key_missing` for a key that the vault does not have
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

/** What this process itself made while the vault is locked counts: its memory proves it. */
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
