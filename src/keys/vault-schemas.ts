import { z } from 'zod'
import { documentText, longText, shortText } from '#values/bounds/bounded.ts'
import type { VerificationKey } from '#cardano/envelope.ts'
import { KeyHash, PolicyId } from '#cardano/ids.ts'
import type { PolicyKey, Witness } from '#cardano/keys.ts'
import { networks } from '#cardano/network.ts'
import { bytesField, manyOf, parsedBy, secret } from '#transport/process/fields.ts'
import { type Seal, statement } from './seal/seal.ts'

/** What goes into the vault and comes out of it: schemas, and the types that follow from them. */

export const keyHash = parsedBy(KeyHash)
export const keyHashes = manyOf(keyHash)

export const policyKey = z.strictObject({
  kind: z.enum(['ed25519', 'ed25519e']),
  keyHash,
  publicKey: shortText,
  secret,
}) satisfies z.ZodType<PolicyKey>

export const verificationKey = z.strictObject({
  keyHash,
  publicKey: shortText,
}) satisfies z.ZodType<VerificationKey>

export const witness = z.strictObject({
  publicKey: shortText,
  signature: shortText,
}) satisfies z.ZodType<Witness>

export const statements = manyOf(statement)

const seal = z.strictObject({
  text: documentText,
  signature: shortText,
}) satisfies z.ZodType<Seal>
export const seals = manyOf(seal)

const walletIndex = z.strictObject({ wallet: shortText, index: z.int() })

/** A key of a wallet: m/1852'/1815'/0'/0/index (CIP-1852) of the phrase that the vault keeps under `wallet`. */
export type WalletIndex = Readonly<z.output<typeof walletIndex>>

/** A payment key, and where it should be in a wallet: whoever signs derives it again. */
export type PaymentKeyAt = WalletIndex & { readonly keyHash: KeyHash }

export const paymentWallet = z.strictObject({ id: shortText, accountKey: shortText })

/**
 * A wallet of the vault by its public parts. `accountKey` is 64 bytes of hex: public key and chain
 * code of m/1852'/1815'/0'. All addresses follow from it, but no key that can spend.
 */
export type PaymentWallet = Readonly<z.output<typeof paymentWallet>>

export const keptWallet = paymentWallet.extend({
  isWatched: z.boolean(),
  /** ISO 8601. */
  createdAt: shortText,
})

/** A wallet that this computer has kept: with its keys in the vault, or watched without them. */
export type KeptWallet = Readonly<z.output<typeof keptWallet>>

const keyToUse = {
  keyHash,
  /** The key's position in a wallet; absent for a key that is stored by itself. */
  walletIndex: walletIndex.optional(),
}

/** `transaction` is CBOR of the whole transaction: the vault computes the id from it. */
export const transactionToSign = z.strictObject({ transaction: bytesField, ...keyToUse })

const orderProof = z.strictObject({ order: seal, collection: seal.optional() })

/** The order to sign that the studio sealed, and its collection; a refund without a sale has none. */
export type OrderProof = Readonly<z.output<typeof orderProof>>

export const orderedTransaction = transactionToSign.extend(orderProof.shape)

/** A transaction with the key that is to sign it, and the order to do so. */
export type OrderedTransaction = Readonly<z.output<typeof orderedTransaction>>

const backend = z.enum(['keychain', 'sealed-files'])

/** Storage of a vault's items: the system's keychain, or one age file each. */
export type Backend = z.output<typeof backend>

export const vaultStatusField = z.strictObject({
  /** `new`: no passphrase was ever chosen. `locked`: keys can be stored, nothing can sign. */
  state: z.enum(['new', 'locked', 'unlocked']),
  backend,
  /** Why the keychain is not used; a sentence for the user. Absent with backend `keychain`. */
  note: longText.exactOptional(),
})
export type VaultStatus = Readonly<z.output<typeof vaultStatusField>>

/** What opens a vault, without the functions that another process cannot be given. */
export const vaultOptions = z.strictObject({
  /** The data folder; created when missing. */
  home: shortText,
  /** The default home uses the plain service name; any other home has its own. */
  isDefaultHome: z.boolean(),
  /**
   * `auto` (default): the existing vault's backend; for a new one the keychain if it answers,
   * otherwise sealed files.
   */
  backend: z.enum(['auto', ...backend.options]).exactOptional(),
  /** Idle time until the vault locks itself. Default 15 minutes. */
  autoLockMs: z.number().exactOptional(),
  /** Base-2 logarithm of scrypt's cost for new seals, at most 19. Default 18: about a second. */
  scryptWorkFactor: z.number().exactOptional(),
  /** Timeout of one keychain call. Default 5 seconds: a locked keychain may prompt indefinitely. */
  keychainTimeoutMs: z.number().exactOptional(),
})

const probeResult = z.discriminatedUnion('works', [
  z.strictObject({ works: z.literal(true) }),
  z.strictObject({
    works: z.literal(false),
    reason: longText,
    /** What the system says of it, for whoever repairs the computer. */
    detail: longText.exactOptional(),
  }),
])
export type ProbeResult = Readonly<z.output<typeof probeResult>>

export const vaultProbe = z.strictObject({
  /** The store that holds this vault's items. */
  store: probeResult,
  /** The system's keychain, whether or not this vault uses it. */
  keychain: probeResult,
})

/** The fingerprint of a phrase. */
export const fingerprint = longText

/** The name of an API key, or of another secret of a service. */
export const accountId = shortText

export const vaultItems = z.strictObject({ keyHashes, phrases: manyOf(fingerprint) })

/** Keys and phrases that should exist: a keychain cannot list its items. */
export type VaultItems = Readonly<z.output<typeof vaultItems>>

export const vaultNames = vaultItems.extend({ apiKeys: manyOf(accountId) })

/** Items by what they are named after; `apiKeys` are names of API keys and other secrets of services. */
export type VaultNames = Readonly<z.output<typeof vaultNames>>

export const itemToMove = z.strictObject({ item: shortText, bytes: bytesField })

/** One item as a sealed file holds it: its name, such as `policy/3f1c…`, and an age file. */
export type ItemToMove = Readonly<z.output<typeof itemToMove>>

export const movedToKeychain = z.discriminatedUnion('moved', [
  z.strictObject({ moved: z.literal(true) }),
  z.strictObject({ moved: z.literal(false), reason: longText }),
])

/** `reason`: a sentence for the user; everything stayed in sealed files. */
export type MovedToKeychain = Readonly<z.output<typeof movedToKeychain>>

export const itemIssue = z.strictObject({ item: longText, message: longText })

/** A missing or damaged item, with a sentence that says so. */
export type ItemIssue = Readonly<z.output<typeof itemIssue>>

export const policyToBackUp = z.strictObject({
  name: longText.nullable(),
  network: z.enum(networks),
  scriptCbor: longText,
})

/** The public part of a backup: its policy. The policy ID is the hash of the script's CBOR. */
export type PolicyToBackUp = Readonly<z.output<typeof policyToBackUp>>

/** `created` is ISO 8601 UTC; the fingerprint is that of the age file. */
const sealedAt = { created: shortText, fingerprint: shortText }

export const backup = policyToBackUp.extend({
  ...sealedAt,
  policyId: parsedBy(PolicyId),
  /** The keys in the backup, and the keys of the script that are not in it. */
  keyHashes,
  elsewhere: keyHashes,
})

/** The public data of a created or opened backup. */
export type BackupContent = Readonly<z.output<typeof backup>>

/** A backup with its age file. */
export const sealedBackup = backup.extend({ file: bytesField })
export type SealedBackup = Readonly<z.output<typeof sealedBackup>>

/** The restored backup, and its keys that the vault had already. */
export const restoredBackup = backup.extend({ alreadyHere: keyHashes })
export type RestoredBackup = Readonly<z.output<typeof restoredBackup>>

export const walletToBackUp = z.strictObject({ id: shortText, network: z.enum(networks) })

/** The public part of a wallet's backup. */
export type WalletToBackUp = Readonly<z.output<typeof walletToBackUp>>

const walletBackup = walletToBackUp.extend({ ...sealedAt, ...paymentWallet.shape })

/** The public data of a created or opened wallet backup. */
export type WalletBackupContent = Readonly<z.output<typeof walletBackup>>

/** A wallet's backup with its age file. */
export const sealedWallet = walletBackup.extend({ file: bytesField })
export type SealedWallet = Readonly<z.output<typeof sealedWallet>>

/** The restored wallet, and whether the vault had it already. */
export const restoredWallet = walletBackup.extend({ wasHere: z.boolean() })

export const backupToOpen = z.strictObject({ file: bytesField, passphrase: secret })

export const newPhrase = z.strictObject({
  fingerprint,
  /** The 24 words with single spaces, returned once. */
  words: secret,
  /** Positions, from 1, of the words that the user must repeat. */
  wordNumbers: manyOf(z.int()),
})

/** A new phrase for the user to write down; the caller wipes the words. */
export type NewPhrase = Readonly<z.output<typeof newPhrase>>

export const givenWord = z.strictObject({ position: z.int(), word: secret })

/** A repeated word and its position, from 1. */
export type GivenWord = Readonly<z.output<typeof givenWord>>
