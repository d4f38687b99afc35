import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { text } from '#renderer/text/en.ts'
import { call, openView, uiTimeout } from '../support/window-actions.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { fillHome } from '../support/filled-home.ts'
import { manyIssues } from '../support/import-folders.ts'
import { ipfsTable, taggedMetadata } from '../support/ipfs-table.ts'
import { makePrints } from '../support/prints.ts'
import {
  startImport,
  makeCollection,
  makeHerbarium,
  openDraft,
} from '../support/running-imports.ts'

/** Frame times are reported, not asserted: they are the machine's as much as the app's. */
const many = 10_000
const scrollMs = 3_000

const scratch = mkdtempSync(join(tmpdir(), 'coldpress-frames-'))
const home = join(scratch, 'home')
const folders: string[] = [scratch]
let running: RunningApp
let page: Page
let herbarium: string
let measured = 0

const frames = z.object({
  /** Milliseconds between one frame and the next. */
  times: z.array(z.number()),
  /** How many different items were in the document. */
  seen: z.int(),
  /** The most at a time. */
  most: z.int(),
  scrolled: z.number(),
})

/** Scrolls a list by some rows at each frame, as a quick hand would, and back from its end. */
const scroll = async (list: string, item: string, index: string) =>
  frames.parse(
    await page.evaluate(`new Promise((resolve) => {
      const items = document.querySelector(${JSON.stringify(`${list} ${item}`)})
      let scroller = items
      while (scroller.scrollHeight <= scroller.clientHeight || getComputedStyle(scroller).overflowY === 'visible')
        scroller = scroller.parentElement
      const times = [], seen = new Set()
      let most = 0, step = 90, first, last, scrolled = 0
      const frame = (now) => {
        first ??= now
        if (last !== undefined) times.push(now - last)
        last = now
        const shown = document.querySelectorAll(${JSON.stringify(`${list} ${item}`)})
        most = Math.max(most, shown.length)
        for (const one of shown) seen.add(one.getAttribute(${JSON.stringify(index)}))
        const before = scroller.scrollTop
        scroller.scrollTop = before + step
        scrolled += Math.abs(scroller.scrollTop - before)
        if (scroller.scrollTop === before) step = -step
        if (now - first < ${scrollMs}) requestAnimationFrame(frame)
        else resolve({ times, seen: seen.size, most, scrolled })
      }
      requestAnimationFrame(frame)
    })`),
  )

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/**
 * Asks the main process again and again for what it knows by itself. Call the answer to end it.
 * @returns the milliseconds of each answer, from the renderer and back
 */
const watchAnswers = async (): Promise<() => Promise<readonly number[]>> => {
  await page.evaluate(`void (window.answers = { times: [], isOver: false }, (async ({ answers }) => {
    while (!answers.isOver) {
      const asked = performance.now()
      await window.coldpress.call('app.info', null)
      answers.times.push(performance.now() - asked)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })(window))`)
  return async () =>
    z
      .array(z.number())
      .parse(await page.evaluate('(window.answers.isOver = true, window.answers.times)'))
}

/**
 * Watches the event loop of the main process. Call the answer to end it.
 * @returns how long it was blocked at most, in milliseconds
 */
const watchEventLoop = async (): Promise<() => Promise<number>> => {
  await running.app.evaluate(() => {
    const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks')
    const delays = monitorEventLoopDelay({ resolution: 1 })
    delays.enable()
    const end = (): number => {
      delays.disable()
      return delays.max / 1e6
    }
    Object.assign(globalThis, { endOfWatch: end })
  })
  return async () => z.number().parse(await running.app.evaluate('globalThis.endOfWatch()'))
}

const report = (what: string, { times, most }: z.output<typeof frames>): void => {
  const sorted = times.toSorted((one, other) => one - other)
  const slow = times.filter((time) => time > 50).length
  console.log(
    `frames, ${what}: median ${at(sorted, 0.5).toFixed(1)} ms, 95th percentile ${at(sorted, 0.95).toFixed(1)} ms, longest ${at(sorted, 1).toFixed(0)} ms, ${slow} of ${times.length} over 50 ms, at most ${most} items in the document`,
  )
}

const printsOf = (number: number): string => join(scratch, `prints-${number}`)

const isRunning = async (job: string): Promise<boolean> =>
  z.object({ isRunningHere: z.boolean() }).parse(await call(page, 'imports.job', { job }))
    .isRunningHere

/** Measures while an import of its own runs; says so if that was over before. */
const measure = async (
  what: string,
  ...list: readonly [list: string, item: string, index: string]
): Promise<void> => {
  measured += 1
  const job = await startImport(page, printsOf(measured), herbarium)
  expect(await isRunning(job)).toBe(true)
  const [label, item] = list
  // The start of an import reads anew what it changes.
  await page.locator(`${label} ${item}`).first().waitFor()
  const facts = await scroll(...list)
  const during = (await isRunning(job)) ? 'while an import runs' : 'while an import ends'
  report(`${what}, ${during}`, facts)
  expect(facts.scrolled).toBeGreaterThan(2000)
  expect(facts.seen).toBeGreaterThan(facts.most)
  expect(facts.most).toBeGreaterThan(5)
  expect(facts.most).toBeLessThan(150)
}

beforeAll(async () => {
  const filling = fillHome(home, 'Ten thousand', many)
  for (const number of [1, 2, 3, 4])
    await makePrints(printsOf(number), 300, { first: number * 1000, width: 1600 })
  await filling
  running = await startApp({ home })
  page = running.page
  await page
    .getByRole('navigation', { name: text.frame.navigation })
    .waitFor({ timeout: uiTimeout })
  herbarium = await makeHerbarium(page)
})
afterAll(async () => {
  await running.kill()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const showTokens = async (): Promise<void> => {
  await openView(page, text.collections.title)
  await page.getByRole('button', { name: 'Ten thousand' }).click({ timeout: uiTimeout })
  await page
    .getByRole('status')
    .filter({ hasText: /^10,000 tokens$/u })
    .waitFor({ timeout: uiTimeout })
}

describe('while a table of 100,000 rows is planned', () => {
  it('10,000 tokens scroll, and the main process answers', async () => {
    const folder = join(scratch, 'table')
    mkdirSync(folder)
    writeFileSync(join(folder, 'tokens.csv'), ipfsTable(100_000))
    const tagged = await makeCollection(page, { metadata: taggedMetadata })
    await showTokens()
    const answersUntilNow = await watchAnswers()
    const longestBlock = await watchEventLoop()
    let isPlanned = false
    const opened = openDraft(page, folder, tagged).finally(() => {
      isPlanned = true
    })
    const list = ['[aria-label=Tokens]', '[role=listitem]', 'aria-posinset'] as const
    const facts = await scroll(...list)
    report(
      `10,000 tokens as images, while 100,000 rows are ${isPlanned ? 'ready' : 'planned'}`,
      facts,
    )
    expect(facts.scrolled).toBeGreaterThan(2000)
    await opened
    const block = await longestBlock()
    const answers = await answersUntilNow()
    console.log(
      `main process meanwhile: event loop blocked for ${block.toFixed(0)} ms at most; longest answer ${Math.max(...answers).toFixed(0)} ms of ${answers.length}`,
    )
    expect(block).toBeGreaterThan(0)
    expect(answers.length).toBeGreaterThan(20)
  })
})

describe('while an import runs', () => {
  it('10,000 tokens scroll, as images and as a table', async () => {
    await showTokens()
    await measure(
      '10,000 tokens as images',
      '[aria-label=Tokens]',
      '[role=listitem]',
      'aria-posinset',
    )
    await page.getByText(text.collections.tokenList.table, { exact: true }).click()
    await page.getByRole('grid', { name: text.collections.tokenList.label }).waitFor()
    await measure(
      '10,000 tokens as a table',
      '[role=grid]',
      '[role=row][tabindex]',
      'aria-rowindex',
    )
  })

  it('10,000 issues scroll', async () => {
    const folder = manyIssues(many)
    folders.push(folder)
    const resources = join(import.meta.dirname, '..', '..', 'resources')
    const form = z
      .looseObject({ policy: z.unknown() })
      .parse(JSON.parse(readFileSync(join(resources, 'sample-collection.json'), 'utf8')))
    const policy = { kind: 'generate', lockTime: null }
    const { id } = z
      .object({ id: z.string() })
      .parse(
        await call(page, 'collections.create', { accountId: 'local', form: { ...form, policy } }),
      )
    await openDraft(page, folder, id)
    await page.reload()
    await openView(page, text.importing.title)
    await page
      .getByRole('navigation', { name: text.importing.draft.steps.label })
      .getByRole('button', { name: text.importing.draft.steps.check })
      .click({ timeout: uiTimeout })
    // By themselves they are one line.
    await page
      .getByRole('button', { name: text.importing.draft.issues.showAll(10_000) })
      .click({ timeout: uiTimeout })
    await page
      .getByRole('list', { name: text.importing.draft.issues.list, exact: true })
      .getByRole('listitem')
      .first()
      .waitFor()
    await measure('10,000 issues', '[aria-label=Issues]', '[role=listitem]', 'aria-posinset')
    await measure(
      '10,000 rows beside them',
      '[role=grid]',
      '[role=row][aria-rowindex]',
      'aria-rowindex',
    )
  })
})
