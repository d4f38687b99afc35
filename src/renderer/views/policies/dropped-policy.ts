import { isZipName, policyFileLimits, useOfName } from '#contract/policies/policy-files.ts'
import { base64 } from '#renderer/data/base64.ts'
import type { DroppedSource } from './policy-source.ts'

/** A file beside the name that it is told by. */
type NamedFile = { readonly name: string; readonly file: () => Promise<File> }

export type DropError =
  | { readonly error: 'none' | 'tooMany' }
  | { readonly error: 'tooLarge'; readonly name: string }

/**
 * The files of a policy that were dropped: some files, a zip, or the files of one folder. The page
 * reads them itself, because a path from it is not trusted; files that no policy has stay closed.
 * Read the items before anything is awaited: the browser empties the transfer after the event.
 */
export const readDroppedPolicy = (transfer: DataTransfer): Promise<DroppedSource | DropError> => {
  const items = [...transfer.items].flatMap((item) => {
    const file = item.getAsFile()
    return file === null ? [] : [{ file, entry: item.webkitGetAsEntry() }]
  })
  const folders = items.flatMap(({ entry }) => (entry !== null && isFolder(entry) ? [entry] : []))
  const [folder] = folders
  if (folder === undefined)
    return readFiles(
      null,
      items.map(({ file }) => named(file)),
    )
  return items.length > 1
    ? Promise.resolve({ error: 'tooMany' })
    : entriesOf(folder.createReader()).then((entries) => readFiles(folder.name, entries))
}

const named = (file: File): NamedFile => ({ name: file.name, file: () => Promise.resolve(file) })

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

/** The reader answers a part of a folder at a time, and nothing at its end. */
const entriesOf = async (reader: FileSystemDirectoryReader): Promise<readonly NamedFile[]> => {
  const found: NamedFile[] = []
  let seen = 0
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject)
    })
    seen += part.length
    if (part.length === 0 || seen > policyFileLimits.names) return found
    for (const entry of part.filter(isFile))
      found.push({
        name: entry.name,
        file: () =>
          new Promise<File>((resolve, reject) => {
            entry.file(resolve, reject)
          }),
      })
  }
}

const readFiles = async (
  folder: string | null,
  all: readonly NamedFile[],
): Promise<DroppedSource | DropError> => {
  const used = all.filter(({ name }) => isZipName(name) || useOfName(name) !== 'ignore')
  if (used.length === 0) return { error: 'none' }
  if (used.length > policyFileLimits.files) return { error: 'tooMany' }
  const files: DroppedSource['files'] = []
  for (const { name, file } of used) {
    const most = isZipName(name) ? policyFileLimits.zipBytes : policyFileLimits.fileBytes
    const isOpened = useOfName(name) !== 'encrypted'
    const opened = await file()
    if (isOpened && opened.size > most) return { error: 'tooLarge', name }
    files.push({ name, content: isOpened ? await contentOf(opened) : '' })
  }
  return { kind: 'dropped', folder, files }
}

const contentOf = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const content = base64(bytes)
  bytes.fill(0)
  return content
}
