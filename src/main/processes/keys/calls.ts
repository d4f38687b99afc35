import { z } from 'zod'
import { listOf, longText, shortText } from '#values/bounds/bounded.ts'
import { networks } from '#cardano/network.ts'
import type { BackupFacts, PolicyToBackUp, SealedBackup } from '#keys/vault/backup-file.ts'
import type { VerificationKey } from '#cardano/envelope.ts'
import type {
  ItemIssue,
  RestoredBackup,
  RestoredWallet,
  VaultProbe,
  VaultStatus,
} from '#keys/vault/vault.ts'
import type { SealedWallet, WalletToBackUp } from '#keys/vault/wallet-backup.ts'
import {
  keyHash,
  nothing,
  orderedTransaction,
  paymentWallet,
  policyId,
  policyKey,
  seals,
  secret,
  statements,
  transaction,
  walletIndex,
  witness,
} from '../fields.ts'

const backend = z.enum(['keychain', 'sealed-files'])

const status = z.strictObject({
  state: z.enum(['new', 'locked', 'unlocked']),
  backend,
  note: longText.exactOptional(),
}) satisfies z.ZodType<VaultStatus>

const probeResult = z.discriminatedUnion('works', [
  z.strictObject({ works: z.literal(true) }),
  z.strictObject({ works: z.literal(false), reason: longText }),
])
const probe = z.strictObject({
  store: probeResult,
  keychain: probeResult,
}) satisfies z.ZodType<VaultProbe>

const policyToBackUp = z.strictObject({
  name: longText.nullable(),
  network: z.enum(networks),
  scriptCbor: longText,
}) satisfies z.ZodType<PolicyToBackUp>

const backup = policyToBackUp.extend({
  policyId,
  created: shortText,
  keyHashes: listOf(keyHash),
  elsewhere: listOf(keyHash),
  fingerprint: shortText,
}) satisfies z.ZodType<BackupFacts>

const sealedBackup = backup.extend({
  file: z.instanceof(Uint8Array),
}) satisfies z.ZodType<SealedBackup>

const restoredBackup = backup.extend({
  alreadyHere: listOf(keyHash),
}) satisfies z.ZodType<RestoredBackup>

const walletToBackUp = z.strictObject({
  id: shortText,
  network: z.enum(networks),
}) satisfies z.ZodType<WalletToBackUp>

const walletBackup = walletToBackUp.extend({
  accountKey: shortText,
  created: shortText,
  fingerprint: shortText,
})

const sealedWallet = walletBackup.extend({
  file: z.instanceof(Uint8Array),
}) satisfies z.ZodType<SealedWallet>

const restoredWallet = walletBackup.extend({
  wasHere: z.boolean(),
}) satisfies z.ZodType<RestoredWallet>

const backupToOpen = z.strictObject({ file: z.instanceof(Uint8Array), passphrase: secret })

const publicKey = z.strictObject({
  keyHash,
  publicKey: shortText,
}) satisfies z.ZodType<VerificationKey>

const phrase = longText
const itemIssue = z.strictObject({
  item: longText,
  message: longText,
}) satisfies z.ZodType<ItemIssue>

const accountId = shortText
const done = nothing

/** Calls of the main process to the keys process: the vault's functions, after `open`. */
export const keysCalls = {
  open: {
    input: z.strictObject({
      home: shortText,
      isDefaultHome: z.boolean(),
      autoLockMs: z.number(),
      backend: z.enum(['auto', ...backend.options]).exactOptional(),
      scryptWorkFactor: z.number().exactOptional(),
      keychainTimeoutMs: z.number().exactOptional(),
    }),
    output: status,
  },
  create: { input: secret, output: done },
  unlock: { input: secret, output: done },
  lock: { input: nothing, output: done },
  setAutoLock: { input: z.number(), output: done },
  changePassphrase: { input: z.strictObject({ before: secret, after: secret }), output: done },
  storeKeys: { input: listOf(policyKey), output: done },
  hasKey: { input: keyHash, output: z.boolean() },
  witness: {
    input: z.strictObject({ transaction, keyHash, walletIndex: walletIndex.optional() }),
    output: witness,
  },
  witnessOrdered: { input: orderedTransaction, output: witness },
  seal: { input: statements, output: seals },
  sealKey: { input: nothing, output: longText.optional() },
  creatorKey: { input: nothing, output: shortText.optional() },
  trustCreator: { input: shortText, output: done },
  createWallet: { input: nothing, output: paymentWallet },
  revealKeys: { input: listOf(keyHash), output: listOf(secret) },
  publicKeys: { input: listOf(keyHash), output: listOf(publicKey) },
  backUp: {
    input: z.strictObject({ policy: policyToBackUp, passphrase: secret }),
    output: sealedBackup,
  },
  restoreBackup: { input: backupToOpen, output: restoredBackup },
  testBackup: { input: backupToOpen, output: backup },
  backUpWallet: {
    input: z.strictObject({ wallet: walletToBackUp, passphrase: secret }),
    output: sealedWallet,
  },
  restoreWallet: { input: backupToOpen, output: restoredWallet },
  startPhrase: {
    input: nothing,
    output: z.strictObject({ fingerprint: phrase, words: secret, wordNumbers: listOf(z.int()) }),
  },
  confirmPhrase: {
    input: z.strictObject({
      phrase,
      given: listOf(z.strictObject({ position: z.int(), word: secret })),
    }),
    output: done,
  },
  restorePhrase: { input: secret, output: phrase },
  hasPhrase: { input: phrase, output: z.boolean() },
  derivePhraseKey: { input: z.strictObject({ phrase, index: z.int() }), output: publicKey },
  removeKey: { input: keyHash, output: done },
  setApiKey: { input: z.strictObject({ accountId, apiKey: secret }), output: done },
  getApiKey: { input: accountId, output: secret.optional() },
  removeApiKey: { input: accountId, output: done },
  destroy: {
    input: z.strictObject({
      keyHashes: listOf(keyHash),
      accountIds: listOf(accountId),
      phrases: listOf(phrase),
    }),
    output: done,
  },
  probe: { input: nothing, output: probe },
  inspect: {
    input: z.strictObject({ keyHashes: listOf(keyHash), phrases: listOf(phrase) }),
    output: listOf(itemIssue),
  },
  itemsToMove: {
    input: z.strictObject({
      passphrase: secret,
      names: z.strictObject({
        keyHashes: listOf(keyHash),
        phrases: listOf(phrase),
        apiKeys: listOf(shortText),
      }),
    }),
    output: listOf(z.strictObject({ item: shortText, bytes: z.instanceof(Uint8Array) })),
  },
  openEachItem: { input: nothing, output: z.int() },
  moveIntoKeychain: {
    input: z.strictObject({ home: shortText, isDefaultHome: z.boolean() }),
    output: z.discriminatedUnion('moved', [
      z.strictObject({ moved: z.literal(true) }),
      z.strictObject({ moved: z.literal(false), reason: longText }),
    ]),
  },
} as const

/** Events of the keys process. */
export const keysEvents = { status: { input: status, output: nothing } } as const
