import { bytesOf } from '#values/text/text.ts'
import { limits } from '#values/bounds/limits.ts'
import type { MetadataTemplate } from '#contract/collections/collection.ts'
import { textOfValue } from '#contract/tokens/attribute-value.ts'
import type { WholeToken } from '#contract/tokens/token.ts'
import { fingerprintsOf } from '#cardano/fingerprint.ts'
import { type OnChainMetadata, tokenMetadata } from '#cardano/metadata.ts'
import { fillField, tagsOf, type TokenContent } from '#cardano/template.ts'
import type { Studio } from '../options.ts'
import { exportedPolicyView } from '../policies/policy.ts'
import { awaitingField } from '../seals/awaiting.ts'
import { tokenStatement } from '../seals/statements.ts'
import type { CollectionRow } from '../store/collections.ts'
import { isTokenSold } from '../store/sales.ts'
import type { NewToken } from '../store/tokens.ts'
import { isOfType } from './images.ts'
import { templateFor } from './token-template.ts'

/** What of a token its request says. */
export type TokenParts = Omit<
  NewToken,
  'id' | 'collection_id' | 'status' | 'is_held_back' | 'created_at' | 'updated_at'
>

/** A token as the metadata of CIP-25 is made from it. */
export const contentOf = (
  template: MetadataTemplate | undefined,
  token: TokenParts,
): TokenContent => {
  const description = token.description_pieces ?? token.description
  const content = {
    asset_name: token.asset_name,
    name: token.name,
    ...(description === null ? {} : { description }),
    ...(token.media_type === null ? {} : { media_type: token.media_type }),
    image: token.image_pieces ?? token.image,
    metadata_attributes: token.metadata_attributes,
    custom_attributes: token.custom_attributes,
  }
  const label = fillField(template, 'media_type', content)
  const shown = token.image_media_type
  return shown === null || label === undefined || isOfType(shown, textOfValue(label))
    ? content
    : { ...content, corrected_media_type: shown }
}

/** What may be a mistake, and errors that stop a token from being minted, not from being kept. */
const tokenWarningsOf = (template: MetadataTemplate | undefined, token: NewToken): string[] => {
  const content = contentOf(template, token)
  const [name, image] = [bytesOf(token.asset_name), bytesOf(token.image)]
  const label = textOfValue(fillField(template, 'media_type', content) ?? '')
  return [
    name > limits.ledgerAssetNameBytes &&
      `asset_name: ${name} bytes in UTF-8, but the ledger allows ${limits.ledgerAssetNameBytes}: the token cannot be minted under this name`,
    content.corrected_media_type !== undefined &&
      `media_type: the image is ${content.corrected_media_type}, not ${label}: its mediaType on chain is ${content.corrected_media_type}`,
    token.image_pieces !== null &&
      image <= limits.metadatumBytes &&
      `image: a list stays a list on chain, which some wallets do not show; its ${image} bytes fit one text`,
  ].filter((warning) => warning !== false)
}

/** Makes the on-chain metadata of tokens of one collection. */
export const metadataOf = (collection: CollectionRow): ((token: NewToken) => OnChainMetadata) => {
  const template = collection.metadata ?? undefined
  return (token) =>
    tokenMetadata(
      templateFor(template, token.custom_attributes),
      contentOf(template, token),
      collection.policy_id,
    )
}

const wasMinted = ({ status }: NewToken): boolean => status === 'COMPLETED' || status === 'BURNED'

type Offer = Pick<WholeToken, 'price' | 'payment_link' | 'awaits_confirmation'>

const offerOf = (studio: Offering, token: NewToken, linkBase: string): Offer =>
  token.price === null
    ? {}
    : {
        price: Number(token.price),
        payment_link: `${linkBase}/pay/token/${token.id}`,
        ...awaitingField(studio, [tokenStatement(studio.network, token)]),
      }

type Offering = Pick<Studio, 'seals' | 'network' | 'database'>

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
    const warnings = tokenWarningsOf(template, token)
    return {
      id: token.id,
      asset_name: token.asset_name,
      name: token.name,
      fingerprint: fingerprint(token.asset_name),
      status: token.status,
      description: token.description_pieces ?? token.description,
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
      ...(wasMinted(token) && isTokenSold(studio.database, token.id) ? { is_sold: true } : {}),
      ...(warnings.length === 0 ? {} : { warnings }),
      created_at: token.created_at,
      updated_at: token.updated_at,
    }
  }
}
