import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { ensureBuilt } from '../../tools/start/build.ts'

const project = join(import.meta.dirname, '..', '..')
const folder = join(project, 'out', 'main')

beforeAll(async () => {
  await ensureBuilt(project)
})

/** Of the last build: parts of earlier ones stay for a day. */
const newestParts = (): readonly string[] => {
  const builtAt = statSync(join(folder, 'build-stamp')).mtimeMs
  return readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(folder, name))
    .filter((path) => builtAt - statSync(path).mtimeMs < 60_000)
}

it('every package in the bundles is in the list of licences, in its version', () => {
  const listed = new Set(
    z
      .array(z.object({ name: z.string(), version: z.string() }))
      .parse(JSON.parse(readFileSync(join(project, 'resources', 'licences.json'), 'utf8')))
      .map(({ name, version }) => `${name} ${version}`),
  )
  const places = newestParts().flatMap((path) =>
    [
      ...readFileSync(path, 'utf8').matchAll(
        /^\s*\/\/ (node_modules\/(?:.*node_modules\/)?(?:@[^/\n]+\/)?[^/\n]+)\//gmu,
      ),
    ].map((match) => match[1] ?? ''),
  )
  const bundled = new Set(
    [...new Set(places)].map((directory) => {
      const described = readFileSync(join(project, directory, 'package.json'), 'utf8')
      const { name, version } = z
        .object({ name: z.string(), version: z.string() })
        .parse(JSON.parse(described))
      return `${name} ${version}`
    }),
  )
  expect(bundled.size).toBeGreaterThan(50)
  expect([...bundled].filter((one) => !listed.has(one))).toEqual([])
})
