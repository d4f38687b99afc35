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
  /** ISO 8601, UTC: from then on nothing can be minted. */
  readonly lockTime?: string
  readonly network?: Network
  /** Takes the key from a phrase in the vault (CIP-1855) instead of making a fresh one. */
  readonly phrase?: PhraseIndex
}

type Deps = {
  readonly db: Database
  readonly vault: Pick<Vault, 'storeKeys' | 'removeKey'>
  readonly ownKeys: Pick<OwnKeys, 'add'>
  readonly phrases: Pick<Phrases, 'derive'>
  /** Where the options name none. */
  readonly network: Network
  readonly now: () => Date
}

/**
 * A key to the vault, then the policy that names it: `all [sig]`, or `all [sig, before slot]`.
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
    // Nobody has seen this policy, so nothing can need its fresh key; why it failed matters more
    // than a key that could not be removed.
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
