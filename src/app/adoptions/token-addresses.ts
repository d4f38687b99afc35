import { isInline } from '#media/content/block.ts'
import { cidObject } from '#media/content/cid.ts'
import { type ContentAddress, contentAddress } from '#media/content/content-address.ts'

export type TokenAddresses = {
  readonly addresses: readonly ContentAddress[]
  /** Of files that are on a web server, on another network or in the metadata itself. */
  readonly elsewhere: readonly string[]
}

/** Characters of an address; pieces of 64 bytes are joined. */
const longestAddress = 4_096
/** Works of one token that are read. */
const mostFiles = 1_000

/**
 * The files that metadata of CIP-25 names: `image` and the `src` of each of `files`, each one text or
 * a list of its pieces. Both versions of the standard have them at the same place.
 */
export const tokenAddresses = (metadata: unknown): TokenAddresses => {
  const texts = new Set(
    [fieldOf(metadata, 'image'), ...filesOf(metadata).map((file) => fieldOf(file, 'src'))]
      .map(textOf)
      .filter((text) => text !== ''),
  )
  const addresses: ContentAddress[] = []
  const elsewhere: string[] = []
  for (const text of texts) {
    const address = contentAddress(text)
    if (address === undefined) elsewhere.push(text)
    else if (!isInline(cidObject(address.cid))) addresses.push(address)
  }
  return { addresses, elsewhere }
}

const filesOf = (metadata: unknown): readonly unknown[] => {
  const files = fieldOf(metadata, 'files')
  // a single work without its list is common
  return (Array.isArray(files) ? files : [files]).slice(0, mostFiles)
}

/** Only own properties: a token may be called "constructor". */
const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined

const textOf = (value: unknown): string => {
  const pieces: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (!pieces.every((piece) => typeof piece === 'string')) return ''
  const text = pieces.join('').trim()
  return text.length > longestAddress ? '' : text
}
