import { planImport } from '#core/imports/plan/plan.ts'
import { readTable } from '#core/imports/table/table.ts'
import type { Measure } from './main.ts'

const rows = 10_000
const tags = ['paper', 'ink', 'plant', 'press', 'season', 'border', 'frame', 'mood']
const customs = ['edition', 'year', 'plate', 'run', 'proof', 'drying', 'weight', 'hand']
const goalSeconds = 2

/** A table of 20 columns, with a file for every row. */
const makeTable = (): Uint8Array => {
  const header = ['asset_name', 'name', 'description', 'image', ...tags, ...customs]
  const lines = Array.from({ length: rows }, (_, index) =>
    [
      `Print${index + 1}`,
      `Print No. ${index + 1}`,
      'Ink on paper',
      `${index + 1}.png`,
      ...tags.map((tag) => `${tag} ${index % 9}`),
      ...customs.map((custom) => `${custom} ${index}`),
    ].join(','),
  )
  return new TextEncoder().encode([header.join(','), ...lines, ''].join('\n'))
}

/** Seconds from the bytes of the table to the finished plan. */
export const benchPlan = async (): Promise<readonly Measure[]> => {
  const bytes = makeTable()
  const files = Array.from({ length: rows }, (_, index) => ({
    name: `${index + 1}.png`,
    path: `/prints/${index + 1}.png`,
    size: 1000 + index,
    mtimeMs: 0,
  }))
  const attributes = Object.fromEntries(tags.map((tag) => [tag, `<${tag}>`]))
  const collection = {
    id: 'bench',
    name: 'Bench',
    policy: { policy_id: '0'.repeat(56) },
    metadata: { attributes },
  }
  const started = performance.now()
  const plan = planImport({ table: readTable(bytes), files, collection })
  const seconds = (performance.now() - started) / 1000
  if (plan.tokens.length !== rows) throw new Error('not every row was planned')
  return [
    {
      what: `reading and planning ${rows.toLocaleString('en')} rows of 20 columns`,
      value: `${seconds.toFixed(2)} s`,
      goal: `< ${goalSeconds} s`,
      met: seconds < goalSeconds,
    },
  ]
}
