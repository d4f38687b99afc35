import { z } from 'zod'
import { documentText, listOf, longText, shortText } from '../bounded.ts'
import { chainNetwork, inspectedPolicy, policyFacts } from './facts.ts'
import { secretDocument, secretText } from './secret-text.ts'

export const policyId = z.object({ policyId: shortText })

/** What a policy is read from: a file that the user picked, or pasted text. */
export const policySource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), path: shortText }),
  z.object({ kind: z.literal('text'), text: secretText }),
])

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
