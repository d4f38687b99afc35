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
  const isSame = (name: string, allowed: string): boolean => name === allowed
  return [
    ...sharedNames
      .filter(({ name }) => !isAllowed(name, names, isSame))
      .map(
        ({ name, files }) =>
          `${name} is exported by ${files.join(' and ')}: give each a name of its own`,
      ),
    ...unusedOf(
      names,
      sharedNames.map(({ name }) => name),
      isSame,
    ).map((name) => `${name} is not exported by several files any more: ${unlist}`),
    ...findSmallFiles(code)
      .filter((path) => !isAllowed(path, smallFiles, posix.matchesGlob))
      .map(
        (path) =>
          `${path} is small and has one importer: merge it into that, or into a file on its subject`,
      ),
    ...unusedOf(smallFiles, findSmallFiles(code), posix.matchesGlob).map(
      (pattern) => `${pattern} fits no small file with one importer any more: ${unlist}`,
    ),
  ]
}

const unlist = 'remove it from tools/structure/exceptions.ts'

/** Whether a name or a path fits what is allowed. */
type Fits = (text: string, allowed: string) => boolean

export const isAllowed = (text: string, exceptions: readonly Exception[], fits: Fits): boolean =>
  exceptions.some(({ allowed }) => allowed.some((pattern) => fits(text, pattern)))

const unusedOf = (
  exceptions: readonly Exception[],
  found: readonly string[],
  fits: Fits,
): readonly string[] =>
  exceptions
    .flatMap(({ allowed }) => allowed)
    .filter((pattern) => !found.some((text) => fits(text, pattern)))

/**
 * Test files that the configuration of vitest names by themselves. The suffix of a file says when it
 * runs, so that no list has to be kept by hand.
 */
export const listedTests = (configuration: string): readonly string[] =>
  [...configuration.matchAll(/['"]([^'"\n]+\.test\.tsx?)['"]/g)]
    .map(([, path = '']) => path)
    .filter((path) => !path.includes('*'))
    .map((path) => `vitest.config.ts lists ${path}: let the suffix of its name say when it runs`)
