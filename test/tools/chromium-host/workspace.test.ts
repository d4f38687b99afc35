import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'
import packageJson from '#package' with { type: 'json' }
import hostJson from '../../../tools/chromium-host/package.json' with { type: 'json' }

const root = join(import.meta.dirname, '..', '..', '..')
const host = join(root, 'tools', 'chromium-host')

const imports = globSync('**/*.{ts,js}', { cwd: host }).flatMap((file) =>
  [...readFileSync(join(host, file), 'utf8').matchAll(/ from '([^']+)'|^import '([^']+)'/gmu)].map(
    ([, from, bare]) => ({ file, specifier: from ?? bare ?? '' }),
  ),
)

it('the Chromium host imports only its own files and the packages that its package.json names', () => {
  const named = { ...hostJson.dependencies, ...hostJson.devDependencies }
  const foreign = imports.filter(({ file, specifier }) => {
    if (!specifier.startsWith('.')) return !isBuiltin(specifier) && !Object.hasOwn(named, specifier)
    const path = relative(host, join(host, dirname(file), specifier))
    const [, inPackage] = /node_modules\/([^/]+)\//u.exec(path) ?? []
    return inPackage === undefined ? path.startsWith('..') : !Object.hasOwn(named, inPackage)
  })
  expect(imports.length).toBeGreaterThan(100)
  expect(foreign).toEqual([])
})

it('the Chromium host takes the versions of the app, so that npm installs each package once', () => {
  const app: Readonly<Record<string, string>> = {
    ...packageJson.dependencies,
    ...packageJson.devDependencies,
  }
  expect(packageJson.workspaces).toContain('tools/chromium-host')
  for (const [name, version] of Object.entries({
    ...hostJson.dependencies,
    ...hostJson.devDependencies,
  }))
    expect(app[name], name).toBe(version)
})
