import { countText } from '#shared/format.ts'
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

/** Asset names of files, and what is to be said of them. */
export type FileNames = { readonly names: readonly string[]; readonly notes: readonly string[] }

/** The seed of a token that is named after its file, also by a number in full-width digits. */
export const seedOfFile = (stem: string, name = stem): NameSeed => ({
  name,
  number: numberIn(stem.normalize('NFKC')),
})

/**
 * Asset names made of the names of files: their letters and digits. Where no letter is left, because
 * the name is Japanese or Cyrillic, or where others have the same ones left, it is the name that all
 * share or else the folder's (`Token`, where that has no letter either), with the number in the
 * file's name. If not each has a number of its own, it is the file's place among all, and the note
 * says so. A token without a name gets none.
 */
export const fileAssetNames = (seeds: readonly NameSeed[], folder: string): FileNames => {
  const plain = seeds.map(({ name }) => plainName(name))
  const lacking = lackingNames(seeds, plain)
  if (lacking.length === 0) return { names: plain, notes: [] }
  const isLacking = new Set(lacking)
  const taken = new Set(plain.filter((_, at) => !isLacking.has(at)))
  const named = (numberOf: (at: number) => string | undefined) =>
    assetNames(
      lacking.map((at) => ({ name: seeds[at]?.name ?? '', number: numberOf(at) })),
      plainName(folder) || 'Token',
    )
  const byNumber = named((at) => seeds[at]?.number)
  let made = byNumber
  for (let first = 1; !areFree(made, taken); first += seeds.length)
    made = named((at) => String(first + at))
  const others = new Map(lacking.map((at, place) => [at, made[place] ?? '']))
  return {
    names: plain.map((name, at) => others.get(at) ?? name),
    notes: [otherNamesNote(others, made !== byNumber)],
  }
}

/** The places of those whose letters are lost, and with them all of the name or what sets it apart. */
const lackingNames = (seeds: readonly NameSeed[], plain: readonly string[]): readonly number[] => {
  const times = new Map<string, number>()
  for (const name of plain) times.set(name, (times.get(name) ?? 0) + 1)
  return seeds.flatMap(({ name }, at) => {
    const left = plain[at] ?? ''
    return (/^\d*$/u.test(left) || (times.get(left) ?? 0) > 1) && losesLetters(name) ? [at] : []
  })
}

const losesLetters = (name: string): boolean =>
  name.normalize('NFKD').replaceAll(/[\sa-z0-9\p{M}\p{P}]/giu, '') !== ''

const areFree = (names: readonly (string | undefined)[], taken: ReadonlySet<string>): boolean =>
  names.every((name) => name !== undefined && !taken.has(name)) &&
  new Set(names).size === names.length

const otherNamesNote = (names: ReadonlyMap<number, string>, isByPlace: boolean): string => {
  const [example = ''] = names.values()
  const files = countText(names.size, 'file has', 'files have')
  const theirs = names.size === 1 ? 'Its asset name is' : 'Their asset names are'
  const number = isByPlace
    ? 'with the place in the folder. A file that is added before others changes theirs: number the files of a folder that grows.'
    : 'with the number of the file.'
  return `${files} a name without the letters of asset names (A to Z), or with the same ones as another file. ${theirs} ${example}${names.size === 1 ? '' : ' and so on'}, ${number}`
}

/** `Bean #0007` is `Bean`. */
const withoutNumber = (name: string): string => name.replace(/[\s#№_-]*\d+\s*$/u, '')

/** The number at the end of a token's name: `Bean #7` has `7`, `Bean 7b` has none. */
export const numberAtEnd = (name: string): string | undefined =>
  /(?<number>\d{1,18})\s*$/u.exec(name)?.groups?.['number']

/** The last number in a file's name without its ending: `bean_0007` has `7`, `a` has none. */
export const numberIn = (stem: string): string | undefined =>
  /(?<number>\d+)\D*$/u.exec(stem)?.groups?.['number']?.replace(/^0+(?=\d)/u, '')
