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
