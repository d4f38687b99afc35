import { z } from 'zod'
import { transactionWarning } from '../transactions.ts'
import { network as wireNetwork } from '../wire/collection.ts'
import { mint, mintKinds, mintStatuses, royaltyView } from '../wire/mint.ts'
import { scriptJson } from '../wire/script.ts'
import { fieldFault } from './collections.ts'
import { chainNetwork } from './facts.ts'

const inCollection = z.object({ accountId: z.string(), collectionId: z.string() })
const oneMint = inCollection.extend({ mintId: z.string() })

/** Decimal text. */
const lovelace = z.string()

const transactionStatus = mint.shape.transactions.element.shape.status

/** A mint as a line of a list. */
const mintLine = z.object({
  id: z.string(),
  kind: z.enum(mintKinds),
  status: z.enum(mintStatuses),
  /** Built, and not to be signed before the user says so. */
  held: z.boolean(),
  message: z.string().nullable(),
  tokens: z.int(),
  transactions: z.int(),
  confirmed: z.int(),
  createdAt: z.string(),
})
export type MintLine = z.output<typeof mintLine>

const royalty = z.object({
  status: royaltyView.shape.status,
  message: z.string().nullable(),
  address: z.string().nullable(),
  amount: lovelace.nullable(),
  paid: lovelace.nullable(),
  /** CIP-13: a wallet opens it with address and amount filled in; null when nothing is to be paid. */
  uri: z.string().nullable(),
  /** The service's own page of the payment. */
  paymentLink: z.string(),
  mintId: z.string().nullable(),
  txId: z.string().nullable(),
  /** Where the transaction can be looked at. */
  page: z.string().nullable(),
  confirmations: z.int(),
  hasTestWallet: z.boolean(),
})
export type RoyaltyFacts = z.output<typeof royalty>

const key = z.object({ keyHash: z.string(), here: z.boolean() })

/** What a mint of a collection would be paid from and signed with. */
const terms = z.object({
  network: wireNetwork,
  funding: z.object({
    address: z.string(),
    /** Null when the service has no way to the chain. */
    lovelace: lovelace.nullable(),
    reserved: lovelace.nullable(),
    hasTestWallet: z.boolean(),
  }),
  policy: z.object({
    policyId: z.string(),
    script: scriptJson,
    keys: z.array(key),
    /** Not all of its keys have to sign. */
    hasChoice: z.boolean(),
    /** As few as suffice, those that are here first; empty when none suffice any more. */
    suggested: z.array(z.string()),
  }),
})
export type MintTerms = z.output<typeof terms>

/** What is asked for, as it stands in the form: it may still be at fault. */
const mintForm = z.object({
  tokens: z.union([z.literal('all'), z.array(z.string())]),
  to: z.string(),
  /** `own`: the collection's payment address. */
  funding: z.union([z.literal('own'), z.object({ address: z.string() })]),
  /** Null: as few as suffice. */
  signers: z.array(z.string()).nullable(),
  validForSeconds: z.int().nullable(),
})
export type MintForm = z.output<typeof mintForm>

const mintTransaction = z.object({
  txId: z.string(),
  status: transactionStatus,
  confirmations: z.int(),
  /** Bytes, once everybody has signed. */
  size: z.int(),
  fee: lovelace,
  tokens: z.int(),
  missing: z.array(z.string()),
  message: z.string().nullable(),
  /** Where it can be looked at, once it is in a block. */
  page: z.string(),
})
export type MintTransactionFacts = z.output<typeof mintTransaction>

const mintFacts = mintLine.extend({
  network: chainNetwork,
  collectionName: z.string(),
  policyId: z.string(),
  fundingAddress: z.string(),
  /** One line for each address, with how many tokens it receives. */
  receivers: z.array(z.object({ address: z.string(), tokens: z.int() })),
  all: z.array(mintTransaction),
  /** Confirmations after which a transaction counts as final. */
  wanted: z.int(),
  validUntil: z.string(),
  validUntilSlot: z.string(),
  /** Whoever signs, once each. `done`: all that they are to sign. */
  signers: z.array(key.extend({ pays: z.boolean(), done: z.boolean() })),
  /** The mint at the signing desk of this machine, and whether it has signatures that are not here. */
  desk: z.object({ requestId: z.string(), hasMore: z.boolean() }).nullable(),
  updatedAt: z.string(),
})
export type MintFacts = z.output<typeof mintFacts>

/** What a mint does, decoded from the bytes that get signed. */
const judgement = z.object({
  transactions: z.array(
    z.object({
      txId: z.string(),
      fee: lovelace,
      tokens: z.int(),
      /** What the outputs hold that hold new tokens: the ledger's least, which goes along with them. */
      along: lovelace,
      bytes: z.int(),
      limit: z.int(),
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
  warnings: z.array(transactionWarning),
})
export type MintJudgement = z.output<typeof judgement>

/** Files that the user picked, or text that was pasted or dropped. */
const source = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), path: z.string() }),
  z.object({
    kind: z.literal('text'),
    text: z.string().max(4_000_000),
    name: z.string().max(255).nullable(),
  }),
])

export const mintingCalls = {
  /** `canMint`: the service mints for own use; others than the studio do not. Newest first. */
  'minting.list': {
    input: inCollection,
    output: z.object({ canMint: z.boolean(), mints: z.array(mintLine) }),
  },
  /** How far the royalty token is; null for a collection without a royalty. */
  'minting.royalty': { input: inCollection, output: royalty.nullable() },
  /** Pays what is missing for the royalty token out of the devnet's test wallet. */
  'minting.payRoyalty': { input: inCollection, output: royalty.nullable() },
  /** Mints the royalty token again after it failed. */
  'minting.retryRoyalty': { input: inCollection, output: royalty.nullable() },
  'minting.terms': { input: inCollection, output: terms },
  /** Pays to the collection's payment address out of the devnet's test wallet, and waits for the block. */
  'minting.fund': { input: inCollection.extend({ lovelace }), output: terms },
  /** Faults of `to`, `funding` and `signers` that can be told without the service. */
  'minting.check': { input: inCollection.extend({ form: mintForm }), output: z.array(fieldFault) },
  /** Builds the mint and holds it: nothing is signed. */
  'minting.build': { input: inCollection.extend({ form: mintForm }), output: mintFacts },
  'minting.show': { input: oneMint, output: mintFacts },
  'minting.judge': { input: oneMint, output: judgement },
  /**
   * Signs what the vault can sign, and sends the mint once everybody has signed. `vault_locked`
   * before anything changes when the vault has keys of it and is locked.
   */
  'minting.sign': { input: oneMint, output: mintFacts },
  /** Signatures that others made. */
  'minting.addWitnesses': { input: oneMint.extend({ source }), output: mintFacts },
  /** The signatures that were made at the signing desk of this machine. */
  'minting.takeFromDesk': { input: oneMint, output: mintFacts },
  /** Puts it on the signing desk of this machine; answers the request there. */
  'minting.toDesk': { input: oneMint, output: z.object({ requestId: z.string() }) },
  /** Saves it as a signing request where the user says; null when they changed their mind. */
  'minting.saveRequest': { input: oneMint, output: z.string().nullable() },
  'minting.cancel': { input: oneMint, output: z.null() },
} as const

/** A mint has ended, well or not. */
export const mintingEnded = inCollection.extend({
  mintId: z.string(),
  status: z.enum(mintStatuses),
})
