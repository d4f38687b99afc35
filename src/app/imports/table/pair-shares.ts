import type { TableEncoding } from '#values/text/text-encoding.ts'

type PairEncoding = {
  readonly encoding: TableEncoding
  readonly language: string
  /** Whether two bytes are a character that the language uses often, by the order of its standard. */
  readonly isCommon: (lead: number, trail: number) => boolean
}

const isBetween = (byte: number, first: number, last: number): boolean =>
  byte >= first && byte <= last

const pairEncodings: readonly PairEncoding[] = [
  {
    encoding: 'shift_jis',
    language: 'Japanese',
    isCommon: (lead) => isBetween(lead, 0x81, 0x83) || isBetween(lead, 0x88, 0x97),
  },
  {
    encoding: 'gb18030',
    language: 'Chinese',
    isCommon: (lead, trail) =>
      trail >= 0xa1 && (isBetween(lead, 0xb0, 0xd7) || isBetween(lead, 0xa1, 0xa3)),
  },
  {
    encoding: 'big5',
    language: 'Chinese',
    isCommon: (lead) => isBetween(lead, 0xa1, 0xc6),
  },
  {
    encoding: 'euc-kr',
    language: 'Korean',
    isCommon: (lead, trail) =>
      trail >= 0xa1 && (isBetween(lead, 0xb0, 0xc8) || isBetween(lead, 0xa1, 0xa3)),
  },
]

/** Chinese of so many characters has some that are outside of the range of Korean syllables. */
const enoughKorean = 10

/** For each encoding of two bytes, the share of common characters. */
export const pairShares = (
  bytes: Uint8Array,
): readonly (Omit<PairEncoding, 'isCommon'> & { readonly share: number })[] =>
  pairEncodings.map(({ encoding, language, isCommon }) => {
    let pairs = 0
    let common = 0
    for (let at = 0; at < bytes.length; at++) {
      const lead = bytes[at] ?? 0
      if (lead < 0x80) continue
      pairs += 1
      // Half-width katakana have one byte, and come in tables for machines.
      if (encoding === 'shift_jis' && isBetween(lead, 0xa1, 0xdf)) continue
      at += 1
      if (isCommon(lead, bytes[at] ?? 0)) common += 1
    }
    const share = pairs === 0 ? 0 : common / pairs
    const isKorean = encoding === 'euc-kr' && share === 1 && pairs >= enoughKorean
    return { encoding, language, share: isKorean ? 1.2 : share }
  })
