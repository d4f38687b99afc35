import { z } from 'zod'
import type { Effect, WindowCalls, WindowEvents } from '../window/call.ts'
import { documentText, listOf, longText, shortText } from '#values/bounds/bounded.ts'
import { limits } from '#values/bounds/limits.ts'
import { mintRehearsalProgress, mintRehearsalState } from './mint-rehearsal.ts'
import { mintReceiver } from '../signing/mint-receivers.ts'
import { transactionSummary, transactionWarning } from '../signing/transactions.ts'
import { countedProgress } from '../fields.ts'
import { finality } from './finality.ts'
import {
  burnRequest,
  funding,
  mint,
  mintEstimate,
  mintKinds,
  mintRequest,
  mintStatuses,
  royaltyConfirmation,
  royaltyView,
} from './mint.ts'
import { scriptJson } from '../policies/script.ts'
import { acceptedImages } from './accepted-images.ts'
import { chosenTokens } from './chosen-tokens.ts'
import { fieldError } from '../collections/calls.ts'
import { chainNetwork, serviceNetwork } from '../network.ts'

const inCollection = z.object({ accountId: shortText, collectionId: shortText })
const oneMint = inCollection.extend({ mintId: shortText })

/** Decimal text. */
const lovelace = shortText

/** An amount that is asked for: no more digits than all ADA have. */
const wholeLovelace = lovelace.regex(
  /^\d{1,17}$/u,
  'not a whole number of lovelace; write digits alone',
)

const mintTransaction = mint.shape.transactions.element
  .pick({
    tx_id: true,
    status: true,
    confirmations: true,
    size: true,
    fee: true,
    required_signers: true,
    missing: true,
    message: true,
  })
  .extend({
    /** How many tokens it mints or burns. */
    tokens: z.int(),
    /** Its page on a block explorer; in the list once it is in a block. */
    page: shortText.nullable(),
  })
export type MintTransactionView = z.output<typeof mintTransaction>

/** A mint as a row of the list: as its service says it, with what this computer adds. */
const mintSummary = mint.omit({ script: true, parameters: true, tokens: true }).extend({
  tokenCount: z.int(),
  /** The IDs of a few of its tokens, to recognise it by. */
  firstTokens: listOf(shortText),
  transactions: listOf(mintTransaction),
})
export type MintSummary = z.output<typeof mintSummary>

const royalty = royaltyView.extend({
  /**
   * CIP-13: a wallet opens it with address and amount filled in. Null when nothing has to be paid.
   */
  uri: shortText.nullable(),
  /** The transaction's page on a block explorer. */
  page: shortText.nullable(),
  hasTestWallet: z.boolean(),
  /**
   * Rate and address that the user has not confirmed yet. Before that, the royalty token is neither
   * paid for nor minted.
   */
  unconfirmed: royaltyConfirmation.nullable(),
  /** What its token says, or will say. */
  terms: royaltyConfirmation.nullable(),
})
export type RoyaltyDetails = z.output<typeof royalty>

const key = z.object({ keyHash: shortText, here: z.boolean() })

/** What a mint of a collection can be paid from and signed with. */
const terms = z.object({
  network: serviceNetwork,
  funding: funding.extend({ hasTestWallet: z.boolean() }),
  policy: z.object({
    policyId: shortText,
    script: scriptJson,
    keys: listOf(key),
    /** The script does not need all of its keys. */
    hasChoice: z.boolean(),
    /** The fewest keys that suffice, those in the vault first. Empty when none suffice any more. */
    suggested: listOf(longText),
  }),
})
export type MintTerms = z.output<typeof terms>

/** A mint's request while the user fills in its form. Its values may still be wrong. */
const mintDraft = mintRequest.omit({ hold: true }).extend({
  tokens: chosenTokens,
  to: shortText,
  funding: mintRequest.shape.funding.unwrap(),
  signers: listOf(shortText).optional(),
  valid_for_seconds: z.int().optional(),
})
export type MintDraftRequest = z.output<typeof mintDraft>

/** A burn's request while the user fills in its form. Its values may still be wrong. */
const burnDraft = burnRequest.omit({ hold: true }).extend({
  tokens: listOf(documentText),
  addresses: listOf(shortText),
  ...mintDraft.pick({ funding: true, signers: true, valid_for_seconds: true }).shape,
})
export type BurnDraftRequest = z.output<typeof burnDraft>

const mintDetails = mintSummary.extend({
  network: chainNetwork,
  collectionName: longText,
  /** A row for each address, with the number of tokens it receives. Of a burn: where they are burned. */
  receivers: listOf(z.object({ address: shortText, tokens: z.int() })),
  /** Confirmations after which a transaction is confirmed. */
  wanted: z.int(),
  /** Null until all transactions are confirmed. */
  finality: finality.nullable(),
  validUntil: shortText,
  validUntilSlot: shortText,
  /**
   * Each signer once. `owner`: of an address whose tokens are burned. `done`: all of their
   * signatures are there.
   */
  signers: listOf(key.extend({ role: z.enum(['policy', 'payer', 'owner']), done: z.boolean() })),
  /** The first of the tokens that a burn is about. */
  shownTokens: listOf(z.object({ id: shortText, name: longText, cid: shortText.nullable() })),
  /** The asset name of every token that a burn is about. */
  burned: listOf(longText),
  /**
   * The mint in the signing inbox of this computer, and whether the inbox has signatures that the
   * mint lacks.
   */
  signingRequest: z.object({ requestId: shortText, hasMore: z.boolean() }).nullable(),
  /** Its time ended, and it can be built again. */
  canRebuild: z.boolean(),
})
export type MintDetails = z.output<typeof mintDetails>

/** The effects of a mint, decoded from the bytes to be signed. */
const review = z.object({
  transactions: listOf(
    z.object({
      txId: shortText,
      fee: lovelace,
      tokens: z.int(),
      /** The minimum ADA of the outputs with new tokens. It goes to their receivers. */
      along: lovelace,
      bytes: z.int(),
      limit: z.int(),
      ...transactionSummary.pick({ netChange: true, unprovedInputs: true }).shape,
    }),
  ),
  /** The tokens that it mints, with name and image as the metadata in the bytes has them. */
  tokens: listOf(z.object({ assetName: longText, name: longText, cid: shortText.nullable() })),
  receivers: listOf(mintReceiver),
  totals: z.object({
    /** Inputs that no transaction of the mint makes. */
    taken: lovelace,
    along: lovelace,
    fees: lovelace,
    /** Change: back to the addresses of the inputs. */
    returned: lovelace,
    /** To other addresses, without tokens. */
    elsewhere: lovelace,
  }),
  /** Each warning once, the most serious first. */
  warnings: listOf(transactionWarning),
})
export type MintReview = z.output<typeof review>

/** A rehearsal of a mint on the devnet. */
const mintRehearsalRun = z.object({
  state: z.enum(['none', 'running', 'stopping', 'over']),
  collectionId: shortText.nullable(),
  progress: mintRehearsalProgress.nullable(),
  error: longText.nullable(),
})
export type MintRehearsalRun = z.output<typeof mintRehearsalRun>

/** Files that the user picked, or text that the user pasted or dropped. */
export const signingSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), path: shortText }),
  z.object({
    kind: z.literal('text'),
    text: documentText.max(limits.signingRequestBytes),
    name: longText.max(255).nullable(),
  }),
])

const changedMint = {
  answers: { of: 'minting.show' },
  changes: [{ area: 'mints', by: ['collectionId', 'mintId'] }],
} as const satisfies Effect
const newMint = {
  answers: { of: 'minting.show', from: { mintId: 'id' } },
  changes: [{ area: 'mints', by: ['collectionId'] }],
} as const satisfies Effect
const changedRoyalty = {
  answers: { of: 'minting.royalty' },
  changes: [{ area: 'mints', by: ['collectionId'] }],
} as const satisfies Effect

export const mintingCalls = {
  /** `canMint`: the service mints for own use; only the studio does. Newest first. */
  'minting.list': {
    reads: 'mints',
    input: inCollection,
    output: z.object({ canMint: z.boolean(), mints: listOf(mintSummary) }),
  },
  /** The state of the royalty token; null for a collection without a royalty. */
  'minting.royalty': { reads: 'royalties', input: inCollection, output: royalty.nullable() },
  /** Pays the missing amount for the royalty token from the devnet's test wallet. */
  'minting.payRoyalty': { ...changedRoyalty, input: inCollection, output: royalty.nullable() },
  /**
   * Confirms the rate and the address that were shown. Outside the devnet the main process also
   * asks with a dialog.
   */
  'minting.confirmRoyalty': {
    ...changedRoyalty,
    input: inCollection.extend({
      ...royaltyConfirmation.shape,
      skipsRehearsal: z.boolean().optional(),
    }),
    output: royalty.nullable(),
  },
  /** Mints the royalty token again after it failed. */
  'minting.retryRoyalty': { ...changedRoyalty, input: inCollection, output: royalty.nullable() },
  /** How long there is to sign the royalty token's transaction once it is paid for. */
  'minting.setRoyaltyTime': {
    ...changedRoyalty,
    input: inCollection.extend({ validForSeconds: z.int() }),
    output: royalty.nullable(),
  },
  'minting.terms': { reads: true, input: inCollection, output: terms },
  /**
   * Pays to the collection's payment address from the devnet's test wallet, and waits for the
   * block.
   */
  'minting.fund': {
    answers: { of: 'minting.terms' },
    changes: [{ area: 'estimates', by: ['collectionId'] }],
    input: inCollection.extend({ lovelace: wholeLovelace }),
    output: terms,
  },
  /** Errors of `to`, `funding` and `signers` that can be found without the service. */
  'minting.check': {
    reads: true,
    input: inCollection.extend({ form: mintDraft }),
    output: listOf(fieldError),
  },
  /**
   * What the mint would cost and what is missing for it. The next one for the collection ends the
   * one before, with `cancelled`.
   */
  'minting.estimate': {
    reads: 'estimates',
    input: inCollection.extend({ form: mintDraft }),
    output: mintEstimate,
  },
  /** How the tokens stand to their rehearsal; null where a mint asks for none. */
  'minting.rehearsalState': {
    reads: true,
    input: inCollection.extend({ tokens: mintDraft.shape.tokens }),
    output: mintRehearsalState.nullable(),
  },
  /**
   * How many images of these tokens exist on this computer only, and how many of the others were
   * not fetched yet through the IPFS gateway of the settings. None on the devnet.
   */
  'minting.images': {
    reads: 'mintImages',
    input: inCollection.extend({ tokens: mintDraft.shape.tokens }),
    output: z.object({ local: z.int(), unfetched: z.int(), gateway: shortText }),
  },
  /** Fetches them; those that the gateway does not give are named. */
  'minting.fetchImages': {
    changes: [{ area: 'mintImages', by: ['collectionId'] }],
    input: inCollection.extend({ tokens: mintDraft.shape.tokens }),
    output: z.object({ missing: z.int(), reasons: listOf(longText) }),
  },
  /** The fetching that runs ends with `cancelled`. What was fetched stays known. */
  'minting.stopFetching': { changes: [], input: z.null(), output: z.null() },
  /** Mints the same tokens on the devnet, in the background. */
  'minting.rehearse': {
    answers: { of: 'minting.rehearsal' },
    input: inCollection.extend({ tokens: mintDraft.shape.tokens }),
    output: mintRehearsalRun,
  },
  /** The rehearsal that runs, or ran last since the start. */
  'minting.rehearsal': { reads: true, input: z.null(), output: mintRehearsalRun },
  'minting.stopRehearsal': {
    answers: { of: 'minting.rehearsal' },
    input: z.null(),
    output: mintRehearsalRun,
  },
  /**
   * Builds the mint and holds it. Nothing is signed. The first one of a collection on mainnet fails
   * with rule `rehearsal` unless it was rehearsed. Outside the devnet it fails with rule
   * `images_only_here` while images exist on this computer only, and with `images_not_fetched`
   * while the IPFS gateway has not given all others.
   */
  'minting.build': {
    ...newMint,
    input: inCollection.extend({
      form: mintDraft,
      skipsRehearsal: z.boolean().optional(),
      ...acceptedImages,
    }),
    output: mintDetails,
  },
  /** The addresses that tokens were minted to, where the service knows them: the most likely ones. */
  'minting.mintedTo': {
    reads: true,
    input: inCollection.extend({ tokens: listOf(documentText) }),
    output: listOf(shortText),
  },
  /** As `minting.estimate`, of a burn. */
  'minting.estimateBurn': {
    reads: 'estimates',
    input: inCollection.extend({ form: burnDraft }),
    output: mintEstimate,
  },
  /** Builds the burn and holds it. Nothing is signed; the burn is a mint from then on. */
  'minting.buildBurn': {
    ...newMint,
    input: inCollection.extend({ form: burnDraft }),
    output: mintDetails,
  },
  /** Builds a mint again whose time ended, and holds it. Null: with as much time as before. */
  'minting.rebuild': {
    ...newMint,
    input: oneMint.extend({ validForSeconds: z.int().nullable() }),
    output: mintDetails,
  },
  'minting.show': { reads: 'mints', input: oneMint, output: mintDetails },
  'minting.review': { reads: 'mints', input: oneMint, output: review },
  /**
   * Adds the vault's signatures, and sends the mint when no others are missing. Fails with
   * `vault_locked` before anything changes when the vault is locked and has keys of the mint.
   */
  'minting.sign': { ...changedMint, input: oneMint, output: mintDetails },
  /** Adds signatures of other signers. */
  'minting.addWitnesses': {
    ...changedMint,
    input: oneMint.extend({ source: signingSource }),
    output: mintDetails,
  },
  /** Adds the signatures from the signing inbox of this computer. */
  'minting.importSignatures': { ...changedMint, input: oneMint, output: mintDetails },
  /** Adds the mint to the signing inbox of this computer. Returns the id of the request there. */
  'minting.openInInbox': {
    changes: [{ area: 'mints', by: ['collectionId', 'mintId'] }],
    input: oneMint,
    output: z.object({ requestId: shortText }),
  },
  /** Saves the mint as a signing request to a path that the user picks; null when they cancel. */
  'minting.saveRequest': { changes: [], input: oneMint, output: longText.nullable() },
  'minting.cancel': {
    changes: [
      { area: 'mints', by: ['collectionId', 'mintId'] },
      { area: 'collection', by: ['collectionId'] },
    ],
    input: oneMint,
    output: z.null(),
  },
} as const satisfies WindowCalls

export const mintingEvents = {
  /** A mint succeeded or failed. */
  'minting.ended': {
    changes: [
      { area: 'mints', by: ['collectionId'] },
      { area: 'royalties', by: ['collectionId'] },
      { area: 'collection', by: ['collectionId'] },
      { area: 'tokens', by: ['collectionId'] },
    ],
    payload: inCollection.extend({
      mintId: shortText,
      status: z.enum(mintStatuses),
      kind: z.enum(mintKinds),
      tokens: z.int(),
      collectionName: longText,
    }),
  },
  /** How far `minting.fetchImages` is. */
  'minting.imagesFetched': { changes: [], payload: countedProgress },
} as const satisfies WindowEvents
