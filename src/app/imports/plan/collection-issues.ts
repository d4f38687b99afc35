import type { MetadataTemplate, WireNetwork } from '#contract/collections/collection.ts'
import { messageOf } from '#values/errors/errors.ts'
import type { IssueRule } from '#contract/imports/import-rules.ts'
import { limits } from '#values/bounds/limits.ts'
import { bytesOf } from '#values/text/text.ts'
import { joinAddress, paymentAddress } from '#cardano/addresses.ts'
import { tagLikeTexts } from '#cardano/collection-errors.ts'
import { attributesOf, fixedText, readText, worksOf } from '#cardano/template.ts'
import { mediaType } from '#contract/fields.ts'
import { issueOf, readable, type Issue } from '../table/issues.ts'
import { withoutInvisible } from './cell-text.ts'
import { addressIssue } from './file-address.ts'
import { misspeltField } from './misspelt-field.ts'
import type { PlanCollection, RoyaltyStatus } from './plan-types.ts'

const mediaTypeIssues = ({ media_type: ofImage, files = [] }: MetadataTemplate): readonly Issue[] =>
  [
    { place: 'media_type', type: fixedText(ofImage), isImage: true },
    ...files.map((file, index) => ({
      place: `files[${index}].media_type`,
      type: fixedText(file.media_type),
      isImage: false,
    })),
  ].flatMap(({ place, type, isImage }) => {
    if (type === undefined) return []
    const isValid = mediaType.safeParse(type).success && (!isImage || /^image\//iu.test(type))
    if (isValid) return []
    const wanted = isImage ? 'the MIME type of an image, such as image/png' : 'a MIME type'
    const message = `The collection's ${place} is "${readable(type)}" for every token, and not ${wanted}; wallets choose by it how they show the file.`
    return [issueOf('template_media_type', message, { value: type })]
  })

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
  ...mediaTypeIssues(template ?? {}),
  ...addressIssue(template?.image ?? '', "The collection's image"),
  ...Object.entries(template?.attributes ?? {}).flatMap(([name, text]) =>
    attributeIssues(name, text),
  ),
  ...tagLikeTexts(template ?? {}).map(({ path, message }) =>
    issueOf('leftover_tag', `The collection's ${readable(path)}: ${message}.`, { value: path }),
  ),
  ...attributesOf(template).flatMap(({ key }) => {
    const field = misspeltField(key)
    if (field === undefined) return []
    const message = `The collection's attribute "${readable(key)}" is named almost like the field ${field}, which wallets read instead of it.`
    return [issueOf('misspelt_field', message, { value: key })]
  }),
]

/** What a hosted service does with works, before any of them is sent. */
export const hostedWorksIssues = (
  template: MetadataTemplate | undefined,
  hostedBy: string | undefined,
): readonly Issue[] => {
  if (hostedBy === undefined || worksOf(template).length === 0) return []
  const message = `The collection's files name the works of its tokens. ${readable(hostedBy)} is a hosted service, whose interface does not describe files: it may mint tokens without their works. Import and mint one token first, and look at its metadata.`
  return [issueOf('works_at_service', message)]
}

/** What the text of an attribute would be on chain, for every token. */
const attributeIssues = (name: string, text: string): readonly Issue[] => {
  const issues: Issue[] = []
  const report = (rule: IssueRule, what: string) => {
    const message = `The collection's attribute "${readable(name)}" ${what}.`
    issues.push(issueOf(rule, message, { value: name }))
  }
  if (text === '') report('empty_attribute', 'has no text, so no token gets it')
  else if (text.trim() === '') report('empty_attribute', 'is blank for every token')
  if (withoutInvisible(text, false) !== text)
    report('invisible_character', 'holds a character that cannot be seen')
  if (readText(text).kind === 'fixed' && bytesOf(text) > limits.metadatumBytes)
    report(
      'text_in_pieces',
      `has more than ${limits.metadatumBytes} bytes. Long text is stored in several pieces`,
    )
  return issues
}

/** The royalty token stands before all others (CIP-27), so a mint waits for it. */
export const royaltyIssues = (
  royalty: RoyaltyStatus | undefined,
  collection: PlanCollection,
): readonly Issue[] => {
  if (royalty === 'minted') return []
  return [...firstTokenIssue(royalty), ...royaltyAddressIssue(collection)]
}

const firstTokenIssue = (royalty: RoyaltyStatus | undefined): readonly Issue[] => {
  if (royalty === undefined) return []
  const message =
    royalty === 'impossible'
      ? "The collection's royalty token can never be minted, so no marketplace will know the royalty. Give up the royalty, or start a new collection."
      : "The collection's royalty token is not minted yet. Importing is possible; before any of these tokens is minted, confirm the royalty and mint its token."
  return [issueOf('royalty_first', message)]
}

/** Marketplaces send the royalty to this address as to any wallet, without a datum. */
const royaltyAddressIssue = ({ royalty, network }: PlanCollection): readonly Issue[] => {
  const pieces = royalty?.metadata?.['777'].addr
  if (pieces === undefined || !network) return []
  const why = whyNotReceived(pieces, network === 'mainnet' ? network : 'testnet')
  if (why === undefined) return []
  const value = pieces.join('')
  const message = `The collection's royalty address ${readable(value)} ${why}. Once the royalty token is minted, it can't be changed.`
  return [issueOf('royalty_address', message, { value })]
}

const whyNotReceived = (pieces: readonly string[], network: WireNetwork): string | undefined => {
  try {
    return paymentAddress(joinAddress(pieces), network).isScript
      ? 'is that of a script, not of a key: royalties that arrive without a datum may stay there for ever'
      : undefined
  } catch (error) {
    return `cannot be paid: ${messageOf(error).replace(/^address: /u, '')}`
  }
}
