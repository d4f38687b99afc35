import { homeErrors } from '#contract/home/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { existsSync } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { ColdpressError } from '#values/errors/errors.ts'
import { printable } from '#values/text/printable.ts'
import { listed } from '#contract/sales/sale-error-row.ts'
import type { Secret } from '#platform/secret/secret.ts'
import { createFileStore } from '#keys/vault/file-store.ts'
import { readVaultFile } from '#keys/vault/vault-file.ts'
import { type HomeEntry, readHomeFile } from './home-file.ts'
import { nameInFile } from './home-layout.ts'
import { ignoreMissing, isTaken } from './home-parts.ts'

/**
 * What a data folder has and a copy must hold, found without the listing that makes the copy: each
 * name at the top is followed to where it really is.
 */
export const requiredNames = async (
  home: string,
  withImages: boolean,
): Promise<readonly string[]> => {
  const names: string[] = []
  for (const top of await readdir(home)) {
    if (!isTaken(top, withImages)) continue
    const path = await realpath(join(home, top)).catch(ignoreMissing)
    const found = path === undefined ? undefined : await stat(path).catch(ignoreMissing)
    if (path === undefined || found === undefined) continue
    if (found.isFile()) names.push(top)
    if (found.isDirectory()) names.push(...(await filesBelow(path)).map((name) => `${top}/${name}`))
  }
  return [...names.filter((name) => isTaken(name, withImages)), ...(await sealedItems(home))]
}

const filesBelow = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))

const sealedItems = async (home: string): Promise<readonly string[]> => {
  if ((await readVaultFile(home))?.backend !== 'sealed-files') return []
  const items = (await createFileStore(home).list?.()) ?? []
  return items.map((item) => `secrets/${item}.age`)
}

/**
 * Reads a copy back to its end, which proves every byte of it, and compares it with what went into it
 * and with what the data folder has. What was removed meanwhile needs no place in it.
 * @throws ColdpressError `conflict` naming what is missing; `invalid` for a file that reads otherwise
 */
export const checkCopy = async (
  file: string,
  {
    home,
    entries,
    required,
    passphrase,
    onBytes,
    signal,
  }: {
    readonly home: string
    readonly entries: readonly HomeEntry[]
    readonly required: readonly string[]
    readonly passphrase: Secret
    readonly onBytes: (bytes: number) => void
    readonly signal: AbortSignal | undefined
  },
): Promise<void> => {
  const sizes = new Map<string, number>()
  const onFile = async (
    name: string,
    size: number,
    body: AsyncIterable<Uint8Array>,
  ): Promise<void> => {
    for await (const piece of body) {
      signal?.throwIfAborted()
      onBytes(piece.length)
    }
    sizes.set(name, size)
  }
  const reader = { onHeader: () => Promise.resolve(), onFile }
  await readHomeFile(file, passphrase, reader, signal)
  const missing = [
    ...entries.filter(({ name, size }) => sizes.get(name) !== size).map(({ name }) => name),
    ...required.filter((name) => !sizes.has(nameInFile(name)) && existsSync(join(home, name))),
  ]
  if (missing.length > 0) throw notWhole(missing)
}

const notWhole = (names: readonly string[]): ColdpressError =>
  errorBy(
    homeErrors,
    'not_whole',
    {},
    `The file that was written lacks what the data folder has: ${listed(names.map(printable))}. It was removed again. Try again when no other program changes the data folder; if it fails again, run a check of the data folder.`,
  )
