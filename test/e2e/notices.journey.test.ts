import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importCalls } from '#contract/imports/calls.ts'
import { mintingCalls } from '#contract/mints/calls.ts'
import { text } from '#renderer/text/en.ts'
import { testAddress } from '../studio/open-studio.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { screenshot } from '../support/screens.ts'
import { type CollectionRef, openCollection, type Shop } from '../support/selling.ts'
import { call, closeByEscape, openView, passphrase } from '../support/window-actions.ts'

let running: RunningApp
let page: Page
let shop: Shop

const notices = () => page.getByRole('region', { name: text.frame.notices })
const notice = (words: string | RegExp) => notices().getByRole('status').filter({ hasText: words })
const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const button = (name: string) => page.getByRole('button', { name, exact: true })

const openCollectionView = async (): Promise<void> => {
  await openView(page, text.frame.collections)
  await page.getByRole('button', { name: shop.name }).click()
  await heading(shop.name).waitFor()
}

const buildMint = async (collectionRef: CollectionRef): Promise<string> => {
  const form = {
    tokens: 'all',
    to: testAddress,
    funding: 'own',
  }
  const built = await call(page, 'minting.build', { ...collectionRef, form })
  return mintingCalls['minting.build'].output.parse(built).id
}

beforeAll(async () => {
  running = await startApp()
  page = running.page
  await call(page, 'vault.create', { passphrase })
  shop = await openCollection(page, { name: 'Left behind', tokens: ['One', 'Two'] })
})
afterAll(() => running.kill())

test('a mint that lacks ADA says how much at its button, is funded there, and can be built', async () => {
  await openCollectionView()
  await button(text.way.mint.action).click()
  await page.getByText(text.minting.form.allOpen(2)).waitFor()
  const missing = page.getByRole('main').getByText(/^Add \d\.\d\d\s₳ to the payment address\.$/u)
  await missing.waitFor()
  expect(await button(text.minting.form.build).isDisabled()).toBe(true)
  await screenshot(page, 'mint-not-enough-ada')
  expect(await axeViolations(page)).toEqual([])
  await button(text.minting.fund).click()
  const dialog = page.getByRole('dialog', { name: text.minting.fundDialog.title })
  await dialog.getByRole('img', { name: text.minting.fundDialog.code }).waitFor()
  await screenshot(page, 'mint-fund-dialog')
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: /test wallet$/u }).click()
  await dialog.waitFor({ state: 'detached' })
  await missing.waitFor({ state: 'detached' })
  await expect.poll(() => button(text.minting.form.build).isEnabled()).toBe(true)
})

test('a mint that is built while the user is elsewhere leads there with a notice', async () => {
  // In one turn of the page, so that no answer can come between.
  await page.evaluate(
    `for (const name of ${JSON.stringify([text.minting.form.build, text.frame.settings])})
      [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === name).click()`,
  )
  const built = notice(text.minting.form.built(shop.name, 2))
  await built.waitFor()
  await heading(text.frame.settings).waitFor()
  await openView(page, text.frame.policies)
  await built.getByRole('button', { name: text.common.open }).click()
  await heading(text.minting.mint.titles.held('2 tokens')).waitFor()
  await built.waitFor({ state: 'detached' })
  await button(text.minting.mint.discard).click()
  await notice(text.minting.mint.discarded('mint')).waitFor()
})

test('the end of a mint left behind stays until it is opened', async () => {
  const mintId = await buildMint(shop.collectionRef)
  await call(page, 'minting.sign', { ...shop.collectionRef, mintId })
  await openView(page, text.frame.events)
  const minted = notice(text.minting.ended.done.tokens(shop.name, 2))
  await minted.waitFor()
  await openView(page, text.frame.policies)
  await screenshot(page, 'notice-minted')
  expect(await axeViolations(page)).toEqual([])
})

/** Whether the rectangles of two elements on screen share a point. */
const overlap = async (one: Locator, other: Locator): Promise<boolean> => {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()])
  if (a === null || b === null) throw new Error('not on screen')
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

test('notices cover no button of a dialog that fills a small window', async () => {
  await page.setViewportSize({ width: 900, height: 600 })
  await page.getByRole('main').getByRole('button', { name: text.policies.bringIn }).click()
  await page.getByRole('menuitem', { name: text.policies.importPolicy }).click()
  const dialog = page.getByRole('dialog', { name: text.policies.importing.title })
  await dialog.waitFor()
  const shown = notice(text.minting.ended.done.tokens(shop.name, 2))
  const buttons = await dialog.getByRole('button').all()
  expect(buttons.length).toBeGreaterThan(2)
  for (const one of buttons) {
    await one.scrollIntoViewIfNeeded()
    expect(await overlap(one, shown), await one.innerText()).toBe(false)
  }
  await screenshot(page, 'notice-under-dialog')
  await page.setViewportSize({ width: 1200, height: 800 })
  await closeByEscape(dialog)
  await shown.getByRole('button', { name: text.common.open }).click()
  await heading(text.minting.mint.titles.completed('2 tokens')).waitFor()
  await shown.waitFor({ state: 'detached' })
})

test('the end of an import left behind leads to its run', async () => {
  await openView(page, text.frame.settings)
  await call(page, 'app.trySample', null)
  const imported = notice(text.importing.ended.done(24))
  await imported.waitFor({ timeout: 120_000 })
  const [job] = importCalls['imports.list'].output.parse(await call(page, 'imports.list', null))
  expect(job?.state).toBe('done')
  await imported.getByRole('button', { name: text.common.open }).click()
  await heading(text.importing.run.title('Pressed Herbarium')).waitFor()
  await imported.waitFor({ state: 'detached' })
})
