import { withoutInvisible } from './cell-text.ts'
import type { FileEntry, PassedOver } from './plan-types.ts'

export type FileMatch =
  /**
   * `differs`: the table's spelling has another case, another Unicode form, no folder, or other
   * characters that cannot be seen.
   */
  | { readonly kind: 'found'; readonly file: FileEntry; readonly differs: boolean }
  | { readonly kind: 'ambiguous'; readonly files: readonly FileEntry[] }
  /** The folder has what is named, and no import reads it. */
  | { readonly kind: 'passed_over'; readonly found: PassedOver }
  /** `similar`: a file of the same name with another extension or folder. */
  | { readonly kind: 'missing'; readonly similar: FileEntry | undefined }

export type FileMatcher = {
  /** The file that a cell names. */
  readonly match: (cell: string) => FileMatch
  /**
   * The only file, of those that `isWanted` tells, whose name without folder and extension is
   * `stem`, ignoring case and Unicode form.
   */
  readonly withStem: (
    stem: string,
    isWanted?: (file: FileEntry) => boolean,
  ) => FileEntry | undefined
}

/**
 * Finds files by their names in the table. Disks and spreadsheets differ in case and Unicode form
 * (macOS writes `é` as two code points), so both are ignored if only one file matches; an exact
 * name always wins.
 */
export const createFileMatcher = (
  files: readonly FileEntry[],
  passedOver: readonly PassedOver[] = [],
): FileMatcher => {
  const exact = new Map(files.map((file) => [file.name, file]))
  const byName = groupBy(files, (file) => sameName(file.name))
  const byBase = groupBy(files, (file) => sameName(baseOf(file.name)))
  const byStem = groupBy(files, (file) => sameName(stemOf(file.name)))
  const unread = new Map(passedOver.map((one) => [sameName(one.name), one]))
  const only = (found: readonly FileEntry[] | undefined) =>
    found?.length === 1 ? found[0] : undefined
  // Rarely needed, and as large as the others.
  let byLook: ReadonlyMap<string, readonly FileEntry[]> | undefined
  const lookingLike = (path: string): readonly FileEntry[] | undefined => {
    byLook ??= groupBy(
      files.filter(({ name }) => withoutInvisible(name, true) !== name),
      (file) => lookOf(file.name),
    )
    const look = lookOf(path)
    return (
      byName.get(look) ?? (path.includes('/') ? undefined : byBase.get(look)) ?? byLook.get(look)
    )
  }

  const match = (cell: string): FileMatch => {
    const path = cell.replaceAll('\\', '/').replace(/^(?:\.\/)+/u, '')
    const same = exact.get(cell) ?? exact.get(path)
    if (same !== undefined) return { kind: 'found', file: same, differs: false }
    const alike =
      byName.get(sameName(path)) ??
      (path.includes('/') ? undefined : byBase.get(sameName(path))) ??
      lookingLike(path)
    const [file, second] = alike ?? []
    if (file === undefined) {
      const found = partsOf(path).map((part) => unread.get(sameName(part)))
      const first = found.find((one) => one !== undefined)
      return first === undefined
        ? { kind: 'missing', similar: similarTo(path) }
        : { kind: 'passed_over', found: first }
    }
    if (second !== undefined) return { kind: 'ambiguous', files: alike ?? [] }
    return { kind: 'found', file, differs: true }
  }
  const similarTo = (path: string) =>
    only(byBase.get(sameName(baseOf(path)))) ?? only(byStem.get(sameName(stemOf(path))))

  const withStem: FileMatcher['withStem'] = (stem, isWanted = () => true) =>
    only(byStem.get(sameName(stem))?.filter(isWanted))
  return { match, withStem }
}

/** `a/b/1.png` is in `a` and `a/b`. */
const partsOf = (path: string): readonly string[] =>
  path.split('/').map((_, at, all) => all.slice(0, at + 1).join('/'))

/** Equal for names that differ only in case and Unicode form. */
export const sameName = (name: string): string => name.normalize('NFC').toLowerCase()

/** Equal for names that look the same: they may also differ in characters that cannot be seen. */
export const lookOf = (name: string): string => sameName(withoutInvisible(name, true))

/** `art/Bean 1.png` is `Bean 1.png`. */
export const baseOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1)

/** `art/Bean 1.png` is `Bean 1`. */
export const stemOf = (name: string): string => baseOf(name).replace(/(?<=.)\.[^.]*$/u, '')

const groupBy = (
  files: readonly FileEntry[],
  keyOf: (file: FileEntry) => string,
): ReadonlyMap<string, readonly FileEntry[]> => Map.groupBy(files, keyOf)
