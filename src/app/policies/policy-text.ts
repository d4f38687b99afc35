import { policyErrors } from '#contract/policies/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { documentText, shortText } from '#values/bounds/bounded.ts'
import type { ColdpressError } from '#values/errors/errors.ts'
import { policyRequest } from '#contract/policies/policy.ts'
import { scriptJson } from '#contract/policies/script.ts'
import { describeIssues } from '#values/errors/issues.ts'
import { type NativeScript, policyIdOf, scriptFromCbor, scriptFromJson } from '#cardano/scripts.ts'
import { readBech32 } from '#cardano/bech32.ts'
import { publicKeyOf } from '#cardano/envelope.ts'
import { envelopeKind } from '#cardano/envelope-kind.ts'
import { PolicyId } from '#cardano/ids.ts'
import { isOfBlockProducer, nameForMessage } from '#cardano/text-envelope.ts'
import { Secret } from '#platform/secret/secret.ts'
import {
  looksLikePublicPolicy,
  publicPolicyFrom,
  type PublicKey,
  type PublicPolicy,
} from '#cardano/public-policy.ts'

/** A parsed policy file; the caller wipes its keys. */
export type PolicyText =
  | {
      readonly kind: 'policy'
      readonly script: NativeScript
      /** In their original form, not validated yet. */
      readonly signingKeys: readonly Secret[]
      /** ISO 8601 UTC, as stated beside the script. */
      readonly lockTime: string | undefined
    }
  /** A signing key; or one that nothing says the kind of, which only a script can decide. */
  | { readonly kind: 'key'; readonly key: Secret }
  | { readonly kind: 'publicKey'; readonly key: PublicKey }
  /** A policy ID alone, as CNTools and NMKR write it beside the script. */
  | { readonly kind: 'id'; readonly policyId: PolicyId }
  | { readonly kind: 'public'; readonly policy: PublicPolicy }

const envelope = z.object({ type: shortText, cborHex: documentText })

/** The interface's policy object, as exported, or as sent to create a collection. */
const servicePolicy = policyRequest.extend({ script: scriptJson }).partial({ lock: true })

/**
 * Recognises policy files: the service's policy object (alone, or as `policy` of a collection),
 * public policy files, cardano-cli script JSON, text envelopes of scripts and keys, script CBOR in
 * hex, bare signing keys and policy IDs. Errors never quote the text: it may hold keys.
 * @throws ColdpressError `invalid` with `details.rule`
 */
export const readPolicyText = (text: string): PolicyText => {
  const trimmed = text.replace(/^\uFEFF/u, '').trim()
  if (trimmed === '') throw invalidPolicy('empty', 'It is empty.')
  if (trimmed.startsWith('{')) return readObject(parseJson(trimmed))
  if (/^[0-9a-f]+$/iu.test(trimmed)) return readHex(trimmed)
  if (/^[a-z0-9_]+1[02-9ac-hj-np-z]+$/iu.test(trimmed)) {
    return { kind: 'key', key: Secret.ofText(trimmed) }
  }
  throw invalidPolicy(
    'unknown',
    `It is neither an object in JSON, nor hex, nor a bech32 key. ${accepted}`,
  )
}

const accepted =
  "Give a public policy file, the service's policy JSON, a cardano-cli script or signing key file, or script CBOR in hex."

const invalidPolicy = (rule: keyof typeof policyErrors, sentence: string): ColdpressError =>
  errorBy(policyErrors, rule, {}, `The policy cannot be read. ${sentence}`)

const tooDeep = (): ColdpressError => invalidPolicy('depth', 'It is nested too deep.')

/** The parser's own error quotes the input, so it is dropped. */
const parseJson = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text, fieldOf)
    return value
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep()
    throw invalidPolicy('json', 'It starts like JSON, but is not valid or is cut off.')
  }
}

/**
 * A field as this reader needs it. cardano-cli writes slots as numbers, even beyond JavaScript's safe
 * integers: they stay text. Node 24 passes a number's source as a third argument; TypeScript doesn't
 * declare it yet.
 */
const fieldOf = (name: string, value: unknown, context?: { source?: string }): unknown => {
  if (name === 'keyHash' && typeof value === 'string') return keyHashOfText(value)
  return name === 'slot' && typeof value === 'number' && !Number.isSafeInteger(value)
    ? (context?.source ?? value)
    : value
}

/** Key hashes of cardano-addresses and others are bech32 (CIP-5: `addr_shared_vkh`, `policy_vkh`, …). */
const keyHashOfText = (text: string): string => {
  const reading = readBech32(text)
  return reading.outcome === 'read' && reading.prefix.endsWith('vkh') && reading.bytes.length === 28
    ? bytesToHex(reading.bytes)
    : text
}

/** Keys and scripts are both hex; the first bytes identify a script. */
const readHex = (hex: string): PolicyText => {
  if (hex.length === 56) return { kind: 'id', policyId: PolicyId(hex.toLowerCase()) }
  if (!/^(?:8[23]|9f)/iu.test(hex)) return { kind: 'key', key: Secret.ofText(hex) }
  try {
    return policyOf(scriptFromCbor(hex))
  } catch (error) {
    const keyDigits = [64, 128, 192, 256]
    if (keyDigits.includes(hex.length)) return { kind: 'key', key: Secret.ofText(hex) }
    throw error
  }
}

const policyOf = (script: NativeScript): PolicyText => ({
  kind: 'policy',
  script,
  signingKeys: [],
  lockTime: undefined,
})

const readObject = (value: unknown): PolicyText => {
  if (looksLikePublicPolicy(value)) return { kind: 'public', policy: publicPolicyFrom(value) }
  if (has(value, 'policy')) return readServicePolicy(value.policy)
  if (has(value, 'script')) return readServicePolicy(value)
  if (has(value, 'cborHex')) return readEnvelope(value)
  if (has(value, 'cborXPubKeyHex')) return { kind: 'publicKey', key: readHardwareKey(value) }
  if (has(value, 'type')) {
    return policyOf(scriptFromJson(checked(scriptJson, value, 'script')))
  }
  throw invalidPolicy('unknown', `It is JSON, but no policy. ${accepted}`)
}

const has = <Name extends string>(value: unknown, name: Name): value is Record<Name, unknown> =>
  typeof value === 'object' && value !== null && name in value

const checked = <T extends z.ZodType>(
  schema: T,
  value: unknown,
  what: 'script' | 'policy' | 'text envelope' | 'hardware wallet file',
): z.output<T> => {
  const read = parseShallow(schema, value)
  if (read.success) return read.data
  throw invalidPolicy(what, `${what}: ${describeIssues(read.error)}.`)
}

/** A recursive schema follows its input's depth; an input that overflows the stack is invalid. */
const parseShallow = <T extends z.ZodType>(schema: T, value: unknown) => {
  try {
    return schema.safeParse(value)
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep()
    throw error
  }
}

/** Lucid's `{ "type": "Native", "script": "<CBOR>" }`, whose type other libraries leave out. */
const scriptCbor = z.object({
  type: z.literal('Native').optional(),
  script: documentText.regex(/^(?:[0-9a-f]{2})+$/iu),
})

const readServicePolicy = (value: unknown): PolicyText => {
  const bare = scriptCbor.safeParse(value)
  if (bare.success) return policyOf(scriptFromCbor(nativeScriptHex(bare.data.script)))
  const { script: json, ...policy } = checked(servicePolicy, value, 'policy')
  const script = scriptFromJson(json)
  checkPolicyId(script, policy.policy_id)
  return {
    kind: 'policy',
    script,
    signingKeys: (policy.signing_keys ?? []).map((key) =>
      Secret.ofText(typeof key === 'string' ? key : JSON.stringify(key)),
    ),
    lockTime: policy.lock_time ?? undefined,
  }
}

/** @throws ColdpressError `invalid` when the stated id, if there is one, is not the script's hash */
export const checkPolicyId = (script: NativeScript, stated: string | undefined): void => {
  const computed = policyIdOf(script)
  if (stated === undefined || stated.toLowerCase() === computed) return
  throw errorBy(
    policyErrors,
    'policy_id',
    { stated, computed },
    `policy_id: ${stated} is not the hash of the script, which is ${computed}. One of the two belongs to another policy.`,
  )
}

/** Text envelopes (`type`, `description`, `cborHex`) of any tool; the bytes decide. */
const readEnvelope = (value: unknown): PolicyText => {
  const { type, cborHex } = checked(envelope, value, 'text envelope')
  const kind = envelopeKind({ type, cborHex })
  if (kind === 'script' && !type.startsWith('Plutus'))
    return policyOf(scriptFromCbor(nativeScriptHex(cborHex)))
  if (kind === 'key' && !type.includes('VerificationKey'))
    return { kind: 'key', key: Secret.ofText(JSON.stringify(value)) }
  const publicKey = kind === 'key' ? publicKeyOf(cborHex) : undefined
  if (publicKey !== undefined && !isOfBlockProducer(type))
    return { kind: 'publicKey', key: { ...publicKey, path: null } }
  throw invalidPolicy(
    'envelope',
    `It is a file of type ${nameForMessage(type)}; a native script or a key is needed.`,
  )
}

const hardwareKey = z.object({ path: shortText, cborXPubKeyHex: shortText })

/** cardano-hw-cli's file of a key in a hardware wallet: its path, and the public half. */
const readHardwareKey = (value: unknown): PublicKey => {
  const { path, cborXPubKeyHex } = checked(hardwareKey, value, 'hardware wallet file')
  const key = publicKeyOf(cborXPubKeyHex)
  if (key === undefined)
    throw invalidPolicy('envelope', 'cborXPubKeyHex: not a public key with its chain code in CBOR.')
  return {
    ...key,
    path: /^(?:\d{1,10}H?\/){0,9}\d{1,10}H?$/u.test(path) ? `m/${path.replaceAll('H', "'")}` : null,
  }
}

/** A script of any language follows its language tag; native scripts have 0. */
const nativeScriptHex = (cborHex: string): string => cborHex.replace(/^8200(?=8[23])/iu, '')
