import { describe, expect, onTestFinished, test } from 'vitest'
import { text } from '#renderer/text/en.ts'
import { isElectron, startApp } from '../support/app.ts'
import { call, openView, passphrase } from '../support/window-actions.ts'

// Electron takes it from the system, which these tests don't set.
describe.skipIf(isElectron)('the window writes dates as the system does', () => {
  test.each([
    ['de_DE.UTF-8', /^\w+, \d+ \w+ \d{4} at \d{2}:\d{2}:\d{2} /u],
    ['en_US.UTF-8', /^\w+, \w+ \d+, \d{4} at \d+:\d{2}:\d{2}\s[AP]M /u],
  ])('of %s', async (locale, exact) => {
    const { page, kill } = await startApp({ env: { LC_ALL: locale } })
    onTestFinished(kill)
    await call(page, 'vault.create', { passphrase })
    await openView(page, text.frame.events)
    await page.getByRole('tab', { name: text.events.tabs.log }).click()
    const title = await page.locator('time[title]').first().getAttribute('title')
    expect(title).toMatch(exact)
    expect(await page.evaluate('document.documentElement.lang')).toBe('en')
  })
})
