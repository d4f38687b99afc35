import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parse as parseCss, type Root } from 'postcss'

/**
 * What TypeScript does not see in the window's CSS modules: classes that a view uses and no module
 * defines, classes that nothing uses, rules whose declarations repeat another rule's (put those
 * into a part of `src/renderer/ui`), and modules that compose from each other in a circle, with which a
 * build never ends.
 * @param root the folder with `src/renderer`
 * @returns one sentence per error, with its file
 */
export const cssErrors = (root: string): readonly string[] => {
  const folder = join(root, 'src', 'renderer')
  const find = (pattern: string): readonly string[] =>
    globSync(pattern, { cwd: folder })
      .map((path) => join(folder, path))
      .sort()
  const sheets = new Map(find('**/*.css').map((path) => [path, parse(path)]))
  const modules = [...sheets].filter(([path]) => path.endsWith('.module.css'))
  const used = new Map(modules.map(([path]) => [path, new Set<string>()]))
  const unreadable: string[] = []
  for (const source of find('**/*.{ts,tsx}'))
    for (const { sheet, names, isWhole } of usesIn(source, folder)) {
      const known = used.get(sheet)
      const where = relative(root, source)
      if (known === undefined) unreadable.push(`${where}: imports ${sheet}, which does not exist`)
      else if (!isWhole) unreadable.push(`${where}: name each class as styles['name']`)
      for (const name of names) known?.add(name)
    }
  for (const [path, sheet] of modules)
    for (const { names, from } of composedIn(sheet, path))
      for (const name of names) used.get(from)?.add(name)
  return [
    ...unreadable,
    ...modules.flatMap(([path, sheet]) => {
      const defined = definedIn(sheet)
      const seen = used.get(path) ?? new Set()
      const where = relative(root, path)
      return [
        ...[...seen.difference(defined)].map((name) => `${where}: ".${name}" is used, not defined`),
        ...[...defined.difference(seen)].map((name) => `${where}: ".${name}" is defined, not used`),
      ]
    }),
    ...circlesOf(
      new Map(
        modules.map(([path, sheet]) => [
          relative(root, path),
          composedIn(sheet, path).map(({ from }) => relative(root, from)),
        ]),
      ),
    ),
    ...repeatedRules(new Map([...sheets].map(([path, sheet]) => [relative(root, path), sheet]))),
  ]
}

const parse = (path: string): Root => parseCss(readFileSync(path, 'utf8'), { from: path })

const definedIn = (sheet: Root): ReadonlySet<string> => {
  const names = new Set<string>()
  sheet.walkRules(({ selector }) => {
    for (const [, name = ''] of selector.matchAll(/\.([A-Za-z_][\w-]*)/g)) names.add(name)
  })
  return names
}

/** `composes: a b` uses classes of its own module, and `composes: a from '…'` of another one. */
const composedIn = (
  sheet: Root,
  path: string,
): readonly { readonly names: readonly string[]; readonly from: string }[] => {
  const uses: { names: readonly string[]; from: string }[] = []
  sheet.walkDecls('composes', ({ value }) => {
    const [names = '', from] = value.split(' from ')
    uses.push({
      names: names.split(/\s+/),
      from: from === undefined ? path : join(dirname(path), from.slice(1, -1)),
    })
  })
  return uses
}

const circlesOf = (composed: ReadonlyMap<string, readonly string[]>): readonly string[] => {
  const below = (path: string, seen = new Set<string>()): ReadonlySet<string> => {
    for (const from of composed.get(path) ?? [])
      if (from !== path && !seen.has(from)) below(from, seen.add(from))
    return seen
  }
  return [...composed.keys()]
    .filter((path) => below(path).has(path))
    .map((path) => `${path}: composes from a module that composes from it`)
}

type Use = { readonly sheet: string; readonly names: readonly string[]; readonly isWhole: boolean }

/** The classes that a source takes from each module; `isWhole` is false where some have no name. */
const usesIn = (source: string, folder: string): readonly Use[] => {
  const text = readFileSync(source, 'utf8')
  return [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].map(
    ([statement, variable, from = '']) => {
      const sheet = from.startsWith('#renderer/')
        ? join(folder, from.slice('#renderer/'.length))
        : join(dirname(source), from)
      const rest = text.replace(statement, '')
      const accesses = [...rest.matchAll(new RegExp(`\\b${variable}\\[([^\\]]+)\\]`, 'g'))]
      const names = accesses.map(([, inside = '']) =>
        [...inside.matchAll(/'([^']+)'/g)].map(([, name = '']) => name),
      )
      const mentions = rest.match(new RegExp(`(?<![\\w.'/])${variable}\\b(?!['/=])`, 'g')) ?? []
      const isWhole = mentions.length === accesses.length && names.every(({ length }) => length > 0)
      return { sheet, names: names.flat(), isWhole }
    },
  )
}

/** Classes with at least this many declarations do not repeat each other. */
const shortestRepeat = 2

const repeatedRules = (sheets: ReadonlyMap<string, Root>): readonly string[] => {
  const first = new Map<string, string>()
  const errors: string[] = []
  for (const [path, sheet] of sheets)
    sheet.walkRules((rule) => {
      const body = rule.nodes
        .filter(({ type }) => type !== 'comment')
        .map(String)
        .sort()
      // What holds in one state, place or width only may well look like something else.
      const isPlain = rule.parent?.type === 'root' && /^\.[\w-]+$/.test(rule.selectors[0] ?? '')
      if (body.length < shortestRepeat || !isPlain) return
      const key = body.join('; ')
      const name = `${path}: "${rule.selector}"`
      const earlier = first.get(key)
      if (earlier === undefined) first.set(key, name)
      else errors.push(`${name} repeats ${earlier}; make it a part of src/renderer/ui`)
    })
  return errors
}
