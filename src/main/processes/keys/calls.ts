import { z } from 'zod'
import { networks } from '../../../core/cardano/network.ts'
import type { BackupFacts, PolicyToBackUp, SealedBackup } from '../../../core/vault/backup-file.ts'
import type { VerificationKey } from '../../../core/cardano/envelope.ts'
import type {
  ItemIssue,
  RestoredBackup,
  RestoredWallet,
  VaultProbe,
  VaultStatus,
} from '../../../core/vault/vault.ts'
import type { SealedWallet, WalletToBackUp } from '../../../core/vault/wallet-backup.ts'
import {
  bodyToSign,
  keyHash,
  nothing,
  paymentWallet,
  policyId,
  policyKey,
  seals,
  secret,
  statements,
  witness,
} from '../fields.ts'

const backend = z.enum(['keychain', 'sealed-files'])

const status = z.strictObject({
  state: z.enum(['new', 'locked', 'unlocked']),
  backend,
  note: z.string().exactOptional(),
}) satisfies z.ZodType<VaultStatus>

const probeResult = z.discriminatedUnion('works', [
  z.strictObject({ works: z.literal(true) }),
  z.strictObject({ works: z.literal(false), reason: z.string() }),
])
const probe = z.strictObject({
  store: probeResult,
  keychain: probeResult,
}) satisfies z.ZodType<VaultProbe>

const policyToBackUp = z.strictObject({
  name: z.string().nullable(),
  network: z.enum(networks),
  scriptCbor: z.string(),
}) satisfies z.ZodType<PolicyToBackUp>

const backup = policyToBackUp.extend({
  policyId,
  created: z.string(),
  keyHashes: z.array(keyHash),
  elsewhere: z.array(keyHash),
  fingerprint: z.string(),
}) satisfies z.ZodType<BackupFacts>

const sealedBackup = backup.extend({
  file: z.instanceof(Uint8Array),
}) satisfies z.ZodType<SealedBackup>

const restoredBackup = backup.extend({
  alreadyHere: z.array(keyHash),
}) satisfies z.ZodType<RestoredBackup>

const walletToBackUp = z.strictObject({
  id: z.string(),
  network: z.enum(networks),
}) satisfies z.ZodType<WalletToBackUp>

const walletBackup = walletToBackUp.extend({
  accountKey: z.string(),
  created: z.string(),
  fingerprint: z.string(),
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
  publicKey: z.string(),
}) satisfies z.ZodType<VerificationKey>

const phrase = z.string()
const itemIssue = z.strictObject({
  item: z.string(),
  message: z.string(),
}) satisfies z.ZodType<ItemIssue>

const accountId = z.string()
const done = nothing

/** What the main process may ask of the keys process: the vault's functions, after `open`. */
export const keysCalls = {
  open: {
    input: z.strictObject({
      home: z.string(),
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
  storeKeys: { input: z.array(policyKey), output: done },
  hasKey: { input: keyHash, output: z.boolean() },
  witness: { input: bodyToSign, output: witness },
  seal: { input: statements, output: seals },
  sealKey: { input: nothing, output: z.string().optional() },
  createWallet: { input: nothing, output: paymentWallet },
  revealKeys: { input: z.array(keyHash), output: z.array(secret) },
  publicKeys: { input: z.array(keyHash), output: z.array(publicKey) },
  backUp: {
    input: z.strictObject({ policy: policyToBackUp, passphrase: secret }),
    output: sealedBackup,
  },
  restoreBackup: { input: backupToOpen, output: restoredBackup },
  drillBackup: { input: backupToOpen, output: backup },
  backUpWallet: {
    input: z.strictObject({ wallet: walletToBackUp, passphrase: secret }),
    output: sealedWallet,
  },
  restoreWallet: { input: backupToOpen, output: restoredWallet },
  beginPhrase: {
    input: nothing,
    output: z.strictObject({ fingerprint: phrase, words: secret, ask: z.array(z.int()) }),
  },
  confirmPhrase: {
    input: z.strictObject({
      phrase,
      given: z.array(z.strictObject({ place: z.int(), word: secret })),
    }),
    output: done,
  },
  restorePhrase: { input: secret, output: phrase },
  hasPhrase: { input: phrase, output: z.boolean() },
  derivePhraseKey: { input: z.strictObject({ phrase, index: z.int() }), output: publicKey },
  removeKey: { input: keyHash, output: done },
  putApiKey: { input: z.strictObject({ accountId, apiKey: secret }), output: done },
  getApiKey: { input: accountId, output: secret.optional() },
  removeApiKey: { input: accountId, output: done },
  destroy: {
    input: z.strictObject({
      keyHashes: z.array(keyHash),
      accountIds: z.array(accountId),
      phrases: z.array(phrase),
    }),
    output: done,
  },
  probe: { input: nothing, output: probe },
  inspect: {
    input: z.strictObject({ keyHashes: z.array(keyHash), phrases: z.array(phrase) }),
    output: z.array(itemIssue),
  },
} as const

/** What the keys process tells by itself. */
export const keysNews = { status: { input: status, output: nothing } } as const
