import type { Trait } from '#shared/rarity.ts'
import type { Token } from '#shared/wire/token.ts'
import { wordOf } from './template.ts'

/** The attributes of a token by the names that its collection gives them. */
export const traitsOfToken = ({
  metadata_attributes,
  custom_attributes,
}: Pick<Token, 'metadata_attributes' | 'custom_attributes'>): readonly Trait[] => [
  ...(metadata_attributes ?? []).map(({ name, tag, value }) => ({
    name: name || wordOf(tag),
    value,
  })),
  ...Object.entries(custom_attributes ?? {}).map(([name, value]) => ({ name, value })),
]
