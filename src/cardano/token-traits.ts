import type { Trait } from '#values/rarity/rarity.ts'
import { textOfValue } from '#contract/tokens/attribute-value.ts'
import { walletContentOf } from '#contract/tokens/wallet-content.ts'
import type { Token } from '#contract/tokens/token.ts'
import { wordOf } from './template.ts'

type TraitSource = Pick<Token, 'metadata_attributes' | 'custom_attributes'> &
  Partial<Pick<Token, 'asset_name' | 'metadata'>>

/** The attributes of a token by the names that its collection gives them, as a wallet shows them. */
export const traitsOfToken = (token: TraitSource): readonly Trait[] => {
  const isOfFile = valuesOfFiles(token)
  return [
    ...(token.metadata_attributes ?? [])
      .map(({ name, tag, value }) => ({ name, tag, value: textOfValue(value) }))
      .filter(({ tag, value }) => !isOfFile(wordOf(tag), value))
      .map(({ name, tag, value }) => ({ name: name || wordOf(tag), value })),
    ...Object.entries(token.custom_attributes ?? {}).map(([name, value]) => ({
      name,
      value: textOfValue(value),
    })),
  ]
}

/** Whether a tag stands in `files` on chain, and is no attribute: the address or the type of a work. */
const valuesOfFiles = ({ metadata, asset_name: assetName = '' }: TraitSource) => {
  const { files, traits } = walletContentOf({ metadata: metadata ?? {}, assetName })
  const values = new Set(files.flatMap(({ mediaType, src }) => [mediaType, src]))
  const names = new Set(traits.map(({ name }) => name))
  return (word: string, value: string): boolean => values.has(value) && !names.has(word)
}
