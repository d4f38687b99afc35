import { randomBytes } from 'node:crypto'
import { ColdpressError, messageOf } from '#values/errors/errors.ts'
import type { KeyHash } from '#cardano/ids.ts'
import type { Backend, ProbeResult } from '../vault-schemas.ts'

/** The name of one stored item: the keychain's account, or the path of a sealed file. */
export type ItemName =
  | 'vault/identity'
  | `policy/${KeyHash}`
  | `phrase/${string}`
  | `api-key/${string}`
  | `probe/${string}`

/** Stores bytes by name; the vault seals and interprets them. */
export interface SecretStore {
  readonly backend: Backend
  read(item: ItemName): Promise<Uint8Array | undefined>
  /** Creates or replaces; durable once it resolves. */
  write(item: ItemName, bytes: Uint8Array): Promise<void>
  /** The items that are there. Absent where the store cannot tell, as a keychain cannot. */
  list?(): Promise<readonly ItemName[]>
  /** Removing a missing item is no error. */
  remove(item: ItemName): Promise<void>
  /** Resolves when no call is running, including calls that timed out. */
  idle(): Promise<void>
}

const itemShape =
  /^(?:vault\/identity|policy\/[0-9a-f]{56}|phrase\/[0-9a-f]{16}|api-key\/[A-Za-z0-9_-]{1,64})$/u

/** Whether a text is the name of an item that lasts. */
export const isItemName = (text: string): text is ItemName => itemShape.test(text)

export const identityItem = 'vault/identity' satisfies ItemName

export const policyItem = (keyHash: KeyHash): ItemName => `policy/${keyHash}`

/** @throws ColdpressError `invalid`: a phrase's fingerprint becomes part of a file's name. */
export const phraseItem = (fingerprint: string): ItemName => {
  if (/^[0-9a-f]{16}$/u.test(fingerprint)) return `phrase/${fingerprint}`
  throw new ColdpressError('invalid', "phrase: a phrase's fingerprint has 16 digits of hex.")
}

/** @throws ColdpressError `invalid`: an account ID becomes part of a file's name. */
export const apiKeyItem = (accountId: string): ItemName => {
  if (/^[A-Za-z0-9_-]{1,64}$/.test(accountId)) return `api-key/${accountId}`
  throw new ColdpressError(
    'invalid',
    'An account ID has 1 to 64 letters, digits, hyphens or underscores.',
  )
}

/**
 * Writes and verifies by reading the same bytes back.
 * @throws ColdpressError `corrupt`
 */
export const writeVerified = async (
  store: SecretStore,
  item: ItemName,
  bytes: Uint8Array,
): Promise<void> => {
  await store.write(item, bytes)
  const stored = await store.read(item)
  const same = stored !== undefined && Buffer.compare(stored, bytes) === 0
  stored?.fill(0)
  if (same) return
  throw new ColdpressError(
    'corrupt',
    `The item ${item} did not read back as it was written. Nothing relies on it; check the disk or the keychain and try again.`,
    { details: { item } },
  )
}

/** Restores an item to the bytes read before, or removes it. */
export const restoreItem = (
  store: SecretStore,
  item: ItemName,
  before: Uint8Array | undefined,
): Promise<void> => (before === undefined ? store.remove(item) : store.write(item, before))

/** Tests a store by writing, reading and deleting one random item. */
export const probeStore = async (store: SecretStore): Promise<ProbeResult> => {
  const item = `probe/${randomBytes(8).toString('hex')}` as const
  try {
    await writeVerified(store, item, randomBytes(32))
    await store.remove(item)
    return (await store.read(item)) === undefined
      ? { works: true }
      : { works: false, reason: 'A deleted item was still there.' }
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    return {
      works: false,
      reason: messageOf(error),
      ...(cause === undefined ? {} : { detail: messageOf(cause) }),
    }
  }
}
