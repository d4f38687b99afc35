import { z } from 'zod'
import { documentText, listOf, longText, shortText } from '../bounded.ts'
import { transactionSummary, transactionWarning } from '../transactions.ts'
import { network as wireNetwork } from '../wire/collection.ts'
import { mint, mintKinds, mintStatuses, royaltyConfirmation, royaltyView } from '../wire/mint.ts'
import { scriptJson } from '../wire/script.ts'
import { fieldError } from './collections.ts'
import { chainNetwork } from './facts.ts'

const inCollection = z.object({ accountId: shortText, collectionId: shortText })
const oneMint = inCollection.extend({ mintId: shortText })

/** Decimal text. */
const lovelace = shortText

const transactionStatus = mint.shape.transactions.element.shape.status

/** A mint as a line of a list. */
const mintSummary = z.object({
  id: shortText,
  kind: z.enum(mintKinds),
  status: z.enum(mintStatuses),
  /** Built, and not to be signed before the user says so. */
  held: z.boolean(),
  message: longText.nullable(),
  tokens: z.int(),
  transactions: z.int(),
  confirmed: z.int(),
  createdAt: shortText,
})
export type MintSummary = z.output<typeof mintSummary>

const royalty = z.object({
  status: royaltyView.shape.status,
  message: longText.nullable(),
  address: shortText.nullable(),
  amount: lovelace.nullable(),
  paid: lovelace.nullable(),
  /** CIP-13: a wallet opens it with address and amount filled in; null when nothing is to be paid. */
  uri: shortText.nullable(),
  /** The service's own page of the payment. */
  paymentLink: shortText,
  mintId: shortText.nullable(),
  txId: shortText.nullable(),
  /** Where the transaction can be looked at. */
  page: shortText.nullable(),
  confirmations: z.int(),
  hasTestWallet: z.boolean(),
  /** Its rate and address, while nobody has confirmed them; it is neither paid for nor minted before. */
  unconfirmed: royaltyConfirmation.nullable(),
})
export type RoyaltyFacts = z.output<typeof royalty>

const key = z.object({ keyHash: shortText, here: z.boolean() })

/** What a mint of a collection would be paid from and signed with. */
const terms = z.object({
  network: wireNetwork,
  funding: z.object({
    address: shortText,
    /** Null when the service has no way to the chain. */
    lovelace: lovelace.nullable(),
    reserved: lovelace.nullable(),
    hasTestWallet: z.boolean(),
  }),
  policy: z.object({
    policyId: shortText,
    script: scriptJson,
    keys: listOf(key),
    /** Not all of its keys have to sign. */
    hasChoice: z.boolean(),
    /** As few as suffice, those that are here first; empty when none suffice any more. */
    suggested: listOf(longText),
  }),
})
export type MintTerms = z.output<typeof terms>

/** What is asked for, as it stands in the form: it may still be wrong. */
const mintForm = z.object({
  tokens: z.union([z.literal('all'), listOf(documentText)]),
  to: shortText,
  /** `own`: the collection's payment address. */
  funding: z.union([z.literal('own'), z.object({ address: shortText })]),
  /** Null: as few as suffice. */
  signers: listOf(shortText).nullable(),
  validForSeconds: z.int().nullable(),
})
export type MintForm = z.output<typeof mintForm>

const mintTransaction = z.object({
  txId: shortText,
  status: transactionStatus,
  confirmations: z.int(),
  /** Bytes, once everybody has signed. */
  size: z.int(),
  fee: lovelace,
  tokens: z.int(),
  missing: listOf(shortText),
  message: longText.nullable(),
  /** Where it can be looked at, once it is in a block. */
  page: shortText,
})
export type MintTransactionFacts = z.output<typeof mintTransaction>

const mintFacts = mintSummary.extend({
  network: chainNetwork,
  collectionName: longText,
  policyId: shortText,
  fundingAddress: shortText,
  /** One line for each address, with how many tokens it receives. */
  receivers: listOf(z.object({ address: shortText, tokens: z.int() })),
  all: listOf(mintTransaction),
  /** Confirmations after which a transaction counts as final. */
  wanted: z.int(),
  validUntil: shortText,
  validUntilSlot: shortText,
  /** Whoever signs, once each. `done`: all that they are to sign. */
  signers: listOf(key.extend({ pays: z.boolean(), done: z.boolean() })),
  /** The mint at the signing inbox of this machine, and whether it has signatures that are not here. */
  signingRequest: z.object({ requestId: shortText, hasMore: z.boolean() }).nullable(),
  updatedAt: shortText,
})
export type MintFacts = z.output<typeof mintFacts>

/** What a mint does, decoded from the bytes that get signed. */
const review = z.object({
  transactions: listOf(
    z.object({
      txId: shortText,
      fee: lovelace,
      tokens: z.int(),
      /** What the outputs hold that hold new tokens: the ledger's least, which goes along with them. */
      along: lovelace,
      bytes: z.int(),
      limit: z.int(),
      ...transactionSummary.pick({ netChange: true, unprovedInputs: true }).shape,
    }),
  ),
  totals: z.object({
    /** Taken from outside, that is from outputs that no transaction of the mint makes. */
    taken: lovelace,
    along: lovelace,
    fees: lovelace,
    /** Back to where it was taken from. */
    returned: lovelace,
    /** To any other address, without tokens. */
    elsewhere: lovelace,
  }),
  /** Each once, the gravest first. */
  warnings: listOf(transactionWarning),
})
export type MintReview = z.output<typeof review>

/** Files that the user picked, or text that was pasted or dropped. */
const source = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), path: shortText }),
  z.object({
    kind: z.literal('text'),
    text: documentText.max(4_000_000),
    name: longText.max(255).nullable(),
  }),
])

export const mintingCalls = {
  /** `canMint`: the service mints for own use; others than the studio do not. Newest first. */
  'minting.list': {
    input: inCollection,
    output: z.object({ canMint: z.boolean(), mints: listOf(mintSummary) }),
  },
  /** How far the royalty token is; null for a collection without a royalty. */
  'minting.royalty': { input: inCollection, output: royalty.nullable() },
  /** Pays what is missing for the royalty token out of the devnet's test wallet. */
  'minting.payRoyalty': { input: inCollection, output: royalty.nullable() },
  /** Confirms rate and address as they were shown. Main asks too, outside the devnet. */
  'minting.confirmRoyalty': {
    input: inCollection.extend(royaltyConfirmation.shape),
    output: royalty.nullable(),
  },
  /** Mints the royalty token again after it failed. */
  'minting.retryRoyalty': { input: inCollection, output: royalty.nullable() },
  'minting.terms': { input: inCollection, output: terms },
  /** Pays to the collection's payment address out of the devnet's test wallet, and waits for the block. */
  'minting.fund': { input: inCollection.extend({ lovelace }), output: terms },
  /** Errors of `to`, `funding` and `signers` that can be told without the service. */
  'minting.check': { input: inCollection.extend({ form: mintForm }), output: listOf(fieldError) },
  /** Builds the mint and holds it: nothing is signed. */
  'minting.build': { input: inCollection.extend({ form: mintForm }), output: mintFacts },
  'minting.show': { input: oneMint, output: mintFacts },
  'minting.review': { input: oneMint, output: review },
  /**
   * Signs what the vault can sign, and sends the mint once everybody has signed. `vault_locked`
   * before anything changes when the vault has keys of it and is locked.
   */
  'minting.sign': { input: oneMint, output: mintFacts },
  /** Signatures that others made. */
  'minting.addWitnesses': { input: oneMint.extend({ source }), output: mintFacts },
  /** The signatures that were made at the signing inbox of this machine. */
  'minting.importSignatures': { input: oneMint, output: mintFacts },
  /** Puts it on the signing inbox of this machine; answers the request there. */
  'minting.openInInbox': { input: oneMint, output: z.object({ requestId: shortText }) },
  /** Saves it as a signing request where the user says; null when they changed their mind. */
  'minting.saveRequest': { input: oneMint, output: longText.nullable() },
  'minting.cancel': { input: oneMint, output: z.null() },
} as const

/** A mint has ended, well or not. */
export const mintingEnded = inCollection.extend({
  mintId: shortText,
  status: z.enum(mintStatuses),
})
