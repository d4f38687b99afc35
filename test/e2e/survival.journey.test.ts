import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { text } from '#renderer/text/en.ts'
import { call, openView, uiTimeout, unlockVault } from '../support/window-actions.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { crashPage, imagesPid, inWindow, utilityPid } from '../support/app-processes.ts'
import { axeViolations } from '../support/axe.ts'
import {
  hasKeychainService,
  type KeychainSession,
  startKeychainSession,
} from '../support/keychain-session.ts'
import { makePrints } from '../support/prints.ts'
import { startImport, makeHerbarium, openDraft, tokenNames } from '../support/running-imports.ts'
import { screenshot } from '../support/screens.ts'

/** So many, and so large, that the run is not over before its processes are killed. */
const many = 200
const width = 640

const scratch = mkdtempSync(join(tmpdir(), 'coldpress-survival-'))
const prints = join(scratch, 'prints')
beforeAll(() => makePrints(prints, 3))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const jobFacts = z.object({
  state: z.string(),
  isRunningHere: z.boolean(),
  added: z.int(),
  failed: z.int(),
  reason: z.string().nullable(),
})
const failed = z.object({ error: z.object({ message: z.string() }) })
const answer = z.union([z.object({ ok: z.literal(true), value: z.unknown() }), failed])

/** Asks as the window would, whether or not its page has crashed before. */
const askOf =
  (running: RunningApp) =>
  async (name: string, input: unknown): Promise<unknown> => {
    const words = [name, input].map((part) => JSON.stringify(part)).join()
    const given = answer.parse(await inWindow(running.app, `window.coldpress.call(${words})`))
    if ('error' in given) throw new Error(given.error.message)
    return given.value
  }
const jobOf = async (running: RunningApp, job: string) =>
  jobFacts.parse(await askOf(running)('imports.job', { job }))

/** Until some tokens have arrived, and not nearly all. */
const untilMidway = async (running: RunningApp, job: string): Promise<void> => {
  await expect
    .poll(async () => (await jobOf(running, job)).added, { timeout: uiTimeout, interval: 20 })
    .toBeGreaterThan(0)
}

type Run = {
  readonly job: string
  readonly collectionId: string
  readonly names: readonly string[]
}

/** Until it has ended; one that stopped for want of a process is resumed, as its user would. */
const untilAllIsIn = async (
  running: RunningApp,
  { job, collectionId, names }: Run,
): Promise<void> => {
  const ask = askOf(running)
  const hasEnded = async () => {
    const facts = await jobOf(running, job)
    if (facts.isRunningHere) return 'running'
    if (facts.state === 'done') return 'done'
    await ask('imports.resume', { job })
    return 'resumed'
  }
  await expect.poll(hasEnded, { timeout: 2 * uiTimeout, interval: 250 }).toBe('done')
  expect(await tokenNames(collectionId, ask)).toEqual(names)
}

const noticeOf = (page: Page, words: RegExp): Promise<void> =>
  page
    .getByRole('region', { name: text.frame.notices })
    .getByRole('status')
    .filter({ hasText: words })
    .waitFor({ timeout: uiTimeout })

let runs = 0

/** An import of images that no other has made, in its middle and looked at. */
const runImport = async (running: RunningApp, count = many): Promise<Run> => {
  const { page } = running
  runs += 1
  const first = runs * 1000
  const folder = await makePrints(join(scratch, `run-${runs}`), count, { first, width })
  const names = Array.from({ length: count }, (_, index) => `Print${first + index}`).toSorted()
  const collectionId = await makeHerbarium(page)
  // The window may still show the run before as the one that goes on, and would open it.
  const line = page.getByRole('region', { name: text.importing.line.label })
  await line.waitFor({ state: 'hidden', timeout: uiTimeout })
  const job = await startImport(page, folder, collectionId)
  await openView(page, text.importing.title)
  await line.getByRole('button').click()
  await page.getByRole('button', { name: text.importing.run.pause }).waitFor({ timeout: uiTimeout })
  await untilMidway(running, job)
  return { collectionId, job, names }
}

describe('in the middle of an import', () => {
  let running: RunningApp
  beforeAll(async () => {
    running = await startApp()
  })
  afterAll(() => running.kill())

  it('the studio dies: it is said, the studio comes back, every token is there once', async () => {
    const run = await runImport(running)
    const pid = await utilityPid(running.app, 'Coldpress studio')
    process.kill(pid, 'SIGKILL')
    await noticeOf(
      running.page,
      /^The Local studio on devnet ended unexpectedly and was started again\./u,
    )
    expect(await utilityPid(running.app, 'Coldpress studio')).not.toBe(pid)
    expect((await jobOf(running, run.job)).added).toBeLessThan(many)
    await screenshot(running.page, 'survival-studio')
    await untilAllIsIn(running, run)
    await running.page
      .getByRole('heading', { name: text.importing.run.imported })
      .waitFor({ timeout: uiTimeout })
  })

  it.skipIf(process.platform === 'win32')(
    'the studio hangs: it is said that what is shown may be old, until it answers',
    async () => {
      const { page, app } = running
      const pid = await utilityPid(app, 'Coldpress studio')
      await openView(page, text.frame.policies)
      process.kill(pid, 'SIGSTOP')
      try {
        await openView(page, text.collections.title)
        await page
          .getByText(text.frame.offline.slow('Local studio'))
          .waitFor({ timeout: uiTimeout })
        await screenshot(page, 'survival-hangs')
      } finally {
        process.kill(pid, 'SIGCONT')
      }
      await page
        .getByText(text.frame.offline.slow('Local studio'))
        .waitFor({ state: 'hidden', timeout: uiTimeout })
    },
  )

  it('the keys process dies: it is said, the vault is locked and unlocks again', async () => {
    const { page, app } = running
    await page.getByRole('region', { name: text.frame.vault.unlocked }).waitFor()
    const run = await runImport(running)
    const pid = await utilityPid(app, 'Coldpress keys')
    process.kill(pid, 'SIGKILL')
    await noticeOf(page, /^The keys process .* was started again\..* The vault is locked/u)
    expect(await utilityPid(app, 'Coldpress keys')).not.toBe(pid)
    const corner = page.getByRole('region', { name: text.frame.vault.locked })
    await corner.getByRole('button', { name: text.frame.vault.unlock }).click()
    await unlockVault(page)
    await page
      .getByRole('region', { name: text.frame.vault.unlocked })
      .waitFor({ timeout: uiTimeout })
    await untilAllIsIn(running, run)
    // Keys that were stored before are still there to sign with.
    const policies = z
      .array(z.object({ canMint: z.boolean() }))
      .parse(await call(page, 'policies.list', null))
    expect(policies.map(({ canMint }) => canMint)).toEqual([true, true])
  })

  it('the images process dies: it is said, and no image is missing', async () => {
    const run = await runImport(running)
    const pid = await imagesPid(running.app)
    // Heavy work gives way to the window.
    expect(getPriority(pid)).toBeGreaterThan(getPriority())
    process.kill(pid, 'SIGKILL')
    await noticeOf(running.page, /^The images process ended unexpectedly and is started again\./u)
    await expect.poll(() => imagesPid(running.app).catch(() => pid)).not.toBe(pid)
    await untilAllIsIn(running, run)
    expect(await jobOf(running, run.job)).toMatchObject({ failed: 0, reason: null })
  })

  it('all of it is in the events', async () => {
    const { page } = running
    await openView(page, text.frame.events)
    await page.getByRole('tab', { name: text.events.tabs.log }).click()
    for (const words of [
      'The Local studio on devnet ended',
      'The keys process ended',
      'The images process',
    ])
      await page.getByRole('main').getByText(words).first().waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  it('a view fails while it is drawn: the frame stands, and it can be tried again', async () => {
    const { page } = running
    await page.evaluate(`globalThis.kept = ResizeObserver
      globalThis.ResizeObserver = class { constructor() { throw new Error('planted') } }`)
    await openView(page, text.frame.collections)
    const error = page.getByRole('main').getByRole('alert')
    await error.getByText(text.frame.stopped).waitFor()
    await page.getByRole('region', { name: text.frame.vault.unlocked }).waitFor()
    await page.evaluate('globalThis.ResizeObserver = kept')
    await error.getByRole('button', { name: text.common.retry }).click()
    await page.getByRole('button', { name: 'Herbarium' }).first().waitFor()
  })

  it('the page crashes: the window is loaded again where it was, and the run goes on', async () => {
    const { app } = running
    // It must still run when the new page is there.
    const run = await runImport(running, 4 * many)
    await crashPage(app)
    const shown = (words: string) => async () =>
      String(await inWindow(app, 'document.body.innerText').catch(() => '')).includes(words)
    const poll = { timeout: uiTimeout, interval: 50 }
    await expect
      .poll(shown('The window stopped working and was loaded again. Nothing was lost.'), poll)
      .toBe(true)
    expect(
      await inWindow(
        app,
        `[...document.querySelectorAll('[role=status]')].some(({ textContent }) => textContent.startsWith('The window stopped'))`,
      ),
    ).toBe(true)
    // The view of the run, with its state, and the vault's.
    await expect.poll(shown(text.importing.draft.title('Herbarium')), poll).toBe(true)
    await expect.poll(shown(text.frame.vault.unlocked), poll).toBe(true)
    const facts = await jobOf(running, run.job)
    expect(facts).toMatchObject({ isRunningHere: true, reason: null })
    await expect.poll(shown(text.importing.run.pause), poll).toBe(true)
    await untilAllIsIn(running, run)
    await expect.poll(shown(text.importing.run.imported), poll).toBe(true)

    await inWindow(
      app,
      `[...document.querySelectorAll('button')].find(({ textContent }) => textContent.includes('See the collection'))?.click()`,
    )
    await expect.poll(shown(`${run.names.length} tokens`), poll).toBe(true)
  })
})

describe('a process that dies again and again', () => {
  it('is said to have done so', async () => {
    const running = await startApp()
    onTestFinished(() => running.kill())
    const often = /^The keys process ended unexpectedly \d+ times within a minute and was started/u
    let isSaid = false
    // On a slow machine two deaths may be more than a minute apart.
    for (let deaths = 0; deaths < 5 && !isSaid; deaths += 1) {
      const pid = await utilityPid(running.app, 'Coldpress keys')
      process.kill(pid, 'SIGKILL')
      await expect
        .poll(() => utilityPid(running.app, 'Coldpress keys').catch(() => pid), {
          timeout: uiTimeout,
        })
        .not.toBe(pid)
      // The next notice may take its place at once.
      if (deaths > 0)
        isSaid = await noticeOf(running.page, often).then(
          () => true,
          () => false,
        )
    }
    expect(isSaid).toBe(true)
  })
})

describe('a draft with edits', () => {
  let running: RunningApp | undefined
  afterEach(async () => {
    await running?.kill()
    running = undefined
  })

  const edit = async (page: Page): Promise<string> => {
    const draftId = await openDraft(page, prints, await makeHerbarium(page))
    const change = { kind: 'set', row: 2, column: 'B', value: 'The first of all' }
    await call(page, 'imports.edit', { draftId, edits: [change] })
    return draftId
  }

  it('is shown again after the page crashed', async () => {
    running = await startApp()
    const { app, page } = running
    await edit(page)
    await openView(page, text.importing.title)
    await crashPage(app)
    const shown = () => inWindow(app, 'document.body.innerText').catch(() => '')
    await expect.poll(shown, { timeout: uiTimeout }).toContain(text.importing.draft.undoOf(1))
    expect(await shown()).toContain(text.importing.draft.title('Herbarium'))
  })

  it('is gone when the app is killed, and nothing else is', async () => {
    const home = join(scratch, 'home')
    const first = await startApp({ home })
    running = first
    await edit(first.page)
    await first.kill()

    running = await startApp({ home })
    const { page } = running
    await page
      .getByRole('heading', { level: 1, name: text.frame.collections })
      .waitFor({ timeout: uiTimeout })
    const corner = page.getByRole('region', { name: text.frame.vault.locked })
    await corner.getByRole('button', { name: text.frame.vault.unlock }).click()
    await unlockVault(page)
    await page.getByRole('button', { name: 'Herbarium' }).waitFor({ timeout: uiTimeout })
    expect(await call(page, 'imports.drafts', null)).toEqual([])
    // No half-written copy of a table was left.
    expect(readdirSync(home).includes('imports') ? readdirSync(join(home, 'imports')) : []).toEqual(
      [],
    )
    const [found] = z
      .array(z.object({ id: z.string() }))
      .parse(await call(page, 'collections.list', { accountId: 'local' }))
    expect(await openDraft(page, prints, found?.id ?? '')).not.toBe('')
  })
})

describe.runIf(hasKeychainService)('a vault whose keychain is not there', () => {
  let session: KeychainSession
  const home = join(scratch, 'keychain-home')
  let running: RunningApp | undefined
  beforeAll(async () => {
    session = await startKeychainSession()
    const first = await startApp({ home, keychain: session })
    await makeHerbarium(first.page)
    await first.close()
  })
  afterAll(() => session.stop())
  afterEach(async () => {
    await running?.kill()
    running = undefined
  })

  const error = (page: Page) => page.getByRole('alert')

  it('says what is wrong and what to do, and says it again', async () => {
    running = await startApp({ home })
    const { page } = running
    const heading = page.getByRole('heading', { name: 'Coldpress cannot open its data' })
    await heading.waitFor({ timeout: uiTimeout })
    await error(page)
      .getByText(
        /^Your vault is in the system's keychain, which does not work now\. Start or unlock/u,
      )
      .waitFor()
    expect(await axeViolations(page)).toEqual([])
    await screenshot(page, 'survival-no-keychain')
    const tried = await error(page).getByText('Last tried at').textContent()
    // It names the second, in which a try may be the next one.
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: text.common.retry }).click()
        return error(page).getByText('Last tried at').textContent()
      })
      .not.toBe(tried)
    expect(await heading.count()).toBe(1)
  })

  it('opens once the keychain is back and it is tried again', async () => {
    session.freeze()
    running = await startApp({ home, keychain: session })
    const { page } = running
    await error(page)
      .getByText(/keychain/u)
      .first()
      .waitFor({ timeout: uiTimeout })
    // The key goes to whatever has the focus, which the button gets once the view is drawn.
    const retry = page.getByRole('button', { name: text.common.retry })
    await retry.and(page.locator(':focus')).waitFor()
    session.thaw()
    await page.keyboard.press('Enter')
    await page
      .getByRole('heading', { level: 1, name: text.frame.collections })
      .waitFor({ timeout: uiTimeout })
    await page.getByRole('region', { name: text.frame.vault.locked }).getByRole('button').click()
    await unlockVault(page)
    await page.getByRole('button', { name: 'Herbarium' }).waitFor({ timeout: uiTimeout })
  })
})
