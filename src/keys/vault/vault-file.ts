import { join } from 'node:path'
import { z } from 'zod'
import { isoTime, shortText } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { describeIssues } from '#values/errors/issues.ts'
import { isSealKey } from '../seal/seal.ts'
import { isRecipient } from './age.ts'
import { readFileIfThere, removeFile, replaceFile } from '#platform/disk/durable-file.ts'

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
