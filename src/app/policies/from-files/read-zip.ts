import { policyErrors } from '#contract/policies/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import type { Readable } from 'node:stream'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { ColdpressError, messageOf } from '#values/errors/errors.ts'
import { policyFileLimits, useOfName } from '#contract/policies/policy-files.ts'
import { printable } from '#values/text/printable.ts'
import { Secret } from '#platform/secret/secret.ts'
import { nameFromFiles, type PolicyFile, type PolicyFiles, wipeFiles } from './policy-file.ts'

/** Whether a file starts as zips do: with a first entry, or with the end of an empty one. */
export const isZip = (content: Secret): boolean =>
  content.use((bytes) => bytes[0] === 0x50 && bytes[1] === 0x4b && isSignature(bytes))

const isSignature = (bytes: Uint8Array): boolean =>
  (bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6)

const badZip = (name: string, sentence: string, cause?: unknown): ColdpressError =>
  errorBy(policyErrors, 'zip', {}, `${name}: ${sentence}`, cause)

/**
 * The policy files in a zip, such as NMKR's key export; nothing is written to disk. The zip may
 * come from anybody: only entries with the name of a policy file are unpacked, each up to a limit,
 * whatever size it states. The caller wipes the zip and the files.
 * @throws ColdpressError `invalid` with `details.rule`
 */
export const readZip = async (content: Secret, name: string): Promise<PolicyFiles> => {
  const zip = content.use((bytes) => Buffer.from(bytes))
  if (zip.length > policyFileLimits.zipBytes)
    throw badZip(
      name,
      `it has ${zip.length} bytes; a policy's zip has at most ${policyFileLimits.zipBytes}.`,
    )
  try {
    return await readEntries(await fromBufferPromise(zip), name)
  } catch (error) {
    if (error instanceof ColdpressError) throw error
    throw badZip(
      name,
      `the zip cannot be read: ${printable(messageOf(error))}. It may be damaged or made to mislead; unpack it yourself and give the folder.`,
      error,
    )
  } finally {
    zip.fill(0)
  }
}

const readEntries = async (zip: ZipFile, name: string): Promise<PolicyFiles> => {
  if (zip.entryCount > policyFileLimits.names)
    throw badZip(name, `it has ${zip.entryCount} entries, too many for a policy.`)
  const files: PolicyFile[] = []
  const encrypted: string[] = []
  try {
    for await (const entry of zip.eachEntry()) {
      const use = entry.fileName.endsWith('/') ? 'ignore' : useOfName(entry.fileName)
      if (use === 'encrypted') encrypted.push(printable(entry.fileName))
      if (use !== 'read') continue
      if (files.length === policyFileLimits.files)
        throw badZip(name, `it has more than ${policyFileLimits.files} files of policies.`)
      files.push({ name: printable(entry.fileName), content: await unpack(zip, entry, name) })
    }
  } catch (error) {
    wipeFiles(files)
    throw error
  }
  if (files.length === 0 && encrypted.length === 0)
    throw badZip(name, 'it has no file of a policy (.script, .vkey, .skey, .id, .policyid, .json).')
  const container = name.replace(/\.zip$/iu, '').replace(/[_-]keys$/iu, '')
  const names = files.map((file) => file.name)
  return { files, encrypted, skipped: [], suggestedName: nameFromFiles(names, container) }
}

const unpack = async (zip: ZipFile, entry: Entry, name: string): Promise<Secret> => {
  const entryName = printable(entry.fileName)
  if (entry.isEncrypted())
    throw badZip(
      name,
      `${entryName} is encrypted. Unpack the zip with its password on a computer that you trust, and give the folder.`,
    )
  if (entry.uncompressedSize > policyFileLimits.fileBytes) throw tooLarge(name, entryName)
  return collect(await zip.openReadStreamPromise(entry), () => tooLarge(name, entryName))
}

const tooLarge = (name: string, entryName: string): ColdpressError =>
  badZip(
    name,
    `${entryName} has more than ${policyFileLimits.fileBytes} bytes unpacked; no file of a policy has.`,
  )

/** Counts what really comes, for an entry that states less. */
const collect = async (stream: Readable, tooMuch: () => ColdpressError): Promise<Secret> => {
  const pieces: Buffer[] = []
  let length = 0
  try {
    for await (const piece of stream) {
      if (!Buffer.isBuffer(piece)) throw new TypeError('a stream of bytes was expected')
      pieces.push(piece)
      length += piece.length
      if (length > policyFileLimits.fileBytes) throw tooMuch()
    }
    return Secret.ofBytes(Uint8Array.from(Buffer.concat(pieces, length)))
  } finally {
    for (const piece of pieces) piece.fill(0)
  }
}
