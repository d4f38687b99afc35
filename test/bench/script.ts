import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { linkSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { ensureBuilt } from '../../tools/start/build.ts'
import { startIpfsPeer } from '../support/ipfs-peer.ts'
import { startRecordingProxy } from '../support/recording-proxy.ts'
import {
  benchFolder,
  benchImages,
  newFolder,
  root,
  runColdpressMeanwhile,
  startColdpress,
} from './bench-home.ts'
import { apiKey, type HostedStudio, homeAt, openHostedStudio, writeTable } from './hosted-studio.ts'
import { makeImages } from './images.ts'
import type { Measure } from './main.ts'
import { watchProcessor } from './process-tree.ts'

const count = benchImages(1000)

/** A way to bring the images into the collection: starts a process that does all of it. */
type Way = {
  /** What is done once, before the first run. */
  readonly prepare: (studio: HostedStudio, node: string) => Promise<() => ChildProcess>
}

const plainScript: Way = {
  prepare: async (studio, node) => {
    const images = await makeImages(join(benchFolder, 'images-2000'), count)
    const folder = newFolder('script-resized')
    return () => {
      const child = spawn(process.execPath, [join(import.meta.dirname, 'plain-script.ts')], {
        stdio: ['pipe', 'ignore', 'pipe'],
      })
      child.stdin.end(JSON.stringify({ images, folder, node, tokens: studio.tokensUrl, apiKey }))
      return child
    }
  },
}

const coldpress: Way = {
  prepare: async (studio, node) => {
    const images = await makeImages(join(benchFolder, 'images-2000'), count)
    const folder = newFolder('script-folder')
    for (const [at, image] of images.entries()) linkSync(image, join(folder, `${at + 1}.png`))
    writeTable(folder, count, (number) => `${number}.png`)
    const { flags } = await homeAt('script-home', studio.url)
    const use = ['pin', 'use', 'node', '--kind', 'kubo', '--url', node]
    await runColdpressMeanwhile(z.unknown(), [...use, ...flags])
    const where = ['--collection', studio.collection, '--account', 'far', '--pin', 'node']
    return () =>
      startColdpress(['import', folder, ...where, '--resize', '1024', '--quiet', ...flags])
  },
}

type End = {
  readonly seconds: number
  /** Seconds of processor time. */
  readonly processor: number
  /** Lines on standard error that name a token. */
  readonly errors: number
}

/** Runs to its end, or until so many tokens are in the collection: then it is killed. */
const run = async (
  start: () => ChildProcess,
  studio: HostedStudio,
  killAt = Infinity,
): Promise<End> => {
  const started = performance.now()
  const child = start()
  const processor = watchProcessor(child.pid ?? 0)
  const printed = child.stderr === null ? '' : text(child.stderr)
  // a process whose output nobody reads does not end
  child.stdout?.resume()
  const exit = once(child, 'exit')
  while (child.exitCode === null && child.signalCode === null) {
    if (killAt < Infinity && (await studio.tokenCount()) >= killAt) child.kill('SIGKILL')
    await Promise.race([exit, delay(250)])
  }
  const errors = (await printed).split('\n').filter((line) => line.startsWith('Plain')).length
  const seconds = (performance.now() - started) / 1000
  return { seconds, processor: processor.stop(), errors }
}

type Outcome = {
  /** Without a kill. */
  readonly whole: End
  /** With one: both runs together. */
  readonly killed: End
  readonly tokens: number
  readonly doubles: number
  /** Files that the node was sent, in both runs. */
  readonly files: number
}

const measure = async (way: Way): Promise<Outcome> => {
  const whole = await atFreshServices(way, (start, studio) => run(start, studio))
  return await atFreshServices(way, async (start, studio, files) => {
    const [first, again] = [await run(start, studio, count / 2), await run(start, studio)]
    const names = await studio.names()
    return {
      whole,
      killed: {
        seconds: first.seconds + again.seconds,
        processor: first.processor + again.processor,
        errors: first.errors + again.errors,
      },
      tokens: names.length,
      doubles: names.length - new Set(names).size,
      files: files(),
    }
  })
}

/** An empty collection and an empty node for each run. */
const atFreshServices = async <T>(
  way: Way,
  work: (start: () => ChildProcess, studio: HostedStudio, files: () => number) => Promise<T>,
): Promise<T> => {
  const studio = await openHostedStudio('script-studio')
  const peer = await startIpfsPeer()
  const node = await startRecordingProxy(peer.api)
  const files = (): number => node.callsOf('add').flatMap((call) => call.files).length
  try {
    return await work(await way.prepare(studio, node.url), studio, files)
  } finally {
    await Promise.all([studio.close(), node.close(), peer.stop()])
  }
}

const inWords = ({ seconds, processor }: End): string =>
  `${seconds.toFixed(0)} s (${processor.toFixed(0)} s of processor time)`

const measureOf = (what: string, outcome: Outcome, goal: string, met: boolean): Measure => {
  const { whole, killed, tokens, doubles, files } = outcome
  return {
    what,
    value: `${inWords(whole)}; with a kill half way ${inWords(killed)}, ${tokens} tokens, ${doubles} twice, ${killed.errors} errors, ${files} files sent to the node`,
    goal,
    met,
  }
}

/** Both with the images of the bench `import`, a js-ipfs node and a studio that is asked over HTTP. */
export const benchScript = async (): Promise<readonly Measure[]> => {
  await ensureBuilt(root)
  const plain = await measure(plainScript)
  const ours = await measure(coldpress)
  const isWhole = ours.tokens === count && ours.doubles === 0 && ours.killed.errors === 0
  const task = `${count} PNGs of 2000² to 1024, at a js-ipfs node, with their tokens at a service`
  return [
    measureOf(`${task}: a plain script`, plain, 'none', true),
    measureOf('the same with Coldpress', ours, 'each token once, no error', isWhole),
  ]
}
