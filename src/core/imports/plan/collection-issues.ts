import type { MetadataTemplate } from '#shared/wire/collection.ts'
import { attributesOf } from '#core/cardano/template.ts'
import { issueOf, readable, type Issue } from '../table/issues.ts'
import { addressIssue } from './file-address.ts'
import { misspeltField } from './misspelt-field.ts'
import type { RoyaltyStatus } from './plan-types.ts'

/** What the collection itself gives all of its tokens that wallets would not show. */
export const templateIssues = (template: MetadataTemplate | undefined): readonly Issue[] => [
  ...(template?.files ?? []).flatMap((file, index) => {
    const place = `files[${index}]`
    const missing = (['name', 'media_type'] as const).filter((field) => !file[field])
    const message = `The collection's ${place} has no ${missing.join(' and no ')}; each file needs a name, a media type and a source.`
    return [
      ...(missing.length === 0 ? [] : [issueOf('incomplete_file', message)]),
      ...addressIssue(file.src, `The collection's ${place}.src`),
    ]
  }),
  ...addressIssue(template?.image ?? '', "The collection's image"),
  ...attributesOf(template).flatMap(({ key }) => {
    const field = misspeltField(key)
    if (field === undefined) return []
    const message = `The collection's attribute "${readable(key)}" is named almost like the field ${field}, which wallets read instead of it.`
    return [issueOf('misspelt_field', message, { value: key })]
  }),
]

/** The royalty token stands before all others (CIP-27), so a mint waits for it. */
export const royaltyIssues = (royalty: RoyaltyStatus | undefined): readonly Issue[] => {
  if (royalty === undefined || royalty === 'minted') return []
  const message =
    royalty === 'impossible'
      ? "The collection's royalty token can never be minted, so no marketplace will know the royalty. Give up the royalty, or start a new collection."
      : "The collection's royalty token is not minted yet. Importing is possible; before any of these tokens is minted, confirm the royalty and mint its token."
  return [issueOf('royalty_first', message)]
}
