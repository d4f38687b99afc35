import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startOf } from '#platform/disk/running-process.ts'
import { createImageProcess } from '#media/images/process.ts'
import { createJobs } from '#app/imports/journal/jobs.ts'
import { acquireLease } from '#app/imports/journal/lease.ts'
import { sizes } from '#app/imports/run/run.ts'
import { summaryError } from '#app/imports/summary.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import {
  contentsOf,
  freshFolder,
  makeFolder,
  pinSetOf,
  openImporter,
  openStudio,
  removeFolder,
  requestFor,
  temporaryFiles,
} from '../harness.ts'
import { memoryPinner } from '../../../media/pinning/memory-pinner.ts'
import { until } from '../../../support/until.ts'

// Real images, files and servers: on a busy machine they take their time.
let home: string
let folder: string
let studio: Awaited<ReturnType<typeof openStudio>>
let importer: Awaited<ReturnType<typeof openImporter>>
/** What each pin waits for; set by a test. */
let pinning: (signal: AbortSignal) => Promise<void>
let pins: number

beforeEach(async () => {
  home = await freshFolder()
  folder = join(home, 'art')
  studio = await openStudio(home)
  pinning = () => Promise.resolve()
  pins = 0
  importer = await openImporter(home, studio.baseUrl, {
    pinSet: async (name) => {
      const pinner = memoryPinner(name)
      pinner.fail = async (call, signal) => {
        if (call !== 'pin') return
        pins += 1
        await pinning(signal)
      }
      return pinSetOf(pinner)
    },
  })
})

afterEach(async () => {
  // A test that failed midway leaves its run, which would find the database closed.
  await importer.imports.cancel().catch(() => undefined)
  await importer.close()
  await studio.close()
  await removeFolder(home)
})

const request = () => requestFor(folder, studio.collectionId)
const heldCount = async () => (await contentsOf(studio.client, studio.collectionId)).length

/** What answers nothing until it is given up, such as a place to pin at. */
const never = async (signal: AbortSignal): Promise<void> => {
  await once(signal, 'abort')
  signal.throwIfAborted()
}

describe('a run that is stopped', () => {
  it('is paused, says so, leaves no temporary file, and goes on where it was', async () => {
    await makeFolder(folder, 10)
    pinning = (signal) => (pins > 3 ? never(signal) : Promise.resolve())
    const controller = new AbortController()
    const running = importer.imports.start(request(), { signal: controller.signal })
    await until(() => pins > 6)
    controller.abort()
    const paused = await running
    expect(paused).toMatchObject({ state: 'paused', added: 0, failed: 0, left: 10 })
    expect(summaryError(paused)).toMatchObject({ code: 'cancelled' })
    expect(summaryError(paused)?.message).toMatch(/stopped.*continue.*0 of 10/u)
    expect(await temporaryFiles(home)).toEqual([])
    expect(importer.imports.status()).toMatchObject({ state: 'paused', runningPid: null, left: 10 })
    const before = importer.processed()
    pinning = () => Promise.resolve()
    const done = await importer.imports.resume()
    expect(done).toMatchObject({ job: paused.job, state: 'done', added: 10, already: 0 })
    // No image that was finished before the stop was made again.
    expect(importer.processed() - before).toBeLessThan(10)
    expect(await heldCount()).toBe(10)
  })

  it('leaves no temporary file of images that wait to be stored', async () => {
    await makeFolder(folder, 4)
    const controller = new AbortController()
    const images = createImageProcess({ inFlight: 2 })
    const other = await openImporter(join(home, 'other'), studio.baseUrl, {
      images: () => ({
        ...images,
        process: async (job, signal) => {
          const outcome = await images.process(job, signal)
          setImmediate(() => controller.abort())
          return outcome
        },
      }),
    })
    const stopped = await other.imports.start(request(), { signal: controller.signal })
    expect(stopped).toMatchObject({ state: 'paused', added: 0 })
    expect(await temporaryFiles(join(home, 'other'))).toEqual([])
    await images.close()
    await other.close()
  })

  it('before it started says that nothing was sent', async () => {
    await makeFolder(folder, 2)
    const signal = AbortSignal.abort()
    await expect(importer.imports.start(request(), { signal })).rejects.toMatchObject({
      code: 'cancelled',
    })
    expect(importer.imports.list()).toEqual([])
  })
})

describe('a cancelled job', () => {
  it('ends at once, keeps what was uploaded, and is not resumed', async () => {
    await makeFolder(folder, 30)
    // The first 25 rows are one batch, whichever of them is ready first.
    const last = new Set([26, 27, 28, 29, 30].map((index) => join(folder, `${index}.png`)))
    const images = createImageProcess({ inFlight: 2 })
    const { imports, close } = await openImporter(join(home, 'other'), studio.baseUrl, {
      images: () => ({
        ...images,
        process: async (job, signal) => {
          if (signal !== undefined && last.has(job.source)) await never(signal)
          return images.process(job, signal)
        },
      }),
    })
    const running = imports.start(request())
    await until(() => (imports.list()[0]?.added ?? 0) === 25)
    const status = await imports.cancel()
    expect(status).toMatchObject({ state: 'cancelled', added: 25, left: 5 })
    const summary = await running
    expect(summary).toMatchObject({ state: 'cancelled', added: 25, left: 5 })
    expect(summaryError(summary)?.message).toMatch(/cancelled.*stay there.*25 of 30/u)
    await expect(imports.resume(summary.job)).rejects.toMatchObject({ code: 'conflict' })
    await expect(imports.resume()).rejects.toMatchObject({ code: 'not_found' })
    last.clear()
    const again = await imports.start(request())
    expect(again).toMatchObject({ added: 5, already: 25, state: 'done' })
    expect(again.job).not.toBe(summary.job)
    expect(await heldCount()).toBe(30)
    await images.close()
    await close()
  })

  it('may be one that another process runs: it hears of it with its next heartbeat', async () => {
    await makeFolder(folder, 2)
    pinning = never
    const running = importer.imports.start(request())
    await until(() => pins > 0)
    const second = await openImporter(home, studio.baseUrl)
    expect(await second.imports.cancel()).toMatchObject({ state: 'cancelled' })
    await second.close()
    expect(await running).toMatchObject({ state: 'cancelled', added: 0, left: 2 })
  })

  it('can be one that does not run, but not one that is done', async () => {
    await makeFolder(folder, 1)
    const { job } = await importer.imports.start(request())
    await expect(importer.imports.cancel(job)).rejects.toMatchObject({ code: 'conflict' })
    await expect(importer.imports.cancel('nothing')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('one job', () => {
  // Fault 16 of docs/faults.md.
  it('is run by one process at a time: the second learns which one has it', async () => {
    await makeFolder(folder, 2)
    pinning = never
    const controller = new AbortController()
    const running = importer.imports.start(request(), { signal: controller.signal })
    await until(() => pins > 0)
    const second = await openImporter(home, studio.baseUrl)
    await expect(second.imports.start(request())).rejects.toMatchObject({
      code: 'conflict',
      details: { pid: process.pid },
    })
    expect(second.imports.status()).toMatchObject({ state: 'running', runningPid: process.pid })
    await second.close()
    controller.abort()
    await running
  })

  it('whose process was killed counts as paused and can be taken at once', async () => {
    await makeFolder(folder, 2)
    const jobs = createJobs(importer.db, () => new Date())
    const sleeper = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    const job = jobs.create({
      ...request(),
      folder,
      tablePath: join(folder, 'tokens.csv'),
    })
    jobs.setState(job.id, 'running')
    const pid = sleeper.pid ?? 0
    const owner = { host: hostname(), pid, start: startOf(pid) }
    acquireLease(importer.db, job.id, { now: () => new Date(), owner })
    expect(importer.imports.status()).toMatchObject({ state: 'running', runningPid: pid })
    sleeper.kill('SIGKILL')
    await once(sleeper, 'exit')
    expect(importer.imports.status()).toMatchObject({ state: 'paused', runningPid: null })
    expect(await importer.imports.resume()).toMatchObject({ job: job.id, added: 2, state: 'done' })
  })

  // Fault 15 of docs/faults.md.
  it('keeps the settings that it started with until it is done or cancelled', async () => {
    await makeFolder(folder, 2)
    pinning = () => Promise.reject(new ColdpressError('unauthorized', 'The token is wrong.'))
    const { job } = await importer.imports.start(request())
    const changed = { ...request(), settings: { ...request().settings, maxPixels: 8 } }
    await expect(importer.imports.start(changed)).rejects.toMatchObject({
      code: 'conflict',
      details: { job },
    })
    await importer.imports.cancel(job)
    pinning = () => Promise.resolve()
    expect(await importer.imports.start(changed)).toMatchObject({ added: 2, state: 'done' })
  })
})

describe('the place to pin at', () => {
  // Fault 11 of docs/faults.md.
  it('that refuses our token pauses the job after one attempt each', async () => {
    await makeFolder(folder, 10)
    pinning = () => Promise.reject(new ColdpressError('unauthorized', 'The token is wrong.'))
    const summary = await importer.imports.start(request())
    expect(summary).toMatchObject({ state: 'paused', failed: 0, left: 10 })
    expect(summary.stopped).toEqual({ code: 'unauthorized', message: 'The token is wrong.' })
    expect(pins).toBeLessThanOrEqual(sizes.pinning)
  })

  // Fault 10 of docs/faults.md.
  it('that is busy is asked again', async () => {
    await makeFolder(folder, 3)
    pinning = () =>
      pins <= 4 ? Promise.reject(new ColdpressError('rate_limited', 'wait')) : Promise.resolve()
    expect(await importer.imports.start(request())).toMatchObject({ added: 3, state: 'done' })
    expect(pins).toBe(7)
  })

  it('that is down pauses the job instead of failing every image', async () => {
    await makeFolder(folder, 40)
    pinning = () => Promise.reject(new ColdpressError('unreachable', 'Nobody answers.'))
    const summary = await importer.imports.start(request())
    expect(summary).toMatchObject({ state: 'paused', added: 0 })
    expect(summary).toMatchObject({ failed: 0, left: 40 })
    pinning = () => Promise.resolve()
    expect(await importer.imports.resume()).toMatchObject({ added: 40, failed: 0, state: 'done' })
  })
})

describe('the pipeline', () => {
  it('works ahead of a slow place to pin at no further than its queues hold', async () => {
    await makeFolder(folder, 150)
    pinning = never
    const controller = new AbortController()
    const running = importer.imports.start(request(), { signal: controller.signal })
    const workers = sizes.pinning + sizes.storing + 3
    const bound = sizes.beforePinning + sizes.beforeStoring + workers
    await until(() => importer.processed() >= bound)
    // That nothing more happens can only be given time; a slow machine hides an error and fails nothing.
    await delay(300)
    expect(importer.processed()).toBe(bound)
    controller.abort()
    await running
  })
})
