import { bytesOf } from '#values/text/text.ts'
import { limits } from '#values/bounds/limits.ts'
import type { WholeToken } from '#contract/tokens/token.ts'
import { fingerprintsOf } from '#cardano/fingerprint.ts'
import { type OnChainMetadata, tokenMetadata } from '#cardano/metadata.ts'
import { tagsOf, type TokenContent } from '#cardano/template.ts'
import type { Studio } from '../options.ts'
import { exportedPolicyView } from '../policies/policy.ts'
import { awaitingField } from '../seals/awaiting.ts'
import { tokenStatement } from '../seals/statements.ts'
import type { CollectionRow } from '../store/collections.ts'
import type { NewToken } from '../store/tokens.ts'
import { templateFor } from './token-template.ts'

/** A token as the metadata of CIP-25 is made from it. */
const contentOf = (token: NewToken): TokenContent => ({
  asset_name: token.asset_name,
  name: token.name,
  ...(token.description === null ? {} : { description: token.description }),
  ...(token.media_type === null ? {} : { media_type: token.media_type }),
  image: token.image,
  metadata_attributes: token.metadata_attributes,
  custom_attributes: token.custom_attributes,
})

/** Errors that stop a token from being minted, not from being kept. */
const tokenWarningsOf = (token: NewToken): string[] => {
  const bytes = bytesOf(token.asset_name)
  if (bytes <= limits.ledgerAssetNameBytes) return []
  return [
    `asset_name: ${bytes} bytes in UTF-8, but the ledger allows ${limits.ledgerAssetNameBytes}: the token cannot be minted under this name`,
  ]
}

/** Makes the on-chain metadata of tokens of one collection. */
export const metadataOf = (collection: CollectionRow): ((token: NewToken) => OnChainMetadata) => {
  const template = collection.metadata ?? undefined
  return (token) =>
    tokenMetadata(
      templateFor(template, token.custom_attributes),
      contentOf(token),
      collection.policy_id,
    )
}

type Offer = Pick<WholeToken, 'price' | 'payment_link' | 'awaits_confirmation'>

const offerOf = (studio: Offering, token: NewToken, linkBase: string): Offer =>
  token.price === null
    ? {}
    : {
        price: Number(token.price),
        payment_link: `${linkBase}/pay/token/${token.id}`,
        ...awaitingField(studio, [tokenStatement(studio.network, token)]),
      }

type Offering = Pick<Studio, 'seals' | 'network'>

/**
 * Makes the answers for tokens of one collection.
 * @param linkBase where the pages that links lead to are served
 */
export const tokenViews = (
  studio: Offering,
  collection: CollectionRow,
  linkBase: string,
): ((token: NewToken) => WholeToken) => {
  const template = collection.metadata ?? undefined
  const names = new Map(tagsOf(template).map(({ tag, name }) => [tag, name]))
  const policy = exportedPolicyView(collection)
  const fingerprint = fingerprintsOf(collection.policy_id)
  const metadata = metadataOf(collection)
  return (token) => {
    const warnings = tokenWarningsOf(token)
    return {
      id: token.id,
      asset_name: token.asset_name,
      name: token.name,
      fingerprint: fingerprint(token.asset_name),
      status: token.status,
      description: token.description,
      image: token.image,
      media_type: token.media_type,
      metadata_attributes: token.metadata_attributes.map(({ tag, value }) => ({
        name: names.get(tag) ?? tag,
        value,
        tag,
      })),
      custom_attributes: token.custom_attributes,
      policy,
      metadata: metadata(token),
      ...offerOf(studio, token, linkBase),
      ...(warnings.length === 0 ? {} : { warnings }),
      created_at: token.created_at,
      updated_at: token.updated_at,
    }
  }
}
