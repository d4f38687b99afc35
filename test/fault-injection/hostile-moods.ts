import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { Summary } from '#app/imports/summary.ts'
import { isColdpressError } from '#values/errors/errors.ts'
import { naturalOrder } from '#values/text/text.ts'
import {
  clientAt,
  freshFolder,
  makeFolder,
  openImporter,
  quickRetries,
  removeFolder,
  requestFor,
  row,
  writeTable,
} from '../app/imports/harness.ts'
import { type Mood, moods, slowMs, startHostileService } from '../support/hostile-service.ts'

/** One run of the import: what happens to its requests, in order; those after them are calm. */
type Run = {
  readonly moods: readonly Mood[]
  /** The service cannot be reached for its TLS. */
  readonly isTlsBroken: boolean
  /** The user stops the run at its nth request. */
  readonly stopAt: number | undefined
}

const run: fc.Arbitrary<Run> = fc.record({
  moods: fc.array(
    fc.oneof(
      { weight: 1, arbitrary: fc.constant<Mood>('calm') },
      { weight: 4, arbitrary: fc.constantFrom(...moods) },
    ),
    { minLength: 2, maxLength: 14 },
  ),
  isTlsBroken: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
  stopAt: fc.option(fc.integer({ min: 1, max: 10 }), { nil: undefined, freq: 3 }),
})

const story = fc.record({
  tokens: fc.integer({ min: 1, max: 60 }),
  runs: fc.array(run, { minLength: 1, maxLength: 4 }),
})

type Story = typeof story extends fc.Arbitrary<infer T> ? T : never

const ipfs = 'ipfs://QmPZ9gcCEpqKTo6aq61g2nXGUhM4iCL3ewB6LDXZCtioEB'

/** A table of addresses needs no images: with them, each story takes many times as long. */
const writeFolder = async (folder: string, tokens: number, withImages: boolean): Promise<void> => {
  await makeFolder(folder, withImages ? tokens : 0)
  if (withImages) return
  await writeTable(folder, tokens, ([name = '', title = '', , colour = '']) => [
    name,
    title,
    ipfs,
    colour,
  ])
}

/** Runs an import through a story, then calmly to its end. @returns what the service stored */
const play = async ({ tokens, runs }: Story, withImages: boolean) => {
  const home = await freshFolder()
  const folder = join(home, 'art')
  await writeFolder(folder, tokens, withImages)
  let current: Run | undefined
  let asked = 0
  let stopper = new AbortController()
  const service = await startHostileService(() => {
    asked += 1
    if (asked === current?.stopAt) stopper.abort()
    return current?.moods[asked - 1] ?? 'calm'
  })
  const importer = await openImporter(home, service.baseUrl, {
    retrySettings: { ...quickRetries, graceMs: 50 },
    clientFor: () =>
      Promise.resolve(
        clientAt(
          current?.isTlsBroken === true ? service.brokenTlsUrl : service.baseUrl,
          slowMs / 2,
        ),
      ),
  })
  const go = async (): Promise<Summary | undefined> => {
    asked = 0
    stopper = new AbortController()
    try {
      return await importer.imports.start(requestFor(folder, service.collectionId), {
        signal: stopper.signal,
      })
    } catch (error) {
      // a run that could not read the collection says so and has done nothing
      if (isColdpressError(error)) return undefined
      throw error
    }
  }
  try {
    for (current of runs) await go()
    current = undefined
    // what a wrong answer had failed is sent by the second
    const first = await go()
    return { service, end: first?.state === 'done' ? first : await go() }
  } finally {
    await importer.close()
    await service.close()
    await removeFolder(home)
  }
}

/** Plays stories of a seed; a story that fails is printed, with the seed that brings it back. */
export const playStories = async (options: {
  readonly stories: number
  readonly seed: number
  readonly withImages?: boolean
}): Promise<void> => {
  await fc.assert(
    fc.asyncProperty(story, async (told) => {
      const { service, end } = await play(told, options.withImages === true)
      const names = Array.from({ length: told.tokens }, (_, at) => row(at + 1)[0] ?? '')
      expect(end).toMatchObject({ state: 'done', total: told.tokens, failed: 0, left: 0 })
      const stored = service.stored.map(({ asset_name }) => asset_name)
      expect(stored.toSorted(naturalOrder)).toEqual(names)
    }),
    { numRuns: options.stories, seed: options.seed, endOnFailure: false },
  )
}
