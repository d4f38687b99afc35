import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { ColdpressError, messageOf } from '#values/errors/errors.ts'
import { limits } from '#values/bounds/limits.ts'
import type { ScriptJson } from '#contract/policies/script.ts'
import { CborReader, major, writeHead } from './cbor.ts'
import { KeyHash, PolicyId } from './ids.ts'
import { maxSlot } from './slots.ts'

/**
 * A native script. `before S` holds in slots below S, `after S` from S on. The order of elements is
 * part of the hash. `original` is set only when the script was read from CBOR that Coldpress would
 * write differently (indefinite lists, longer number encodings): its policy ID is the hash of those
 * bytes.
 */
export type NativeScript = { readonly original?: string } & (
  | { readonly type: 'sig'; readonly keyHash: KeyHash }
  | { readonly type: 'all' | 'any'; readonly scripts: readonly NativeScript[] }
  | {
      readonly type: 'atLeast'
      readonly required: number
      readonly scripts: readonly NativeScript[]
    }
  | { readonly type: 'after' | 'before'; readonly slot: bigint }
)

/** Scripts nested deeper than this are refused: no wallet writes them, and reading is recursive. */
export const maxScriptDepth = 64

const invalidScript = (message: string, cause?: unknown): ColdpressError =>
  new ColdpressError('invalid', `script: ${message}`, { cause })

const checkDepth = (depth: number): void => {
  if (depth > maxScriptDepth)
    throw invalidScript(
      `nested deeper than ${maxScriptDepth} levels; flatten it before importing it`,
    )
}

/** A script that fills a whole transaction can never be used, and would be slow to evaluate. */
const checkSize = (bytes: number): void => {
  if (bytes > limits.transactionBytes)
    throw invalidScript(
      `${bytes} bytes; a transaction holds at most ${limits.transactionBytes}, so it could never be used`,
    )
}

const checkSlot = (slot: bigint): bigint => {
  if (slot > maxSlot)
    throw invalidScript(`slot ${slot} is above ${maxSlot}, the largest that exists`)
  return slot
}

/**
 * From the JSON of cardano-cli.
 * @throws ColdpressError `invalid` for more than 64 levels, a slot above 2^64 - 1, a key hash that
 * is not 28 bytes of hex, and a script larger than a transaction
 */
export const scriptFromJson = (json: ScriptJson): NativeScript => {
  const script = fromJson(json, 1)
  checkSize(encode(script).length)
  return script
}

const fromJson = (json: ScriptJson, depth: number): NativeScript => {
  checkDepth(depth)
  if (json.type === 'sig') return { type: 'sig', keyHash: KeyHash(json.keyHash) }
  if ('slot' in json) return { type: json.type, slot: checkSlot(BigInt(json.slot)) }
  const scripts = json.scripts.map((inner) => fromJson(inner, depth + 1))
  return json.type === 'atLeast'
    ? { type: 'atLeast', required: json.required, scripts }
    : { type: json.type, scripts }
}

/** To the JSON of cardano-cli; a slot that a JavaScript number cannot hold exactly is a string. */
export const scriptToJson = (script: NativeScript): ScriptJson => {
  if (script.type === 'sig') return { type: 'sig', keyHash: script.keyHash }
  if ('slot' in script) {
    const slot = Number(script.slot)
    return { type: script.type, slot: Number.isSafeInteger(slot) ? slot : String(script.slot) }
  }
  const scripts = script.scripts.map(scriptToJson)
  return script.type === 'atLeast'
    ? { type: 'atLeast', required: script.required, scripts }
    : { type: script.type, scripts }
}

/** The number that stands for each kind in CBOR, by place. */
const kinds = ['sig', 'all', 'any', 'atLeast', 'after', 'before'] as const

const encode = (script: NativeScript): Uint8Array => {
  const fields = fieldsOf(script)
  const kind = writeHead(major.unsigned, kinds.indexOf(script.type))
  return concatBytes(writeHead(major.list, 1 + fields.length), kind, ...fields)
}

/** What follows after the kind, each field encoded. */
const fieldsOf = (script: NativeScript): readonly Uint8Array[] => {
  if (script.type === 'sig') {
    const keyHash = hexToBytes(script.keyHash)
    return [concatBytes(writeHead(major.bytes, keyHash.length), keyHash)]
  }
  if ('slot' in script) return [writeHead(major.unsigned, script.slot)]
  const { length } = script.scripts
  const list = concatBytes(writeHead(major.list, length), ...script.scripts.map(encode))
  return script.type === 'atLeast' ? [writeHead(major.unsigned, script.required), list] : [list]
}

/** CBOR in hex: the bytes that the script was read from, or the ledger's usual encoding of it. */
export const scriptToCbor = (script: NativeScript): string =>
  script.original ?? bytesToHex(encode(script))

/**
 * From the CBOR of a transaction's witness set or of a token registry, in hex.
 * @throws ColdpressError `invalid` that says what is wrong, also for more than 64 levels
 */
export const scriptFromCbor = (hex: string): NativeScript => {
  if (hex === '' || hex.length % 2 !== 0 || !/^[0-9a-f]*$/iu.test(hex))
    throw invalidScript('not hex; give its CBOR as pairs of hex digits')
  const bytes = hexToBytes(hex)
  checkSize(bytes.length)
  const script = decodeWhole(bytes)
  const original = hex.toLowerCase()
  return bytesToHex(encode(script)) === original ? script : { ...script, original }
}

const decodeWhole = (bytes: Uint8Array): NativeScript => {
  try {
    const reader = new CborReader(bytes)
    const script = decode(reader, 1)
    if (!reader.atEnd) throw new Error('more bytes follow after its end')
    return script
  } catch (error) {
    if (error instanceof ColdpressError) throw error
    throw invalidScript(`not the CBOR of a native script: ${messageOf(error)}`)
  }
}

/**
 * `[6, credential]`: satisfied if the credential is among the guards of the transaction. Source:
 * https://github.com/IntersectMBO/cardano-ledger, eras/dijkstra/impl/cddl/data/dijkstra.cddl.
 */
const guardForm = 6

/** @throws ColdpressError always: what the form allows is decided by fields that nobody can use yet */
const guardScript = (): ColdpressError =>
  invalidScript(
    'it requires a guard (form 6), which scripts have from the Dijkstra era on. Coldpress neither mints nor signs with such a policy; use one of the forms 0 to 5, or update Coldpress when that era has begun',
  )

const decode = (reader: CborReader, depth: number): NativeScript => {
  checkDepth(depth)
  const outer = reader.head()
  if (outer.type !== major.list) throw new Error('an element is not a list')
  const form = Number(number(reader))
  if (form === guardForm) throw guardScript()
  const kind = kinds[form]
  if (kind === undefined) throw new Error('an element is of none of the six kinds')
  const script = decodeKind(reader, kind, depth)
  const length = kind === 'atLeast' ? 3n : 2n
  if (outer.value === undefined ? !reader.readBreak() : outer.value !== length)
    throw new Error(`a list of kind ${kind} does not have ${length} entries`)
  return script
}

const decodeKind = (
  reader: CborReader,
  kind: (typeof kinds)[number],
  depth: number,
): NativeScript => {
  if (kind === 'sig') {
    const { type, value } = reader.head()
    if (type !== major.bytes || value !== 28n) throw new Error('a key hash is not 28 bytes')
    return { type: kind, keyHash: KeyHash(bytesToHex(reader.readBytes(28))) }
  }
  if (kind === 'after' || kind === 'before') return { type: kind, slot: number(reader) }
  if (kind !== 'atLeast') return { type: kind, scripts: decodeList(reader, depth) }
  const required = Number(number(reader))
  if (!Number.isSafeInteger(required)) throw new Error('a number of signatures is too large')
  return { type: kind, required, scripts: decodeList(reader, depth) }
}

const decodeList = (reader: CborReader, depth: number): NativeScript[] => {
  const { type, value } = reader.head()
  if (type !== major.list) throw new Error('the elements are not a list')
  const scripts: NativeScript[] = []
  while (value === undefined ? !reader.readBreak() : BigInt(scripts.length) < value)
    scripts.push(decode(reader, depth + 1))
  return scripts
}

const number = (reader: CborReader): bigint => {
  const { type, value } = reader.head()
  if (type !== major.unsigned || value === undefined) throw new Error('a number is missing')
  return value
}

/** blake2b-224 over the language tag 0 and the script's CBOR. */
export const policyIdOf = (script: NativeScript): PolicyId => {
  const tagged = concatBytes(Uint8Array.of(0), hexToBytes(scriptToCbor(script)))
  return PolicyId(bytesToHex(blake2b(tagged, { dkLen: 28 })))
}

/** The key hashes of every `sig`, each once, in the order in which they stand. */
export const keyHashesIn = (script: NativeScript): readonly KeyHash[] => {
  if (script.type === 'sig') return [script.keyHash]
  return 'scripts' in script ? [...new Set(script.scripts.flatMap(keyHashesIn))] : []
}

/**
 * Whether a transaction at `slot` can satisfy the script with signatures of `keyHashes`; without a
 * slot, whether there is any slot at all. A transaction may narrow its validity to its own slot, so
 * `before S` means slot < S and `after S` slot >= S.
 */
export const canSatisfy = (
  script: NativeScript,
  keyHashes: ReadonlySet<KeyHash>,
  slot?: bigint,
): boolean =>
  slot === undefined
    ? turningSlots(script).some((turn) => isSatisfied(script, (hash) => keyHashes.has(hash), turn))
    : isSatisfied(script, (hash) => keyHashes.has(hash), slot)

/**
 * The slot from which on nothing can be minted any more, whoever signs: the script can last be
 * satisfied in the slot before it. `undefined` when it never locks, 0 when no slot ever satisfied it.
 */
export const lockSlotOf = (script: NativeScript): bigint | undefined => {
  const turns = turningSlots(script)
  const last = turns.findLastIndex((turn) => isSatisfied(script, () => true, turn))
  return last === -1 ? 0n : turns[last + 1]
}

const isSatisfied = (
  script: NativeScript,
  signs: (key: KeyHash) => boolean,
  slot: bigint,
): boolean => {
  if (script.type === 'sig') return signs(script.keyHash)
  if ('slot' in script) return script.type === 'before' ? slot < script.slot : slot >= script.slot
  const inner = (element: NativeScript) => isSatisfied(element, signs, slot)
  if (script.type === 'atLeast') return script.scripts.filter(inner).length >= script.required
  return script.type === 'all' ? script.scripts.every(inner) : script.scripts.some(inner)
}

/** The slots at which the answer can change, in order, 0 first: between two of them it is constant. */
const turningSlots = (script: NativeScript): readonly bigint[] => {
  const slots = (inner: NativeScript): bigint[] => {
    if ('slot' in inner) return [inner.slot]
    return 'scripts' in inner ? inner.scripts.flatMap(slots) : []
  }
  return [...new Set([0n, ...slots(script)])].sort((a, b) => (a < b ? -1 : 1))
}
