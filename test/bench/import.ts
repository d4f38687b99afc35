import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { ensureBuilt } from '../../tools/start/build.ts'
import {
  benchFolder,
  benchImages,
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
const many = benchImages(10_000)
const megabyteGoal = 400
/** An odd number: the median counts. */
const rounds = 5
const peakRuns = 3

/** PNGs of a side, and what they are resized to. `goal`: of the speed of sharp alone. */
type Case = { readonly side: number; readonly to: number; readonly goal: number }

/** Small images hide less of what an import does beside them. */
const cases: readonly Case[] = [
  { side: 2000, to: 1024, goal: 0.93 },
  { side: 1000, to: 512, goal: 0.9 },
]

/** A script of the bench in a process of its own; answers what it prints. */
const runScript = async (
  script: string,
  paths: readonly string[],
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<string> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  child.stdin.end(paths.join('\n'))
  const [printed] = await Promise.all([text(child.stdout), ended(child)])
  return printed
}

/** Seconds that sharp alone takes over the files, from the start of a process of its own to its end. */
const bareSharp = async (paths: readonly string[], { to }: Case): Promise<number> => {
  const started = performance.now()
  await runScript('bare-sharp.ts', paths, [String(to)], {
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
  { to }: Case,
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
    String(to),
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
const peakOf = async (paths: readonly string[], of: Case): Promise<number> => {
  let stop = (): number => 0
  await importOnce(paths, of, (pid) => {
    const memory = watchMemory(pid)
    stop = () => memory.stop()
  })
  return stop()
}

/** Of several runs: what a thread of V8 has freed stays with the process or not, 16 MB by chance. */
const usualPeak = async (paths: readonly string[], of: Case, runs: number): Promise<number> => {
  const peaks: number[] = []
  for (let run = 1; run <= runs; run += 1) peaks.push(await peakOf(paths, of))
  console.error(`peaks of ${paths.length} of ${of.side}²: ${peaks.join(', ')} MB`)
  return median(peaks)
}

/** Seconds of an import, and of sharp alone before and after it: the machine's speed drifts. */
const besideSharp = async (
  paths: readonly string[],
  of: Case,
): Promise<{ readonly bare: number; readonly seconds: number }> => {
  const before = await bareSharp(paths, of)
  const seconds = await importOnce(paths, of)
  const bare = (before + (await bareSharp(paths, of))) / 2
  console.error(
    `${paths.length} of ${of.side}²: bare ${bare.toFixed(1)} s, import ${seconds.toFixed(1)} s, ${(bare / seconds).toFixed(3)}`,
  )
  return { bare, seconds }
}

const measureCase = async (all: readonly string[], of: Case): Promise<readonly Measure[]> => {
  const { bare, seconds } = await besideSharp(all, of)
  const ratio = bare / seconds
  const fewMegabytes = await usualPeak(all.slice(0, few), of, peakRuns)
  const growth = (await usualPeak(all, of, 1)) / fewMegabytes
  const count = all.length.toLocaleString('en')
  return [
    {
      what: `import of ${count} PNGs of ${of.side}² to ${of.to}, images per second against sharp alone (${(all.length / bare).toFixed(1)}/s)`,
      value: ratio.toFixed(2),
      goal: `≥ ${of.goal.toFixed(2)}`,
      met: ratio >= of.goal,
    },
    {
      what: `peak memory of the process tree, with ${few.toLocaleString('en')} of them`,
      value: `${fewMegabytes} MB`,
      goal: `≤ ${megabyteGoal} MB`,
      met: fewMegabytes <= megabyteGoal,
    },
    {
      what: 'the same for all of them, against that',
      value: growth.toFixed(2),
      goal: '≤ 1.10',
      met: growth <= 1.1,
    },
  ]
}

const measureOverhead = async (paths: readonly string[], of: Case): Promise<Measure> => {
  const perImage = (await bareSharp(paths, of)) / paths.length
  const share = (await overhead(paths)) / paths.length / perImage
  return {
    what: `hash, CID, store and journal, against the time of the image step at ${of.side}²`,
    value: share.toFixed(3),
    goal: '≤ 0.10',
    met: share <= 0.1,
  }
}

export const benchImport = async (): Promise<readonly Measure[]> => {
  await ensureBuilt(root)
  const measures: Measure[] = []
  for (const of of cases) {
    const all = await makeImages(join(benchFolder, `images-${of.side}`), many, of.side)
    measures.push(...(await measureCase(all, of)))
    if (of === cases[0]) measures.push(await measureOverhead(all.slice(0, few), of))
  }
  return measures
}
