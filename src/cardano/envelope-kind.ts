import { ColdpressError } from '#values/errors/errors.ts'
import { witnessesInCbor } from './key-witnesses.ts'
import { envelopesIn, nameForMessage, parseEnvelope, type TextEnvelope } from './text-envelope.ts'

/** What the bytes of a text envelope are. */
export type EnvelopeKind = 'transaction' | 'witness' | 'script' | 'key'

type Content = Pick<TextEnvelope, 'type' | 'cborHex'>

/** No bytes are of two kinds, except a key that signs and one that verifies. */
const isOfKind: Readonly<Record<EnvelopeKind, (cborHex: string) => boolean>> = {
  witness: (cborHex) => witnessesInCbor(cborHex) !== undefined,
  /** A list of 3 or 4 that starts with a map, or the map alone: the body. */
  transaction: (cborHex) => /^(?:8[34]|9f)?[ab]/iu.test(cborHex),
  /** A list that starts with a number from 0 to 5; before it the language tag, or nothing. */
  script: (cborHex) => /^(?:8200)?(?:8[23]|9f)0[0-5]/iu.test(cborHex),
  /** A byte string of 32, 64, 96 or 128 bytes. */
  key: (cborHex) => /^58(?:20.{64}|40.{128}|60.{192}|80.{256})$/iu.test(cborHex),
}

/**
 * What a type says, if it says anything: "Tx ConwayEra" and "Witnessed Tx ConwayEra" of cardano-cli,
 * "Signed Tx ConwayEra" of pycardano, and older names of bodies.
 */
const types: Readonly<Record<EnvelopeKind, RegExp>> = {
  key: /(?:Signing|Verification)Key(?!Witness)/u,
  witness: /TxWitness/u,
  transaction: /(?:^|\s)Tx/u,
  script: /^(?:Simple|Plutus)?Script/u,
}

const kinds = ['key', 'witness', 'transaction', 'script'] as const

export const statedKind = ({ type }: Pick<Content, 'type'>): EnvelopeKind | undefined =>
  kinds.find((kind) => types[kind].test(type))

export const kindOfBytes = ({ cborHex }: Pick<Content, 'cborHex'>): EnvelopeKind | undefined =>
  kinds.find((kind) => isOfKind[kind](cborHex))

/**
 * Tools name their types differently, so the bytes decide. A type that says nothing, such as an
 * empty one, is accepted; one that names another kind is not.
 * @returns undefined for a contradiction, and for bytes of no kind
 */
export const envelopeKind = (envelope: Content): EnvelopeKind | undefined => {
  const kind = kindOfBytes(envelope)
  const stated = statedKind(envelope)
  return stated === undefined || stated === kind ? kind : undefined
}

/** The only reader of text envelopes of any tool: what the bytes are must be what is needed. */
export const readEnvelopeOf = (kind: EnvelopeKind, text: string): TextEnvelope =>
  requireKind(kind, parseEnvelope(text))

/** An envelope that was read already, for whoever looks at it first. */
export const requireKind = (kind: EnvelopeKind, envelope: TextEnvelope): TextEnvelope => {
  if (envelopeKind(envelope) === kind) return envelope
  throw new ColdpressError('invalid', `The file can't be used: ${mismatch(kind, envelope)}.`)
}

const names: Readonly<Record<EnvelopeKind, string>> = {
  transaction: 'a transaction',
  witness: 'a witness',
  script: 'a script',
  key: 'a key',
}

const mismatch = (wanted: EnvelopeKind, envelope: Content): string => {
  const type = `its type is ${nameForMessage(envelope.type)}`
  const kind = kindOfBytes(envelope)
  const stated = statedKind(envelope)
  if (kind !== undefined && stated !== undefined && stated !== kind)
    return `${type}, not that of ${names[kind]}, which its bytes are; the file was changed or mixed up, so ask for it again`
  if (kind !== undefined) return `it is ${names[kind]}, not ${names[wanted]} (${type})`
  return stated === undefined || stated === wanted
    ? `${type}, and its bytes are not those of ${names[wanted]}`
    : `${type}, not that of ${names[wanted]}`
}

/**
 * Whether a text is to be read as signatures: a file of a witness or a list of them, also one whose
 * type or bytes turn out to be wrong, or the bare hex of what a browser wallet answers.
 */
export const isWitnessText = (text: string): boolean =>
  contentsOf(text).every(
    (content) => statedKind(content) === 'witness' || kindOfBytes(content) === 'witness',
  )

/** Signatures of a text that holds nothing else; 0 for any other, also one that contradicts itself. */
export const signaturesAlone = (text: string): number => {
  const contents = contentsOf(text)
  return contents.every((content) => envelopeKind(content) === 'witness')
    ? contents.reduce((sum, { cborHex }) => sum + (witnessesInCbor(cborHex)?.length ?? 0), 0)
    : 0
}

/**
 * An envelope, a JSON list of them, or the bare hex of one.
 * @throws ColdpressError `invalid` for JSON that is none
 */
export const contentsOf = (text: string): readonly TextEnvelope[] =>
  /^\s*[{[]/u.test(text)
    ? envelopesIn(text)
    : [{ type: '', description: '', cborHex: bareHex(text) }]

/** Without the quotation marks that a copied JSON text keeps. */
const bareHex = (text: string): string => text.trim().replace(/^"(.*)"$/u, '$1')

/** A sentence for the user about a type that says nothing; undefined for a type that does. */
export const typeNote = (text: string): string | undefined => {
  if (!text.trimStart().startsWith('{')) return undefined
  const envelope = parseEnvelope(text)
  const kind = kindOfBytes(envelope)
  if (kind === undefined || statedKind(envelope) !== undefined) return undefined
  return `The file's type is ${nameForMessage(envelope.type)}; its bytes are ${names[kind]}.`
}
