import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { isoTime, shortText } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { describeIssues } from '#values/errors/issues.ts'
import { isSealKey } from '../seal/seal.ts'
import { isRecipient } from './age.ts'
import { readFileIfThere, removeFile, replaceFile } from '#platform/disk/durable-file.ts'
import { isUnderPassphrase } from './age-text.ts'
import { identityItem, type SecretStore } from './secret-store.ts'
import { identityDamaged, identityMissing, identityUnproved } from './vault-errors.ts'
import { lockFile } from '#platform/db/lock-file.ts'

const vaultFileContent = z.object({
  format: z.literal(1),
  /** age1…: the recipient of new keys, also while the vault is locked. */
  recipient: shortText.refine(isRecipient, 'not an age X25519 recipient'),
  /** Where the items are stored. Never changes. */
  backend: z.enum(['keychain', 'sealed-files']),
  created: isoTime,
  /** Public key of the vault's seals. Missing until a vault of an older version is unlocked. */
  sealKey: shortText.refine(isSealKey, 'not 32 bytes of hex').optional(),
  /**
   * The seal key of the creator's vault, where that one alone confirms what this home sells, and this
   * vault's signature over it.
   */
  creator: z
    .strictObject({
      key: shortText.refine(isSealKey, 'not 32 bytes of hex'),
      signature: shortText,
    })
    .exactOptional(),
  /**
   * SHA-256 of the sealed identity at the last unlock. Missing in older homes until their next
   * unlock.
   */
  identity: z.hash('sha256').exactOptional(),
})

/** `<home>/vault.json`: the public data of a vault; its existence marks the vault as created. */
export type VaultFileContent = Readonly<z.output<typeof vaultFileContent>>

const pathIn = (home: string): string => join(home, 'vault.json')

/** @throws ColdpressError `corrupt` */
export const readVaultFile = async (home: string): Promise<VaultFileContent | undefined> => {
  const path = pathIn(home)
  const bytes = await readFileIfThere(path)
  if (bytes === undefined) return undefined
  const parsed = vaultFileContent.safeParse(parseJson(bytes))
  if (parsed.success) return parsed.data
  throw new ColdpressError(
    'corrupt',
    `${path} is damaged or was written by a newer version of Coldpress. Update Coldpress, or move the file away: unlocking the vault writes it again.`,
    { details: { errors: describeIssues(parsed.error) } },
  )
}

export const writeVaultFile = (home: string, content: VaultFileContent): Promise<void> =>
  replaceFile(pathIn(home), new TextEncoder().encode(`${JSON.stringify(content, null, 2)}\n`))

export const removeVaultFile = (home: string): Promise<void> => removeFile(pathIn(home))

const parseJson = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/** Hex SHA-256 of the sealed identity, as in vault.json. */
export const digestOf = (sealed: Uint8Array): string =>
  createHash('sha256').update(sealed).digest('hex')

/**
 * Requires the sealed identity: checks its bytes without the passphrase against the digest of the
 * last unlock.
 * @throws ColdpressError `key_missing`; `vault_locked` when only an unlock can prove it
 */
export const requireIdentity = async (
  store: SecretStore,
  details: VaultFileContent | undefined,
): Promise<void> => {
  const sealed = await store.read(identityItem)
  if (sealed === undefined) throw identityMissing(store.backend)
  if (!isUnderPassphrase(sealed)) throw identityDamaged()
  if (details?.identity !== undefined && details.identity !== digestOf(sealed))
    throw identityUnproved()
}

/**
 * Locks a home's vault against all other processes.
 * @returns releases the lock
 * @throws ColdpressError `timeout` when another process holds it for longer than `timeoutMs`
 */
export const lockHome = async (home: string, timeoutMs: number): Promise<() => void> => {
  const release = await lockFile(join(home, 'vault.lock'), timeoutMs)
  if (release !== undefined) return release
  throw new ColdpressError(
    'timeout',
    'Another Coldpress process is changing the vault and does not finish. Close it, then try again.',
  )
}
