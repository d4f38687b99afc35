import { ColdpressError, messageOf } from '#values/errors/errors.ts'
import { quoted } from '#values/text/text.ts'
import type {
  MetadataTemplate,
  PayoutAddress,
  RoyaltyRequest,
} from '#contract/collections/collection.ts'
import { tagPattern } from '#contract/fields.ts'
import { joinAddress, paymentAddress } from './addresses.ts'
import type { ServiceNetwork } from './network.ts'
import { royaltyMetadata } from './royalty.ts'
import { templateErrors, type TemplateError } from './template.ts'

/** One error of a collection; `message` is the second half of a sentence that `path` starts. */
export type CollectionError = TemplateError

/** The error that `check` throws, under `path`. */
const errorsFrom = (path: string, check: () => unknown): CollectionError[] => {
  try {
    check()
    return []
  } catch (error) {
    if (!(error instanceof ColdpressError)) throw error
    return [{ path, message: messageOf(error).replace(/^(?:address|royalty\.rate): /u, '') }]
  }
}

/** The address goes on chain as it was sent, so a blank or a capital letter would stay. */
const exactAddress = (text: string, network: ServiceNetwork): void => {
  if (paymentAddress(text, network).bech32 === text) return
  throw new ColdpressError('invalid', 'address: write it in lower case, without blanks around it')
}

/** Ratios are decimals; their floating-point sum is seldom exact. */
const ratioTolerance = 1e-6

export const payoutErrors = (
  payout: PayoutAddress,
  network: ServiceNetwork,
): readonly CollectionError[] => {
  if (typeof payout === 'string') {
    return errorsFrom('payout_address', () => exactAddress(payout, network))
  }
  const sum = payout.reduce((total, { ratio }) => total + ratio, 0)
  const rounded = Number(sum.toFixed(6))
  return [
    ...payout.flatMap(({ addr }, index) =>
      errorsFrom(`payout_address[${index}].addr`, () => exactAddress(addr, network)),
    ),
    ...(Math.abs(sum - 1) > ratioTolerance
      ? [
          {
            path: 'payout_address',
            message: `the ratios add up to ${rounded}, they must add up to 1`,
          },
        ]
      : []),
  ]
}

export const metadataErrors = (
  template: MetadataTemplate | undefined,
): readonly CollectionError[] =>
  template === undefined
    ? []
    : [...templateErrors(template), ...brokenTags(template)].map(({ path, message }) => ({
        path: `metadata.${path}`,
        message,
      }))

type PathAndText = readonly [path: string, text: string | undefined]

const textsOf = ({
  attributes = {},
  files = [],
  ...fields
}: MetadataTemplate): readonly PathAndText[] => [
  ...Object.entries(fields),
  ...Object.entries(attributes).map(([name, text]) => [`attributes.${name}`, text] as const),
  ...files.flatMap((file, index) =>
    Object.entries(file).map(([name, text]) => [`files[${index}].${name}`, text] as const),
  ),
]

/** Text in angle brackets that is no tag, such as `< eye >`, would go on chain unchanged. */
const brokenTags = (template: MetadataTemplate): TemplateError[] =>
  textsOf(template).flatMap(([path, text = '']) => {
    if (!/^<[^<>]*>$/u.test(text) || tagPattern.test(text)) return []
    const message = `${quoted(text)} is not a tag; a tag is words in angle brackets with one blank between them, such as <eye color>`
    return [{ path, message }]
  })

/**
 * Unclosed tags such as `<plant`. The interface allows them as text, but in a hand-written template
 * they are typing errors.
 */
export const unclosedTagErrors = (template: MetadataTemplate): readonly CollectionError[] =>
  textsOf(template).flatMap(([path, text = '']) => {
    const open = /<\p{L}[^<>]*(?=<|$)/u.exec(text)?.[0]
    if (open === undefined) return []
    const message = `${quoted(open)} is a tag that is not closed; write > at its end`
    return [{ path: `metadata.${path}`, message }]
  })

/** Texts that would go on chain with what looks like a tag and is none, by the paths of the template. */
export const tagLikeTexts = (template: MetadataTemplate): readonly CollectionError[] => [
  ...brokenTags(template),
  ...unclosedTagErrors(template).map(({ path, message }) => ({
    path: path.slice('metadata.'.length),
    message,
  })),
]

export const royaltyErrors = (
  royalty: RoyaltyRequest | undefined,
  network: ServiceNetwork,
): readonly CollectionError[] => {
  if (royalty === undefined) return []
  const errors = [
    ...royalty.address.flatMap((piece, index) =>
      piece === ''
        ? [{ path: `royalty.address[${index}]`, message: 'empty, leave the piece out' }]
        : [],
    ),
    ...errorsFrom('royalty.address', () => exactAddress(joinAddress(royalty.address), network)),
  ]
  return errors.length > 0 ? errors : errorsFrom('royalty.rate', () => royaltyMetadata(royalty))
}
