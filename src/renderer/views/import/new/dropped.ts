import type { ImportJobView } from '#contract/imports/calls.ts'
import { isTableName } from '#contract/imports/import-formats.ts'
import { pathOfFile } from '#renderer/bridge.ts'
import type { OpenedSource } from '#renderer/stores/opened.ts'
import { text } from '#renderer/text/en.ts'

/** What was dropped, as far as the window can know. */
export type Dropped = { readonly path: string; readonly isFolder: boolean }

export type DropReading = OpenedSource | { readonly error: 'noPath' | 'oneFolder' | 'notTable' }

/** Read at once: the browser empties the transfer after the event. */
export const droppedBy = ({ items }: DataTransfer): readonly Dropped[] =>
  [...items].flatMap((item) => {
    const file = item.getAsFile()
    if (file === null) return []
    return [{ path: pathOfFile(file), isFolder: item.webkitGetAsEntry()?.isDirectory ?? false }]
  })

/** A signing request, a transaction or witnesses, by the names that programs give them. */
export const isRequestFile = (name: string): boolean =>
  /\.(?:cpreq|tx|txbody|raw|signed|witness)$/iu.test(name)

/** A folder is imported with the table in it; a table with the folder that it is in. */
export const readDrop = (dropped: readonly Dropped[]): DropReading => {
  const [one, second] = dropped
  if (one === undefined || second !== undefined) return { error: 'oneFolder' }
  if (one.path === '') return { error: 'noPath' }
  if (one.isFolder) return { folder: one.path, csv: null }
  if (!isTableName(one.path)) return { error: 'notTable' }
  return { folder: droppedFolder(one.path), csv: one.path }
}

/** `/a/b/c.csv` is in `/a/b`, and `C:\a\c.csv` in `C:\a`. */
export const droppedFolder = (path: string): string => {
  const folder = path.replace(/[/\\][^/\\]*$/u, '')
  return folder === '' || folder.endsWith(':') ? path.slice(0, folder.length + 1) : folder
}

/** The last part of a path. */
export const nameOf = (path: string): string =>
  path.replace(/[/\\]+$/u, '').replace(/^.*[/\\]/u, '')

/** What an import is called by: the name of its folder; one that changes tokens has none. */
export const sourceName = ({
  purpose,
  folder,
}: Pick<ImportJobView, 'purpose' | 'folder'>): string =>
  purpose === 'change' ? text.importing.run.change.source : nameOf(folder)

/** A file of the folder, with the separator that the folder is written with. */
export const inFolder = (folder: string, name: string): string => {
  const separator = /^[a-z]:\\|^\\\\/iu.test(folder) ? '\\' : '/'
  return `${folder.replace(/[/\\]+$/u, '')}${separator}${name}`
}
