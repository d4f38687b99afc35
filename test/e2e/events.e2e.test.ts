import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database } from '../../src/core/db/database.ts'
import { createEventLog, eventsSchema } from '../../src/core/events/log.ts'
import { call, openView, passphrase } from '../support/acts.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { picture } from '../support/screens.ts'

const look = async (page: Page, name: string): Promise<void> => {
  await picture(page, `events-${name}`)
  expect(await axeViolations(page)).toEqual([])
}

const day = 86_400_000

/** Three thousand entries of two months, as the app would have written them. */
const writeLog = (home: string): void => {
  const db = new Database(join(home, 'app.db'), [eventsSchema])
  const kinds = ['import', 'policy', 'collection', 'account', 'connection', 'app'] as const
  const count = 3000
  let at = Date.now() - 60 * day
  const log = createEventLog({ db, now: () => new Date(at) })
  for (let index = 0; index < count; index += 1) {
    at += (60 * day) / count - 1
    const level = index % 25 === 0 ? 'error' : index % 10 === 0 ? 'warning' : 'info'
    const kind = kinds[index % kinds.length] ?? 'app'
    log.append({
      level,
      kind,
      message: `Entry ${index} of the sheet that was printed on the old press in the back room, kept here as it was noted`,
      details: { sheet: `sheet-${index}`, press: 'Boston' },
    })
  }
  db.close()
}

const entry = (page: Page, words: string | RegExp) =>
  page.getByRole('region', { name: 'Events' }).getByRole('button', { name: words })

describe('events', () => {
  const home = mkdtempSync(join(tmpdir(), 'coldpress-events-e2e-'))
  let running: RunningApp
  let page: Page
  beforeAll(async () => {
    writeLog(home)
    running = await startApp({ home })
    page = running.page
    page.setDefaultTimeout(15_000)
    await openView(page, 'Events')
  })
  afterAll(async () => {
    await running.kill()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  })

  it('lists the newest first, by days, and draws only what is seen', async () => {
    await page.getByText('3,000 events').waitFor()
    const days = page.getByRole('region', { name: 'Events' }).getByRole('heading', { level: 2 })
    expect(await days.allTextContents()).toContain('Today')
    await entry(page, /Entry 2999/u).waitFor()
    expect(await entry(page, /./u).count()).toBeLessThan(100)
    await look(page, 'list')
  })

  it('opens the details of an entry', async () => {
    await entry(page, /Entry 2999/u).click()
    await page.getByText('sheet-2999', { exact: true }).waitFor()
    await page.getByText('Boston', { exact: true }).waitFor()
    await look(page, 'details')
    await entry(page, /Entry 2999/u).click()
    await page.getByText('sheet-2999', { exact: true }).waitFor({ state: 'detached' })
  })

  it('filters by kind and level, and searches message and details', async () => {
    await page.getByRole('combobox', { name: 'Level' }).click()
    await page.getByRole('option', { name: 'Errors only' }).click()
    await page.getByText('120 events').waitFor()
    await page.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'Policies' }).click()
    await page.getByText('20 events').waitFor()
    await look(page, 'filtered')
    const search = page.getByRole('textbox', { name: 'Search events' })
    await search.fill('SHEET-25')
    await page.getByText('2 events', { exact: true }).waitFor()
    await search.fill('no such sheet')
    await page.getByRole('heading', { name: 'No event fits' }).waitFor()
    await look(page, 'none')
    await page.getByRole('button', { name: 'Show all events' }).click()
    await page.getByText('3,000 events').waitFor()
    expect(await search.inputValue()).toBe('')
  })

  it('loads older ones on the way down', async () => {
    await entry(page, /Entry 2999/u).focus()
    await page.keyboard.press('End')
    await page.waitForTimeout(300)
    await page.keyboard.press('End')
    await entry(page, /Entry 2599/u).waitFor({ state: 'attached' })
    await page.keyboard.press('Home')
    await entry(page, /Entry 2999/u).waitFor()
  })

  it('goes from entry to entry by keyboard', async () => {
    await entry(page, /Entry 2999/u).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.waitForFunction('document.activeElement.textContent.includes("Entry 2997")')
    await page.keyboard.press('Enter')
    await page.getByText('sheet-2997', { exact: true }).waitFor()
    await page.keyboard.press('Enter')
  })

  it('takes in what happens now at the top, and holds still for whoever reads further down', async () => {
    await call(page, 'vault.create', { passphrase })
    await entry(page, /The vault was created/u).waitFor()
    await page.getByText('3,001 events').waitFor()

    const region = page.getByRole('region', { name: 'Events' })
    await region.evaluate((element) => element.scrollTo({ top: 2000 }))
    await page.waitForTimeout(300)
    const topOf = (words: RegExp) =>
      entry(page, words).evaluate((element) => Math.round(element.getBoundingClientRect().top))
    const seen = /Entry 29(?<digits>5\d)/u
    const name = (await entry(page, seen).first().textContent()) ?? ''
    const number = /Entry (?<number>\d+)/u.exec(name)?.groups?.['number'] ?? ''
    const before = await topOf(new RegExp(`Entry ${number}`, 'u'))
    await call(page, 'vault.lock', null)
    await page.getByRole('button', { name: '1 newer event' }).waitFor()
    await page.waitForTimeout(300)
    expect(await topOf(new RegExp(`Entry ${number}`, 'u'))).toBe(before)
    await look(page, 'newer')
    await page.getByRole('button', { name: '1 newer event' }).click()
    await entry(page, /The vault was locked/u).waitFor()
    await page.getByText('3,002 events').waitFor()
  })
})
