import { posix } from 'node:path'
import { withoutInvisible } from './cell-text.ts'
import { appearanceOf, slugOf, spellOut } from './file-appearance.ts'
import { createEndMatcher, type EndMatch } from './match-end.ts'
import type { FileEntry, FileMatch, PassedOver } from './plan-types.ts'

export type FileMatcher = {
  /** The file that a cell names. */
  readonly match: (cell: string) => FileMatch
  /** The file that is named by a file of this folder: in it, or else in the nearest one. */
  readonly matchNear: (name: string, folder: string) => FileMatch
  /**
   * The only file, of those that `isWanted` tells, whose name without folder and extension is
   * `stem`, ignoring case and Unicode form. Of several it is the one that is nearest to `folder`.
   */
  readonly withStem: (
    stem: string,
    options?: {
      readonly isWanted?: (file: FileEntry) => boolean
      readonly folder?: string
    },
  ) => FileEntry | undefined
  /** The file that a path of another place ends as. */
  readonly matchEnd: (path: string) => EndMatch
  /**
   * The files whose name without extension is this text, with or without their folder; where none
   * is, those that differ only in accents, marks between words and zeros before a number; then those
   * that spell out letters such as ü.
   */
  readonly filesOfStem: (text: string) => readonly FileEntry[]
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
  const byStem = groupBy(files, (file) => sameName(fileStem(file.name)))
  const unread = new Map(passedOver.map((file) => [sameName(file.name), file]))
  const only = (found: readonly FileEntry[] | undefined) =>
    found?.length === 1 ? found[0] : undefined
  // Rarely needed, and as large as the others.
  let byLook: ReadonlyMap<string, readonly FileEntry[]> | undefined
  let byBaseLook: ReadonlyMap<string, readonly FileEntry[]> | undefined
  const lookingLike = (path: string): readonly FileEntry[] | undefined => {
    const look = appearanceOf(path)
    byLook ??= groupBy(files, (file) => appearanceOf(file.name))
    const found = byLook.get(look)
    if (found !== undefined || path.includes('/')) return found
    byBaseLook ??= groupBy(files, (file) => appearanceOf(baseOf(file.name)))
    return byBaseLook.get(look)
  }

  const match = (cell: string): FileMatch => {
    const path = cell.replaceAll('\\', '/').replace(/^(?:\.{1,2}\/)+/u, '')
    const same = exact.get(cell) ?? exact.get(path)
    if (same !== undefined) return { kind: 'found', file: same, differs: false }
    const alike =
      byName.get(sameName(path)) ??
      (path.includes('/') ? undefined : byBase.get(sameName(path))) ??
      lookingLike(path)
    const [file, second] = alike ?? []
    if (file === undefined) {
      const found = partsOf(path).map((part) => unread.get(sameName(part)))
      const first = found.find((candidate) => candidate !== undefined)
      return first === undefined
        ? { kind: 'missing', similar: similarTo(path) }
        : { kind: 'passed_over', found: first }
    }
    if (second === undefined) return { kind: 'found', file, differs: true }
    const spelled = only(alike?.filter(({ name }) => sameSpelling(name, path)))
    return spelled === undefined
      ? { kind: 'ambiguous', files: alike ?? [] }
      : { kind: 'found', file: spelled, differs: true }
  }
  const similarTo = (path: string) =>
    only(byBase.get(sameName(baseOf(path)))) ?? only(byStem.get(sameName(fileStem(path))))

  const matchNear = (name: string, folder: string): FileMatch => {
    if (folder === '') return match(name)
    const inside = pathFrom(folder, name)
    const beside = inside === undefined ? undefined : match(inside)
    if (beside?.kind === 'found') return beside
    const found = match(name)
    const near = found.kind === 'ambiguous' ? findNearest(found.files, folder) : undefined
    return near === undefined ? found : { kind: 'found', file: near, differs: true }
  }

  const withStem: FileMatcher['withStem'] = (stem, { isWanted = () => true, folder = '' } = {}) => {
    const found = byStem.get(sameName(stem))?.filter(isWanted) ?? []
    return only(found) ?? findNearest(found, folder)
  }
  let bySlug: ReadonlyMap<string, readonly FileEntry[]> | undefined
  const filesOfStem: FileMatcher['filesOfStem'] = (text) => {
    const path = text.replaceAll('\\', '/')
    const folder = sameName(folderOfName(path))
    const same = byStem.get(sameName(baseOf(path))) ?? []
    const found = same.filter(
      ({ name }) => folder === '' || sameName(folderOfName(name)) === folder,
    )
    const slug = slugOf(text)
    if (found.length > 0 || slug === '') return found
    bySlug ??= groupBy(files, ({ name }) => slugOf(fileStem(name)))
    return bySlug.get(slug) ?? bySlug.get(slugOf(spellOut(text))) ?? []
  }
  return { match, matchNear, matchEnd: createEndMatcher(files, match), withStem, filesOfStem }
}

/** The path that a file of this folder means; undefined for one that leads out of all folders. */
const pathFrom = (folder: string, name: string): string | undefined => {
  const path = posix.normalize(folder + name.replaceAll('\\', '/'))
  return path.startsWith('../') ? undefined : path
}

/** The one that shares the most folders with this one; undefined where several share as many. */
const findNearest = (files: readonly FileEntry[], folder: string): FileEntry | undefined => {
  if (folder === '') return undefined
  const shared = files.map((file) => sharedFolders(folderOfName(file.name), folder))
  const most = Math.max(...shared)
  const near = files.filter((_, at) => shared[at] === most)
  return near.length === 1 ? near[0] : undefined
}

const sharedFolders = (a: string, b: string): number => {
  const [parts, others] = [a.split('/'), b.split('/')]
  const at = parts.findIndex((part, place) => part === '' || part !== others[place])
  return at === -1 ? parts.length : at
}

/** `a/b/1.png` is in `a` and `a/b`. */
const partsOf = (path: string): readonly string[] =>
  path.split('/').map((_, at, all) => all.slice(0, at + 1).join('/'))

/** Equal for names that differ only in case and Unicode form. */
export const sameName = (name: string): string => name.normalize('NFC').toLowerCase()

/** Whether a file is named so to the letter, in whatever folder. */
const sameSpelling = (name: string, path: string): boolean =>
  baseOf(name).normalize('NFC') === baseOf(path).normalize('NFC')

/** Equal for names that look the same: they may also differ in characters that cannot be seen. */
export const similarNameOf = (name: string): string => sameName(withoutInvisible(name, true))

/** The folder that a file is in, with its `/`; empty at the top. */
export const folderOfName = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1)

/** `art/Bean 1.png` is `Bean 1.png`. */
export const baseOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1)

/** `art/Bean 1.png` is `Bean 1`. */
export const fileStem = (name: string): string => baseOf(name).replace(/(?<=.)\.[^.]*$/u, '')

const groupBy = (
  files: readonly FileEntry[],
  keyOf: (file: FileEntry) => string,
): ReadonlyMap<string, readonly FileEntry[]> => Map.groupBy(files, keyOf)
