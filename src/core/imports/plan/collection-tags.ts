import type { MetadataTemplate } from '#shared/wire/collection.ts'
import { attributesOf, tagsOf, tagWords } from '#core/cardano/template.ts'
import type { CollectionTags } from './columns.ts'

/** A collection's tags by their column names. */
export const collectionTags = (template: MetadataTemplate | undefined): CollectionTags => ({
  tags: [...tagWords(template)].map((word) => `<${word}>`),
  required: tagsOf(template).map(({ tag }) => tag),
  fixed: new Map(
    attributesOf(template).flatMap(({ name, text }) =>
      text.kind === 'fixed' ? [[name, text.text]] : [],
    ),
  ),
})
