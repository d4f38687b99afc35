import { z } from 'zod'
import { documentText, listOf, longText, recordOf, shortText } from '../bounded.ts'
import { network } from '../wire/collection.ts'
import {
  account,
  backupFacts,
  chainNetwork,
  inspectedPolicy,
  logEntry,
  logKinds,
  logLevels,
  phraseFacts,
  pinTarget,
  policyFacts,
  probe,
  settings,
  usedIndex,
  vaultStatus,
} from './facts.ts'
import { secretDocument, secretText } from './secret-text.ts'

const policyId = z.object({ policyId: shortText })

/** What a policy is read from: a file that the user picked, or pasted text. */
const policySource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), path: shortText }),
  z.object({ kind: z.literal('text'), text: secretText }),
])

export const accountCalls = {
  'accounts.list': { input: z.null(), output: listOf(account) },
  'accounts.add': {
    secret: true,
    input: z.object({
      name: longText,
      network,
      baseUrl: shortText,
      appId: shortText,
      apiKey: secretText,
    }),
    output: account,
  },
  'accounts.remove': { input: z.object({ accountId: shortText }), output: z.null() },
  'accounts.test': {
    input: z.object({ accountId: shortText }),
    output: z.object({ account: longText, network, milliseconds: z.number() }),
  },
} as const

export const vaultCalls = {
  'vault.status': { input: z.null(), output: vaultStatus },
  'vault.create': {
    secret: true,
    input: z.object({ passphrase: secretText }),
    output: vaultStatus,
  },
  'vault.unlock': {
    secret: true,
    input: z.object({ passphrase: secretText }),
    output: vaultStatus,
  },
  'vault.lock': { input: z.null(), output: vaultStatus },
  'vault.change': {
    secret: true,
    input: z.object({ oldPassphrase: secretText, newPassphrase: secretText }),
    output: vaultStatus,
  },
  'vault.probe': { input: z.null(), output: z.object({ store: probe, keychain: probe }) },
} as const

export const policyCalls = {
  'policies.list': { input: z.null(), output: listOf(policyFacts) },
  'policies.generate': {
    input: z.object({
      name: longText,
      network: chainNetwork,
      lockTime: shortText.nullable(),
      /** Takes the key from a phrase in the vault; `index` null: its next unused one. */
      phrase: z.object({ fingerprint: shortText, index: z.int().nullable() }).optional(),
    }),
    output: policyFacts,
  },
  /**
   * Fetches a collection's policy with its keys from its service into the vault. `name`: for the
   * list, such as the collection's; one that is there already stays.
   */
  'policies.exportFrom': {
    input: z.object({
      accountId: shortText,
      collectionId: shortText,
      name: longText.optional(),
    }),
    output: policyFacts,
  },
  /** Reads without taking in. */
  'policies.inspect': {
    secret: true,
    input: z.object({ source: policySource, network: chainNetwork }),
    output: inspectedPolicy,
  },
  /** `keys`: further files with signing keys, as cardano-cli keeps them apart from the script. */
  'policies.import': {
    secret: true,
    input: z.object({
      source: policySource,
      keys: listOf(policySource),
      name: longText,
      network: chainNetwork.nullable(),
    }),
    output: policyFacts,
  },
  /** The public script as text: as cardano-cli reads it, and the CBOR that the policy id is the hash of. */
  'policies.script': {
    input: policyId,
    output: z.object({ json: documentText, cborHex: documentText }),
  },
  /** Asks where to save the public script; null when the user changed their mind. */
  'policies.saveScript': { input: policyId, output: longText.nullable() },
  /**
   * Answers a secret, as `phrases.start` does: the policy with its keys as the interface exports it.
   * Asks the vault with the passphrase, whether or not it is unlocked.
   */
  'policies.reveal': {
    secret: true,
    input: policyId.extend({ passphrase: secretText }),
    output: z.object({ text: secretDocument }),
  },
  /** As reveal, to a file (mode 0600) where the user says; null when they changed their mind. */
  'policies.saveWithKeys': {
    secret: true,
    input: policyId.extend({ passphrase: secretText }),
    output: longText.nullable(),
  },
  /**
   * Saves cardano-cli's verification keys of the keys that are here: one where the user says, several
   * into a folder. Answers the paths; null when the user changed their mind.
   */
  'policies.savePublicKeys': { input: policyId, output: listOf(longText).nullable() },
  /** As saveWithKeys, as cardano-cli's signing keys: private, each in a file of its own. */
  'policies.saveKeyFiles': {
    secret: true,
    input: policyId.extend({ passphrase: secretText }),
    output: listOf(longText).nullable(),
  },
} as const

/** What people have of a backup: its file, its page, or the text that its codes say. */
const backupSource = policySource

export const backupCalls = {
  /**
   * Writes the policy's keys that are here, under a passphrase of their own, where the user says:
   * an age file, or a page to print. Asks the vault with its passphrase, whether or not it is
   * unlocked. Null when the user changed their mind.
   */
  'backups.save': {
    secret: true,
    input: policyId.extend({
      passphrase: secretText,
      backupPassphrase: secretText,
      as: z.enum(['file', 'paper']),
    }),
    output: z.object({ path: shortText, policy: policyFacts }).nullable(),
  },
  /** Proves that a backup can sign, without touching the vault; `policy` null: not known here. */
  'backups.test': {
    secret: true,
    input: z.object({ source: backupSource, backupPassphrase: secretText }),
    output: z.object({
      backup: backupFacts,
      canMint: z.boolean(),
      policy: policyFacts.nullable(),
    }),
  },
  /** Brings a backup's keys into the vault and its policy into the list. */
  'backups.restore': {
    secret: true,
    input: z.object({ source: backupSource, backupPassphrase: secretText }),
    output: z.object({
      backup: backupFacts,
      /** Of the keys inside: those that the vault had before. */
      alreadyHere: listOf(shortText),
      wasKnown: z.boolean(),
      policy: policyFacts,
    }),
  },
  /**
   * Removes the policy's keys from the vault. `typed`: its name or id. Refused with the rule
   * `not_tested` or `shared_key` unless insisted on.
   */
  'backups.removeKeys': {
    input: policyId.extend({ typed: longText, insist: z.boolean() }),
    output: policyFacts,
  },
  /** Saves the locks to come as a calendar file; null when the user changed their mind. */
  'backups.saveCalendar': { input: z.null(), output: longText.nullable() },
} as const

export const phraseCalls = {
  'phrases.list': { input: z.null(), output: listOf(phraseFacts) },
  /**
   * Answers a secret: 24 new words, this once. Nothing depends on them until they are confirmed;
   * `ask`: the places, from 1, of the words that are to be given back.
   */
  'phrases.start': {
    secret: true,
    input: z.null(),
    output: z.object({
      fingerprint: shortText,
      words: listOf(secretText),
      wordNumbers: listOf(z.int()),
    }),
  },
  'phrases.confirm': {
    secret: true,
    input: z.object({
      fingerprint: shortText,
      given: listOf(z.object({ position: z.int(), word: secretText })),
    }),
    output: phraseFacts,
  },
  'phrases.restore': { secret: true, input: z.object({ words: secretText }), output: phraseFacts },
  /** Puts a phrase's key into the vault; `index` null: the next unused one. */
  'phrases.derive': {
    input: z.object({ fingerprint: shortText, index: z.int().nullable() }),
    output: usedIndex,
  },
} as const

export const pinCalls = {
  'pins.list': { input: z.null(), output: listOf(pinTarget) },
  'pins.use': {
    secret: true,
    input: z.object({ name: longText, url: shortText, token: secretText.nullable() }),
    output: pinTarget,
  },
  /** Null when it answers and takes our credentials; else it fails with the reason. */
  'pins.test': { input: z.object({ name: longText }), output: z.null() },
} as const

export const logCalls = {
  /** Newest first; `before` is the id of the last entry seen. */
  'log.page': {
    input: z.object({
      before: z.int().nullable(),
      limit: z.int().min(1).max(500),
      kinds: listOf(z.enum(logKinds)).nullable(),
      levels: listOf(z.enum(logLevels)).nullable(),
      search: longText,
    }),
    output: z.object({ entries: listOf(logEntry), total: z.int() }),
  },
} as const

export const appCalls = {
  'app.info': {
    input: z.null(),
    output: z.object({
      version: shortText,
      /** `electron`, or `chromium` for the stand-in of development. */
      host: z.enum(['electron', 'chromium']),
      versions: recordOf(longText),
      home: shortText,
      /** Started with `--offline`: no process of the app has a network. */
      offline: z.boolean(),
      /** Nothing was ever done here: no vault, no account, no collection. */
      isFirstStart: z.boolean(),
      licences: listOf(z.object({ name: longText, version: shortText, licence: longText })),
    }),
  },
  'app.settings': { input: z.null(), output: settings },
  'app.changeSettings': { input: settings.partial(), output: settings },
  /** Makes the sample collection at the Local studio and starts the import of its images. */
  'app.trySample': {
    input: z.null(),
    output: z.object({ collectionId: shortText, job: shortText }),
  },
  /** The user has said that the window may close although an import runs. */
  'app.close': { input: z.null(), output: z.null() },
  'app.pickFolder': { input: z.null(), output: longText.nullable() },
  'app.pickFile': {
    input: z.object({
      what: z.enum(['table', 'policy', 'key', 'backup', 'transaction', 'events']),
    }),
    output: longText.nullable(),
  },
  /** Copies; a secret is cleared from the clipboard after 30 seconds if it is still there. */
  'app.copy': {
    secret: true,
    input: z.object({ text: secretDocument, secret: z.boolean() }),
    output: z.null(),
  },
  /** While true the window is kept out of screenshots and recordings. */
  'app.protect': { input: z.object({ on: z.boolean() }), output: z.null() },
  /** While true the page may ask for the camera; for nothing else, and only the app's own page. */
  'app.camera': { input: z.object({ on: z.boolean() }), output: z.null() },
} as const
