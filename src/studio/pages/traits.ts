import type { Trait } from '#values/rarity/rarity.ts'
import { textOfValue } from '#contract/tokens/attribute-value.ts'
import { attributesOf, fillText, tagsOf } from '#cardano/template.ts'
import { traitsOfToken } from '#cardano/token-traits.ts'
import type { CollectionRow } from '../store/collections.ts'
import type { StoredTokenRow } from '../store/tokens.ts'
import { contentOf } from '../tokens/token-view.ts'

type Template = Pick<CollectionRow, 'metadata'>

/** The traits of a token's own, by the names that its collection gives them. */
export const ownTraitsOf = ({
  metadata,
}: Template): ((
  token: Pick<StoredTokenRow, 'metadata_attributes' | 'custom_attributes'>,
) => readonly Trait[]) => {
  const names = new Map(tagsOf(metadata ?? undefined).map(({ tag, name }) => [tag, name]))
  return ({ metadata_attributes: tagged, custom_attributes: custom }) =>
    traitsOfToken({
      metadata_attributes: tagged.map(({ tag, value }) => ({
        tag,
        value,
        name: names.get(tag) ?? '',
      })),
      custom_attributes: custom,
    })
}

/** All traits of a token as wallets show them, those that all of the collection share among them. */
export const allTraitsOf = ({ metadata }: Template, token: StoredTokenRow): readonly Trait[] => {
  const template = metadata ?? undefined
  const content = contentOf(template, token)
  const filled = attributesOf(template).flatMap(({ name, text }) => {
    const value = fillText(template, text, content)
    return value === undefined ? [] : [{ name, value: textOfValue(value) }]
  })
  const custom = Object.entries(token.custom_attributes)
  return [...filled, ...custom.map(([name, value]) => ({ name, value: textOfValue(value) }))]
}
