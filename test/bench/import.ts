import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { ensureBuilt } from '../../tools/start/build.ts'
import {
  benchFolder,
  createCollection,
  ended,
  freshHome,
  linkedFolder,
  plainCollection,
  resizedFolder,
  root,
  startColdpress,
} from './bench-home.ts'
import { makeImages, resizeImages } from './images.ts'
import type { Measure } from './main.ts'
import { median } from './median.ts'
import { watchMemory } from './process-tree.ts'

const few = 1000
const many = 4000
const megabyteGoal = 400
/** An odd number: the median counts. */
const rounds = 5
const peakRuns = 3

/** A script of the bench in a process of its own; answers what it prints. */
const runScript = async (
  script: string,
  paths: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, script)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  child.stdin.end(paths.join('\n'))
  const [printed] = await Promise.all([text(child.stdout), ended(child)])
  return printed
}

/** Seconds that sharp alone takes over the files, from the start of a process of its own to its end. */
const bareSharp = async (paths: readonly string[]): Promise<number> => {
  const started = performance.now()
  await runScript('bare-sharp.ts', paths, {
    UV_THREADPOOL_SIZE: String(availableParallelism() + 5),
  })
  return (performance.now() - started) / 1000
}

/** Seconds of all but the image step: the median of as many rounds, for the disk is not equally quick. */
const overhead = async (paths: readonly string[]): Promise<number> => {
  await resizeImages(paths, resizedFolder)
  const seconds: number[] = []
  for (let round = 1; round <= rounds; round += 1)
    seconds.push(Number(await runScript('overhead.ts', paths)))
  return median(seconds)
}

/**
 * One import of a fresh home, from the start of the process to its end.
 * @param during is given the process's number
 * @returns seconds
 */
const importOnce = async (
  paths: readonly string[],
  during: (pid: number) => void = () => undefined,
): Promise<number> => {
  const fresh = freshHome('import-home')
  const folder = linkedFolder('import-folder', paths)
  const id = createCollection(fresh, plainCollection)
  const started = performance.now()
  const child = startColdpress([
    'import',
    folder,
    '--collection',
    id,
    '--resize',
    '1024',
    '--quiet',
    ...fresh.flags,
  ])
  during(child.pid ?? 0)
  const [summary] = await Promise.all([
    child.stdout === null ? '' : text(child.stdout),
    ended(child),
  ])
  const seconds = (performance.now() - started) / 1000
  z.object({ added: z.literal(paths.length) }).parse(JSON.parse(summary))
  return seconds
}

/** The most memory of an import, in MB. A run of its own: looking at it takes a core for 4 % of the time. */
const peakOf = async (paths: readonly string[]): Promise<number> => {
  let stop = (): number => 0
  await importOnce(paths, (pid) => {
    const memory = watchMemory(pid)
    stop = () => memory.stop()
  })
  return stop()
}

/** Of three runs: what a thread of V8 has freed stays with the process or not, 16 MB by chance. */
const usualPeak = async (paths: readonly string[]): Promise<number> => {
  const peaks: number[] = []
  for (let run = 1; run <= peakRuns; run += 1) peaks.push(await peakOf(paths))
  console.error(`peaks of ${paths.length}: ${peaks.join(', ')} MB`)
  return median(peaks)
}

export const benchImport = async (): Promise<readonly Measure[]> => {
  await ensureBuilt(root)
  const all = await makeImages(join(benchFolder, 'images'), many)
  const paths = all.slice(0, few)
  // each import stands between two floors: the machine's speed drifts from one minute to the next
  let before = await bareSharp(paths)
  const bare = [before]
  const ratios: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const seconds = await importOnce(paths)
    const after = await bareSharp(paths)
    const floor = (before + after) / 2
    bare.push(after)
    ratios.push(floor / seconds)
    console.error(
      `round ${round}: bare ${floor.toFixed(1)} s, import ${seconds.toFixed(1)} s, ${(floor / seconds).toFixed(3)}`,
    )
    before = after
  }
  const ratio = median(ratios)
  const fewMegabytes = await usualPeak(paths)
  const growth = (await usualPeak(all)) / fewMegabytes
  const perImage = median(bare) / few
  const share = (await overhead(paths)) / few / perImage
  return [
    {
      what: `import of ${few} PNGs of 2000² to 1024, images per second against sharp alone (${(few / median(bare)).toFixed(1)}/s)`,
      value: ratio.toFixed(2),
      goal: '≥ 0.90',
      met: ratio >= 0.9,
    },
    {
      what: 'peak memory of the process tree',
      value: `${fewMegabytes} MB`,
      goal: `≤ ${megabyteGoal} MB`,
      met: fewMegabytes <= megabyteGoal,
    },
    {
      what: `the same for ${many} images, against that`,
      value: growth.toFixed(2),
      goal: '≤ 1.10',
      met: growth <= 1.1,
    },
    {
      what: 'hash, CID, store and journal, against the time of the image step',
      value: share.toFixed(3),
      goal: '≤ 0.10',
      met: share <= 0.1,
    },
  ]
}
