import { policyErrors } from '#contract/policies/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { isDeepStrictEqual } from 'node:util'
import { hexToBytes } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { longText, shortText } from '#values/bounds/bounded.ts'
import type { ColdpressError } from '#values/errors/errors.ts'
import { describeIssues } from '#values/errors/issues.ts'
import { limits } from '#values/bounds/limits.ts'
import { networks } from '#values/networks/networks.ts'
import { hexOf } from '#contract/fields.ts'
import { scriptJson } from '#contract/policies/script.ts'
import { PolicyId } from './ids.ts'
import { keyHashOf } from './keys.ts'
import type { Network } from './network.ts'
import {
  keyHashesIn,
  type NativeScript,
  policyIdOf,
  scriptFromCbor,
  scriptFromJson,
  scriptToCbor,
  scriptToJson,
} from './scripts.ts'
import { lockOf } from './lock.ts'
import type { VerificationKey } from './envelope.ts'

/** The public half of a policy key. `path`: how it derives from a recovery phrase, if it does. */
export type PublicKey = VerificationKey & { readonly path: string | null }

/** The path of a policy key (CIP-1855). */
export const policyKeyPath = (index: number): string => `m/1855'/1815'/${index}'`

/** docs/signing-request.md documents each field. */
const publicPolicyFormat = 'coldpress-public-policy'
const newestVersion = 1

/** A key hash takes 30 bytes of a script, which a transaction has to hold. */
const mostKeys = Math.floor(limits.transactionBytes / 30)

const publicPolicyFile = z.strictObject({
  format: z.literal(publicPolicyFormat),
  version: z.literal(newestVersion),
  policy_id: hexOf(28),
  name: shortText.nullable(),
  network: z.enum(networks),
  /** The time of the lock slot on `network`; null when the policy never locks. */
  lock_time: shortText.nullable(),
  /** cardano-cli's JSON; CBOR in hex where that would give the script another hash. */
  script: z.union([scriptJson, shortText.max(2 * limits.transactionBytes)]),
  keys: z
    .array(
      z.strictObject({
        public_key: hexOf(32),
        path: shortText
          .regex(/^m(?:\/\d{1,10}'?){1,10}$/u, "not a path such as m/1855'/1815'/0'")
          .nullable(),
      }),
    )
    .max(mostKeys),
})

/** What another machine may know of a policy: everything but its signing keys. */
export type PublicPolicy = {
  readonly policyId: PolicyId
  readonly name: string | null
  readonly network: Network
  readonly script: NativeScript
  /** The keys of the script that the writing machine knows. */
  readonly keys: readonly PublicKey[]
}

const invalid = (rule: keyof typeof policyErrors, sentence: string): ColdpressError =>
  errorBy(policyErrors, rule, {}, `public policy: ${sentence}`)

/** Whether JSON claims to be a public policy file, for whoever opens files of several kinds. */
export const looksLikePublicPolicy = (value: unknown): boolean =>
  claim.safeParse(value).data?.format === publicPolicyFormat

const claim = z.looseObject({ format: longText, version: z.unknown() })

/**
 * Checks a public policy file: the script has the stated hash, every key is one of the script's,
 * and the network's slots give the stated lock time.
 * @throws ColdpressError `invalid` with `details.rule`
 */
export const publicPolicyFrom = (value: unknown): PublicPolicy => {
  const { version } = claim.safeParse(value).data ?? {}
  if (typeof version === 'number' && version > newestVersion)
    throw invalid(
      'version',
      `of version ${version}, made by a newer Coldpress; this one reads version ${newestVersion}. Update Coldpress on this machine.`,
    )
  const read = publicPolicyFile.safeParse(value)
  if (!read.success) throw invalid('fields', `${describeIssues(read.error)}.`)
  const { policy_id: stated, name, network, lock_time: lockTime, keys } = read.data
  const script = scriptOf(read.data.script, value)
  const policyId = policyIdOf(script)
  if (PolicyId(stated) !== policyId)
    throw invalid(
      'policy_id',
      `policy_id: ${stated} is not the hash of the script, which is ${policyId}. One of the two belongs to another policy.`,
    )
  const locksAt = lockOf(script, network)?.time ?? null
  if (lockTime !== locksAt)
    throw invalid(
      'network',
      `lock_time: ${lockTime ?? 'null'}, but on ${network} the script ${locksAt === null ? 'has no time at which it locks' : `locks at ${locksAt}`}. The network or the time is of another policy.`,
    )
  return { policyId, name, network, script, keys: keysIn(script, keys) }
}

/** Only the form that Coldpress writes, so that no field of a script goes unread. */
const scriptOf = (given: z.output<typeof publicPolicyFile>['script'], file: unknown) => {
  if (typeof given === 'string') return scriptFromCbor(given)
  const script = scriptFromJson(given)
  const { script: written } = withScript.parse(file)
  if (isDeepStrictEqual(written, scriptToJson(script))) return script
  throw invalid(
    'script',
    'script: has fields or values that Coldpress does not write. Export the file again on the machine that has the keys.',
  )
}

const withScript = z.looseObject({ script: z.unknown() })

const keysIn = (
  script: NativeScript,
  given: z.output<typeof publicPolicyFile>['keys'],
): readonly PublicKey[] => {
  const named = keyHashesIn(script)
  const keys = given.map(({ public_key: publicKey, path }) => ({
    keyHash: keyHashOf(hexToBytes(publicKey)),
    publicKey: publicKey.toLowerCase(),
    path,
  }))
  for (const [position, { keyHash }] of keys.entries()) {
    if (!named.includes(keyHash))
      throw invalid(
        'foreign_key',
        `keys[${position}]: its key hash ${keyHash} is not in the script, which names ${named.join(', ') || 'none'}.`,
      )
    if (keys.findIndex((key) => key.keyHash === keyHash) !== position)
      throw invalid('foreign_key', `keys[${position}]: the key ${keyHash} stands there twice.`)
  }
  return keys
}

/** The text of a public policy file; it reads back as the same policy. */
export const publicPolicyText = ({
  policyId,
  name,
  network,
  script,
  keys,
}: PublicPolicy): string => {
  const json = scriptToJson(script)
  const isUsual = policyIdOf(scriptFromJson(json)) === policyId
  const file: z.input<typeof publicPolicyFile> = {
    format: publicPolicyFormat,
    version: newestVersion,
    policy_id: policyId,
    name,
    network,
    lock_time: lockOf(script, network)?.time ?? null,
    script: isUsual ? json : scriptToCbor(script),
    keys: keys.map(({ publicKey, path }) => ({ public_key: publicKey, path })),
  }
  publicPolicyFrom(file)
  return `${JSON.stringify(file, undefined, 2)}\n`
}
