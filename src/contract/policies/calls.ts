import { z } from 'zod'
import type { WindowCalls } from '../window/call.ts'
import { documentText, filled, listOf, longText, shortText } from '#values/bounds/bounded.ts'
import { chainNetwork } from '../network.ts'
import { inspectedPolicy, policyViewSchema } from './policy-view.ts'
import { scannedParts } from '../window/scanned-parts.ts'
import { requiredSecret, secretDocument, secretText } from '../window/secret-text.ts'

export const policyId = z.object({ policyId: shortText })

/** Source of a policy: a file that the user picked, or pasted text. */
export const policySource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), path: shortText }),
  z.object({ kind: z.literal('text'), text: secretText }),
])

/** A file, folder or zip that the user picked, pasted text, or files that were dropped on the page. */
const policyFilesSource = z.discriminatedUnion('kind', [
  ...policySource.options,
  z.object({
    kind: z.literal('dropped'),
    /** The name of the folder that was dropped. */
    folder: longText.nullable(),
    /** Base64. An encrypted file is only named. */
    files: listOf(z.object({ name: longText, content: secretDocument })),
  }),
])

export const policyCalls = {
  'policies.list': { reads: true, input: z.null(), output: listOf(policyViewSchema).readonly() },
  'policies.generate': {
    changes: [{ area: 'policies' }, { area: 'phrases' }],
    input: z.object({
      name: filled(longText),
      network: chainNetwork,
      lockTime: shortText.nullable(),
      /** Derives the key from a phrase in the vault. `index` null: the next unused one. */
      phrase: z.object({ fingerprint: shortText, index: z.int().nullable() }).optional(),
    }),
    output: policyViewSchema,
  },
  /**
   * Fetches a collection's policy with its keys from its service into the vault. `name`: a name for
   * the list, such as the collection's. A policy that already has a name keeps it.
   */
  'policies.exportFrom': {
    changes: [{ area: 'policies' }, { area: 'signing' }],
    input: z.object({
      accountId: shortText,
      collectionId: filled(shortText),
      name: longText.optional(),
    }),
    output: policyViewSchema,
  },
  /**
   * Says what a policy is and what can still be done under it, without importing it. `keys`: as in
   * `policies.import`. `network` null: that of the files, else of the list, else mainnet.
   */
  'policies.inspect': {
    reads: true,
    secret: true,
    input: z.object({
      source: policyFilesSource,
      keys: listOf(policyFilesSource),
      network: chainNetwork.nullable(),
    }),
    output: inspectedPolicy,
  },
  /** `keys`: further files with signing keys, which cardano-cli stores apart from the script. */
  'policies.import': {
    changes: [{ area: 'policies' }, { area: 'signing' }],
    secret: true,
    input: z.object({
      source: policyFilesSource,
      keys: listOf(policyFilesSource),
      name: longText,
      network: chainNetwork.nullable(),
    }),
    output: policyViewSchema,
  },
  /** The public script as text for cardano-cli, and the CBOR whose hash is the policy ID. */
  'policies.script': {
    reads: true,
    input: policyId,
    output: z.object({ json: documentText, cborHex: documentText }),
  },
  /** Saves the public script to a path that the user picks. Null when the user cancels. */
  'policies.saveScript': { changes: [], input: policyId, output: longText.nullable() },
  /** Saves a public policy file to a path that the user picks. Null when the user cancels. */
  'policies.savePublic': { changes: [], input: policyId, output: longText.nullable() },
  /** A public policy file as the texts of QR codes, to be shown in a loop. */
  'policies.publicFrames': {
    reads: true,
    input: policyId,
    output: z.object({ parts: listOf(documentText).readonly() }),
  },
  /**
   * Texts of QR codes that a camera read. `text` is the public policy file once it is complete.
   * `restart`: forget earlier codes.
   */
  'policies.scan': {
    changes: [],
    input: scannedParts,
    output: z.object({ progress: z.number(), text: documentText.nullable() }),
  },
  /**
   * Returns a secret, as `phrases.start` does: the policy with its keys in the interface's export
   * format. Asks the vault with the passphrase, even when it is unlocked.
   */
  'policies.reveal': {
    reads: true,
    secret: true,
    input: policyId.extend({ passphrase: requiredSecret }),
    output: z.object({ text: secretDocument }),
  },
  /**
   * Like `policies.reveal`, but writes a file (mode 0600) to a path that the user picks. Null when
   * the user cancels.
   */
  'policies.saveWithKeys': {
    changes: [],
    secret: true,
    input: policyId.extend({ passphrase: requiredSecret }),
    output: longText.nullable(),
  },
  /**
   * Saves cardano-cli verification keys for the keys that this computer knows: one to a file, several to a
   * folder. Returns the paths; null when the user cancels.
   */
  'policies.savePublicKeys': {
    changes: [],
    input: policyId,
    output: listOf(longText).readonly().nullable(),
  },
  /**
   * Like `policies.saveWithKeys`, but as cardano-cli signing keys. They are private; each has its
   * own file.
   */
  'policies.saveKeyFiles': {
    changes: [],
    secret: true,
    input: policyId.extend({ passphrase: requiredSecret }),
    output: listOf(longText).readonly().nullable(),
  },
} as const satisfies WindowCalls
