import { z } from 'zod'
import type { WindowCalls, WindowEvents } from '../window/call.ts'
import {
  anyRecord,
  documentText,
  listOf,
  longText,
  recordOf,
  shortText,
} from '#values/bounds/bounded.ts'
import { exportFormat } from '../imports/export-formats.ts'
import { importFormat } from '../imports/import-formats.ts'
import { tableEncoding } from '#values/text/text-encoding.ts'
import {
  collectionChange,
  collectionRequest,
  fileTemplate,
  metadataTemplate,
  network,
  sparseCollection,
} from './collection.ts'
import { sparseToken, tokenChange } from '../tokens/token.ts'
import { countedProgress, payableAddress, utcTime } from '../fields.ts'
import { serviceNetwork } from '../network.ts'
import { secretText } from '../window/secret-text.ts'

/**
 * Where a new collection's policy comes from: the service generates it, or the vault has it with
 * its keys.
 */
export const policyChoice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('generate'), lockTime: utcTime.nullable() }),
  z.object({
    kind: z.literal('vault'),
    policyId: shortText,
    /** Id of the hosted account whose service may receive the signing keys; null for none. */
    sendKeysTo: shortText.nullable(),
  }),
])
export type PolicyChoice = z.output<typeof policyChoice>

/** The request of a new collection, with the choice of its policy. */
export const collectionForm = collectionRequest
  .omit({ royalty_confirmed: true })
  .extend({ policy: policyChoice })
export type CollectionForm = z.output<typeof collectionForm>

const inCollection = z.object({ accountId: shortText, collectionId: shortText })

/**
 * A token without the fields that only its detail view shows: the window keeps ten thousand of them
 * in memory.
 */
export const tokenRow = sparseToken
  .pick({
    id: true,
    asset_name: true,
    name: true,
    status: true,
    price: true,
    payment_link: true,
    awaits_confirmation: true,
    is_sold: true,
  })
  .extend({
    /** CIDv0 of the image for `/thumb/<cid>`; null without an image. */
    cid: shortText.nullable(),
    attributes: listOf(z.object({ name: longText, value: documentText })),
  })
export type TokenRow = z.output<typeof tokenRow>

/** All of a token, with what its row in the list shows. */
export const tokenViewSchema = sparseToken.extend(tokenRow.shape)
export type TokenView = z.output<typeof tokenViewSchema>

/** What can be edited of a token that is neither minted nor reserved. */
export const tokenEdit = tokenChange.pick({
  asset_name: true,
  name: true,
  description: true,
  metadata_attributes: true,
  custom_attributes: true,
})
export type TokenEdit = z.input<typeof tokenEdit>

/** What a creator says of a collection, which nothing seals and no chain fixes. */
export const collectionEdit = collectionChange.pick({
  name: true,
  description: true,
  url: true,
  cover: true,
  creator: true,
})
export type CollectionEdit = z.input<typeof collectionEdit>

export const fieldError = z.object({
  /** Path of the field in the form, such as `metadata.attributes.Paper` or `policy`. */
  field: shortText,
  message: longText,
})
export type FieldError = z.output<typeof fieldError>

/** A column of a table, and what becomes of it in a proposed collection. */
const proposedColumn = z.discriminatedUnion('kind', [
  /** An attribute of the template: a fixed text, or a tag that the column fills. */
  z.object({ kind: z.literal('attribute'), name: longText, text: longText }),
  /** An attribute of each token, given by the import. */
  z.object({
    kind: z.literal('each'),
    name: longText,
    /** `number`: another whole number in each row, as rows are numbered. */
    reason: z.enum(['blanks', 'gaps', 'custom', 'not_allowed', 'number']),
  }),
  z.object({
    kind: z.literal('left_out'),
    name: longText,
    reason: z.enum(['empty', 'repeated', 'ignored', 'thumbnail']),
  }),
])
export type ProposedColumn = z.output<typeof proposedColumn>

const proposal = z.object({
  name: longText,
  description: longText,
  /**
   * The template's description: the tag, or the one text of all tokens where it is longer than a
   * token's own may be.
   */
  tokenDescription: longText,
  /** How the folder was read, and why so. */
  source: z.object({ format: importFormat, reason: longText }),
  /** Rows of the table. */
  tokens: z.int(),
  columns: listOf(proposedColumn),
  /** The files beside each token's image, where the table names works. */
  files: listOf(fileTemplate),
  /** Rows whose description is longer than a token's may be. */
  longDescriptions: z.int(),
  /** What was noticed while the folder was read, such as values that were not; the first of them. */
  noticed: listOf(longText),
  /** How many more there were. */
  unlisted: z.int(),
  /**
   * What an import of the folder into the collection would stop at, before it decodes images. `rows`:
   * how many have an error; null where the table as a whole has one. `candidates`: the columns that
   * could fill the one that is missing. `fixes`: the rules whose fixes leave nothing that it would
   * stop at; empty where there are none.
   */
  open: z
    .object({
      rule: shortText,
      column: longText.nullable(),
      candidates: listOf(longText),
      message: longText,
      rows: z.int().nullable(),
      fixes: z.array(shortText).max(10),
    })
    .nullable(),
})
export type CollectionProposal = z.output<typeof proposal>

/** A token of a folder, as an import into the proposed collection would make it. */
const proposedToken = z.object({
  /** Empty where the folder's table does not get so far that an asset name is known. */
  assetName: shortText,
  name: longText,
  description: longText.nullable(),
  mediaType: shortText.nullable(),
  /** The file of its image in the app's own protocol, small with `?size=320`; null: it is no file. */
  picture: shortText.nullable(),
  /** What fills the tags of the collection, and what this token alone has. */
  tags: listOf(z.object({ tag: longText, value: documentText })),
  attributes: listOf(z.object({ name: longText, value: documentText })),
})
export type ProposedToken = z.output<typeof proposedToken>

export const collectionDetails = sparseCollection.extend({
  chain: serviceNetwork,
  /** Made by Coldpress for practice: the sample, or the collection of a rehearsal. */
  isPractice: z.boolean(),
  /** CIDs of images for the list: the cover, else some of the tokens' that are on this computer. */
  images: listOf(longText),
  /** CIDv0 of the cover; null without one. */
  coverCid: shortText.nullable(),
})
export type CollectionDetails = z.output<typeof collectionDetails>

const tokenExport = inCollection.extend({
  format: exportFormat,
  withFiles: z.boolean(),
  safeCells: z.boolean().default(false),
})

export const collectionCalls = {
  /** All collections of an account, newest first. */
  'collections.list': {
    reads: true,
    input: z.object({ accountId: shortText }),
    output: listOf(collectionDetails),
  },
  'collections.get': { reads: 'collection', input: inCollection, output: collectionDetails },
  /**
   * A collection for the tokens of a folder. `csv`: another table than the only one in the folder.
   * What may be read is that of `imports.open`.
   */
  'collections.propose': {
    reads: true,
    input: z.object({
      folder: shortText,
      csv: shortText.nullable(),
      sheet: shortText.optional(),
      encoding: tableEncoding.optional(),
      /** By default it is recognised. */
      format: importFormat.optional(),
    }),
    output: proposal.extend({ id: shortText }),
  },
  /**
   * The tokens of a proposal, in the order of its table: where an import would stop, the images of the
   * folder. The last few proposals are kept.
   */
  'collections.proposedTokens': {
    reads: true,
    input: z.object({
      proposal: shortText,
      offset: z.int().nonnegative(),
      limit: z.int().min(1).max(500),
    }),
    output: z.object({ tokens: listOf(proposedToken), total: z.int() }),
  },
  /**
   * Errors that can be found without asking the service. Empty when the form can be sent. `form`: a
   * `collectionForm` whose values may still be wrong.
   */
  'collections.check': {
    reads: true,
    input: z.object({ accountId: shortText, form: anyRecord }),
    output: listOf(fieldError),
  },
  /** The CIP-25 metadata that one token would get. */
  'collections.preview': {
    reads: true,
    input: z.object({
      metadata: metadataTemplate.optional(),
      network,
      policyId: shortText.nullable(),
      /** Values by tag, also of the token's own fields. A tag without a value is shown as itself. */
      values: recordOf(documentText),
      /** What the token alone has. */
      attributes: recordOf(documentText),
    }),
    output: z.object({
      assetName: documentText,
      metadata: anyRecord,
      errors: listOf(fieldError),
      bytes: z.int(),
    }),
  },
  'collections.create': {
    changes: [{ area: 'collections', by: ['accountId'] }, { area: 'policies' }],
    secret: true,
    input: z.object({
      accountId: shortText,
      form: collectionForm,
      /** The vault's passphrase again; required when `sendKeysTo` names a service. */
      passphrase: secretText.optional(),
    }),
    output: collectionDetails,
  },
  'collections.update': {
    answers: { of: 'collections.get' },
    changes: [{ area: 'collections', by: ['accountId'] }],
    input: inCollection.extend({ edit: collectionEdit }),
    output: collectionDetails,
  },
  /**
   * Changes who gets the income. Main asks about both addresses outside the page. Fails with
   * `vault_locked` while it is locked: the vault seals the address.
   */
  'collections.changePayout': {
    answers: { of: 'collections.get' },
    changes: [{ area: 'collections', by: ['accountId'] }],
    input: inCollection.extend({ payout_address: payableAddress }),
    output: collectionDetails,
  },
  /**
   * Deletes the collection at its service, with its tokens. A practice collection goes with what was
   * minted of it, and with its policy and key, unless they serve anything else.
   */
  'collections.remove': {
    changes: [{ area: 'collections' }, { area: 'policies' }, { area: 'events' }, { area: 'bin' }],
    input: inCollection,
    /** `isInBin`: it can be restored. */
    output: z.object({ withPolicy: z.boolean(), isInBin: z.boolean() }),
  },
  /** One page of at most 100, oldest first. */
  'tokens.page': {
    reads: true,
    input: inCollection.extend({ cursor: shortText.nullable() }),
    output: z.object({ tokens: listOf(tokenRow), cursor: shortText.nullable() }),
  },
  /** The newest tokens of all collections of the Local studios whose name has a text. */
  'tokens.find': {
    reads: true,
    input: z.object({ name: shortText.min(1).max(100) }),
    output: listOf(
      z.object({
        accountId: shortText,
        collectionId: shortText,
        tokenId: shortText,
        name: longText,
        assetName: shortText,
        /** CIDv0 of the image; null without one. */
        cid: shortText.nullable(),
      }),
    ),
  },
  'tokens.get': {
    reads: true,
    input: inCollection.extend({ tokenId: shortText }),
    output: tokenViewSchema,
  },
  'tokens.update': {
    answers: { of: 'tokens.get' },
    input: inCollection.extend({ tokenId: shortText, edit: tokenEdit }),
    output: tokenViewSchema,
  },
  /** The transaction that minted a token; null while none was sent, or when its service says none. */
  'tokens.mintTransaction': {
    reads: true,
    input: inCollection.extend({ tokenId: shortText }),
    output: z
      .object({
        txId: shortText,
        /** Its page on a block explorer, once it is in a block. */
        page: shortText.nullable(),
      })
      .nullable(),
  },
  'tokens.remove': {
    changes: [],
    input: inCollection.extend({ tokenId: shortText }),
    /** `isInBin`: it can be restored. */
    output: z.object({ isInBin: z.boolean() }),
  },
  /** Whether the studio's payment pages show how rare a token is. */
  'collections.publishRarity': {
    changes: [{ area: 'collection', by: ['collectionId'] }, { area: 'collections' }],
    input: inCollection.extend({ isPublished: z.boolean() }),
    output: z.null(),
  },
  /**
   * Withdraws the signing rounds and mints that say what the collection said before it was changed.
   * `reasons`: why others cannot be withdrawn.
   */
  'collections.withdrawOutdated': {
    changes: [
      { area: 'collection', by: ['collectionId'] },
      { area: 'rounds', by: ['collectionId'] },
      { area: 'sales', by: ['collectionId'] },
      { area: 'mints', by: ['collectionId'] },
    ],
    input: inCollection,
    output: z.object({ withdrawn: z.int(), reasons: listOf(longText) }),
  },
  /** What an export of the tokens would write, and what its format leaves out. */
  'tokens.exportSummary': {
    reads: 'alone',
    input: tokenExport,
    output: z.object({
      tokens: z.int(),
      files: z.int(),
      bytes: z.int(),
      /** Images and works that are not on this computer and keep their addresses. */
      elsewhere: z.int(),
      notHeld: listOf(longText),
      /** What a spreadsheet would run, as a sentence. */
      formulas: longText.nullable(),
    }),
  },
  /**
   * Writes the tokens in a format: a file where the user says, or a new folder in one that the user
   * picks. Returns its path, or null when the user cancels. `tokens.exported` reports the progress.
   */
  'tokens.export': { changes: [], input: tokenExport, output: longText.nullable() },
  /** Ends an export that is under way, with `cancelled`; nothing of it stays. */
  'tokens.stopExport': { changes: [], input: z.null(), output: z.null() },
  /** Writes the ranks of all tokens as a CSV. Returns the path that the user picked, or null. */
  'tokens.saveRarity': { changes: [], input: inCollection, output: longText.nullable() },
} as const satisfies WindowCalls

export const collectionEvents = {
  /** How far `tokens.export` is with its files. */
  'tokens.exported': { changes: [], payload: countedProgress },
} as const satisfies WindowEvents
