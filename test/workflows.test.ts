import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '..', '.github', 'workflows')

it.each(readdirSync(folder))(
  'every action of a workflow is pinned by the hash of its commit: %s',
  (name) => {
    const used = [...readFileSync(join(folder, name), 'utf8').matchAll(/uses: (?<action>.*)$/gmu)]
    const actions = used.map(({ groups }) => groups?.['action'] ?? '')
    expect(actions.length).toBeGreaterThan(0)
    for (const action of actions) expect(action).toMatch(/^[\w./-]+@[0-9a-f]{40} # v\d/u)
  },
)

it('one tag builds, tests and describes the packages of three systems, and publishes nothing unsigned as signed', () => {
  const release = readFileSync(join(folder, 'release.yml'), 'utf8')
  expect(release).toMatch(/on:\n {2}push:\n {4}tags: \['v\*'\]/u)
  const systems = [...release.matchAll(/\{ os: (?<os>\w+)-/gu)].map(({ groups }) => groups?.['os'])
  expect(new Set(systems)).toEqual(new Set(['ubuntu', 'macos', 'windows']))
  for (const step of [
    'npm run check',
    'npm run test:e2e',
    'HOST: electron',
    'npm run test:dist',
    'npm run dist -- --all',
    'npm sbom --sbom-format cyclonedx',
    'sha256sum -- * > SHA256SUMS',
    'actions/attest-build-provenance',
    'CHANGELOG.md | tail -n +2 > notes.md',
    '--draft',
    'are neither signed nor notarised',
    'is not signed',
  ])
    expect(release, step).toContain(step)
})
