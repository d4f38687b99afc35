import type { CallInput, CallOutput } from '#contract/window/calls.ts'
import { metadataErrors } from '#cardano/collection-errors.ts'
import { PolicyId } from '#cardano/ids.ts'
import { metadataBytes, tokenMetadata } from '#cardano/metadata.ts'
import { isFieldWord, tagsOf, tagWords, type TokenContent, wordOf } from '#cardano/template.ts'
import { maxTokenMetadataBytes } from '#cardano/token-errors.ts'

/** Only its length matters: a future policy ID has 56 digits too. */
const anyPolicy = PolicyId('00'.repeat(28))
const unknownPolicy = '<policy ID>'

/** The CIP-25 metadata of one token under the collection's template. */
export const previewCollection = ({
  metadata: template,
  policyId,
  sample,
}: CallInput<'collections.preview'>): CallOutput<'collections.preview'> => {
  const words = [...tagWords(template)].filter((word) => !isFieldWord(template, word))
  const token = sampleToken(sample, words)
  const known = policyId === null ? undefined : PolicyId(policyId)
  const made = tokenMetadata(template, token, known ?? anyPolicy)
  const bytes = metadataBytes(made)
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
    metadata: { '721': { [known ?? unknownPolicy]: assets, ...rest } },
    tags: tagsOf(template).map(({ tag, name }) => ({ tag, name })),
    errors: [
      ...metadataErrors(template).map(({ path, message }) => ({ field: path, message })),
      ...tooLarge,
    ],
    bytes,
  }
}

type Sample = CallInput<'collections.preview'>['sample']

/** A tag without a value is shown as itself. */
const sampleToken = (sample: Sample, words: readonly string[]): TokenContent => {
  const values = new Map(Object.entries(sample.values).map(([tag, value]) => [wordOf(tag), value]))
  const valueOf = (word: string) => values.get(word) || `<${word}>`
  return {
    asset_name: sample.assetName,
    name: sample.name,
    image: valueOf('image'),
    media_type: valueOf('media_type'),
    description: valueOf('description'),
    metadata_attributes: words.map((word) => ({ tag: `<${word}>`, value: valueOf(word) })),
    custom_attributes: {},
  }
}
