import { countText } from '#values/text/format.ts'
import { limits } from '#values/bounds/limits.ts'
import { withoutNumber } from '../plan/collection-name.ts'

/** What a token's asset name can be made of. */
export type NameSeed = {
  /** Its display name. */
  readonly name: string
  /** The number that its file or its metadata states, as digits. */
  readonly number: string | undefined
}

const fewestDigits = 4
/** Of a number in a pattern. */
const mostDigits = 18

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
  const digits = digitsOf(seeds)
  const prefix = sharedStart(seeds) ?? plainName(fallback)
  const room = Math.max(0, limits.ledgerAssetNameBytes - digits)
  return seeds.map(({ number }) =>
    number === undefined ? undefined : prefix.slice(0, room) + number.padStart(digits, '0'),
  )
}

/**
 * The pattern of {@link assetNames}, whose fallback is the collection's name. Numbers that are too
 * long for a pattern have none.
 */
export const patternOfSeeds = (seeds: readonly NameSeed[]): string | undefined => {
  const digits = digitsOf(seeds)
  return digits > mostDigits
    ? undefined
    : `${sharedStart(seeds) ?? '{collection}'}{number:${digits}}`
}

const digitsOf = (seeds: readonly NameSeed[]): number =>
  seeds.reduce((most, { number = '' }) => Math.max(most, number.length), fewestDigits)

const sharedStart = (seeds: readonly NameSeed[]): string | undefined => {
  const [only = '', second] = new Set(seeds.map(({ name }) => plainName(withoutNumber(name))))
  return second === undefined && only !== '' ? only : undefined
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

/** The number at the end of a token's name: `Bean #7` has `7`, `Bean 7b` has none. */
export const numberAtEnd = (name: string): string | undefined =>
  /(?<number>\d{1,18})\s*$/u.exec(name)?.groups?.['number']

/** The last number in a file's name without its ending: `bean_0007` has `7`, `a` has none. */
export const numberIn = (stem: string): string | undefined =>
  /(?<number>\d+)\D*$/u.exec(stem)?.groups?.['number']?.replace(/^0+(?=\d)/u, '')

/**
 * Sets the same asset names of files in several folders apart by the folder: of `a/1.json` and
 * `b/1.json` the names are `Beana0001` and `Beanb0001`.
 * @param files the file of each token; empty: it has none of its own
 */
export const withFolderNames = (
  names: readonly (string | undefined)[],
  files: readonly string[],
): { readonly names: readonly (string | undefined)[]; readonly notes: readonly string[] } => {
  const made = [...names]
  const places = Map.groupBy(names.keys(), (at) => names[at])
  let example: string | undefined
  for (const [name, equal] of places) {
    if (name === undefined || equal.length < 2) continue
    const labels = folderLabels(equal.map((at) => files[at] ?? ''))
    if (labels === undefined) continue
    for (const [place, at] of equal.entries()) {
      made[at] = withLabel(name, labels[place] ?? '')
      example ??= made[at]
    }
  }
  const known = made.filter((name) => name !== undefined)
  const isApart = new Set(known).size === known.length
  if (example === undefined || !isApart) return { names, notes: [] }
  return {
    names: made,
    notes: [
      `Files of several folders have the same names, so their asset names have the folder in them: ${example} and so on.`,
    ],
  }
}

/** The first part of the paths in which all of these differ, as letters and digits. */
const folderLabels = (files: readonly string[]): readonly string[] | undefined => {
  const folders = files.map((file) => file.split('/').slice(0, -1))
  const depth = Math.max(...folders.map(({ length }) => length))
  for (let at = 0; at < depth; at += 1) {
    const labels = folders.map((parts) => plainName(parts[at] ?? ''))
    if (labels.every((label) => label !== '') && new Set(labels).size === labels.length)
      return labels
  }
  return undefined
}

/** The folder's name before the number at the end. */
const withLabel = (name: string, label: string): string => {
  const digits = /\d*$/u.exec(name)?.[0] ?? ''
  const word = name.slice(0, name.length - digits.length)
  const room = Math.max(0, limits.ledgerAssetNameBytes - digits.length)
  const short = label.slice(0, room)
  return word.slice(0, room - short.length) + short + digits
}
