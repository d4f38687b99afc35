import { markup, type Markup } from '#shared/markup.ts'
import type { MetadataTemplate } from '#shared/wire/collection.ts'
import { readText } from '#core/cardano/template.ts'

/** Which collection a page sells from, and who made it, as far as its metadata says. */
export type PaidCollection = { readonly name: string; readonly creator: string | undefined }

const creatorNames: ReadonlySet<string> = new Set(['artist', 'artists', 'author', 'creator'])

/** The creator is an attribute that is the same for every token. */
export const paidCollection = (collection: {
  readonly name: string
  readonly metadata: MetadataTemplate | null
}): PaidCollection => {
  const attributes = Object.entries(collection.metadata?.attributes ?? {})
  const [, creator] =
    attributes.find(
      ([name, text]) => creatorNames.has(name.toLowerCase()) && readText(text).kind === 'fixed',
    ) ?? []
  return { name: collection.name, creator }
}

export const collectionLine = ({ name, creator }: PaidCollection): Markup =>
  markup`<p class="by">${name}${creator === undefined ? '' : ` by ${creator}`}</p>`
