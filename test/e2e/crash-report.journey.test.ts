import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { text } from '#renderer/text/en.ts'
import { startApp } from '../support/app.ts'
import { crashPage, imagesPid, utilityPid } from '../support/app-processes.ts'
import { axeViolations } from '../support/axe.ts'
import { filesUnder, findPlanted } from '../support/planted-secrets.ts'
import { screenshot } from '../support/screens.ts'
import { throwInProcess } from '../support/throw-in-process.ts'
import { call, openView, passphrase, uiTimeout } from '../support/window-actions.ts'

const home = mkdtempSync(join(tmpdir(), 'coldpress-crash-'))
const planted = mkdtempSync(join(tmpdir(), 'coldpress-crash-planted-'))
afterAll(() => {
  for (const folder of [home, planted])
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

const reports = (of = home): readonly string[] => {
  const folder = join(of, 'crashes')
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.txt')) : []
}
const reportOf = async (process: string, of = home): Promise<void> => {
  await expect.poll(() => reports(of).join(), { timeout: uiTimeout }).toContain(`-${process}.txt`)
}

it('what crashed is told at the next start, once, from a report that stays here; the notices of third parties open from About', async () => {
  const running = await startApp({ home })
  const { app } = running
  // The page is there before the keys process is, without which the app does not open.
  await call(running.page, 'vault.status', null)
  process.kill(await utilityPid(app, 'Coldpress keys'), 'SIGKILL')
  await reportOf('keys')
  await call(running.page, 'app.diagnostics', null)
  process.kill(await imagesPid(app), 'SIGKILL')
  await reportOf('images')
  // Node's own: an error that nobody catches, with a text that may hold a secret.
  await app.evaluate(() => {
    setTimeout(() => {
      throw new RangeError('a planted secret')
    })
  })
  await reportOf('main')
  await crashPage(app)
  await reportOf('window')
  for (const name of reports())
    expect(readFileSync(join(home, 'crashes', name), 'utf8')).not.toContain('a planted secret')
  await running.kill()

  const next = await startApp({ home })
  const { page } = next
  const dialog = page.getByRole('dialog', { name: text.frame.crashes.title })
  await dialog.waitFor({ timeout: uiTimeout })
  await screenshot(page, 'crash-report')
  expect(await axeViolations(page)).toEqual([])
  expect(await dialog.getByLabel(text.frame.crashes.report).inputValue()).toContain(
    'window process',
  )
  await dialog.getByRole('button', { name: text.frame.crashes.copy }).click()
  await dialog.getByRole('button', { name: text.frame.crashes.dismiss }).click()
  await dialog.waitFor({ state: 'detached' })

  await openView(page, text.settings.title)
  await page.getByRole('tab', { name: text.settings.sections.about }).click()
  await page.getByRole('button', { name: text.settings.about.notices }).click()
  const notices = page.getByRole('dialog', { name: text.settings.about.notices })
  await expect
    .poll(() => notices.getByLabel(text.settings.about.noticesText).inputValue(), {
      timeout: uiTimeout,
    })
    .toContain('Permission is hereby granted')
  await screenshot(page, 'third-party-notices')
  expect(await axeViolations(page)).toEqual([])
  await next.close()
  const last = await startApp({ home })
  await openView(last.page, text.settings.title)
  expect(await last.page.getByRole('dialog').count()).toBe(0)
  await last.close()
})

it('a crash of the keys or the studio process, whose error quotes secrets, leaves a report with the stack and none of them', async () => {
  const { app, page, kill, stderr } = await startApp({ home: planted })
  try {
    await call(page, 'vault.create', { passphrase })
    // It starts the studio.
    await call(page, 'collections.list', { accountId: 'local' })
    const secrets = { keys: passphrase, studio: 'api key 7Qm4-planted' }
    for (const name of ['keys', 'studio'] as const) {
      const secret = secrets[name]
      await throwInProcess(
        await utilityPid(app, `Coldpress ${name}`),
        `cannot use ${secret}\n    at ${secret} (/home)`,
      )
      await reportOf(name, planted)
    }
    const [keys, studio] = ['keys', 'studio'].map((name) => {
      const file = reports(planted).find((one) => one.endsWith(`-${name}.txt`)) ?? ''
      expect(statSync(join(planted, 'crashes', file)).mode & 0o777).toBe(0o600)
      return readFileSync(join(planted, 'crashes', file), 'utf8')
    })
    expect(keys).toMatch(/^Coldpress: keys process, /u)
    expect(studio).toMatch(/^Coldpress: studio process, /u)
    for (const report of [keys, studio]) {
      expect(report).toMatch(/Error\nRangeError\n\s+at /u)
      expect(report).toContain('Versions: coldpress ')
    }
    const written = new Map([
      ...filesUnder(join(planted, 'crashes')),
      ['standard error', Buffer.from(stderr())] as const,
    ])
    const sought = Object.entries(secrets).map(([name, text_]) => ({
      name,
      bytes: Buffer.from(text_),
    }))
    expect(findPlanted(written, sought)).toEqual([])
  } finally {
    await kill()
  }
})
