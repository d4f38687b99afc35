import { posix } from 'node:path'
import type { Exception } from './exceptions.ts'
import { type File, findSharedNames, findSmallFiles } from './measure.ts'

export type Exceptions = {
  readonly names: readonly Exception[]
  readonly smallFiles: readonly Exception[]
}

/**
 * What `npm run check` refuses about the structure, beside imports: names that several files export
 * and small files with one importer, each without a listed reason; listed ones that are gone.
 */
export const structureErrors = (
  code: readonly File[],
  { names, smallFiles }: Exceptions,
): readonly string[] => {
  const sharedNames = findSharedNames(code)
  const small = findSmallFiles(code)
  return [
    ...sharedNames
      .filter(({ name }) => !allowedOf(names).includes(name))
      .map(
        ({ name, files }) =>
          `${name} is exported by ${files.join(' and ')}: give each a name of its own`,
      ),
    ...allowedOf(names)
      .filter((allowed) => !sharedNames.some(({ name }) => name === allowed))
      .map((name) => `${name} is not exported by several files any more: ${unlist}`),
    ...small
      .filter((path) => !isAllowedFile(path, smallFiles))
      .map(
        (path) =>
          `${path} is small and has one importer: merge it into that, or into a file on its subject`,
      ),
    ...allowedOf(smallFiles)
      .filter((pattern) => !small.some((path) => posix.matchesGlob(path, pattern)))
      .map((pattern) => `${pattern} fits no small file with one importer any more: ${unlist}`),
  ]
}

const unlist = 'remove it from tools/structure/exceptions.ts'

const allowedOf = (exceptions: readonly Exception[]): readonly string[] =>
  exceptions.flatMap(({ allowed }) => allowed)

/** Whether a path fits a pattern of the exceptions. */
export const isAllowedFile = (path: string, exceptions: readonly Exception[]): boolean =>
  allowedOf(exceptions).some((pattern) => posix.matchesGlob(path, pattern))

/**
 * Test files that the configuration of vitest names by themselves. The suffix of a file says when it
 * runs, so that no list has to be kept by hand.
 */
export const listedTests = (configuration: string): readonly string[] =>
  [...configuration.matchAll(/['"]([^'"\n]+\.test\.tsx?)['"]/g)]
    .map(([, path = '']) => path)
    .filter((path) => !path.includes('*'))
    .map((path) => `vitest.config.ts lists ${path}: let the suffix of its name say when it runs`)
