import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readFolderTable } from '#app/imports/inputs/inputs.ts'
import type { SourceRequest } from '#app/imports/inputs/open-source.ts'

/** Text, or what is written as JSON. */
export type Content = string | Uint8Array | object

/** Writes files by their names; folders inside come with them. */
export const writeFiles = async (
  folder: string,
  files: Readonly<Record<string, Content>>,
): Promise<void> => {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    const isRaw = typeof content === 'string' || content instanceof Uint8Array
    await writeFile(path, isRaw ? content : JSON.stringify(content))
  }
}

/** Images by their names; what they show does not matter for reading a folder. */
export const images = (...names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, name]))

export const readFiles = async (
  folder: string,
  files: Readonly<Record<string, Content>>,
  request: Partial<SourceRequest> = {},
) => {
  await writeFiles(folder, files)
  const { table, works, source, ...reading } = await readFolderTable({ folder, ...request })
  return {
    ...reading,
    ...source,
    works: works.map(({ name }) => name),
    /** Each row by its headers, without empty cells. */
    rows: table.rows.map(({ cells }) =>
      Object.fromEntries(
        table.columns.flatMap(({ header }, at) =>
          (cells[at] ?? '') === '' ? [] : [[header, cells[at] ?? '']],
        ),
      ),
    ),
    numbers: table.rows.map(({ row }) => row),
    notes: table.issues.map(({ message }) => message),
    warnings: table.issues.flatMap(({ severity, message }) =>
      severity === 'warning' ? [message] : [],
    ),
  }
}
