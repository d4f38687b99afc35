import { z } from 'zod'
import { collection, metadataTemplate, network } from '../wire/collection.ts'
import { token } from '../wire/token.ts'

/** Where a new collection's policy comes from: made by the service, or one of this vault with its keys. */
export const policyChoice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('generate'), lockTime: z.string().nullable() }),
  z.object({
    kind: z.literal('vault'),
    policyId: z.string(),
    /** Id of the hosted account whose service the user lets have the signing keys; null: of none. */
    sendKeysTo: z.string().nullable(),
  }),
])
export type PolicyChoice = z.output<typeof policyChoice>

/**
 * The form of a new collection as it is being filled in: what stands in it may still be at fault, so
 * only its shape is checked here. The rules are the wire's; `collections.check` tells the faults.
 */
export const collectionForm = z.object({
  name: z.string(),
  url: z.string().optional(),
  description: z.string().optional(),
  payout_address: z.union([
    z.string(),
    z.array(z.object({ addr: z.string(), name: z.string().optional(), ratio: z.number() })),
  ]),
  metadata: metadataTemplate.optional(),
  royalty: z
    .object({ address: z.array(z.string()), rate: z.union([z.number(), z.string()]) })
    .optional(),
  reservation_time: z.number().optional(),
  policy: policyChoice,
})
export type CollectionForm = z.input<typeof collectionForm>

const inCollection = z.object({ accountId: z.string(), collectionId: z.string() })

/** A token without what its detail alone shows: ten thousand of them stand in the window's memory. */
export const tokenRow = token
  .pick({ id: true, asset_name: true, name: true, status: true })
  .extend({
    /** CIDv0 of the image when it has one, for `/thumb/<cid>`. */
    cid: z.string().nullable(),
    attributes: z.array(z.object({ name: z.string(), value: z.string() })),
  })
export type TokenRow = z.output<typeof tokenRow>

export const fieldFault = z.object({
  /** Path of the field in the form, such as `metadata.attributes.Paper` or `policy`. */
  field: z.string(),
  message: z.string(),
})
export type FieldFault = z.output<typeof fieldFault>

const collectionOf = z.object({
  ...collection.shape,
  /** CIDs of a few tokens' images that are on this machine, for the list. */
  pictures: z.array(z.string()),
})
export type CollectionFacts = z.output<typeof collectionOf>

export const collectionCalls = {
  /** All collections of an account, newest first. */
  'collections.list': {
    input: z.object({ accountId: z.string() }),
    output: z.array(collectionOf),
  },
  'collections.get': { input: inCollection, output: collectionOf },
  /** Faults that can be told without asking the service; empty when the form may be sent. */
  'collections.check': {
    input: z.object({ accountId: z.string(), form: collectionForm }),
    output: z.array(fieldFault),
  },
  /** The CIP-25 metadata that one token would get, and the tags that tokens must give. */
  'collections.preview': {
    input: z.object({
      metadata: metadataTemplate.optional(),
      network,
      policyId: z.string().nullable(),
      /** Values by tag word; a tag without one is shown as itself. */
      sample: z.object({
        name: z.string(),
        assetName: z.string(),
        values: z.record(z.string(), z.string()),
      }),
    }),
    output: z.object({
      metadata: z.record(z.string(), z.unknown()),
      tags: z.array(z.object({ tag: z.string(), name: z.string() })),
      faults: z.array(fieldFault),
      bytes: z.int(),
    }),
  },
  'collections.create': {
    input: z.object({ accountId: z.string(), form: collectionForm }),
    output: collectionOf,
  },
  /** Deletes it at its service, with its tokens. */
  'collections.remove': { input: inCollection, output: z.null() },
  /** One page of at most 100, oldest first. */
  'tokens.page': {
    input: inCollection.extend({ cursor: z.string().nullable() }),
    output: z.object({ tokens: z.array(tokenRow), cursor: z.string().nullable() }),
  },
  'tokens.get': {
    input: inCollection.extend({ tokenId: z.string() }),
    output: z.object({ ...token.shape, cid: z.string().nullable() }),
  },
  'tokens.remove': { input: inCollection.extend({ tokenId: z.string() }), output: z.null() },
} as const
