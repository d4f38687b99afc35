import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { text } from '#renderer/text/en.ts'
import { call, passphrase, uiTimeout } from '../support/window-actions.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { crashPage, inWindow } from '../support/app-processes.ts'
import { axeViolations } from '../support/axe.ts'
import { screenshot } from '../support/screens.ts'

let folder: string
let running: RunningApp | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coldpress-errors-'))
})
afterEach(async () => {
  await running?.kill()
  running = undefined
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

const start = async (home: string): Promise<RunningApp> => {
  running = await startApp({ home })
  return running
}

/** The frame of the app, which only stands when the window has its page. */
const frameOf = (page: Page) => page.getByRole('navigation', { name: text.frame.navigation })
const errorTitle = 'Coldpress cannot open its data'

describe('a start that fails', () => {
  it('says that the database is damaged, and goes on when it was fixed', async () => {
    const home = join(folder, 'home')
    mkdirSync(home)
    writeFileSync(join(home, 'app.db'), 'this is no database, whatever its name says')
    const app = await start(home)
    const title = app.page.getByRole('heading', { level: 1, name: errorTitle })
    await title.waitFor()
    expect(await app.page.getByRole('alert').textContent()).toContain('app.db')
    expect(await axeViolations(app.page)).toEqual([])
    await screenshot(app.page, 'error')

    const before = await app.page.getByText('Last tried at').textContent()
    const tried = async () => {
      await app.page.getByRole('button', { name: text.common.retry }).click()
      return app.page.getByText('Last tried at').textContent()
    }
    // It names the second, in which a try may be the next one.
    await expect.poll(tried).not.toBe(before)
    expect(await frameOf(app.page).count()).toBe(0)

    rmSync(join(home, 'app.db'))
    await app.page.getByRole('button', { name: text.common.retry }).press('Enter')
    await frameOf(app.page).waitFor()
  })

  it('says that the data folder cannot be used when it is a file', async () => {
    const home = join(folder, 'home')
    writeFileSync(home, '')
    const app = await start(home)
    await app.page.getByRole('heading', { level: 1, name: errorTitle }).waitFor()
    const words = await app.page.getByRole('alert').textContent()
    expect(words).toContain(home)
    expect(words).toContain('COLDPRESS_HOME')
  })
})

describe('a page that keeps dying', () => {
  it('is not loaded a third time by itself, and says so', async () => {
    const { app, page } = await start(join(folder, 'home'))
    await frameOf(page).waitFor()
    // a question that meets a dying page is never answered
    const body = (): Promise<unknown> =>
      Promise.race([inWindow(app, 'document.body.innerText').catch(() => ''), sleep(1000, '')])
    const shows = async (words: string): Promise<void> => {
      await expect.poll(body, { timeout: uiTimeout }).toContain(words)
    }
    await crashPage(app)
    await shows('The window stopped working and was loaded again.')
    await crashPage(app)
    await shows('The window keeps stopping')
    await inWindow(app, `document.querySelector('a').click()`)
    await shows(text.start.title)
    const log = await inWindow(
      app,
      `window.coldpress.call('log.page', { before: null, limit: 50, kinds: null, levels: null, search: 'window' })`,
    )
    expect(JSON.stringify(log)).toContain('The window keeps stopping.')
  })
})

describe('the window', () => {
  it('remembers its place and its colours', async () => {
    const home = join(folder, 'home')
    const first = await start(home)
    await frameOf(first.page).waitFor()
    await call(first.page, 'app.changeSettings', { appearance: 'dark' })
    await first.app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.setBounds({ x: 40, y: 30, width: 1000, height: 700 })
    })
    await first.close()
    const remembered: unknown = JSON.parse(readFileSync(join(home, 'window.json'), 'utf8'))
    expect(remembered).toEqual({
      bounds: { x: 40, y: 30, width: 1000, height: 700 },
      isMaximized: false,
      appearance: 'dark',
    })
    const second = await start(home)
    await frameOf(second.page).waitFor()
    const [size, isDark] = await second.app.evaluate(({ BrowserWindow, nativeTheme }) => [
      BrowserWindow.getAllWindows()[0]?.getBounds(),
      nativeTheme.shouldUseDarkColors,
    ])
    expect(size).toMatchObject({ width: 1000, height: 700 })
    expect(isDark).toBe(true)
    await second.close()
  })
})

describe('an open vault', () => {
  let app: RunningApp
  beforeAll(async () => {
    app = await startApp()
    await frameOf(app.page).waitFor()
    await call(app.page, 'vault.create', { passphrase })
  })
  beforeEach(() => call(app.page, 'vault.unlock', { passphrase }))
  afterAll(() => app.kill())

  it.each(['suspend', 'lock-screen'])('an open vault is locked at %s', async (event) => {
    expect(await call(app.page, 'vault.status', null)).toMatchObject({ state: 'unlocked' })
    await app.app.evaluate(({ powerMonitor }, name) => powerMonitor.emit(name), event)
    await app.page.getByRole('region', { name: text.frame.vault.locked }).waitFor()
    expect(await call(app.page, 'vault.status', null)).toMatchObject({ state: 'locked' })
  })

  it('with a running import: the window asks before it closes, and closes when told to', async () => {
    await app.page.getByRole('button', { name: text.start.sample.action }).click()
    const close = () =>
      app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    const isRunning = async (): Promise<boolean> => {
      const jobs = await call(app.page, 'imports.list', null)
      return Array.isArray(jobs) && jobs.some(({ isRunningHere }) => isRunningHere === true)
    }
    await expect.poll(isRunning, { timeout: uiTimeout, interval: 20 }).toBe(true)
    await close()
    const dialog = app.page.getByRole('dialog', { name: text.frame.closing.title })
    await dialog.getByRole('button', { name: text.frame.closing.close }).waitFor()
    const ended = new Promise<void>((resolve) => {
      app.app.on('close', () => resolve())
    })
    await dialog.getByRole('button', { name: text.frame.closing.close }).click()
    await ended
  })
})
