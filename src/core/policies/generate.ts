import { ColdpressError } from '#shared/errors.ts'
import { utcTime } from '#shared/wire/fields.ts'
import type { VerificationKey } from '../cardano/envelope.ts'
import type { PolicyId } from '../cardano/ids.ts'
import { generatePolicyKey } from '../cardano/keys.ts'
import type { Network } from '../cardano/network.ts'
import type { NativeScript } from '../cardano/scripts.ts'
import { currentSlot, slotAt } from '../cardano/slots.ts'
import type { Database } from '../db/database.ts'
import type { Vault } from '../vault/vault.ts'
import type { OwnKeys } from '../vault/own-keys.ts'
import type { PhraseIndex, Phrases } from './phrases.ts'
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
  const network = options.network ?? deps.network
  const slot =
    options.lockTime === undefined ? undefined : lockSlot(network, options.lockTime, deps.now())
  const { keyHash } = await (options.phrase === undefined
    ? freshKey(deps)
    : deps.phrases.derive(options.phrase))
  const sig: NativeScript = { type: 'sig', keyHash }
  const script: NativeScript = {
    type: 'all',
    scripts: slot === undefined ? [sig] : [sig, { type: 'before', slot }],
  }
  try {
    const { name } = options
    await deps.ownKeys.add([keyHash])
    return storePolicy(deps.db, { script, network, origin: 'generated', name }, deps.now())
  } catch (error) {
    // The policy was not returned, so nothing needs its new key. The original error matters more
    // than a failed removal.
    if (options.phrase === undefined) await deps.vault.removeKey(keyHash).catch(() => undefined)
    throw error
  }
}

const freshKey = async ({
  vault,
}: Pick<Deps, 'vault'>): Promise<Pick<VerificationKey, 'keyHash'>> => {
  const key = generatePolicyKey()
  try {
    await vault.storeKeys([key])
    return { keyHash: key.keyHash }
  } finally {
    key.secret.wipe()
  }
}

const lockSlot = (network: Network, lockTime: string, now: Date): bigint => {
  const read = utcTime.safeParse(lockTime)
  if (!read.success) {
    throw new ColdpressError(
      'invalid',
      `lock time: ${read.error.issues.map(({ message }) => message).join('; ')}`,
      { details: { rule: 'lock_time' } },
    )
  }
  const slot = slotAt(network, new Date(read.data))
  if (slot > currentSlot(network, now)) return slot
  throw new ColdpressError(
    'invalid',
    `lock time: ${read.data} is not in the future, so nothing could ever be minted.`,
    { details: { rule: 'lock_time' } },
  )
}
