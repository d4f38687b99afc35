import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, it, vi } from 'vitest'
import { makePicture } from '../../../core/imports/harness.ts'
import { openImports, writeTable } from './open-imports.ts'

vi.setConfig({ testTimeout: 120_000 })

const rows = 10_000
const columns = 16

it('of ten thousand rows is edited and planned again without making the window wait', async () => {
  const { call, core, folder, open } = await openImports()
  await makePicture(folder, 1)
  const more = Array.from({ length: columns }, (_, at) => `Trait ${at}`)
  const table = Array.from({ length: rows }, (_, at) => [
    `Print${at}`,
    ` Print no ${at}`,
    '1.png',
    'blue',
    ...more,
  ])
  await writeTable(folder, [['asset_name', 'name', 'image', 'Ink', ...more], ...table])
  const draft = await open()
  expect(draft.counts).toMatchObject({ rows, errors: 0 })

  const listed = vi.spyOn(core.imports, 'inputs')
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const started = performance.now()
  const fixed = await call('imports.fixAll', {
    draftId: draft.id,
    rule: 'surrounding_whitespace',
  })
  const took = performance.now() - started
  delay.disable()
  const longest = delay.max / 1e6
  expect(fixed).toMatchObject({ edits: 2, counts: { rows, errors: 0 } })
  expect(fixed.rules.map(({ rule }) => rule)).not.toContain('surrounding_whitespace')
  expect(listed).not.toHaveBeenCalled()
  // On an idle machine 340 and 27 ms; the limits leave room for a busy one.
  expect(took).toBeLessThan(3_000)
  expect(longest).toBeLessThan(took * 0.8)
})
