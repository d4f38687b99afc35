import { expect, it, vi } from 'vitest'
import { makePicture } from '../../../app/imports/harness.ts'
import { openImports, writeTable } from './open-imports.ts'

const rows = 10_000
const columns = 16

it('of ten thousand rows is edited and planned again without making the window wait', async () => {
  const { call, app, folder, open } = await openImports()
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

  const listed = vi.spyOn(app.imports, 'inputs')
  // A clock by which every piece takes as long as a turn may: turns are counted, nothing is timed.
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 10))
  let turns = 0
  let turn = setImmediate(function next() {
    turns += 1
    turn = setImmediate(next)
  })
  const fixed = await call('imports.fixAll', {
    draftId: draft.id,
    rule: 'surrounding_whitespace',
  })
  clearImmediate(turn)
  expect(listed).not.toHaveBeenCalled()
  vi.restoreAllMocks()
  expect(fixed).toMatchObject({ edits: 2, counts: { rows, errors: 0 } })
  expect(fixed.rules.map(({ rule }) => rule)).not.toContain('surrounding_whitespace')
  // It is planned 500 rows at a time, and whatever waits runs between.
  expect(turns).toBeGreaterThanOrEqual(rows / 500)
})
