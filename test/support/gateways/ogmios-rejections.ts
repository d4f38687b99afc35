import { enterpriseAddress } from '#cardano/addresses.ts'
import { KeyHash } from '#cardano/ids.ts'

/*
 * What Ogmios says of a transaction that the ledger rejects. Source:
 * https://github.com/CardanoSolutions/ogmios/tree/435189a/docs/static/api, `SubmitTransactionFailure` in
 * `ogmios.json` of v6.14 and v7.0. The words are Ogmios's own; `data` has the fields of each, whose values
 * are samples and not those of the transaction.
 */

export type OgmiosFailure = {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

const hash = '5e'.repeat(28)
const digest = 'd0'.repeat(32)
const ada = (lovelace: number) => ({ ada: { lovelace } })
const address = enterpriseAddress(KeyHash(hash), 'devnet')

/** By the cause that Coldpress reads in it. */
export const ogmiosRejections: Readonly<Record<string, OgmiosFailure>> = {
  witnesses: {
    code: 3101,
    message: 'Some signatures are missing.',
    data: { missingSignatories: [hash] },
  },
  script: {
    code: 3103,
    message: 'The transaction contains failing phase-1 monetary scripts (a.k.a. native scripts).',
    data: { failingNativeScripts: [hash] },
  },
  metadata: {
    code: 3107,
    message:
      "There's a mismatch between the provided metadata hash digest and the one computed from the actual metadata.",
    data: { provided: { hash: digest }, computed: { hash: '00'.repeat(32) } },
  },
  inputs_spent: {
    code: 3117,
    message: 'The transaction contains unknown UTxO references as inputs.',
    data: { unknownOutputReferences: [{ transaction: { id: digest }, index: 0 }] },
  },
  outside_validity: {
    code: 3118,
    message: 'The transaction is outside of its validity interval.',
    data: { validityInterval: { invalidBefore: 1, invalidAfter: 2 }, currentSlot: 3 },
  },
  size: {
    code: 3119,
    message: 'The transaction exceeds the maximum size allowed by the protocol.',
    data: {
      measuredTransactionSize: { bytes: 16_385 },
      maximumTransactionSize: { bytes: 16_384 },
    },
  },
  fee: {
    code: 3122,
    message:
      "Insufficient fee! The transaction doesn't not contain enough fee to cover the minimum required by the protocol.",
    data: { minimumRequiredFee: ada(170_000), providedFee: ada(169_999) },
  },
  value: {
    code: 3123,
    message: 'In and out value not conserved.',
    data: { valueConsumed: ada(2_000_000), valueProduced: ada(1_999_999) },
  },
  network: {
    code: 3124,
    message: 'Some discriminated entities in the transaction are configured for another network.',
    data: { expectedNetwork: 'testnet', discriminatedType: 'address', invalidEntities: [address] },
  },
  least_amount: {
    code: 3125,
    message: 'Some outputs have an insufficient amount of Ada attached to them.',
    data: {
      insufficientlyFundedOutputs: [
        { output: { address, value: ada(1) }, minimumRequiredValue: ada(978_370) },
      ],
    },
  },
}

/** A transaction whose inputs are all spent, which the mempool refuses by a rule of its own. */
export const mempoolRejection = (reason: string): OgmiosFailure => ({
  code: 3997,
  message:
    'A transaction was rejected due to custom rules that prevented it from entering the mempool.',
  data: { error: reason },
})

/** Bytes that are no transaction of any era. */
export const unreadable = (reason: string): OgmiosFailure => ({
  code: -32_602,
  message: 'Invalid transaction; It looks like it is malformed.',
  data: Object.fromEntries(
    ['shelley', 'allegra', 'mary', 'alonzo', 'babbage', 'conway'].map((era) => [era, reason]),
  ),
})
