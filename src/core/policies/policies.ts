import type { BackupState } from '../../shared/calls/facts.ts'
import { ColdpressError } from '../../shared/errors.ts'
import { utcTime } from '../../shared/wire/fields.ts'
import type { ScriptJson } from '../../shared/wire/script.ts'
import type { MintingClient } from '../api/client.ts'
import type { KeyHash, PolicyId } from '../cardano/ids.ts'
import { generatePolicyKey } from '../cardano/keys.ts'
import type { Network, ServiceNetwork } from '../cardano/network.ts'
import {
  canSatisfy,
  keyHashesIn,
  type NativeScript,
  scriptFromCbor,
  scriptToCbor,
  scriptToJson,
} from '../cardano/scripts.ts'
import { slotAt } from '../cardano/slots.ts'
import type { Database } from '../db/database.ts'
import { readBounded } from '../disk/read-bounded.ts'
import type { Secret } from '../secret/secret.ts'
import {
  type BackupFacts,
  fingerprintIn,
  maxBackupBytes,
  type SealedBackup,
} from '../vault/backup-file.ts'
import type { VerificationKey } from '../cardano/envelope.ts'
import type { RestoredBackup, Vault } from '../vault/vault.ts'
import { backupStateOf, forgetBackup, noteBackup, noteDrill } from './backups-noted.ts'
import { lockCalendar } from './calendar.ts'
import {
  revealKeyFiles,
  type SigningKeyFile,
  type VerificationKeyFile,
  verificationKeyFiles,
} from './key-files.ts'
import { isLocked, type Lock, lockOf } from './lock.ts'
import type { PhraseIndex, Phrases } from './phrases.ts'
import { type Removal, removeKeys } from './remove.ts'
import { keysHere, revealPolicy } from './reveal.ts'
import {
  findPolicy,
  type PolicyOrigin,
  type PolicyToStore,
  type StoredPolicy,
  storedPolicies,
  storedPolicy,
  storePolicy,
} from './store.ts'
import { type ImportOptions, takeFromFile, takeFromParts, takeFromService } from './take-in.ts'

/** A policy as it is shown: plain JSON, without secrets. */
export type PolicyView = {
  readonly policyId: PolicyId
  readonly name: string | null
  readonly network: Network
  readonly origin: PolicyOrigin
  readonly accountId: string | null
  readonly collectionId: string | null
  readonly script: ScriptJson
  /** Every key that the script names; `here`: the vault holds it. */
  readonly keys: readonly { readonly keyHash: KeyHash; readonly here: boolean }[]
  /** Whether the keys that are here can mint now. */
  readonly canMint: boolean
  /** Null for a policy that never locks. */
  readonly lock: (Lock & { readonly locked: boolean }) | null
  readonly backup: BackupState
  readonly createdAt: string
}

/** What may be given away: the script that the policy id is the hash of. */
export type PublicPolicyFiles = {
  readonly policyId: PolicyId
  readonly script: ScriptJson
  /** A script file as cardano-cli reads it. */
  readonly scriptJson: string
  readonly scriptCborHex: string
}

/** What a drill proved; `policy`: null when it is of no policy that is known here. */
export type Drill = {
  readonly backup: BackupFacts
  /** Whether the keys in the backup can mint alone, at some time. */
  readonly canMint: boolean
  readonly policy: PolicyView | null
}

/** What a restore brought; `wasKnown`: the policy stood in the list before. */
export type Restored = {
  readonly policy: PolicyView
  readonly backup: RestoredBackup
  readonly wasKnown: boolean
}

type GenerateOptions = {
  readonly name?: string
  /** ISO 8601, UTC: from then on nothing can be minted. */
  readonly lockTime?: string
  readonly network?: Network
  /** Takes the key from a phrase in the vault (CIP-1855) instead of making a fresh one. */
  readonly phrase?: PhraseIndex
}

export type Policies = {
  /**
   * A fresh key to the vault, then its policy: `all [sig]`, or `all [sig, before slot]` with a lock time.
   * @throws ColdpressError `invalid` for the lock time, and what the vault throws
   */
  readonly generate: (options?: GenerateOptions) => Promise<PolicyView>
  /** Notes a policy whose keys are in the vault already, or elsewhere. */
  readonly record: (policy: PolicyToStore) => Promise<PolicyView>
  /** Newest first. */
  readonly list: () => Promise<readonly PolicyView[]>
  /** @throws ColdpressError `not_found` */
  readonly show: (policyId: string) => Promise<PolicyView>
  /**
   * Fetches a collection's policy; its keys go to the vault before the policy is noted. `network`
   * is that of the service; default: the network of what is made here.
   * @throws ColdpressError as every call, `invalid` when policy id, script and keys do not belong together
   */
  readonly exportFrom: (
    client: Pick<MintingClient, 'exportPolicy'>,
    accountId: string,
    collectionId: string,
    options?: { readonly network?: ServiceNetwork; readonly name?: string },
  ) => Promise<PolicyView>
  /**
   * Takes in the service's policy JSON with its keys, a key of a policy known already, or a script
   * whose keys are in the vault already. What tells no network is taken for mainnet's.
   * @throws ColdpressError `invalid` with `details.rule`, and what the vault throws
   */
  readonly importFile: (text: Secret, options?: ImportOptions) => Promise<PolicyView>
  /** Takes in a script and its keys from separate files, as cardano-cli keeps them. */
  readonly importParts: (
    parts: { readonly script: string; readonly keys: readonly Secret[] },
    options?: ImportOptions,
  ) => Promise<PolicyView>
  /** @throws ColdpressError `not_found` */
  readonly publicFiles: (policyId: string) => PublicPolicyFiles
  /**
   * The interface's policy export WITH the private keys, for a user who asked for exactly that. The
   * caller wipes it.
   * @throws ColdpressError `not_found`, `key_missing`, `vault_locked`
   */
  readonly revealForExport: (policyId: string) => Promise<Secret>
  /**
   * cardano-cli's verification key files of the keys that are here.
   * @throws ColdpressError `not_found`, `key_missing`, `vault_locked`
   */
  readonly verificationKeyFiles: (policyId: string) => Promise<readonly VerificationKeyFile[]>
  /**
   * cardano-cli's signing key files: PRIVATE KEYS, for a user who asked for exactly that. The
   * caller wipes them.
   * @throws ColdpressError as {@link Policies.revealForExport}
   */
  readonly revealKeyFiles: (policyId: string) => Promise<readonly SigningKeyFile[]>
  /**
   * Seals the policy with its keys that are here under a passphrase of its own, has `keep` put the
   * file somewhere, and then notes that there is one.
   * @throws ColdpressError `not_found`, as `Vault.backUp`, and what `keep` throws
   */
  readonly backUp: (
    policyId: string,
    passphrase: Secret,
    keep: (backup: SealedBackup) => Promise<void>,
  ) => Promise<PolicyView>
  /**
   * Brings the keys of a backup into the vault and notes its policy.
   * @throws ColdpressError as `Vault.restoreBackup`
   */
  readonly restore: (file: Uint8Array, passphrase: Secret) => Promise<Restored>
  /**
   * Proves that a backup can sign, and notes it where its policy is known.
   * @throws ColdpressError as `drillBackup`
   */
  readonly drill: (file: Uint8Array, passphrase: Secret) => Promise<Drill>
  /**
   * To be called before a file is replaced: a backup in it counts no longer, proved or not. Copies
   * of it count again from their own drill on.
   */
  readonly forgetBackupAt: (path: string) => Promise<void>
  /** Notes a drill that was passed without a vault; null when its policy is not known here. */
  readonly noteDrill: (backup: BackupFacts) => Promise<PolicyView | null>
  /** @throws ColdpressError as `removeKeys`: what must be typed, and what stands against it */
  readonly removeKeys: (policyId: string, removal: Removal) => Promise<PolicyView>
  /** The locks to come as an iCalendar file. */
  readonly calendar: () => string
}

/** Whether keys are here that no proven backup holds: then people are reminded. */
export const lacksDrill = ({ keys, backup }: Pick<PolicyView, 'keys' | 'backup'>): boolean =>
  backup.state !== 'drilled' && keys.some(({ here }) => here)

export type PoliciesDeps = {
  readonly db: Database
  readonly vault: Pick<
    Vault,
    | 'storeKeys'
    | 'removeKey'
    | 'hasKey'
    | 'revealKeys'
    | 'publicKeys'
    | 'backUp'
    | 'restoreBackup'
    | 'drillBackup'
  >
  readonly phrases: Pick<Phrases, 'derive'>
  /** The network of what is made here. */
  readonly network: Network
  readonly now?: () => Date
}

export const createPolicies = ({ now = () => new Date(), ...given }: PoliciesDeps) => {
  const deps = { ...given, now }
  const { db, vault, network } = deps
  const show = async (policyId: string) => view(deps, storedPolicy(db, policyId))
  const policies: Policies = {
    show,
    generate: async (options = {}) => show(await generate(deps, options)),
    record: async (policy) => show(storePolicy(db, policy, now())),
    list: async () => {
      const views: PolicyView[] = []
      for (const policy of storedPolicies(db)) views.push(await view(deps, policy))
      return views
    },
    exportFrom: async (client, accountId, collectionId, options = {}) => {
      const from = { accountId, collectionId, network, ...options }
      return show(await takeFromService(deps, client, from))
    },
    importFile: async (text, options = {}) => show(await takeFromFile(deps, text, options)),
    importParts: async (parts, options = {}) => show(await takeFromParts(deps, parts, options)),
    publicFiles: (policyId) => publicFiles(storedPolicy(db, policyId)),
    revealForExport: async (policyId) => revealPolicy(vault, storedPolicy(db, policyId)),
    verificationKeyFiles: async (policyId) =>
      verificationKeyFiles(vault, storedPolicy(db, policyId)),
    revealKeyFiles: async (policyId) => revealKeyFiles(vault, storedPolicy(db, policyId)),
    ...backupsOf(deps, show),
    removeKeys: async (policyId, removal) => {
      await removeKeys(deps, policyId, removal)
      return show(policyId)
    },
    calendar: () => {
      const toCome = storedPolicies(db).map((policy) => ({
        ...policy,
        lock: lockOf(policy.script, policy.network),
      }))
      return lockCalendar(toCome, now())
    },
  }
  return policies
}

type Deps = Required<PoliciesDeps>

type Backups = Pick<Policies, 'backUp' | 'restore' | 'drill' | 'forgetBackupAt' | 'noteDrill'>

const backupsOf = (
  { db, vault, now }: Deps,
  show: (policyId: string) => Promise<PolicyView>,
): Backups => {
  const noteIfKnown = async (backup: BackupFacts): Promise<PolicyView | null> => {
    if (findPolicy(db, backup.policyId) === undefined) return null
    noteDrill(db, backup, now())
    return show(backup.policyId)
  }
  return {
    backUp: async (policyId, passphrase, keep) => {
      const { script, name, network } = storedPolicy(db, policyId)
      const policy = { name, network, scriptCbor: scriptToCbor(script) }
      const sealed = await vault.backUp(policy, passphrase)
      // Noted when it stands: what nobody has must not count. A file that is not noted counts from
      // its drill on.
      await keep(sealed)
      noteBackup(db, sealed)
      return show(policyId)
    },
    restore: async (file, passphrase) => {
      const backup = await vault.restoreBackup(file, passphrase)
      const wasKnown = findPolicy(db, backup.policyId) !== undefined
      const script = scriptFromCbor(backup.scriptCbor)
      const name = backup.name ?? undefined
      storePolicy(db, { script, network: backup.network, origin: 'imported', name }, now())
      noteBackup(db, backup)
      return { policy: await show(backup.policyId), backup, wasKnown }
    },
    drill: async (file, passphrase) => {
      const backup = await vault.drillBackup(file, passphrase)
      return { backup, canMint: canMintWith(backup), policy: await noteIfKnown(backup) }
    },
    forgetBackupAt: async (path) => {
      // what is not there, or is no backup, was never noted
      const bytes = await readBounded(path, maxBackupBytes).catch(() => new Uint8Array())
      const fingerprint = fingerprintIn(bytes)
      if (fingerprint !== undefined) forgetBackup(db, fingerprint)
    },
    noteDrill: noteIfKnown,
  }
}

/** Whether the keys in a backup can mint alone, at some time. */
export const canMintWith = ({ scriptCbor, keyHashes }: BackupFacts): boolean =>
  canSatisfy(scriptFromCbor(scriptCbor), new Set(keyHashes))

const generate = async (deps: Deps, options: GenerateOptions): Promise<PolicyId> => {
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
    return storePolicy(deps.db, { script, network, origin: 'generated', name }, deps.now())
  } catch (error) {
    // Nobody has seen this policy, so nothing can need its fresh key; why it failed matters more
    // than a key that could not be removed.
    if (options.phrase === undefined) await deps.vault.removeKey(keyHash).catch(() => undefined)
    throw error
  }
}

const freshKey = async ({ vault }: Deps): Promise<Pick<VerificationKey, 'keyHash'>> => {
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
  if (slot > slotAt(network, now)) return slot
  throw new ColdpressError(
    'invalid',
    `lock time: ${read.data} is not in the future, so nothing could ever be minted.`,
    { details: { rule: 'lock_time' } },
  )
}

const view = async (deps: Deps, policy: StoredPolicy): Promise<PolicyView> => {
  const { script, network, ...facts } = policy
  const here = new Set(await keysHere(deps.vault, policy))
  const lock = lockOf(script, network)
  const now = deps.now()
  return {
    ...facts,
    network,
    script: scriptToJson(script),
    keys: keyHashesIn(script).map((keyHash) => ({ keyHash, here: here.has(keyHash) })),
    canMint: canSatisfy(script, here, slotAt(network, now)),
    lock: lock === null ? null : { ...lock, locked: isLocked(script, network, now) },
    backup: backupStateOf(deps.db, policy.policyId, here),
  }
}

const publicFiles = ({ policyId, script }: StoredPolicy): PublicPolicyFiles => ({
  policyId,
  script: scriptToJson(script),
  // cardano-cli reads a slot as a number only, however large.
  scriptJson: `${JSON.stringify(scriptToJson(script), null, 2).replaceAll(/"slot": "(\d+)"/gu, '"slot": $1')}\n`,
  scriptCborHex: scriptToCbor(script),
})
