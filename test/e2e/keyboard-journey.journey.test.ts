import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { text } from '#renderer/text/en.ts'
import { answerDialogs, closeByEscape, passphrase, uiTimeout } from '../support/window-actions.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { screenshot } from '../support/screens.ts'
import { printsFolder } from '../support/import-folders.ts'
import { focused, tabTo } from '../support/keyboard.ts'

/** The whole main job without a mouse and without typing an address. */

const words = text.collections.new
const home = mkdtempSync(join(tmpdir(), 'coldpress-keyboard-'))
const folder = join(home, 'northern-prints')
const wrongName = '02-olivex.webp'

let running: RunningApp
let page: Page

beforeAll(async () => {
  const columns = ['asset_name', 'name', 'image', 'Artist', 'Background']
  printsFolder(folder, columns, (image, index) => {
    const named = index === 1 ? wrongName : image
    return [`North${index}`, `North ${index}`, named, 'Ada Press', `Shade ${index}`]
  })
  running = await startApp()
  page = running.page
  await answerDialogs(running.app, { open: folder })
})
afterAll(async () => {
  await running.kill()
  rmSync(home, { recursive: true, force: true })
})

const heading = (name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor({ timeout: uiTimeout })
const button = (name: string | RegExp): Locator =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
const anyAmount = (sentence: (amount: string) => string) => new RegExp(sentence('.+'), 'u')

type Way = Parameters<typeof tabTo>[2]
const press = async (target: Locator, way?: Way, key = 'Enter'): Promise<void> => {
  await tabTo(page, target, way)
  await page.keyboard.press(key)
}
const type = async (target: Locator, what: string, way?: Way): Promise<void> => {
  await tabTo(page, target, way)
  await page.keyboard.type(what)
}

test('a collection is made from a folder, imported with a row repaired, its royalty paid and its tokens minted, by keyboard alone', async () => {
  await heading(text.start.title)
  await page.keyboard.press('Tab')
  await press(
    page
      .getByRole('navigation', { name: text.frame.navigation })
      .getByRole('button', { name: text.frame.collections }),
  )
  await heading(text.collections.title)
  await press(
    page.getByRole('main').getByRole('button', { name: text.collections.newCollection }).first(),
  )
  await heading(words.title)

  await press(button(words.folder.pick))
  await page.getByText(words.folder.found(3, 2)).waitFor()
  await press(button(words.testAddress), { most: 20 })
  await expect
    .poll(() => page.getByLabel(words.payout).first().inputValue())
    .toMatch(/^addr_test1/u)
  await press(button(new RegExp(`^${words.policy}\\b`, 'u')), { most: 20 })
  await press(button(words.presets[6]), { most: 20 })
  await press(button(new RegExp(`^${words.royalty}\\b`, 'u')))
  await press(page.getByLabel(words.hasRoyalty), {}, 'Space')
  await type(page.getByLabel(words.rate), '5')
  await press(button(words.create), { most: 20 })

  const dialog = page.getByRole('dialog', { name: text.frame.vault.createTitle })
  await type(dialog.getByLabel(text.frame.vault.newPassphrase), passphrase)
  await type(dialog.getByLabel(text.frame.vault.again), passphrase)
  await press(dialog.getByRole('button', { name: text.frame.vault.create }))
  await heading(text.importing.title)

  // The folder of the collection is read at once.
  const steps = page.getByRole('navigation', { name: text.importing.draft.steps.label })
  await steps.waitFor({ timeout: uiTimeout })
  await heading(/^Import into/u)
  await press(steps.getByRole('button', { name: text.importing.draft.steps.check }), { most: 20 })
  const issue = page
    .getByRole('list', { name: text.importing.draft.issues.list })
    .getByRole('button')
    .filter({ hasText: wrongName })
  await tabTo(page, issue)
  await press(button(text.importing.draft.issues.pickFile))
  const files = page.getByRole('dialog', { name: text.importing.draft.issues.files.title(3) })
  await type(files.getByLabel(text.importing.draft.issues.files.search), 'olive')
  await expect.poll(() => files.getByRole('gridcell').count()).toBe(1)
  await page.keyboard.press('Enter')
  await files.waitFor({ state: 'detached' })
  await issue.waitFor({ state: 'detached' })
  await screenshot(page, 'keyboard-fixed')
  await press(button(text.importing.draft.next(text.importing.draft.steps.cost)))
  await press(button(text.importing.draft.start.start(3)))
  await page
    .getByRole('heading', { name: text.importing.run.imported })
    .waitFor({ timeout: uiTimeout })
  await press(button(text.importing.run.next.collection))
  await heading('North')

  await press(button(text.way.royalty.pay))
  const royalty = page.getByRole('dialog', { name: text.minting.royalty.title })
  await press(royalty.getByRole('button', { name: text.minting.royalty.testWallet }))
  await royalty.getByText(text.minting.royalty.sentences.minted).waitFor({ timeout: uiTimeout })
  await closeByEscape(royalty)
  await press(button(text.way.mint.action))
  await heading(text.minting.title)
  await press(button(text.minting.fund), { most: 20 })
  const funding = page.getByRole('dialog', { name: text.minting.fundDialog.title })
  await press(funding.getByRole('button', { name: anyAmount(text.minting.form.fund) }))
  await funding.waitFor({ state: 'detached', timeout: uiTimeout })
  await press(button(text.minting.form.build))
  await heading(text.minting.mint.titles.held('3 tokens'))
  await press(button(text.minting.mint.signAll('3 tokens')), { most: 20 })
  await heading(text.minting.mint.titles.completed('3 tokens'))
  // Also what became of the pressed button left the focus in the view.
  await expect.poll(async () => (await focused(page))?.inMain).toBe(true)
}, 480_000)
