import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { run } from '../../tools/dist/run.ts'
import { shippedPackages } from '../../tools/make-licences.ts'
import { root } from './packages.ts'

const components = z.object({
  components: z.array(z.object({ name: z.string(), version: z.string() })),
})

test('npm sbom, as the release makes it, lists Electron, Node and every package that ships for this system', () => {
  const bill = run('npm', ['sbom', '--sbom-format', 'cyclonedx'], { cwd: root })
  const listed = new Set(
    components.parse(JSON.parse(bill)).components.map(({ name, version }) => `${name}@${version}`),
  )
  const lock: unknown = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  // Prebuilt binaries of other systems are locked, not installed.
  const shipped = shippedPackages(lock).filter(({ path }) => existsSync(join(root, path)))
  const names = shipped.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['electron', 'node', 'sharp', 'react']))
  expect(
    shipped.map(({ name, version }) => `${name}@${version}`).filter((one) => !listed.has(one)),
  ).toEqual([])
})
