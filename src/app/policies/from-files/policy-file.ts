import { basename } from 'node:path'
import { printable } from '#values/text/printable.ts'
import type { Secret } from '#platform/secret/secret.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import { readBech32 } from '../../../cardano/bech32.ts'
import { publicKeyOf, type VerificationKey } from '../../../cardano/envelope.ts'
import type { KeyHash } from '../../../cardano/ids.ts'
import { parseEnvelope } from '../../../cardano/text-envelope.ts'

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

/**
 * The public key in a text that nothing says the kind of, such as pycardano's files without a type:
 * a signing key has the same length, so only a script that names its hash proves that it is public.
 * @returns undefined when `named` has not its hash: then it may be a signing key
 */
export const namedPublicKey = (
  input: Secret,
  named: readonly KeyHash[],
): VerificationKey | undefined => {
  const key = candidate(input.text().trim())
  return key !== undefined && named.includes(key.keyHash) ? key : undefined
}

/** The bytes as a public key; do not show it before its hash is known to be one. */
const candidate = (text: string): VerificationKey | undefined => {
  if (text.startsWith('{')) return publicKeyOf(parseEnvelope(text).cborHex)
  if (/^[0-9a-f]+$/iu.test(text)) return publicKeyOf(text) ?? publicKeyOf(inCbor(text))
  const reading = readBech32(text)
  if (reading.outcome !== 'read') return undefined
  const hex = bytesToHex(reading.bytes)
  reading.bytes.fill(0)
  return publicKeyOf(inCbor(hex))
}

/** Hex of up to 255 bytes as a CBOR byte string. */
const inCbor = (hex: string): string => {
  const length = (hex.length / 2).toString(16).padStart(2, '0')
  return `58${length}${hex}`
}

/** The hash of a key file that is public by its name, such as `policy.vkey`, whatever it is. */
export const hashAsPublicKey = (input: Secret): KeyHash | undefined =>
  candidate(input.text().trim())?.keyHash
