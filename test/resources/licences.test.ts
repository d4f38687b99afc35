import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  bundledPackages,
  fontLicencesText,
  licencesText,
  shippedLicences,
} from '../../tools/make-licences.ts'

const project = join(import.meta.dirname, '..', '..')

describe('resources/licences.json', () => {
  it('is what tools/make-licences.ts would write now', async () => {
    const text = readFileSync(join(project, 'resources', 'licences.json'), 'utf8')
    expect(text === (await licencesText()), 'run: node tools/make-licences.ts').toBe(true)
  })

  it('comes with the text of the licence of each font', async () => {
    const text = readFileSync(join(project, 'resources', 'font-licences.txt'), 'utf8')
    expect(text === (await fontLicencesText()), 'run: node tools/make-licences.ts').toBe(true)
    expect(text.match(/SIL OPEN FONT LICENSE Version 1\.1/gu)).toHaveLength(2)
  })

  it('names what runs, and nothing that is for development alone', async () => {
    const names = new Set(JSON.parse(await licencesText()).map((one: { name: string }) => one.name))
    for (const shipped of ['electron', 'react', 'sharp', 'zod', 'fastify', '@mantine/core'])
      expect(names).toContain(shipped)
    for (const other of ['vitest', 'typescript', 'oxlint', 'vite', 'playwright-core'])
      expect(names).not.toContain(other)
  })

  it('knows every package that the window imports', () => {
    const imported = new Set(
      readdirSync(join(project, 'src', 'renderer'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.tsx?$/u.test(entry.name))
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
        .flatMap((text) =>
          [...text.matchAll(/ from '([^.'][^']*)'/gu)].map((match) => match[1] ?? ''),
        )
        .map((path) =>
          path
            .split('/')
            .slice(0, path.startsWith('@') ? 2 : 1)
            .join('/'),
        ),
    )
    expect(imported.size).toBeGreaterThan(3)
    expect(
      [...imported].filter(
        (name) => !name.startsWith('#') && !['zod', ...bundledPackages].includes(name),
      ),
    ).toEqual([])
  })
})

describe('the packages of a lock file', () => {
  const lock = (packages: Record<string, object>) => {
    const roots = ['electron', ...bundledPackages].map(
      (name) => [`node_modules/${name}`, { version: '1.0.0', license: 'MIT' }] as const,
    )
    return { packages: { ...Object.fromEntries(roots), ...packages } }
  }
  const found = (packages: Record<string, object>) =>
    shippedLicences(lock(packages))
      .filter(({ name }) => name.startsWith('own-'))
      .map(({ name, version }) => `${name} ${version}`)

  it('are those that are needed, each version as near as npm put it', () => {
    expect(
      found({
        '': { dependencies: { 'own-a': '1', 'own-b': '1' } },
        'node_modules/own-a': { version: '1.0.0', license: 'MIT', dependencies: { 'own-b': '2' } },
        'node_modules/own-a/node_modules/own-b': { version: '2.0.0', license: 'MIT' },
        'node_modules/own-b': {
          version: '1.0.0',
          license: 'MIT',
          optionalDependencies: { 'own-none': '1', 'own-c': '1' },
        },
        'node_modules/own-c': { version: '3.0.0', license: 'MIT' },
        'node_modules/own-other': { version: '1.0.0', license: 'MIT' },
      }),
    ).toEqual(['own-a 1.0.0', 'own-b 1.0.0', 'own-b 2.0.0', 'own-c 3.0.0'])
  })

  it('must be locked and name their licence', () => {
    expect(() => found({ '': { dependencies: { 'own-a': '1' } } })).toThrow('own-a')
    expect(() =>
      found({
        '': { dependencies: { 'own-a': '1' } },
        'node_modules/own-a': { version: '1.0.0' },
      }),
    ).toThrow('under which licence own-a stands')
  })
})
