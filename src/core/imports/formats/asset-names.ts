import { limits } from '#shared/limits.ts'

/** What a token's asset name can be made of. */
export type NameSeed = {
  /** Its display name. */
  readonly name: string
  /** The number that its file or its metadata states, as digits. */
  readonly number: string | undefined
}

const fewestDigits = 4

/**
 * Asset names for tokens of formats that have none: letters and digits of the name that all share,
 * and the token's own number with as many digits as the longest, at least four: `Bean0001`. A token
 * without a number gets none: its order in a list says nothing.
 * @param fallback the collection's or the folder's name, for tokens whose names differ
 */
export const assetNames = (
  seeds: readonly NameSeed[],
  fallback: string,
): readonly (string | undefined)[] => {
  const digits = Math.max(fewestDigits, ...seeds.map(({ number = '' }) => number.length))
  const prefixes = new Set(seeds.map(({ name }) => plainName(withoutNumber(name))))
  const [only = ''] = prefixes
  const prefix = prefixes.size === 1 && only !== '' ? only : plainName(fallback)
  const room = Math.max(0, limits.ledgerAssetNameBytes - digits)
  return seeds.map(({ number }) =>
    number === undefined ? undefined : prefix.slice(0, room) + number.padStart(digits, '0'),
  )
}

/** Letters and digits that every explorer shows: `Bean #1` is `Bean1`. */
export const plainName = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]/giu, '')

/** `Bean #0007` is `Bean`. */
const withoutNumber = (name: string): string => name.replace(/[\s#№_-]*\d+\s*$/u, '')

/** The number at the end of a token's name: `Bean #7` has `7`, `Bean 7b` has none. */
export const numberAtEnd = (name: string): string | undefined =>
  /(?<number>\d{1,18})\s*$/u.exec(name)?.groups?.['number']

/** The last number in a file's name without its ending: `bean_0007` has `7`, `a` has none. */
export const numberIn = (stem: string): string | undefined =>
  /(?<number>\d+)\D*$/u.exec(stem)?.groups?.['number']?.replace(/^0+(?=\d)/u, '')
