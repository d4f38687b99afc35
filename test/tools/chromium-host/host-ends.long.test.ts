import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { ElectronApplication, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { isElectron, runApp, startApp } from '../../support/app.ts'
import { folder, launcher, seen, set } from './fixture.ts'

/** What the window's own button does in Chromium: the page is asked before it goes. */
const pressClose = async (app: ElectronApplication, page: Page): Promise<void> => {
  // With a listener Playwright leaves the question to others.
  page.on('dialog', () => {})
  await page.waitForLoadState('load')
  const session = await app.context().newCDPSession(page)
  await session.send('Page.close').catch(() => {})
}

describe('the end of an app on the Chromium host', () => {
  it('does not come while the app objects to the close; then it does', async () => {
    const { app, page, kill, close } = await startApp({ folder })
    try {
      await set(app, 'isBusy', true)
      await app.evaluate(({ app, BrowserWindow }) => {
        BrowserWindow.getAllWindows()[0]?.close()
        app.quit()
      })
      expect((await seen(app)).closes).toBe(2)
      expect(await page.evaluate('document.title')).toBe('Fixture')
      await set(app, 'isBusy', false)
      const ended = new Promise((resolve) => app.process().once('exit', resolve))
      await close()
      expect(await ended).toBe(0)
    } finally {
      await kill()
    }
  })

  it.skipIf(isElectron)('does not come while the app objects to its user', async () => {
    const { app, page, kill } = await startApp({ folder })
    try {
      await set(app, 'isBusy', true)
      await pressClose(app, page)
      await expect.poll(async () => (await seen(app)).closes).toBe(1)
      expect(await page.evaluate('document.title')).toBe('Fixture')
    } finally {
      await kill()
    }
  })

  it.skipIf(isElectron)('comes when the user closes the window', async () => {
    const { app, page, kill } = await startApp({ folder })
    try {
      const ended = new Promise((resolve) => app.process().once('exit', resolve))
      await pressClose(app, page)
      expect(await ended).toBe(0)
    } finally {
      await kill()
    }
  })

  it('comes with SIGKILL for all its processes, and the next start finds nothing in its way', async () => {
    const home = mkdtempSync(join(tmpdir(), 'coldpress-app-'))
    try {
      const first = await startApp({ folder, home })
      await first.kill()
      const second = await startApp({ folder, home })
      expect(await second.page.evaluate('document.title')).toBe('Fixture')
      await second.close()
    } finally {
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    }
  })

  it.skipIf(isElectron)('comes at once for a main bundle that waits for ready', async () => {
    const waiting = join(mkdtempSync(join(tmpdir(), 'coldpress-waits-')), 'app')
    cpSync(folder, waiting, { recursive: true })
    writeFileSync(
      join(waiting, 'main.js'),
      "import { app } from 'electron'\nawait app.whenReady()\n",
    )
    const child = spawn(launcher, [waiting, '--headless=new'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [errors, code] = await Promise.all([
      text(child.stderr),
      new Promise((resolve) => child.on('exit', resolve)),
    ])
    expect(errors).toMatch(/top-level await on app.whenReady\(\)/u)
    expect(code).toBe(1)
    rmSync(join(waiting, '..'), { recursive: true })
  })

  it.skipIf(isElectron)('is reported with the reason when the app does not start', async () => {
    const run = await runApp({ folder, env: { COLDPRESS_CHROMIUM: '/nowhere' } })
    expect(run.stderr).toContain('No Chromium, Chrome or Edge was found')
    expect(run.code).toBe(1)
  })
})
