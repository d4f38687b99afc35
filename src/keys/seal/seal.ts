import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { z } from 'zod'
import { jsonValue, longText, recordOf, shortText } from '#values/bounds/bounded.ts'
import { networks } from '#values/networks/networks.ts'
import { isPublicKey, isSignedBy, publicKeyHex } from './ed25519.ts'

/** Kinds of sealed facts: those that money depends on (docs/adr/0017). */
export const sealKinds = [
  'address',
  'collection',
  'delivery',
  'delivery_time',
  'key',
  'order',
  'payment_key',
  'royalty',
  'sale',
  'token',
  'wallet',
] as const
export type SealKind = (typeof sealKinds)[number]

/**
 * Kinds that arrive over a studio's interface. Where the creator's vault is elsewhere and its key is
 * fixed, they count only with a seal of that vault.
 */
export const creatorKinds: ReadonlySet<SealKind> = new Set([
  'collection',
  'delivery',
  'delivery_time',
  'royalty',
  'sale',
  'token',
])

/** A value as JSON has it. Amounts are text: JSON's numbers do not hold 64 bits. */
type Fact = string | number | boolean | null | readonly Fact[] | { readonly [name: string]: Fact }
export type Facts = { readonly [name: string]: Fact }

const factsShape = recordOf(jsonValue)

export const statement = z.strictObject({
  kind: z.enum(sealKinds),
  /** Null for facts that are the same on every network. */
  network: z.enum([...networks, 'testnet']).nullable(),
  collection: longText.nullable(),
  id: shortText,
  facts: z.custom<Facts>((value) => factsShape.safeParse(value).success),
})

/**
 * Facts with their subject, so that a seal is not valid for another network, collection or row. The
 * key identifies the vault.
 */
export type Statement = Readonly<z.output<typeof statement>>

/** What a statement is about. */
export type SealSubject = Pick<Statement, 'kind' | 'id'>

/** A statement as text, and the vault's signature over it: 64 bytes of hex. */
export type Seal = { readonly text: string; readonly signature: string }

/** Separates these signatures from any others of the key. */
const domain = 'coldpress seal v1\n'
const creatorDomain = 'coldpress creator key v1\n'

/** DER before the 32 bytes of an Ed25519 private key (RFC 8410, section 7). */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * Read once more where it failed: OpenSSL may have an error of another part of the program left, such as
 * that of a host name that is too long for TLS, which the first reading takes for its own and removes.
 */
const privateKeyOf = (der: Buffer): KeyObject => {
  const read = () => createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  try {
    return read()
  } catch {
    return read()
  }
}

/** The signer of seals: an Ed25519 key (RFC 8032) from a seed of 32 bytes. */
export class SealingKey {
  readonly #key: KeyObject
  /** 32 bytes of hex. */
  readonly publicKey: string

  constructor(seed: Uint8Array) {
    const der = Buffer.concat([privatePrefix, seed])
    try {
      this.#key = privateKeyOf(der)
    } finally {
      der.fill(0)
    }
    this.publicKey = publicKeyHex(this.#key)
  }

  seal(about: Statement): Seal {
    const text = statementText(about)
    return { text, signature: this.#sign(domain + text) }
  }

  /** That another vault's key is the one of the creator: a signature that {@link isVouched} checks. */
  vouch(creatorKey: string): string {
    return this.#sign(creatorDomain + creatorKey)
  }

  #sign(text: string): string {
    return sign(null, Buffer.from(text), this.#key).toString('hex')
  }
}

/** The canonical text of a statement: JSON without blanks, names of each object sorted. */
export const statementText = (about: Statement): string => JSON.stringify(inOrder(about))

const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, inner]) => [name, inOrder(inner)]))
}

/** The content of a seal; undefined when the key did not sign it or the content is unknown. */
export const openSeal = (publicKey: string, { text, signature }: Seal): Statement | undefined => {
  if (!isSignedBy(publicKey, domain + text, signature)) return undefined
  return statement.safeParse(JSON.parse(text)).data
}

/** Whether the vault with this public key fixed the creator's key. */
export const isVouched = (publicKey: string, creatorKey: string, signature: string): boolean =>
  isSignedBy(publicKey, creatorDomain + creatorKey, signature)

export const isSealKey = isPublicKey

/** Names of the facts that differ. */
export const changedFacts = (facts: Facts, other: Facts): readonly string[] =>
  [...new Set([...Object.keys(facts), ...Object.keys(other)])].filter(
    (name) => JSON.stringify(inOrder(facts[name])) !== JSON.stringify(inOrder(other[name])),
  )
