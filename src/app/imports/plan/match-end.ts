import { appearanceOf } from './file-appearance.ts'
import type { FileEntry, FileMatch } from './plan-types.ts'

/** `isOtherFolder`: beyond the end that they share, both paths go on with other folders. */
export type EndMatch = FileMatch & { readonly isOtherFolder?: boolean }

/** So many parts tell files of one name apart, also in addresses with a folder for each size. */
const comparedParts = 16

/**
 * Finds the file that shares the most parts at its end with a path. Of several, it is the one whose
 * whole name the path ends in.
 */
export const createEndMatcher = (
  files: readonly FileEntry[],
  match: (path: string) => FileMatch,
): ((path: string) => EndMatch) => {
  const byEnds: ReadonlyMap<string, readonly FileEntry[]>[] = []
  const known = new Map<FileEntry, readonly string[]>()
  const partsOfFile = (file: FileEntry): readonly string[] => {
    const parts = known.get(file) ?? partsOf(appearanceOf(file.name))
    known.set(file, parts)
    return parts
  }
  // Rarely needed, and each as large as the folder.
  const filesByEnd = (count: number): ReadonlyMap<string, readonly FileEntry[]> =>
    (byEnds[count] ??= Map.groupBy(files, (file) => endOf(partsOfFile(file), count)))

  return (path) => {
    const parts = partsOf(appearanceOf(path))
    let found: readonly FileEntry[] = []
    for (let count = 1; count <= parts.length; count += 1) {
      const longer = filesByEnd(count).get(endOf(parts, count))
      if (longer === undefined) break
      found = longer
    }
    const [file, second] = found
    if (file === undefined) return { kind: 'missing', similar: undefined }
    if (second === undefined) {
      const isOtherFolder = goOnDifferently(parts, partsOfFile(file))
      return { kind: 'found', file, differs: true, isOtherFolder }
    }
    const whole = partsOf(path).map((_, at, all) => match(all.slice(at).join('/')))
    return whole.find(({ kind }) => kind === 'found') ?? { kind: 'ambiguous', files: found }
  }
}

const partsOf = (path: string): readonly string[] =>
  path
    .split('/')
    .filter((part) => part !== '')
    .slice(-comparedParts)

/** The last parts; nothing where there are fewer. */
const endOf = (parts: readonly string[], count: number): string =>
  parts.length < count ? '' : parts.slice(-count).join('/')

const goOnDifferently = (a: readonly string[], b: readonly string[]): boolean => {
  const count = Math.min(a.length, b.length)
  return endOf(a, count) !== endOf(b, count)
}
