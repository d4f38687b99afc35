import { basename } from 'node:path'
import { printable } from '#values/text/printable.ts'
import type { Secret } from '#platform/secret/secret.ts'

/** A file that may hold a signing key, with the name that messages give it. Its reader wipes it. */
export type PolicyFile = { readonly name: string; readonly content: Secret }

/** What was read of a file, a folder or a zip. */
export type PolicyFiles = {
  readonly files: readonly PolicyFile[]
  /** Names of encrypted keys. They are not opened. */
  readonly encrypted: readonly string[]
  /** Files that were not read, such as links, with the reason. */
  readonly skipped: readonly { readonly name: string; readonly reason: string }[]
  /** The name that the folder or the files have for the policy. */
  readonly suggestedName: string | null
}

/** `policy` of `policy.skey` and of `policy.skey.gpg`: files of one key share it. */
export const keyFileStem = (name: string): string =>
  name.replace(/\.(?:gpg|pgp|asc|age)$/iu, '').replace(/\.[^./]*$/u, '')

export const wipeFiles = (files: readonly PolicyFile[]): void => {
  for (const { content } of files) content.wipe()
}

/** Where nothing else names it: the stem of its script, unless that only says what the file is. */
export const nameFromFiles = (names: readonly string[], container: string): string => {
  const script = names.find((name) => /\.script$/iu.test(name))
  const stem = script === undefined ? 'policy' : basename(keyFileStem(script))
  return printable(/^policy$/iu.test(stem) ? container : stem)
}

/** Several sources of one policy, such as a script and key files beside it. */
export const mergeFiles = (all: readonly PolicyFiles[]): PolicyFiles => ({
  files: all.flatMap(({ files }) => files),
  encrypted: all.flatMap(({ encrypted }) => encrypted),
  skipped: all.flatMap(({ skipped }) => skipped),
  suggestedName: all.find(({ suggestedName }) => suggestedName !== null)?.suggestedName ?? null,
})

/** One file that says what it is by its content. */
export const singleFile = (name: string, content: Secret): PolicyFiles => ({
  files: [{ name, content }],
  encrypted: [],
  skipped: [],
  suggestedName: null,
})
