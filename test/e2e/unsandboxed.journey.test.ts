import { expect, it } from 'vitest'
import { text } from '#renderer/text/en.ts'
import { startApp } from '../support/app.ts'
import { screenshot } from '../support/screens.ts'
import { closeByEscape, openView, submitNewPassphrase } from '../support/window-actions.ts'

const words = text.frame.vault

it("keeps the vault closed without Chromium's sandbox, and says why where the passphrase is typed", async () => {
  const { page, kill } = await startApp({ env: { ELECTRON_DISABLE_SANDBOX: '1' } })
  try {
    await page.getByRole('heading', { level: 1, name: text.start.title }).waitFor()
    await page.getByRole('button', { name: words.create }).click()
    const dialog = await submitNewPassphrase(page)
    await dialog
      .getByRole('alert')
      .getByText(/so the vault stays closed/u)
      .waitFor()
    await screenshot(page, 'unsandboxed-vault')
    await closeByEscape(dialog)
    expect(await page.getByText(words.new).count()).toBeGreaterThan(0)
    await openView(page, text.frame.events)
    await page.getByRole('tab', { name: text.events.tabs.log }).click()
    await page
      .getByText(/so the vault stays closed/u)
      .first()
      .waitFor()
  } finally {
    await kill()
  }
})
