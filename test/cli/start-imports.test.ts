import { readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { expect, it } from 'vitest'
import packageJson from '#package' with { type: 'json' }

const root = join(import.meta.dirname, '..', '..')

const pathOf = (specifier: string, from: string): string | undefined => {
  if (specifier.startsWith('.')) return join(dirname(from), specifier)
  const folder = /^#\w+\//u.exec(specifier)?.[0]
  const target = Object.entries(packageJson.imports).find(([name]) => name === `${folder}*`)?.[1]
  if (folder === undefined || target === undefined) return undefined
  return join(root, target.replace('*', specifier.slice(folder.length)))
}

/** Files that are loaded with this one, without what is imported later or for its types alone. */
const loadedWith = (file: string, found = new Set<string>()): ReadonlySet<string> => {
  if (found.has(file) || !file.endsWith('.ts')) return found
  found.add(file)
  const source = readFileSync(file, 'utf8')
  const statements = source.matchAll(
    /^(?:import|export) (?!type )(?:(?<names>[^'"]*?) from )?'(?<specifier>[^']+)'/gmu,
  )
  for (const { groups } of statements) {
    const names = /\{(?<inner>[^}]*)\}/u.exec(groups?.['names'] ?? '')?.groups?.['inner']
    const isOfTypes = names?.split(',').every((name) => /^\s*(?:type .*)?$/u.test(name)) ?? false
    const path = pathOf(groups?.['specifier'] ?? '', file)
    if (path !== undefined && !isOfTypes) loadedWith(path, found)
  }
  return found
}

it('a command starts without the engine: what opens the data folder is loaded by those that need it', () => {
  const files = [...loadedWith(join(root, 'src', 'cli', 'main.ts'))].map((file) =>
    relative(root, file).split(sep).join('/'),
  )
  expect(files).toContain('src/cli/session.ts')
  expect(
    files.filter((file) =>
      /^src\/(?:platform\/db|app\/home|media\/pinning|studio|devnet)\//u.test(file),
    ),
  ).toEqual([])
})
