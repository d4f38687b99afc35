import { z } from 'zod'
import { listOf, longText } from '#values/bounds/bounded.ts'
import { joinTexts } from '#values/text/text-pieces.ts'
import type { Trait } from '#values/rarity/rarity.ts'

const record = z.record(longText, z.unknown())

/** What a wallet shows elsewhere than among the traits, or not at all (CIP-25). */
const ownParts: ReadonlySet<string> = new Set([
  'name',
  'image',
  'mediaType',
  'description',
  'files',
])

/** A file beside the image, as the metadata has it. */
export type WalletFile = {
  readonly name: string
  readonly mediaType: string
  /** An address such as `ipfs://…`. */
  readonly src: string
}

type ChainSource = {
  readonly metadata: Readonly<Record<string, unknown>>
  readonly assetName: string
}

type WalletContent = {
  readonly description: string | undefined
  readonly files: readonly WalletFile[]
  readonly traits: readonly Trait[]
}

/** The description and the traits of a token, read from its CIP-25 metadata as a wallet does. */
export const walletContentOf = (source: ChainSource): WalletContent => {
  const content = contentIn(source)
  const { description } = content
  return {
    description: description === undefined ? undefined : wholeText(description),
    files: filesOf(content['files']),
    traits: Object.entries(content)
      .filter(([name]) => !ownParts.has(name))
      .map(([name, value]) => ({ name, value: traitText(value) })),
  }
}

const chainImage = z.object({
  image: listOf(longText).optional().catch(undefined),
  mediaType: longText.optional().catch(undefined),
})

/** The pieces of an image that is a list in the metadata, and its media type there. */
export const imageOnChain = (source: ChainSource): z.output<typeof chainImage> =>
  chainImage.parse(contentIn(source))

const contentIn = ({ metadata, assetName }: ChainSource): Readonly<Record<string, unknown>> => {
  const policies = Object.values(partsOf(metadata['721']))
  return partsOf(policies.map((tokens) => partsOf(tokens)[assetName]).find(Boolean))
}

/** One file may stand alone, without a list (CIP-25, version 1). */
const filesOf = (value: unknown): readonly WalletFile[] =>
  (Array.isArray(value) ? value : [value]).map(partsOf).flatMap(({ name, mediaType, src }) =>
    src === undefined
      ? []
      : [
          {
            name: name === undefined ? '' : wholeText(name),
            mediaType: mediaType === undefined ? '' : wholeText(mediaType),
            src: wholeText(src),
          },
        ],
  )

const partsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  record.safeParse(value).data ?? {}

/** Text of more than 64 bytes stands on chain in pieces, which a wallet joins (CIP-25). */
const wholeText = (value: unknown): string => piecesOf(value)?.join('') ?? JSON.stringify(value)

/** A list may be several values too: CIP-25 leaves open what an attribute is. */
const traitText = (value: unknown): string => {
  const pieces = piecesOf(value)
  return pieces === undefined ? JSON.stringify(value) : joinTexts(pieces)
}

const piecesOf = (value: unknown): readonly string[] | undefined =>
  typeof value === 'string' ? [value] : z.array(z.string()).safeParse(value).data
