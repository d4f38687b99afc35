import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { text } from '#renderer/text/en.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { cutTexts } from '../support/cut-texts.ts'
import { keep } from '../support/screens.ts'
import { closeByEscape, createVault, openView } from '../support/window-actions.ts'
import { untilStill } from '../support/until-still.ts'

/** The smallest window, 900 × 600 pixels, as its page is laid out at 125%. */
const smallest = { width: 720, height: 480 }

let running: RunningApp
let page: Page

const tab = async (name: string) => page.getByRole('tab', { name }).first().click()
const expectFit = async (name: string): Promise<void> => {
  await page.setViewportSize(smallest)
  // Lists measure themselves after the window has changed.
  await untilStill(page)
  // All views are looked at, whatever the first has.
  expect.soft(await cutTexts(page), name).toEqual([])
  await keep(page, `narrow-${name}`)
}

beforeAll(async () => {
  running = await startApp()
  page = running.page
  await page.getByRole('button', { name: text.start.sample.action }).click()
  await createVault(page)
  await openView(page, text.collections.title)
  await page
    .getByText(/^24 tokens/u)
    .first()
    .waitFor({ timeout: 120_000 })
})
afterAll(() => running.kill())

/** A note would lie over what is clicked in so small a window. */
const dismissNotes = async (): Promise<void> => {
  const dismiss = page.getByRole('button', { name: text.common.dismiss })
  while ((await dismiss.count()) > 0) await dismiss.first().click()
}

describe('the window', () => {
  test('is written in the letters that Coldpress brings, on every system', async () => {
    const loaded = await page.evaluate<string[]>(
      `document.fonts.ready.then((fonts) =>
        [...fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family))`,
    )
    const families = new Set(loaded.map((family) => family.replaceAll('"', '')))
    expect(families).toContain('Inter Variable')
    await page.getByRole('button', { name: 'Pressed Herbarium' }).click()
    await page.getByRole('list', { name: text.collections.detail.tokens }).waitFor()
    expect(
      await page.evaluate<boolean>(
        `document.fonts.load('12px "JetBrains Mono Variable"').then((faces) => faces.length > 0)`,
      ),
    ).toBe(true)
  })

  test('draws scroll bars alike on every system, in gutters, where the pointer is', async () => {
    await page.setViewportSize({ width: 900, height: 600 })
    await page.mouse.move(0, 0)
    const tokens = page.getByRole('list', { name: text.collections.detail.tokens })
    await tokens.waitFor()
    const state = () =>
      page.evaluate(`(() => {
        const list = document.querySelector('[role=list][aria-label="${text.collections.detail.tokens}"]')
        return {
          gutter: list.offsetWidth - list.clientWidth,
          thumb: getComputedStyle(list, '::-webkit-scrollbar-thumb').backgroundColor,
        }
      })()`)
    expect(await state()).toEqual({ gutter: 10, thumb: 'rgba(0, 0, 0, 0)' })
    await tokens.hover()
    expect(await state()).toEqual({ gutter: 10, thumb: expect.not.stringContaining('rgba') })
  })

  test('has tables whose rules reach the end, below heads that stand above their columns', async () => {
    // In a narrow window the icon stands for the word.
    await page.getByText(text.collections.tokenList.table, { exact: true }).click({ force: true })
    const table = page.getByRole('grid', { name: text.collections.tokenList.label })
    await table.getByRole('row').nth(1).waitFor()
    for (const width of [900, 1200, 1600]) {
      await page.setViewportSize({ width, height: 1000 })
      await untilStill(page)
      const { gap, lefts } = await table.evaluate((element) => {
        const box = (one: { getBoundingClientRect(): { left: number; right: number } }) =>
          one.getBoundingClientRect()
        const row = element.querySelector('[aria-rowindex="2"]')
        const leftsOf = (role: string) =>
          [...element.querySelectorAll(`[aria-rowindex="${role === 'gridcell' ? 2 : 1}"] > *`)].map(
            (one) => Math.round(box(one).left),
          )
        return {
          gap: row === null ? Infinity : Math.abs(box(element).right - box(row).right),
          lefts: [leftsOf('columnheader'), leftsOf('gridcell')],
        }
      })
      // The table's own border.
      expect(gap, `at ${width} pixels`).toBeLessThanOrEqual(2)
      expect(lefts[0]).toEqual(lefts[1])
    }
    await page.getByText(text.collections.tokenList.grid, { exact: true }).click()
    await openView(page, text.collections.title)
  })
})

describe('in the smallest window at 125% no word of the interface is cut', () => {
  test('in the list of collections and in a collection', async () => {
    await expectFit('collections')
    await page.getByRole('button', { name: 'Pressed Herbarium' }).click()
    await page
      .getByRole('list', { name: text.collections.detail.tokens })
      .waitFor({ state: 'attached' })
    await dismissNotes()
    await expectFit('tokens')
    // The words are for screen readers alone here: their icons are pressed.
    await page.getByText(text.collections.tokenList.table, { exact: true }).click({ force: true })
    await expectFit('tokens-table')
    await page.getByText(text.collections.tokenList.grid, { exact: true }).click({ force: true })
    await page.getByRole('button', { name: text.picking.start }).click()
    const bar = page.getByRole('toolbar', { name: text.picking.bar })
    await bar.waitFor()
    await page.keyboard.press('ControlOrMeta+a')
    await bar.getByText(text.picking.count(24)).waitFor()
    await expectFit('tokens-picked')
    await closeByEscape(bar)
    for (const name of [text.sales.part, text.sales.analytics.show]) {
      await tab(name)
      await expectFit(name)
    }
  })

  test('of a policy ID in its tooltip', async () => {
    await page.setViewportSize({ ...smallest, height: 900 })
    await openView(page, text.frame.policies)
    await page
      .getByRole('main')
      .getByText(/^[0-9a-f]{10}…[0-9a-f]{6}$/u)
      .first()
      .hover()
    const tooltip = page.getByRole('tooltip').filter({ hasText: /^[0-9a-f]{56}$/u })
    await tooltip.waitFor()
    const [inside, outside] = await tooltip.evaluate((element) => [
      element.scrollWidth,
      element.clientWidth,
    ])
    expect(inside).toBeLessThanOrEqual(outside ?? 0)
    await page.mouse.move(0, 0)
    await page.setViewportSize(smallest)
    await openView(page, text.collections.title)
    await page.getByRole('button', { name: 'Pressed Herbarium' }).click()
  })

  test("no word of a token's page is cut in the smallest window at 125%", async () => {
    await tab(text.sales.partTokens)
    await page.setViewportSize({ ...smallest, height: 900 })
    await page
      .getByRole('list', { name: text.collections.detail.tokens })
      .getByRole('button')
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    // Nothing moves when a dialog grows beyond the window.
    expect(
      await page.evaluate(
        `getComputedStyle(document.querySelector('[role=dialog]')).scrollbarGutter`,
      ),
    ).toBe('stable both-edges')
    await expectFit('token')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text.collections.token.edit.action })
      .click()
    const save = dialog.getByRole('button', { name: text.common.save })
    await save.waitFor()
    await expectFit('token-edit')
    // One for the edit, which returns the focus, and one for the dialog.
    await closeByEscape(save)
    const edit = dialog.getByRole('button', { name: text.collections.token.edit.action })
    await expect.poll(() => edit.evaluate((element) => element.matches(':focus'))).toBe(true)
    await closeByEscape(dialog)
  })

  test('no word of the other views is cut in the smallest window at 125%', async () => {
    await openView(page, text.frame.import)
    await expectFit('import')
    await openView(page, text.frame.policies)
    for (const name of [
      text.policies.tabs.list,
      text.policies.tabs.phrases,
      text.policies.tabs.locks,
    ]) {
      await tab(name)
      await expectFit(name)
    }
    await openView(page, text.frame.signing)
    await expectFit('signing')
    await openView(page, text.frame.events)
    for (const name of [text.events.tabs.sales, text.events.tabs.log]) {
      await tab(name)
      await expectFit(name)
    }
  })

  test('no word of the settings is cut in the smallest window at 125%', async () => {
    await openView(page, text.frame.settings)
    const tabs = await page.getByRole('main').getByRole('tab').allTextContents()
    expect(tabs.length).toBeGreaterThan(5)
    for (const name of tabs) {
      await tab(name)
      await expectFit(`settings ${name}`)
    }
  })
})
