import type { CallInput, CallOutput } from '#contract/window/calls.ts'
import { metadataErrors } from '#cardano/collection-errors.ts'
import { PolicyId } from '#cardano/ids.ts'
import { metadataBytes, tokenMetadata } from '#cardano/metadata.ts'
import { isFieldWord, tagWords, type TokenContent, wordOf } from '#cardano/template.ts'
import { maxTokenMetadataBytes } from '#cardano/token-errors.ts'

/** Only its length matters: a future policy ID has 56 digits too. */
const anyPolicy = PolicyId('00'.repeat(28))
const unknownPolicy = '<policy ID>'
/** An address as long as that of an image which the import has not stored yet. */
const anyImage = `ipfs://${'Q'.repeat(46)}`

/** The CIP-25 metadata of one token under the collection's template. */
export const previewCollection = ({
  metadata: template,
  policyId,
  ...sample
}: CallInput<'collections.preview'>): CallOutput<'collections.preview'> => {
  const words = [...tagWords(template)].filter((word) => !isFieldWord(template, word))
  const token = sampleToken(sample, words)
  const known = policyId === null ? undefined : PolicyId(policyId)
  const made = tokenMetadata(template, token, known ?? anyPolicy)
  const image = token.image === '<image>' ? anyImage : token.image
  const bytes = metadataBytes(tokenMetadata(template, { ...token, image }, known ?? anyPolicy))
  const { [known ?? anyPolicy]: assets = {}, ...rest } = made['721']
  const tooLarge =
    bytes > maxTokenMetadataBytes
      ? [
          {
            field: 'metadata',
            message: `${bytes} bytes on chain, at most ${maxTokenMetadataBytes} fit a transaction`,
          },
        ]
      : []
  return {
    assetName: token.asset_name,
    metadata: { '721': { [known ?? unknownPolicy]: assets, ...rest } },
    errors: [
      ...metadataErrors(template).map(({ path, message }) => ({ field: path, message })),
      ...tooLarge,
    ],
    bytes,
  }
}

type Sample = Pick<CallInput<'collections.preview'>, 'values' | 'attributes'>

/** A tag without a value is shown as itself. */
const sampleToken = (sample: Sample, words: readonly string[]): TokenContent => {
  const values = new Map(Object.entries(sample.values).map(([tag, value]) => [wordOf(tag), value]))
  const valueOf = (word: string) => values.get(word) || `<${word}>`
  return {
    asset_name: valueOf('asset_name'),
    name: valueOf('name'),
    image: valueOf('image'),
    media_type: valueOf('media_type'),
    description: valueOf('description'),
    metadata_attributes: words.map((word) => ({ tag: `<${word}>`, value: valueOf(word) })),
    custom_attributes: sample.attributes,
  }
}
