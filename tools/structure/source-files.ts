import { globSync, readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { File } from './measure.ts'

const root = join(import.meta.dirname, '..', '..')

/** The files of the project that fit a pattern, by their paths. */
export const readFiles = (pattern: string): readonly File[] =>
  globSync(pattern, { cwd: root, exclude: (path) => path === 'node_modules' })
    .filter((path) => statSync(join(root, path)).isFile())
    .map((path) => ({
      path: path.replaceAll(sep, '/'),
      text: readFileSync(join(root, path), 'utf8'),
    }))
    .sort((a, b) => a.path.localeCompare(b.path, 'en'))

/** The code among files. */
export const codeOf = (files: readonly File[]): readonly File[] =>
  files.filter(({ path }) => /\.tsx?$/.test(path))
