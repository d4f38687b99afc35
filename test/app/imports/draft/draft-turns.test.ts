import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ImportRequest, PlanInputs } from '#app/imports/inputs/inputs.ts'
import { readAnyTable } from '#app/imports/table/read-any-table.ts'
import { type DraftState, editState, firstState, fixRule } from '#app/imports/draft/draft-state.ts'
import { createDraft } from '#app/imports/draft/drafts.ts'
import { RowOrders } from '#app/imports/draft/row-orders.ts'
import { collectionOf } from '../plan/plan-fixture.ts'
import { ipfsTable, taggedMetadata } from '../../../support/ipfs-table.ts'

const rows = 2_000
/** A plan stops after 50 rows at the latest, so that no call of the window waits for long. */
const leastTurns = rows / 50

const bytes = new TextEncoder().encode(ipfsTable(rows))
const request: ImportRequest = {
  folder: '/art',
  collectionId: 'c1',
  accountId: 'local',
  settings: { maxPixels: null, format: 'keep', quality: 90 },
  pinner: 'local',
}

const inputsOf = async (): Promise<PlanInputs> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the collection, a plan reads no more
  ({
    folder: '/art',
    tablePath: '/art/tokens.csv',
    table: await readAnyTable(bytes),
    files: [],
    passedOver: [],
    source: { format: 'csv', reason: '', names: undefined },
    mapped: [],
    remembered: undefined,
    naming: {},
    collection: collectionOf(taggedMetadata),
    royalty: undefined,
    existing: [],
  }) as unknown as PlanInputs

/** A clock by which every piece takes as long as a turn may: turns are counted, nothing is timed. */
beforeEach(() => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 10))
})
afterEach(() => vi.restoreAllMocks())

/** How often others had a turn, such as calls of the window, while this worked. */
const turnsDuring = async <T>(work: () => Promise<T>): Promise<{ turns: number; result: T }> => {
  let turns = 0
  let isDone = false
  const others = (): void => {
    turns += 1
    if (!isDone) setImmediate(others)
  }
  setImmediate(others)
  const result = await work()
  isDone = true
  return { turns, result }
}

describe('while a draft of many rows is worked on, others have their turns:', () => {
  it('reading its table', async () => {
    const { turns, result } = await turnsDuring(() => readAnyTable(bytes))
    expect(result.rows).toHaveLength(rows)
    expect(turns).toBeGreaterThan(4)
  })

  it('opening it, an edit, a fix of every row, and sorting', async () => {
    const inputs = await inputsOf()
    const opened = await turnsDuring(() => firstState(request, inputs))
    expect(opened.result.plan.counts).toMatchObject({ rows, new: rows, errors: 0 })
    expect(opened.turns).toBeGreaterThan(leastTurns)

    const edits = [{ kind: 'add_column', header: 'custom:note', value: ' x ' }] as const
    const edit = await turnsDuring(() => editState(opened.result, edits))
    expect(edit.turns).toBeGreaterThan(leastTurns)

    const fix = await turnsDuring(() => fixRule(edit.result, 'surrounding_whitespace'))
    expect(fix.result.table.rows[0]?.cells.at(-1)).toBe('x')
    // Every row is also an edit.
    expect(fix.turns).toBeGreaterThan(leastTurns + rows / 100)

    const draft = createDraft(fix.result satisfies DraftState)
    const order = { letter: 'B', isDescending: true }
    const sort = await turnsDuring(() => new RowOrders().rowsOf(draft, order))
    expect(sort.result[0]?.cells[1]).toBe(`Print No. ${rows}`)
    expect(sort.turns).toBeGreaterThan(4)
  })

  it('and closing it while it is opened ends the work', async () => {
    const inputs = await inputsOf()
    const ending = new AbortController()
    setImmediate(() => ending.abort(new Error('closed')))
    await expect(firstState(request, inputs, ending.signal)).rejects.toThrow('closed')
  })
})
