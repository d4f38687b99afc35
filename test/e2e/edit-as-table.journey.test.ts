import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commands } from '#contract/commands.ts'
import { collectionCalls } from '#contract/collections/calls.ts'
import { appCalls } from '#contract/settings/calls.ts'
import { text } from '#renderer/text/en.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { cutTexts } from '../support/cut-texts.ts'
import { screenshot } from '../support/screens.ts'
import { call, openView, passphrase, uiTimeout } from '../support/window-actions.ts'

const words = text.importing.draft
let running: RunningApp
let page: Page
let collectionId = ''

const tokens = async () => {
  const asked = { accountId: 'local', collectionId }
  const shown = collectionCalls['tokens.page'].output.parse(
    await call(page, 'tokens.page', { ...asked, cursor: null }),
  )
  const found = []
  for (const { id } of shown.tokens) {
    const token = await call(page, 'tokens.get', { ...asked, tokenId: id })
    const { name, description } = collectionCalls['tokens.get'].output.parse(token)
    found.push({ id, name, description })
  }
  return found
}

beforeAll(async () => {
  running = await startApp()
  page = running.page
  await page.getByRole('heading', { level: 1 }).waitFor()
  await call(page, 'vault.create', { passphrase })
  const sample = appCalls['app.trySample'].output
  collectionId = sample.parse(await call(page, 'app.trySample', null)).collectionId
})
afterAll(() => running.kill())

const capture = async (of: string): Promise<void> => {
  await screenshot(page, `edit-as-table-${of}`)
  expect(await axeViolations(page)).toEqual([])
  expect(await cutTexts(page)).toEqual([])
}
const openAsTable = async (): Promise<void> => {
  await openView(page, text.collections.title)
  await page.getByRole('button', { name: 'Pressed Herbarium' }).first().click()
  await page.getByRole('button', { name: text.collections.detail.more, exact: true }).click()
  await page.getByRole('menuitem', { name: commands.editTokens.label }).click()
}
const notices = () => page.getByRole('region', { name: text.frame.notices })
const cell = (row: number, column: number) => page.locator(`#import-cell-${row}-${column}`)

test('tokens are changed as a table: replace a text, fill cells, paste, start and undo', async () => {
  await expect.poll(async () => (await tokens()).length, { timeout: 120_000 }).toBe(24)
  const before = await tokens()
  await openAsTable()
  const grid = page.getByRole('grid', { name: words.issues.rows.label })
  await grid.waitFor({ timeout: uiTimeout })
  await capture('opened')

  // the asset name says which token a row changes
  await cell(0, 0).dblclick()
  await notices().getByText(words.issues.rows.fixed.asset_name).waitFor()

  await page.getByRole('button', { name: words.issues.replace.action }).click()
  const dialog = page.getByRole('dialog', { name: words.issues.replace.title })
  await dialog.getByLabel(words.issues.replace.find).fill('No.')
  await dialog.getByLabel(words.issues.replace.value).fill('Nr.')
  await dialog.getByText(words.issues.replace.found(24)).waitFor({ timeout: uiTimeout })
  await capture('replace')
  await dialog.getByRole('button', { name: words.issues.replace.replace }).click()
  await dialog.waitFor({ state: 'hidden' })

  const description = await grid.getByRole('columnheader').allTextContents()
  const column = description.findIndex((header) => header.includes('description')) - 1
  await cell(0, column).dblclick()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Pressed in spring')
  await page.keyboard.press('Enter')
  await expect.poll(() => cell(0, column).textContent()).toBe('Pressed in spring')
  await page.keyboard.press('ControlOrMeta+d')
  await expect.poll(() => cell(5, column).textContent()).toBe('Pressed in spring')

  await cell(1, column).click()
  // by the event, for the clipboard of the system belongs to other programs too
  await page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'Pressed in May\\r\\nPressed in June\\r\\n')
    const event = { clipboardData, bubbles: true, cancelable: true }
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', event))
  }`)
  await expect.poll(() => cell(2, column).textContent()).toBe('Pressed in June')
  await capture('edited')

  await page.getByRole('button', { name: new RegExp(`^3 ${words.change.step}`, 'u') }).click()
  await page.getByRole('button', { name: words.change.start(24) }).click({ timeout: uiTimeout })
  await notices().getByText(text.importing.run.change.ended(24)).waitFor({ timeout: 60_000 })
  await capture('changed')
  const after = await tokens()
  expect(after.every(({ name }) => name.includes('Nr.'))).toBe(true)
  expect(new Set(after.map(({ description: said }) => said))).toEqual(
    new Set(['Pressed in spring', 'Pressed in May', 'Pressed in June']),
  )

  await notices().getByRole('button', { name: text.common.undo }).click()
  await notices().getByText(text.importing.run.change.undone(24, 0)).waitFor({ timeout: 60_000 })
  expect(await tokens()).toEqual(before)
})

test('a table with changes is replaced by another one only after a question', async () => {
  await openAsTable()
  await cell(0, 1).dblclick({ timeout: uiTimeout })
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Kept')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: words.undoOf(1) }).waitFor({ timeout: uiTimeout })

  await openAsTable()
  const dialog = page.getByRole('dialog', { name: words.discardTitle })
  await dialog.getByText(words.change.discardMessage(1, 'Pressed Herbarium')).waitFor()
  await capture('discard')
  await dialog.getByRole('button', { name: words.keep }).click()
  await openView(page, text.importing.title)
  await expect.poll(() => cell(0, 1).textContent()).toBe('Kept')

  await openAsTable()
  await dialog.getByRole('button', { name: words.discardAction }).click()
  await page.getByText(words.change.none).waitFor({ timeout: uiTimeout })
  expect(await cell(0, 1).textContent()).not.toBe('Kept')
})
