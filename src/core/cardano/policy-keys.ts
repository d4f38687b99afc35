import type { Secret } from '../secret/secret.ts'
import type { KeyHash, TxId } from './ids.ts'
import type { PolicyKey, Witness } from './keys.ts'
import type { NativeScript } from './scripts.ts'

/** All that a service is given of the vault (docs/adr/0005): three functions, and no way to more. */
export type PolicyKeys = {
  /**
   * Keeps the keys of a new policy, or throws and keeps none. Works while the vault is locked.
   * Without a script they are no policy's, and in no backup: keys that hold play money.
   */
  storeKeys(policy: {
    readonly script?: NativeScript
    readonly keys: readonly PolicyKey[]
    readonly collectionName: string
  }): Promise<void>
  /** Bech32 text of the keys, for the interface's policy export alone; the caller wipes them. */
  revealKeys(keyHashes: readonly KeyHash[]): Promise<readonly Secret[]>
  witness(bodyHash: TxId, keyHash: KeyHash): Promise<Witness>
}
