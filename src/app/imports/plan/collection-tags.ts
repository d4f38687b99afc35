import type { MetadataTemplate } from '#contract/collections/collection.ts'
import { attributesOf, fixedText, tagsOf, tagWords, worksOf } from '#cardano/template.ts'
import type { CollectionTags } from './named-columns.ts'

/** A collection's tags by their column names. */
export const collectionTags = (template: MetadataTemplate | undefined): CollectionTags => ({
  tags: [...tagWords(template)].map((word) => `<${word}>`),
  // the type of a work is that of its file
  required: tagsOf(template)
    .map(({ tag }) => tag)
    .filter((tag) => worksOf(template).every(({ typeTag }) => typeTag !== tag)),
  fixed: new Map(
    attributesOf(template).flatMap(({ name, text }) =>
      text.kind === 'fixed' ? [[name, text.text]] : [],
    ),
  ),
  description: fixedText(template?.description),
})
