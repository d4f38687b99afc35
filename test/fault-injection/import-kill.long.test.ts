import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  contentsOf,
  freshFolder,
  makeFolder,
  openStudio,
  removeFolder,
  temporaryFiles,
} from '../app/imports/harness.ts'
import { startFlakyProxy } from './mischief-proxy.ts'

const images = 60
const kills = 30

/** Mulberry32: the printed seed brings the same moments back. */
const randomFrom = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type ImportSetup = { readonly home: string; readonly folder: string; readonly collectionId: string }

const script = join(import.meta.dirname, 'import.process.ts')

/** Starts a run and waits until its process has loaded, so that no kill is spent on that. */
const startRun = async ({ home, folder, collectionId }: ImportSetup, baseUrl: string) => {
  const child = spawn(process.execPath, [script, home, folder, baseUrl, collectionId], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit').then(([code]: unknown[]) => code)
  await Promise.race([once(child.stdout, 'data'), exit])
  return { child, exit }
}

/** A studio and a home of its own, and a slow line between them: many kills fall into an upload. */
const openSetup = async (home: string, folder: string) => {
  const studio = await openStudio(join(home, 'studio'))
  const proxy = await startFlakyProxy(studio.baseUrl, () => 'slow')
  const collectionRef: ImportSetup = { home, folder, collectionId: studio.collectionId }
  return {
    start: () => startRun(collectionRef, proxy.baseUrl),
    contents: async () => (await contentsOf(studio.client, studio.collectionId)).toSorted(byName),
    lostReplies: proxy.lostReplies,
    close: async () => {
      await proxy.close()
      await studio.close()
    },
  }
}

/** Runs it until it is done, killing it up to `kills` times on the way. @returns how many. */
const runWithKills = async (
  setup: Awaited<ReturnType<typeof openSetup>>,
  kills: number,
  momentMs: () => number,
): Promise<number> => {
  for (let killed = 0; ; killed += 1) {
    const { child, exit } = await setup.start()
    const first =
      killed < kills ? await Promise.race([exit, delay(momentMs(), 'kill')]) : await exit
    if (first !== 'kill' || !child.kill('SIGKILL')) {
      expect(await exit).toBe(0)
      return killed
    }
    await exit
  }
}

let root: string
beforeEach(async () => {
  root = await freshFolder()
})
afterEach(() => removeFolder(root))

describe('an import that is killed', () => {
  // Fault 1 of docs/faults.md.
  it(`at ${kills} random moments loses nothing and doubles nothing`, async () => {
    const seed = Number(process.env['COLDPRESS_SEED'] ?? Date.now() % 1_000_000)
    console.log(`seed ${seed} (COLDPRESS_SEED=${seed} brings it back)`)
    const random = randomFrom(seed)
    const folder = join(root, 'art')
    await makeFolder(folder, images)

    const calm = await openSetup(join(root, 'calm'), folder)
    const { exit } = await calm.start()
    const started = performance.now()
    expect(await exit).toBe(0)
    const wholeMs = performance.now() - started
    const expected = await calm.contents()
    await calm.close()
    expect(expected).toHaveLength(images)

    let killed = 0
    let lostReplies = 0
    // On a busy machine the first run may be slow and the others quick, so that none dies in an upload.
    const isShort = () => killed < kills || (lostReplies === 0 && killed < 3 * kills)
    for (let round = 0; isShort(); round += 1) {
      const home = join(root, `round-${round}`)
      const setup = await openSetup(home, folder)
      // A third of a run on average before each kill: they spread over all of it.
      killed += await runWithKills(
        setup,
        Math.max(kills - killed, 3),
        () => (random() * wholeMs * 2) / 3,
      )
      expect(await setup.contents()).toEqual(expected)
      expect(await temporaryFiles(home)).toEqual([])
      lostReplies += setup.lostReplies()
      await setup.close()
    }
    console.log(
      `${killed} kills, ${lostReplies} in an upload; undisturbed ${Math.round(wholeMs)} ms`,
    )
    expect(lostReplies).toBeGreaterThan(0)
  })
})

const byName = (a: { readonly asset_name: string }, b: { readonly asset_name: string }): number =>
  a.asset_name < b.asset_name ? -1 : 1
