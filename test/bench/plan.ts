import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { planImport } from '#app/imports/plan/plan.ts'
import { readTable } from '#app/imports/table/table.ts'
import { ensureBuilt } from '../../tools/start/build.ts'
import {
  newFolder,
  createCollection,
  ended,
  freshHome,
  plainCollection,
  root,
  startColdpress,
} from './bench-home.ts'
import { ipfsTable, taggedMetadata } from '../support/ipfs-table.ts'
import type { Measure } from './main.ts'
import { median } from './median.ts'
import { watchMemory } from './process-tree.ts'

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
const planFew = (): Measure => {
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
  return {
    what: `reading and planning ${rows.toLocaleString('en')} rows of 20 columns`,
    value: `${seconds.toFixed(2)} s`,
    goal: `< ${goalSeconds} s`,
    met: seconds < goalSeconds,
  }
}

const manyRows = 100_000
const manyGoalSeconds = 15
const megabyteGoal = 300
/** The median counts. */
const rounds = 3

const secondsOf = (work: () => void): number => {
  const started = performance.now()
  work()
  return (performance.now() - started) / 1000
}

/** Seconds that the CSV library alone takes for the table, in a process of its own. */
const bareParse = (path: string): number =>
  secondsOf(() => {
    const { status } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, 'bare-parse.ts'), path, String(manyRows)],
      { stdio: 'inherit' },
    )
    if (status !== 0) throw new Error(`the bare parse ended with ${String(status)}`)
  })

/** The command line's dry run of 100,000 rows, from the start of its process to its end. */
const planMany = async (): Promise<readonly Measure[]> => {
  await ensureBuilt(root)
  const fresh = freshHome('plan-home')
  const folder = newFolder('plan-folder')
  const tablePath = join(folder, 'tokens.csv')
  writeFileSync(tablePath, ipfsTable(manyRows))
  const id = createCollection(fresh, { ...plainCollection, metadata: taggedMetadata })
  // As a person runs it: the JSON has all issues, of which the text shows five.
  const asText = fresh.flags.filter((flag) => flag !== '--json')
  const runs: { readonly seconds: number; readonly megabytes: number; readonly times: number }[] =
    []
  let before = bareParse(tablePath)
  for (let round = 1; round <= rounds; round += 1) {
    const started = performance.now()
    const child = startColdpress(['import', folder, '--collection', id, '--dry-run', ...asText])
    const memory = watchMemory(child.pid ?? 0)
    const [printed] = await Promise.all([
      child.stdout === null ? '' : text(child.stdout),
      ended(child),
    ])
    const megabytes = memory.stop()
    const seconds = (performance.now() - started) / 1000
    if (!printed.includes('100,000 rows: 0 errors')) throw new Error('not every row was planned')
    const after = bareParse(tablePath)
    const times = seconds / ((before + after) / 2)
    before = after
    runs.push({ seconds, megabytes, times })
    console.error(
      `${seconds.toFixed(1)} s, ${times.toFixed(1)} times a bare parse, ${megabytes} MB`,
    )
  }
  const seconds = median(runs.map((run) => run.seconds))
  const megabytes = median(runs.map((run) => run.megabytes))
  const times = median(runs.map((run) => run.times))
  return [
    {
      what: `import --dry-run of ${manyRows.toLocaleString('en')} rows with ipfs:// images, from start to end of the command; a bare parse of the table in a process of its own takes ${before.toFixed(1)} s`,
      value: `${seconds.toFixed(1)} s, ${times.toFixed(1)} times as long`,
      goal: `< ${manyGoalSeconds} s`,
      met: seconds < manyGoalSeconds,
    },
    {
      what: 'peak memory of its process tree',
      value: `${megabytes} MB`,
      goal: `≤ ${megabyteGoal} MB`,
      met: megabytes <= megabyteGoal,
    },
  ]
}

export const benchPlan = async (): Promise<readonly Measure[]> => [planFew(), ...(await planMany())]
