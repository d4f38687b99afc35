import { policyErrors } from '#contract/policies/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { opendir, stat } from 'node:fs/promises'
import { basename, extname, join, resolve } from 'node:path'
import { type ColdpressError, messageOf } from '#values/errors/errors.ts'
import { policyFileLimits, useOfName } from '#contract/policies/policy-files.ts'
import { printable } from '#values/text/printable.ts'
import { systemCode } from '#platform/disk/disk-error.ts'
import { readBounded } from '#platform/disk/read-bounded.ts'
import { Secret } from '#platform/secret/secret.ts'
import {
  mergeFiles,
  nameFromFiles,
  type PolicyFile,
  type PolicyFiles,
  singleFile,
  wipeFiles,
} from './policy-file.ts'
import { isZip, readZip } from './read-zip.ts'

/** Reads one file whole, as its caller reads files that the user named. */
export type ReadFile = (path: string) => Promise<Secret>

/**
 * The files of a policy: one file, the files of a folder (not of folders in it), or those in a zip.
 * The caller wipes them.
 * @throws ColdpressError `invalid` with `details.rule`, and what `readFile` throws
 */
export const readPolicyFiles = async (path: string, readFile: ReadFile): Promise<PolicyFiles> => {
  const details = await stat(path).catch(() => undefined)
  if (details?.isDirectory() === true) return readFolder(path)
  const name = printable(basename(path))
  if (useOfName(name) === 'encrypted') return encryptedFile(name)
  return unzipped(name, await readFile(path))
}

/**
 * Files with their names, as a page reads those that are dropped on it. `container`: the name of
 * the folder that they are in. Wipes a zip among them; the caller wipes the rest.
 * @throws ColdpressError as {@link readPolicyFiles}
 */
export const givenPolicyFiles = async (
  given: readonly PolicyFile[],
  container: string | null,
): Promise<PolicyFiles> => {
  const read: PolicyFiles[] = []
  try {
    for (const { name, content } of given)
      read.push(
        useOfName(name) === 'encrypted'
          ? encryptedFile(printable(name))
          : await unzipped(printable(name), content),
      )
  } catch (error) {
    wipeFiles([...given, ...mergeFiles(read).files])
    throw error
  }
  const merged = mergeFiles(read)
  const names = merged.files.map(({ name }) => name)
  return container === null
    ? merged
    : { ...merged, suggestedName: nameFromFiles(names, printable(container)) }
}

const encryptedFile = (name: string): PolicyFiles => ({
  files: [],
  encrypted: [name],
  skipped: [],
  suggestedName: null,
})

const unzipped = async (name: string, content: Secret): Promise<PolicyFiles> => {
  if (!isZip(content)) return singleFile(name, content)
  try {
    return await readZip(content, name)
  } finally {
    content.wipe()
  }
}

const readFolder = async (path: string): Promise<PolicyFiles> => {
  const { files: names, encrypted, skipped, folders } = await namesIn(path)
  if (names.length === 0 && encrypted.length === 0) throw noFiles(path, folders)
  const files: PolicyFile[] = []
  try {
    for (const name of names) {
      const content = await readEntry(join(path, name))
      if (typeof content === 'string') skipped.push({ name: printable(name), reason: content })
      else files.push({ name: printable(name), content })
    }
  } catch (error) {
    wipeFiles(files)
    throw error
  }
  const suggestedName = nameFromFiles(names, basename(resolve(path)))
  return { files, encrypted, skipped, suggestedName }
}

const namesIn = async (path: string) => {
  const [files, encrypted, folders]: [string[], string[], string[]] = [[], [], []]
  const skipped: { name: string; reason: string }[] = []
  let count = 0
  for await (const entry of await opendir(path)) {
    count += 1
    if (count > policyFileLimits.names) throw tooManyFiles(path)
    if (entry.isDirectory()) folders.push(entry.name)
    const use = useOfName(entry.name)
    if (use === 'ignore' || entry.isDirectory()) continue
    const name = printable(entry.name)
    // A link may lead out of the folder, to a file that nobody chose.
    if (entry.isSymbolicLink()) skipped.push({ name, reason: 'a link, which is not followed' })
    else if (!entry.isFile()) skipped.push({ name, reason: 'not an ordinary file' })
    else if (use === 'encrypted') encrypted.push(name)
    else files.push(entry.name)
  }
  if (files.length > policyFileLimits.files) throw tooManyFiles(path)
  return { files: files.toSorted(), encrypted: encrypted.toSorted(), skipped, folders }
}

const tooManyFiles = (path: string): ColdpressError =>
  errorBy(
    policyErrors,
    'files',
    {},
    `${path} has too many files for the folder of one policy (at most ${policyFileLimits.files} of its kinds). Copy the policy's files to a folder of their own.`,
  )

const noFiles = (path: string, folders: readonly string[]): ColdpressError => {
  const [first] = folders.toSorted()
  const inner =
    first === undefined
      ? ''
      : ` Folders in it are not looked at: name one, such as ${printable(join(path, first))}.`
  return errorBy(
    policyErrors,
    'files',
    {},
    `${path} has no file of a policy (.script, .vkey, .skey, .id, .policyid, .json).${inner}`,
  )
}

/** @returns the reason why it is skipped, for what was exchanged since the folder was listed */
const readEntry = async (path: string): Promise<Secret | string> => {
  try {
    const bytes = await readBounded(path, { maxBytes: policyFileLimits.fileBytes, onlyFile: true })
    const secret = Secret.ofBytes(Uint8Array.from(bytes))
    bytes.fill(0)
    return secret
  } catch (error) {
    // Only a key or a script matters; other JSON of a folder may be large.
    if (extname(path).toLowerCase() === '.json') return systemCode(error) ?? messageOf(error)
    throw errorBy(
      policyErrors,
      'file',
      {},
      `${path} cannot be read: ${systemCode(error) ?? messageOf(error)}.`,
      error,
    )
  }
}
