import type { MetadataTemplate } from '#contract/collections/collection.ts'
import { attributesOf, type TokenContent } from '#cardano/template.ts'

/**
 * The collection's template as it holds for one token: a custom attribute takes the place of a text
 * that is the same for all tokens. Clients of the hosted service give a token an artist of its own
 * like this. Where the collection has a tag, a custom attribute of the same name stays an error.
 */
export const templateFor = (
  template: MetadataTemplate | undefined,
  custom: TokenContent['custom_attributes'],
): MetadataTemplate | undefined => {
  const replaced = attributesOf(template).filter(
    ({ name, text }) => text.kind === 'fixed' && Object.hasOwn(custom, name),
  )
  if (replaced.length === 0) return template
  const names = new Set(replaced.map(({ name }) => name))
  const kept = Object.entries(template?.attributes ?? {}).filter(([name]) => !names.has(name))
  return { ...template, attributes: Object.fromEntries(kept) }
}
