import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ImageOutcome } from '#media/images/image-job.ts'
import type { ImageProcessOptions } from '#media/images/process.ts'
import { asIs, createBench } from './bench-of-files.ts'
import { hugePng, twoColours } from './images.ts'

const script = fileURLToPath(new URL('./failing-child.process.ts', import.meta.url))
const slowChild = fileURLToPath(new URL('./slow-child.process.ts', import.meta.url))
const abandonedParent = fileURLToPath(new URL('./abandoned-parent.process.ts', import.meta.url))

let bench: ReturnType<typeof createBench> | undefined
afterEach(async () => {
  await bench?.close()
  bench = undefined
  vi.unstubAllEnvs()
})

/** The files by these names, each resized; what became of each. */
const processAll = async (names: readonly string[], options: ImageProcessOptions = {}) => {
  const opened = (bench = createBench({ script, ...options }))
  const bytes = await twoColours(40, 20).png().toBuffer()
  const jobs = names.map((name) => ({
    source: opened.add(name, bytes),
    target: join(opened.dir, `${name}.target`),
    settings: { ...asIs, maxPixels: 10 },
  }))
  const settled = await Promise.allSettled(jobs.map((job) => opened.images.process(job)))
  return Object.fromEntries(
    settled.map((result, index) => [
      names[index],
      result.status === 'fulfilled'
        ? describeDone(result.value, existsSync(jobs[index]?.target ?? ''))
        : String(result.reason?.details?.rule ?? result.reason),
    ]),
  )
}

const describeDone = ({ width }: ImageOutcome, written: boolean): string =>
  width === 10 && written ? 'done' : 'wrong'

const notes = (): readonly string[] =>
  readFileSync(join(bench?.dir ?? '', 'notes.txt'), 'utf8')
    .trim()
    .split('\n')

const startsOf = (name: string): number =>
  notes().filter((line) => line.startsWith(`${name} `)).length

describe('a crash of the image process', () => {
  // Fault 6 of docs/faults.md.
  it('loses no file and blames the one that caused it', async () => {
    const innocent = Array.from({ length: 8 }, (_, index) => `fine${index}.png`)
    const names = [...innocent.slice(0, 4), 'crash.png', ...innocent.slice(4)]
    expect(await processAll(names, { inFlight: 3 })).toEqual({
      ...Object.fromEntries(innocent.map((name) => [name, 'done'])),
      'crash.png': 'image_crashed',
    })
    expect(startsOf('crash.png')).toBe(2)
  })

  // Fault 6 of docs/faults.md.
  it('forgives a file that brings it down only once, and tells of it', async () => {
    let deaths = 0
    const onDeath = (): void => {
      deaths += 1
    }
    expect(await processAll(['once.png', 'fine.png'], { onDeath })).toEqual({
      'once.png': 'done',
      'fine.png': 'done',
    })
    expect(startsOf('once.png')).toBe(2)
    await bench?.close()
    // Its end with the bench is none.
    expect(deaths).toBe(1)
  })

  it('runs each suspect alone', async () => {
    await processAll(['fine1.png', 'once.png', 'fine2.png', 'fine3.png'], { inFlight: 3 })
    const again = notes().slice(notes().findLastIndex((line) => line.startsWith('once.png')))
    expect(notes().filter((line) => line === 'once.png 1')).toHaveLength(1)
    expect(again[0]).toBe('once.png 1')
  })

  it('finds several culprits', async () => {
    expect(await processAll(['crash1.png', 'crash2.png', 'fine.png'], { inFlight: 3 })).toEqual({
      'crash1.png': 'image_crashed',
      'crash2.png': 'image_crashed',
      'fine.png': 'done',
    })
  })

  it('is assumed when the process answers what is no message', async () => {
    expect(await processAll(['babble.png', 'fine.png'])).toEqual({
      'babble.png': 'image_crashed',
      'fine.png': 'done',
    })
  })

  it('removes what the crashed file may have left', async () => {
    const result = await processAll(['crash.png'])
    expect(result).toEqual({ 'crash.png': 'image_crashed' })
    expect(existsSync(join(bench?.dir ?? '', 'crash.png.target'))).toBe(false)
  })
})

// Fault 6 of docs/faults.md.
it('ends a process that hangs, blames the file and does the others', async () => {
  expect(
    await processAll(['hang.png', 'fine1.png', 'fine2.png'], {
      // Far longer than the others take with their process, which starts again.
      timeoutMs: 5000,
      killAfterMs: 5500,
    }),
  ).toEqual({ 'hang.png': 'image_timeout', 'fine1.png': 'done', 'fine2.png': 'done' })
})

it('keeps to its number in flight', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `fine${index}.png`)
  await processAll(names, { inFlight: 3 })
  const counts = notes()
    .filter((line) => line.startsWith('fine'))
    .map((line) => Number(line.split(' ')[1]))
  expect(counts).toHaveLength(20)
  expect(Math.max(...counts)).toBe(3)
})

it('hands over no more of the environment than Node needs', async () => {
  vi.stubEnv('COLDPRESS_SECRET', 'planted')
  await processAll(['surroundings.png'], { inFlight: 3 })
  vi.unstubAllEnvs()
  const environment = notes().find((line) => line.startsWith('{')) ?? ''
  expect(environment).not.toContain('planted')
  expect(JSON.parse(environment)).toMatchObject({ UV_THREADPOOL_SIZE: '7' })
})

it('lets large images wait for each other rather than fill the memory', async () => {
  const opened = (bench = createBench({ script, inFlight: 3 }))
  const bytes = hugePng(9_000, 9_000)
  const outcomes = await Promise.all(
    [1, 2, 3].map((number) => opened.run(`large${number}.png`, bytes, { maxPixels: 90 })),
  )
  expect(outcomes.map(({ outcome }) => outcome.width)).toEqual([90, 90, 90])
  expect(notes().filter((line) => line === 'waiting')).toHaveLength(2)
  expect(notes().filter((line) => line === 'working')).toHaveLength(2)
})

describe('cancelling', () => {
  it('stops what waits and what runs, and leaves no target', async () => {
    const opened = (bench = createBench({ inFlight: 1 }))
    const bytes = hugePng(6_000, 6_000)
    const controller = new AbortController()
    const jobs = ['a.png', 'b.png', 'c.png'].map((name) => {
      const target = opened.nextTarget()
      const settings = { ...asIs, maxPixels: 5_900 }
      const source = opened.add(name, bytes)
      return {
        target,
        done: opened.images.process({ source, target, settings }, controller.signal),
      }
    })
    await opened.images.versions()
    controller.abort()
    const results = await Promise.allSettled(jobs.map(({ done }) => done))
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(results[0]).toMatchObject({ reason: { code: 'cancelled' } })
    expect(jobs.filter(({ target }) => existsSync(target))).toEqual([])
  })

  it('does not touch the others', async () => {
    const opened = (bench = createBench({ inFlight: 1 }))
    const bytes = await twoColours(40, 20).png().toBuffer()
    const controller = new AbortController()
    const source = opened.add('a.png', bytes)
    const cancelled = opened.images.process(
      { source, target: opened.nextTarget(), settings: asIs },
      controller.signal,
    )
    const kept = opened.run('b.png', bytes, { maxPixels: 10 })
    controller.abort()
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' })
    expect((await kept).outcome.width).toBe(10)
  })

  it('refuses what was cancelled before it came', async () => {
    const opened = (bench = createBench())
    await expect(
      opened.images.inspect(join(opened.dir, 'never.png'), AbortSignal.abort()),
    ).rejects.toMatchObject({ code: 'cancelled' })
  })
})

describe('closing', () => {
  it('cancels what waits, ends the process, takes nothing more', async () => {
    const opened = (bench = createBench({ script, inFlight: 1 }))
    const bytes = await twoColours(40, 20).png().toBuffer()
    const settings = { ...asIs, maxPixels: 10 }
    await opened.images.versions()
    const jobs = ['a.png', 'b.png', 'c.png'].map((name) =>
      opened.images.process({
        source: opened.add(name, bytes),
        target: opened.nextTarget(),
        settings,
      }),
    )
    const settled = Promise.allSettled(jobs)
    await opened.images.close()
    const results = await settled
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(notes().at(-1)).toBe('exit')
    await expect(opened.images.inspect('a.png')).rejects.toMatchObject({ code: 'cancelled' })
    await expect(createBench().images.close()).resolves.toBeUndefined()
  })

  it('ends one that still loads at once, which would hear of it only then', async () => {
    const opened = (bench = createBench({ script: slowChild }))
    vi.stubEnv('TMPDIR', opened.dir)
    const asked = Promise.allSettled([opened.images.versions()])
    await expect.poll(() => notes()).toEqual(['started'])
    await opened.images.close()
    expect(await asked).toMatchObject([{ status: 'rejected', reason: { code: 'cancelled' } }])
    expect(notes()).toEqual(['started'])
  })

  it('does not wait for a process that hangs', async () => {
    const opened = (bench = createBench({ script }))
    const source = opened.add('hang.png', await twoColours(40, 20).png().toBuffer())
    const target = opened.nextTarget()
    const settled = Promise.allSettled([opened.images.process({ source, target, settings: asIs })])
    await expect.poll(() => notes()).toContain('hang.png 1')
    await opened.images.close()
    expect(await settled).toMatchObject([{ status: 'rejected', reason: { code: 'cancelled' } }])
  })
})

it('ends with its parent, even at work', async () => {
  const opened = (bench = createBench())
  const source = opened.add('work.png', hugePng(9_900, 9_900))
  const parent = spawn(process.execPath, [abandonedParent, source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(parent.stdout, 'data')
  await expect.poll(() => notes()).toHaveLength(2)
  parent.kill('SIGKILL')
  await expect.poll(() => notes().at(-1)).toBe('exit')
})

describe('a machine on which it cannot run', () => {
  it.each([
    ['no such Node', { nodePath: '/nowhere/node' }],
    ['a program that ends at once', { script: '/nowhere/child.ts' }],
  ])('%s: every file hears of it', async (_, options) => {
    const results = await processAll(['a.png', 'b.png', 'c.png'], options)
    for (const result of Object.values(results)) expect(result).toBe('image_process')
    await expect(bench?.images.versions()).rejects.toMatchObject({ code: 'internal' })
  })
})
