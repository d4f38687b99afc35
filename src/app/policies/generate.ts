import { policyErrors } from '#contract/policies/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { utcTime } from '#contract/fields.ts'
import type { KeyHash, PolicyId } from '#cardano/ids.ts'
import { generatePolicyKey } from '#cardano/keys.ts'
import type { Network } from '#cardano/network.ts'
import type { NativeScript } from '#cardano/scripts.ts'
import { currentSlot, slotAt } from '#cardano/slots.ts'
import type { Database } from '#platform/db/database.ts'
import type { Vault } from '#keys/vault/vault.ts'
import type { OwnKeys } from '#keys/vault/own-keys.ts'
import type { PhraseIndex, Phrases } from './phrases.ts'
import { policyKeyPath, type PublicKey } from '#cardano/public-policy.ts'
import { notePublicKeys } from './public-keys.ts'
import { storePolicy } from './store.ts'

export type GenerateOptions = {
  readonly name?: string
  /** ISO 8601, UTC: minting ends then. */
  readonly lockTime?: string
  readonly network?: Network
  /** Derives the key from a phrase in the vault (CIP-1855) instead of creating a random one. */
  readonly phrase?: PhraseIndex
}

type Deps = {
  readonly db: Database
  readonly vault: Pick<Vault, 'storeKeys' | 'removeKey'>
  readonly ownKeys: Pick<OwnKeys, 'add'>
  readonly phrases: Pick<Phrases, 'derive'>
  /** Default network. */
  readonly network: Network
  readonly now: () => Date
}

/**
 * Stores a new key in the vault, then its policy: `all [sig]`, or `all [sig, before slot]`.
 * @throws ColdpressError `invalid` for the lock time, and what the vault throws
 */
export const generatePolicy = async (deps: Deps, options: GenerateOptions): Promise<PolicyId> => {
  const { lockTime, network = deps.network } = options
  const scriptOf = scriptOfOneKey({ lockTime, network, now: deps.now() })
  const key = await (options.phrase === undefined
    ? freshKey(deps)
    : derivedKey(deps, options.phrase))
  const { keyHash } = key
  const script = scriptOf(keyHash)
  try {
    const { name } = options
    await deps.ownKeys.add([keyHash])
    notePublicKeys(deps.db, [key])
    return storePolicy(deps.db, { script, network, origin: 'generated', name }, deps.now())
  } catch (error) {
    // The policy was not returned, so nothing needs its new key. The original error matters more
    // than a failed removal.
    if (options.phrase === undefined) await deps.vault.removeKey(keyHash).catch(() => undefined)
    throw error
  }
}

/**
 * The script of a policy with one key: `all [sig]`, or `all [sig, before slot]`.
 * @throws ColdpressError `invalid` for the lock time, before there is a key
 */
export const scriptOfOneKey = ({
  lockTime,
  network,
  now,
}: {
  readonly lockTime: string | undefined
  readonly network: Network
  readonly now: Date
}): ((keyHash: KeyHash) => NativeScript) => {
  const slot = lockTime === undefined ? undefined : lockSlot(network, lockTime, now)
  return (keyHash) => {
    const sig: NativeScript = { type: 'sig', keyHash }
    return {
      type: 'all',
      scripts: slot === undefined ? [sig] : [sig, { type: 'before', slot }],
    }
  }
}

const freshKey = async ({ vault }: Pick<Deps, 'vault'>): Promise<PublicKey> => {
  const key = generatePolicyKey()
  try {
    await vault.storeKeys([key])
    return { keyHash: key.keyHash, publicKey: key.publicKey, path: null }
  } finally {
    key.secret.wipe()
  }
}

const derivedKey = async (
  { phrases }: Pick<Deps, 'phrases'>,
  phrase: PhraseIndex,
): Promise<PublicKey> => {
  const { keyHash, publicKey, index } = await phrases.derive(phrase)
  return { keyHash, publicKey, path: policyKeyPath(index) }
}

const lockSlot = (network: Network, lockTime: string, now: Date): bigint => {
  const read = utcTime.safeParse(lockTime)
  if (!read.success) {
    throw errorBy(
      policyErrors,
      'lock_time',
      {},
      `lock time: ${read.error.issues.map(({ message }) => message).join('; ')}`,
    )
  }
  const slot = slotAt(network, new Date(read.data))
  if (slot > currentSlot(network, now)) return slot
  throw errorBy(
    policyErrors,
    'lock_time',
    {},
    `lock time: ${read.data} is not in the future, so nothing could ever be minted.`,
  )
}
