import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { z } from 'zod'
import { ensureBuilt } from '../../tools/start/build.ts'
import {
  benchFolder,
  createCollection,
  freshHome,
  linkedFolder,
  plainCollection,
  root,
  runColdpress,
} from './bench-home.ts'
import { makeImages } from './images.ts'
import type { Measure } from './main.ts'
import { median } from './median.ts'
import { endedChildrenSeconds } from './process-tree.ts'

const count = 10_000
const side = 64
/** An odd number: the median counts. */
const rounds = 5
const goals = { again: 3000, elsewhere: 2500, verifySeconds: 10 } as const

/** Of a whole process, from its start to its end. `cpu`: of both its user and system time, and its children's. */
type Timing = { readonly wall: number; readonly cpu: number }

const timed = (run: () => void): Timing => {
  const cpu = endedChildrenSeconds()
  const started = performance.now()
  run()
  return { wall: (performance.now() - started) / 1000, cpu: endedChildrenSeconds() - cpu }
}

const bareStat = (paths: readonly string[]): void => {
  const input = paths.join('\n')
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'bare-stat.ts')], {
    input,
  })
  if (status !== 0) throw new Error('the loop of stat failed')
}

/**
 * A home into which 10,000 images were imported. Then, in turn: a loop of `stat`, the same import again, the
 * import into another collection, and the reading of all that is stored.
 */
export const benchReimport = async (): Promise<readonly Measure[]> => {
  await ensureBuilt(root)
  const paths = await makeImages(join(benchFolder, 'small-images'), count, side)
  const folder = linkedFolder('reimport-folder', paths)
  const fresh = freshHome('reimport-home')
  const { flags } = fresh
  const newCollection = (name: string): string =>
    createCollection(fresh, { ...plainCollection, name })
  const importInto = (collection: string, added: number): void => {
    const args = ['import', folder, '--collection', collection, '--quiet', ...flags]
    runColdpress(z.object({ added: z.literal(added) }), args)
  }
  const verify = (): void => {
    runColdpress(z.object({ sound: z.literal(count) }), ['pin', 'verify', ...flags])
  }

  const first = newCollection('Bench')
  const cold = timed(() => importInto(first, count))
  console.error(`first import: ${describe(cold)}`)
  const floors: Timing[] = []
  const again: Timing[] = []
  const elsewhere: Timing[] = []
  const verified: Timing[] = []
  for (let round = 1; round <= rounds; round += 1) {
    floors.push(timed(() => bareStat(paths)))
    again.push(timed(() => importInto(first, 0)))
    const other = newCollection(`Bench ${round}`)
    elsewhere.push(timed(() => importInto(other, count)))
    verified.push(timed(verify))
    console.error(
      `round ${round}: stat ${describe(floors.at(-1))}, again ${describe(again.at(-1))}, another collection ${describe(elsewhere.at(-1))}, verify ${describe(verified.at(-1))}`,
    )
  }
  const ratio = median(again.map(({ wall }, round) => wall / (floors[round]?.wall ?? Number.NaN)))
  const seconds = median(verified.map(({ wall }) => wall))
  return [
    ratePerSecond('imported again into the same collection', again, goals.again),
    {
      what: `the same, beside a process that only calls \`stat\` for each file (${describe(middle(floors))})`,
      value: `${ratio.toFixed(1)} times`,
      goal: 'none',
      met: true,
    },
    ratePerSecond('imported into another collection', elsewhere, goals.elsewhere),
    {
      what: `\`pin verify\` of ${count.toLocaleString('en')} images (${middle(verified).cpu.toFixed(1)} s of processor time)`,
      value: `${seconds.toFixed(1)} s`,
      goal: `< ${goals.verifySeconds} s`,
      met: seconds < goals.verifySeconds,
    },
  ]
}

const ratePerSecond = (what: string, timings: readonly Timing[], goal: number): Measure => {
  const rate = count / median(timings.map(({ wall }) => wall))
  return {
    what: `${count.toLocaleString('en')} unchanged images ${what}, per second (${middle(timings).cpu.toFixed(1)} s of processor time)`,
    value: rate.toFixed(0),
    goal: `> ${goal}`,
    met: rate > goal,
  }
}

const middle = (timings: readonly Timing[]): Timing => ({
  wall: median(timings.map(({ wall }) => wall)),
  cpu: median(timings.map(({ cpu }) => cpu)),
})

const describe = (timing: Timing | undefined): string =>
  timing === undefined ? '' : `${timing.wall.toFixed(2)} s (CPU ${timing.cpu.toFixed(2)})`
