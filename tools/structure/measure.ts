import { parseSync } from '@swc/core'
import { posix } from 'node:path'

export type File = {
  /** From the root of the project, with slashes. */
  readonly path: string
  readonly text: string
}

/** A name that several files export, with the files. */
export type SharedName = { readonly name: string; readonly files: readonly string[] }

/**
 * A file of at most this many lines with one importer belongs into that importer, or to its
 * neighbours on the same subject.
 */
const smallFile = 40

export const countLines = (text: string): number =>
  text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

/** Lines that are neither blank nor a comment nor part of an import. */
export const countCodeLines = (text: string): number =>
  text
    .replaceAll(/^import(?:\s[^;'"]*?\sfrom)?\s*['"][^'"\n]+['"].*$/gm, '')
    .split('\n')
    .filter((line) => !/^\s*(?:$|\/\/|\/\*|\*)/.test(line)).length

/** Files of at most {@link smallFile} lines that exactly one other file imports. */
export const findSmallFiles = (files: readonly File[]): readonly string[] => {
  const importers = new Map<string, number>()
  const paths = new Set(files.map(({ path }) => path))
  for (const file of files)
    for (const imported of importsOf(file, paths))
      importers.set(imported, (importers.get(imported) ?? 0) + 1)
  return files
    .filter(({ path, text }) => countLines(text) <= smallFile && importers.get(path) === 1)
    .map(({ path }) => path)
}

const importsOf = ({ path, text }: File, paths: ReadonlySet<string>): ReadonlySet<string> => {
  const found = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([#.][^'\n]+)'/g)].map(
    ([, specifier = '']) =>
      specifier.startsWith('#')
        ? posix.join('src', specifier.slice(1))
        : posix.join(posix.dirname(path), specifier),
  )
  return new Set(found.filter((target) => target !== path && paths.has(target)))
}

/** Names that more than one file exports by a declaration of its own. */
export const findSharedNames = (files: readonly File[]): readonly SharedName[] => {
  const exported = new Map<string, string[]>()
  for (const { path, text } of files)
    for (const name of exportsOf(text)) {
      const known = exported.get(name)
      if (known === undefined) exported.set(name, [path])
      else known.push(path)
    }
  return [...exported]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => ({ name, files: paths }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

const declared =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|type|interface|enum) (\w+)/gm

const exportsOf = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(declared)].map(([, name = '']) => name))

/** Names and words of files that use what a seal states. */
const wordsOfSeals = /SealedFacts|sealed[ -]facts|facts\.json|confirm_?facts/gi

/**
 * How often “facts” is written, also inside of other names and in comments, in files that use no seal.
 * The word is for what a seal states.
 */
export const countUnsealedFacts = (files: readonly File[]): number =>
  files
    .filter(({ text }) => !/from '(?:#keys|\.\.)\/(?:seal|facts)\//.test(text))
    .reduce(
      (sum, { text }) =>
        sum + text.replaceAll(wordsOfSeals, '').toLowerCase().split('facts').length - 1,
      0,
    )

/** Files in which a name is written in snake or camel case. */
export const filesNaming = (files: readonly File[], name: string): readonly string[] => {
  const camel = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return files
    .filter(({ text }) => text.includes(name) || text.includes(camel))
    .map(({ path }) => path)
}

/** Parameters of functions and of function types that have one of these names. */
export const countParameters = (files: readonly File[], names: ReadonlySet<string>): number =>
  files
    .filter(({ path }) => /\.tsx?$/.test(path))
    .reduce((sum, file) => sum + parametersIn(parse(file), names), 0)

const parse = ({ path, text }: File): unknown =>
  parseSync(text, { syntax: 'typescript', tsx: path.endsWith('.tsx'), target: 'es2024' })

const parametersIn = (node: unknown, names: ReadonlySet<string>): number => {
  if (typeof node !== 'object' || node === null) return 0
  const inside = Object.values(node).reduce<number>(
    (sum, child) => sum + parametersIn(child, names),
    0,
  )
  const list = 'params' in node && Array.isArray(node.params) ? (node.params as unknown[]) : []
  return inside + list.filter((parameter) => names.has(parameterName(parameter) ?? '')).length
}

/** Of a plain parameter, with or without a type or a default; none of one that is taken apart. */
const parameterName = (parameter: unknown): string | undefined => {
  if (typeof parameter !== 'object' || parameter === null) return undefined
  if ('type' in parameter && parameter.type === 'Identifier' && 'value' in parameter)
    return String(parameter.value)
  if ('pat' in parameter) return parameterName(parameter.pat)
  return 'left' in parameter ? parameterName(parameter.left) : undefined
}
