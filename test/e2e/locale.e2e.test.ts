import { describe, expect, onTestFinished, test } from 'vitest'
import { text } from '#renderer/text/en.ts'
import { isElectron, startApp } from '../support/app.ts'
import { call, openView, passphrase } from '../support/window-actions.ts'

// Electron takes it from the system, which these tests don't set.
describe.skipIf(isElectron)('the window writes dates as the system does, and takes them so', () => {
  test.each([
    ['de_DE.UTF-8', /^\w+, \d+ \w+ \d{4} at \d{2}:\d{2}:\d{2} /u, '30112027'],
    ['en_US.UTF-8', /^\w+, \w+ \d+, \d{4} at \d+:\d{2}:\d{2}\s[AP]M /u, '11302027'],
  ])('of %s', async (locale, exact, typed) => {
    const { page, kill } = await startApp({ env: { LC_ALL: locale } })
    onTestFinished(kill)
    await call(page, 'vault.create', { passphrase })
    await openView(page, text.frame.events)
    await page.getByRole('tab', { name: text.events.tabs.log }).click()
    const title = await page.locator('time[title]').first().getAttribute('title')
    expect(title).toMatch(exact)
    expect(await page.evaluate('document.documentElement.lang')).toBe('en')
    await page.getByRole('tab', { name: text.events.tabs.sales }).click()
    const { period, periods, from } = text.events.received
    await page.getByRole('combobox', { name: period }).click()
    await page.getByRole('option', { name: periods.own }).click()
    const field = page.getByLabel(from, { exact: true })
    await field.click({ position: { x: 16, y: 16 } })
    await page.keyboard.type(typed)
    expect(await field.inputValue()).toBe('2027-11-30')
  })
})
