import { policyErrors } from '#contract/policies/errors.ts'
import { errorBy, isErrorBy } from '#values/errors/error-rules.ts'
import { ColdpressError, messageOf } from '#values/errors/errors.ts'
import type { KeyHash, PolicyId } from '#cardano/ids.ts'
import { type PolicyKey, readSigningKey } from '#cardano/keys.ts'
import { hashAsPublicKey, namedPublicKey } from '#app/policies/from-files/policy-file.ts'
import type { Network } from '#cardano/network.ts'
import type { PublicKey } from '#cardano/public-policy.ts'
import { keyHashesIn, type NativeScript, policyIdOf } from '#cardano/scripts.ts'
import type { Secret } from '#platform/secret/secret.ts'
import { readPolicyText } from '../policy-text.ts'
import type { StoredPolicy } from '../store.ts'
import { keyFileStem, type PolicyFile } from './policy-file.ts'

/** A value with the file that it was read from. */
type From<T> = T & { readonly file: string }

/** A policy that files describe, without a contradiction among them. The caller wipes its keys. */
export type FoundPolicy = {
  readonly policyId: PolicyId
  readonly script: NativeScript
  /** The network and the name that a public policy file states. */
  readonly stated: { readonly network: Network; readonly name: string | null } | undefined
  /** ISO 8601 UTC, as stated beside the script. */
  readonly lockTime: string | undefined
  readonly signingKeys: readonly From<{ readonly key: PolicyKey; readonly isStakeKey: boolean }>[]
  /** Public keys that came without their signing key, or beside it. */
  readonly publicKeys: readonly From<PublicKey>[]
  /** JSON that is about something else. */
  readonly unrelated: readonly string[]
}

type Read = {
  readonly scripts: From<{ readonly script: NativeScript }>[]
  readonly ids: From<{ readonly policyId: PolicyId }>[]
  /** Keys whose kind the script may have to decide. */
  readonly keys: From<{ readonly secret: Secret }>[]
  readonly publicKeys: From<PublicKey>[]
  readonly unrelated: string[]
  stated: FoundPolicy['stated']
  lockTime: string | undefined
}

/**
 * Puts together what the files of one policy say, whichever tool wrote them, and checks that they
 * agree. `known`: a key without its script may belong to a policy that this computer lists.
 * @throws ColdpressError `invalid` with `details.rule`; a contradiction names both files
 */
export const findPolicyInFiles = (
  files: readonly PolicyFile[],
  known: readonly Pick<StoredPolicy, 'script' | 'policyId'>[],
): FoundPolicy => {
  const read = readAll(files)
  const signingKeys: FoundPolicy['signingKeys'][number][] = []
  try {
    const { script, file } = scriptIn(read, known, files)
    checkIds(read, script, file)
    const named = keyHashesIn(script)
    const publicKeys = [...read.publicKeys]
    for (const { file: keyFile, secret } of read.keys) {
      const found = readKey(keyFile, secret, named)
      if (!('secret' in found)) publicKeys.push({ ...found, path: null })
      else signingKeys.push({ key: found, file: keyFile, isStakeKey: isStakeKey(secret) })
    }
    checkPairs(signingKeys, publicKeys)
    for (const one of publicKeys) checkNamed(one.file, one.keyHash, named, file)
    for (const one of signingKeys) checkNamed(keyFileText(one), one.key.keyHash, named, file)
    const { stated, lockTime, unrelated } = read
    return {
      policyId: policyIdOf(script),
      script,
      stated,
      lockTime,
      signingKeys,
      publicKeys,
      unrelated,
    }
  } catch (error) {
    wipeFoundKeys({ signingKeys })
    throw error
  } finally {
    for (const { secret } of read.keys) secret.wipe()
  }
}

/** A key made for staking signs like any other; the script alone decides whether it counts. */
const isStakeKey = (secret: Secret): boolean =>
  /^\s*\{[^{}]*"type"\s*:\s*"Stake/u.test(secret.text())

/** The file of a signing key, and what the key was made for where that is not signing for policies. */
export const keyFileText = ({
  file,
  isStakeKey: isStake,
}: FoundPolicy['signingKeys'][number]): string => (isStake ? `${file}, a stake key` : file)

export const wipeFoundKeys = ({ signingKeys }: Pick<FoundPolicy, 'signingKeys'>): void => {
  for (const { key } of signingKeys) key.secret.wipe()
}

const readAll = (files: readonly PolicyFile[]): Read => {
  const read: Read = {
    scripts: [],
    ids: [],
    keys: [],
    publicKeys: [],
    unrelated: [],
    stated: undefined,
    lockTime: undefined,
  }
  try {
    for (const one of files) readOne(one, read, files.length === 1)
    return read
  } catch (error) {
    for (const { secret } of read.keys) secret.wipe()
    throw error
  }
}

const readOne = ({ name: file, content }: PolicyFile, into: Read, isAlone: boolean): void => {
  const found = textIn(file, content, isAlone)
  switch (found?.kind) {
    case undefined:
      into.unrelated.push(file)
      break
    case 'policy':
      into.scripts.push({ file, script: found.script })
      into.lockTime ??= found.lockTime
      for (const [index, secret] of found.signingKeys.entries())
        into.keys.push({ file: `${file}: signing_keys[${index}]`, secret })
      break
    case 'public': {
      const { script, network, name, keys } = found.policy
      into.scripts.push({ file, script })
      into.stated = { network, name }
      into.publicKeys.push(...keys.map((key) => ({ ...key, file })))
      break
    }
    case 'id':
      into.ids.push({ file, policyId: found.policyId })
      break
    case 'publicKey':
      into.publicKeys.push({ ...found.key, file })
      break
    case 'key':
      into.keys.push({ file, secret: found.key })
      break
    default:
      found satisfies never
  }
}

/** @returns undefined for JSON beside other files that is no policy, such as a token's metadata */
const textIn = (file: string, content: Secret, isAlone: boolean) => {
  const text = fileText(file, content)
  try {
    return readPolicyText(text)
  } catch (error) {
    if (!(error instanceof ColdpressError)) throw error
    if (!isAlone && isErrorBy(error, policyErrors, 'unknown') && /\.json$/iu.test(file))
      return undefined
    if (isAlone) throw error
    throw new ColdpressError('invalid', `${file}: ${error.message}`, {
      details: error.details,
      cause: error,
    })
  }
}

/** @throws ColdpressError `invalid` naming the file */
const fileText = (file: string, content: Secret): string => {
  try {
    return content.fileText()
  } catch (error) {
    throw errorBy(
      policyErrors,
      'unknown',
      {},
      `${file} is not UTF-8 text. A policy is a public policy file, the JSON of a service, a script or key file of cardano-cli, a CNTools folder, or a key export of NMKR (zip).`,
      error,
    )
  }
}

const scriptIn = (
  { scripts, ids, keys, publicKeys }: Read,
  known: readonly Pick<StoredPolicy, 'script' | 'policyId'>[],
  files: readonly PolicyFile[],
): From<{ readonly script: NativeScript }> => {
  const [first, ...others] = scripts
  const other = others.find(
    ({ script }) => first && policyIdOf(script) !== policyIdOf(first.script),
  )
  if (first !== undefined && other !== undefined)
    throw errorBy(
      policyErrors,
      'two_scripts',
      {},
      `${first.file} and ${other.file} are scripts of two policies: ${policyIdOf(first.script)} and ${policyIdOf(other.script)}. Import one policy at a time.`,
    )
  if (first !== undefined) return first
  const hashes = [...keys.flatMap(hashOf), ...publicKeys.map(({ keyHash }) => keyHash)]
  const listed = known.find(
    ({ script, policyId }) =>
      ids.some((id) => id.policyId === policyId) ||
      hashes.some((hash) => keyHashesIn(script).includes(hash)),
  )
  if (listed !== undefined)
    return { script: listed.script, file: `the policy ${listed.policyId} of this computer` }
  throw withoutScript(files, hashes)
}

const hashOf = ({ file, secret }: From<{ readonly secret: Secret }>): readonly KeyHash[] => {
  const key = readable(file, secret)
  key.secret.wipe()
  return [key.keyHash]
}

const withoutScript = (
  files: readonly PolicyFile[],
  hashes: readonly KeyHash[],
): ColdpressError => {
  const [only, ...more] = files
  const names = files.map(({ name }) => name).join(', ')
  const keys = hashes.length === 0 ? '' : ` (key hash ${hashes.join(', ')})`
  return errorBy(
    policyErrors,
    'script_missing',
    {},
    only !== undefined && more.length === 0 && hashes.length > 0
      ? `${only.name} is a key${keys} that no policy here names. Give its script with it.`
      : `No script among ${names || 'the files'}${keys}. Give the policy's script with them, such as policy.script.`,
  )
}

const checkIds = ({ ids }: Read, script: NativeScript, scriptFile: string): void => {
  const computed = policyIdOf(script)
  const wrong = ids.find(({ policyId }) => policyId !== computed)
  if (wrong !== undefined)
    throw errorBy(
      policyErrors,
      'policy_id',
      {},
      `${wrong.file} has the policy ID ${wrong.policyId}, but the hash of ${scriptFile} is ${computed}. One of the two belongs to another policy.`,
    )
}

/** The type of a file is only checked: what its bytes are decides. */
const readKey = (file: string, secret: Secret, named: readonly KeyHash[]) => {
  const publicKey = namedPublicKey(secret, named)
  if (publicKey !== undefined) {
    if (!/SigningKey/u.test(secret.text())) return { ...publicKey, file }
    throw errorBy(
      policyErrors,
      'contradiction',
      {},
      `${file} says that it is a signing key, but holds the public key ${publicKey.keyHash} that the script names. Give the file that signs.`,
    )
  }
  const hash = /\.vkey$/iu.test(file) ? hashAsPublicKey(secret) : undefined
  if (hash !== undefined) throw foreignKey(file, hash, named, 'the script')
  return readable(file, secret)
}

/** A signing key of a service's answer. @throws ColdpressError `invalid` when the script does not name it */
export const signingKeyOf = (file: string, secret: Secret, script: NativeScript): PolicyKey => {
  const key = readable(file, secret)
  const named = keyHashesIn(script)
  if (named.includes(key.keyHash)) return key
  key.secret.wipe()
  throw foreignKey(file, key.keyHash, named, 'the script')
}

const readable = (file: string, secret: Secret): PolicyKey => {
  try {
    return readSigningKey(secret)
  } catch (error) {
    throw errorBy(policyErrors, 'unreadable_key', {}, `${file}: ${messageOf(error)}`)
  }
}

/** Two files of one name are one pair, in every tool. */
const checkPairs = (
  signingKeys: FoundPolicy['signingKeys'],
  publicKeys: FoundPolicy['publicKeys'],
): void => {
  for (const { file, key } of signingKeys) {
    const other = publicKeys.find(
      (publicKey) =>
        keyFileStem(publicKey.file) === keyFileStem(file) && publicKey.keyHash !== key.keyHash,
    )
    if (other !== undefined && /\.vkey$|\.hwsfile$/iu.test(other.file))
      throw errorBy(
        policyErrors,
        'key_pair',
        {},
        `${other.file} is the public key ${other.keyHash}, but ${file} signs as ${key.keyHash}. One of the two belongs to another key.`,
      )
  }
}

const checkNamed = (
  file: string,
  keyHash: KeyHash,
  named: readonly KeyHash[],
  scriptFile: string,
): void => {
  if (!named.includes(keyHash)) throw foreignKey(file, keyHash, named, scriptFile)
}

const foreignKey = (
  file: string,
  keyHash: KeyHash,
  named: readonly KeyHash[],
  scriptFile: string,
): ColdpressError =>
  errorBy(
    policyErrors,
    'foreign_key',
    {},
    `${file}: its key hash ${keyHash} is not in ${scriptFile}, which names ${named.join(', ') || 'no key'}. One of the two belongs to another policy.`,
  )
