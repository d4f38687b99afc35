import { z } from 'zod'
import { documentText, listOf, shortText } from '#values/bounds/bounded.ts'
import { KeyHash, PolicyId } from '#cardano/ids.ts'
import type { PolicyKey } from '#cardano/keys.ts'
import type {
  KeptWallet,
  OrderedTransaction,
  PaymentWallet,
  WalletIndex,
} from '#keys/policy-keys.ts'
import { type Seal, type Statement, statement as statementShape } from '#keys/seal/seal.ts'
import { Secret } from '#platform/secret/secret.ts'

/** Schemas of the fields in process messages: as sent, and as parsed. */

/**
 * Secrets travel as bytes, which can be wiped, never as text. The link wipes all bytes that pass
 * through it: the sender passes a copy, and a receiver that keeps a secret copies it.
 */
export const secret = z.instanceof(Uint8Array).transform((bytes) => Secret.ofBytes(bytes))

/** A copy to send; the owner keeps the secret. */
export const copyOf = (held: Secret) => held.use((bytes) => Uint8Array.from(bytes))

/** A copy to send; the original is wiped. */
export const copyAndWipe = (held: Secret) => {
  const bytes = copyOf(held)
  held.wipe()
  return bytes
}

/** Text parsed by a function that throws on errors. */
export const parsedBy = <T>(read: (text: string) => T) =>
  documentText.transform((text, context) => {
    try {
      return read(text)
    } catch {
      context.addIssue('not what it should be')
      return z.NEVER
    }
  })

export const keyHash = parsedBy(KeyHash)
export const policyId = parsedBy(PolicyId)

export const walletIndex = z.strictObject({
  wallet: shortText,
  index: z.int(),
}) satisfies z.ZodType<WalletIndex>

export const paymentWallet = z.strictObject({
  id: shortText,
  accountKey: shortText,
}) satisfies z.ZodType<PaymentWallet>

export const keptWallet = paymentWallet.extend({
  isWatched: z.boolean(),
  createdAt: shortText,
}) satisfies z.ZodType<KeptWallet>

export const witness = z.strictObject({ publicKey: shortText, signature: shortText })

export const statements = listOf(statementShape) satisfies z.ZodType<Statement[]>

const seal = z.strictObject({
  text: documentText,
  signature: shortText,
}) satisfies z.ZodType<Seal>
export const seals = listOf(seal)

export const transaction = z.instanceof(Uint8Array)

export const orderedTransaction = z.strictObject({
  transaction,
  keyHash,
  walletIndex: walletIndex.optional(),
  order: seal,
  collection: seal.optional(),
}) satisfies z.ZodType<OrderedTransaction>

/** A copy to send: sent bytes are wiped. */
export const copyOfOrdered = (ordered: OrderedTransaction): z.input<typeof orderedTransaction> => ({
  ...ordered,
  transaction: Uint8Array.from(ordered.transaction),
})

export const policyKey = z.strictObject({
  kind: z.enum(['ed25519', 'ed25519e']),
  keyHash,
  publicKey: shortText,
  secret,
})

/** A copy to send. */
export const copyOfKey = (key: PolicyKey): z.input<typeof policyKey> => ({
  ...key,
  secret: copyOf(key.secret),
})

/** For calls without input or output. */
export const nothing = z.void()
