import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandNames, commands, shortcutsOf } from '#contract/commands.ts'
import { text } from '#renderer/text/en.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { screenshot } from '../support/screens.ts'
import { createVault } from '../support/window-actions.ts'

let running: RunningApp

beforeAll(async () => {
  running = await startApp()
  await running.page.getByRole('heading', { level: 1, name: text.start.title }).waitFor()
})
afterAll(() => running.kill())

/** The strength is shown a moment after the typing: a button that it moved would lose its click. */
const meterMovesNothing = async (dialog: Locator): Promise<void> => {
  const placeOfButton = () =>
    dialog.getByRole('button', { name: text.frame.vault.create }).boundingBox()
  const before = await placeOfButton()
  await dialog.getByLabel(text.frame.vault.newPassphrase).fill('correct horse')
  await dialog.getByRole('meter').waitFor()
  expect(await placeOfButton()).toEqual(before)
}

const heading = (name: string) => running.page.getByRole('heading', { level: 1, name }).waitFor()

describe('commands by keyboard', () => {
  test('every view opens by its number, and back returns', async () => {
    const { keyboard } = running.page
    const { frame } = text
    const views = [
      frame.collections,
      frame.import,
      text.sales.part,
      frame.policies,
      frame.signing,
      frame.events,
      frame.settings,
    ]
    for (const [index, name] of views.entries()) {
      await keyboard.press(`Control+${index + 1}`)
      await running.page
        .getByRole('navigation', { name: frame.navigation })
        .locator('[aria-current=page]', { hasText: name })
        .waitFor()
    }
    await heading(text.settings.title)
    await keyboard.press('Alt+ArrowLeft')
    await running.page.locator('[aria-current=page]', { hasText: frame.events }).waitFor()
  })

  test('the page of shortcuts lists every command of the table', async () => {
    const { page } = running
    await page.keyboard.press('Control+/')
    await page.getByRole('heading', { level: 2, name: text.settings.shortcuts.title }).waitFor()
    const listed = await page.getByRole('main').innerText()
    for (const name of commandNames.filter((one) => shortcutsOf(one, false).length > 0))
      expect(listed).toContain(commands[name].label)
    expect(await axeViolations(page)).toEqual([])
    await screenshot(page, 'settings-shortcuts')
  })

  test('no command leaves a view while a dialog is open, and the vault locks by keyboard', async () => {
    const { page } = running
    const { vault } = text.frame
    await page.keyboard.press('Control+/')
    await page.getByRole('heading', { level: 2, name: text.settings.shortcuts.title }).waitFor()
    await page.getByRole('button', { name: vault.create }).click()
    await page.getByRole('dialog', { name: vault.createTitle }).waitFor()
    await page.keyboard.press('Control+1')
    expect(await page.getByRole('dialog', { name: vault.createTitle }).isVisible()).toBe(true)
    await page
      .getByRole('heading', {
        level: 2,
        name: text.settings.shortcuts.title,
        includeHidden: true,
      })
      .waitFor()
    await meterMovesNothing(page.getByRole('dialog', { name: vault.createTitle }))
    await createVault(page)
    await page.getByRole('region', { name: vault.unlocked }).waitFor()
    await page.keyboard.press('Control+l')
    await page.getByRole('region', { name: vault.locked }).waitFor()
  })
})
