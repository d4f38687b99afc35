import { createHash } from 'node:crypto'
import { ColdpressError, messageOf } from '#values/errors/errors.ts'
import { untilAborted } from '#values/work/until-aborted.ts'
import type { ItemName, SecretStore } from './secret-store.ts'

/** The methods of `@napi-rs/keyring`'s AsyncEntry that this module uses. */
export type KeychainEntry = {
  setSecret(bytes: Uint8Array): Promise<void>
  /** `null` for a missing item. */
  getSecret(): Promise<number[] | null>
  deleteCredential(): Promise<boolean>
}

export type OpenEntry = (service: string, account: string) => Promise<KeychainEntry>

/**
 * The keychain's service name. The default home has the plain name; any other home has its own, so
 * that a temporary home never touches the user's vault. `home` is the real path.
 */
export const serviceName = (home: string, isDefaultHome: boolean): string =>
  isDefaultHome
    ? 'Coldpress'
    : `Coldpress ${createHash('sha256').update(home).digest('hex').slice(0, 8)}`

/**
 * Pinned to the Secret Service: otherwise the library falls back to the kernel's keyring, which a
 * reboot empties. Loaded on demand, so that sealed files work on platforms without the native part.
 */
const openSystemEntry: OpenEntry = async (service, account) => {
  const { AsyncEntry } = await import('@napi-rs/keyring')
  return new AsyncEntry(service, account, { linux: { store: 'secret-service' } })
}

/**
 * Items in the system's keychain, as raw bytes. Calls run one after another. A call that timed out
 * keeps its place until the keychain answers: a write behind an unlock prompt could otherwise land
 * after a later write and undo it. A call that times out before its turn never starts. Opening an
 * entry calls D-Bus synchronously: a hanging keychain blocks the thread for the library's 2
 * seconds.
 */
export const createKeychainStore = (
  service: string,
  timeoutMs: number,
  openEntry: OpenEntry = openSystemEntry,
): SecretStore => {
  let last: Promise<unknown> = Promise.resolve()

  const call = async <T>(
    item: ItemName,
    work: (entry: KeychainEntry) => Promise<T>,
  ): Promise<T> => {
    const limit = AbortSignal.timeout(timeoutMs)
    const turn = last.then(async () => {
      limit.throwIfAborted()
      const entry = await openEntry(service, item)
      limit.throwIfAborted()
      return work(entry)
    })
    last = turn.catch(() => {})
    try {
      return await untilAborted(turn, limit)
    } catch (error) {
      throw keychainError(item, error, limit.aborted)
    }
  }

  return {
    backend: 'keychain',
    read: (item) =>
      call(item, async (entry) => {
        const found = await entry.getSecret()
        const bytes = found === null ? undefined : Uint8Array.from(found)
        found?.fill(0)
        return bytes
      }),
    write: (item, bytes) =>
      call(item, async (entry) => {
        // A write continues after its timeout, when the caller has wiped the bytes.
        const own = Uint8Array.from(bytes)
        try {
          await entry.setSecret(own)
        } finally {
          own.fill(0)
        }
      }),
    remove: async (item) => {
      await call(item, (entry) => entry.deleteCredential())
    },
    idle: async () => {
      await last
    },
  }
}

/** What the system itself says is the cause: few understand it. */
const keychainError = (item: ItemName, error: unknown, isLate: boolean): ColdpressError => {
  if (/matched by \d+ credentials/.test(messageOf(error))) {
    return new ColdpressError(
      'corrupt',
      `The keychain has several items named ${item}, so Coldpress can't trust any of them. Remove the ones that Coldpress did not create. Other items are not affected.`,
      { details: { item }, cause: error },
    )
  }
  return new ColdpressError(
    'keychain_unreachable',
    `The system's keychain ${isLate ? 'does not answer' : 'cannot be used'}. Unlock or start it, then try again.`,
    { details: { item }, cause: error },
  )
}
