import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { text } from '#renderer/text/en.ts'
import { answerDialogs, createVault, openView } from '../support/window-actions.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { screenshot } from '../support/screens.ts'

let running: RunningApp

/** One new home for all: as long as it holds no collection, every view leads back to its start. */
beforeAll(async () => {
  running = await startApp()
})
afterAll(() => running.kill())

const backToStart = async (): Promise<void> => {
  const { page } = running
  await openView(page, text.collections.title)
  await page
    .getByRole('main')
    .getByRole('button', { name: text.collections.gettingStarted })
    .last()
    .click()
  await page.getByRole('heading', { level: 1, name: text.start.title }).waitFor()
}

describe('the first start', () => {
  test('says what this is and offers three ways on, none of them a dead end', async () => {
    const { page } = running
    const title = page.getByRole('heading', { level: 1, name: text.start.title })
    await title.waitFor()
    expect(await page.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      text.start.folder.title,
      text.start.sample.title,
      text.start.connect.title,
    ])
    expect(await axeViolations(page)).toEqual([])
    await screenshot(page, 'start')

    await page.getByRole('button', { name: text.start.connect.action }).click()
    await page.getByRole('heading', { level: 1, name: text.frame.settings }).waitFor()
    await page.getByRole('navigation').getByRole('button', { name: text.frame.collections }).click()
    await page.getByRole('heading', { level: 2, name: text.collections.empty.title }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await screenshot(page, 'collections-none')

    await page
      .getByRole('main')
      .getByRole('button', { name: text.collections.gettingStarted })
      .last()
      .click()
    await title.waitFor()
    await page.getByRole('button', { name: text.start.skip }).click()
    await page.getByRole('heading', { level: 1, name: text.collections.title }).waitFor()
  })

  test('has no events yet, and says so', async () => {
    const { page } = running
    await openView(page, text.frame.events)
    await page.getByRole('tab', { name: text.events.tabs.log }).click()
    await page.getByRole('heading', { name: text.events.log.emptyTitle }).waitFor()
    await screenshot(page, 'events-empty')
    expect(await axeViolations(page)).toEqual([])
  })

  test('a folder that is picked goes to the form of a first collection', async () => {
    const { app, page } = running
    await backToStart()
    await answerDialogs(app, { open: '/nowhere' })
    await page.getByRole('button', { name: text.start.folder.action }).click()
    await page.getByRole('heading', { level: 1, name: text.collections.new.title }).waitFor()
  })

  test('leads with one passphrase to the sample collection and its 24 tokens, which is marked as practice, asks for no backup, and goes with one click', async () => {
    const { page } = running
    await backToStart()
    const start = page.getByRole('button', { name: text.start.sample.action })
    await start.click()
    const dialog = page.getByRole('dialog', { name: text.frame.vault.createTitle })
    await dialog.getByText(text.start.sample.reason).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: text.common.cancel }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByRole('alert').count()).toBe(0)

    await start.click()
    await createVault(page)
    await page.getByRole('heading', { level: 1, name: /Import|Pressed/u }).waitFor()

    await page.getByRole('navigation').getByRole('button', { name: text.frame.collections }).click()
    const name = page.getByRole('button', { name: 'Pressed Herbarium' })
    await page
      .getByText(/^24 tokens/u)
      .first()
      .waitFor({ timeout: 120_000 })
    expect(await axeViolations(page)).toEqual([])
    await screenshot(page, 'collections-sample')
    await name.click()
    await page
      .getByRole('status')
      .filter({ hasText: /^24 tokens$/u })
      .waitFor()
    const tiles = page
      .getByRole('list', { name: text.collections.detail.tokens })
      .getByRole('listitem')
    await tiles.first().waitFor()
    // Images come from the content store.
    const widthOf = () =>
      page.evaluate<number>('document.querySelector("[role=listitem] img")?.naturalWidth ?? 0')
    await expect.poll(widthOf).toBeGreaterThan(0)
    expect(await axeViolations(page)).toEqual([])
    await screenshot(page, 'collection-sample')

    const main = page.getByRole('main')
    await main.getByText(text.collections.practice, { exact: true }).waitFor()
    await openView(page, text.frame.policies)
    await main.getByText('Pressed Herbarium').first().waitFor()
    const reminder = { name: text.policies.backup.reminder.goToOne }
    expect(await main.getByRole('button', reminder).count()).toBe(0)
    await main.getByText(text.policies.backup.states.practice).waitFor()
    await screenshot(page, 'policies-practice')
    await openView(page, text.frame.collections)
    await main.getByText(text.collections.practice, { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Pressed Herbarium' }).click()
    await page.getByRole('button', { name: text.collections.detail.more }).click()
    const item = page.getByRole('menuitem', { name: text.collections.detail.removePractice })
    await item.waitFor()
    await screenshot(page, 'collection-practice-menu')
    expect(await axeViolations(page)).toEqual([])
    await item.click()
    await page
      .getByText(text.collections.detail.removedPractice('Pressed Herbarium', true))
      .waitFor()
    await page.getByRole('heading', { level: 2, name: text.collections.empty.title }).waitFor()
    await openView(page, text.frame.policies)
    await page.getByRole('heading', { name: text.policies.emptyTitle }).waitFor()
  })
})
