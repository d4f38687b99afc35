import type { ContentStore } from '../core/content/store.ts'
import type { KeyHash, TxId } from '../core/cardano/ids.ts'
import type { PolicyKey, Witness } from '../core/cardano/keys.ts'
import type { Network } from '../core/cardano/network.ts'
import type { NativeScript } from '../core/cardano/scripts.ts'
import type { Database } from '../core/db/database.ts'
import type { Secret } from '../core/secret/secret.ts'
import type { FetchImage } from './fetch-image.ts'

/** All that the studio can ask of the vault (docs/adr/0005). */
export type StudioKeys = {
  /** Keeps the keys of a new policy, or throws and keeps none. Works while the vault is locked. */
  storeKeys(policy: {
    readonly script: NativeScript
    readonly keys: readonly PolicyKey[]
    readonly collectionName: string
  }): Promise<void>
  /** Bech32 text of the keys, for the interface's policy export alone. */
  revealKeys(keyHashes: readonly KeyHash[]): Promise<readonly Secret[]>
  witness(bodyHash: TxId, keyHash: KeyHash): Promise<Witness>
}

export type StudioOptions = {
  /** Path of the studio's SQLite file, or `:memory:`. */
  readonly database: string
  readonly content: ContentStore
  readonly network: Network
  readonly appId: string
  readonly apiKey: Secret
  readonly keys: StudioKeys
  /** Lets images be fetched from loopback and private addresses. */
  readonly allowPrivateUrls?: boolean
  readonly now?: () => Date
  /** Takes one JSON line per request and per failure. Absent: nothing is logged. */
  readonly log?: { write(line: string): void }
}

/** What the routes work with. */
export type Studio = {
  readonly database: Database
  readonly content: ContentStore
  readonly network: Network
  readonly keys: StudioKeys
  readonly fetchImage: FetchImage
  /** A ULID in lower case, above every earlier one of this process. */
  readonly nextId: () => string
  readonly now: () => Date
}
