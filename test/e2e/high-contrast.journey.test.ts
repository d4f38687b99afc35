import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { text } from '#renderer/text/en.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { screenshot } from '../support/screens.ts'
import { openCollection, type Shop } from '../support/selling.ts'
import { call, openView, passphrase } from '../support/window-actions.ts'

/** The page's. */
declare const getComputedStyle: (element: unknown) => {
  readonly backgroundColor: string
  readonly color: string
  readonly outlineStyle: string
  readonly outlineWidth: string
}

let running: RunningApp
let page: Page
let shop: Shop

beforeAll(async () => {
  running = await startApp()
  page = running.page
  await call(page, 'vault.create', { passphrase })
  shop = await openCollection(page, { name: 'Contrast', tokens: ['One', 'Two', 'Three'] })
  await page.emulateMedia({ forcedColors: 'active' })
})
afterAll(() => running.kill())

/** What forced colours leave of how an element looks. */
const lookOf = (element: Locator) =>
  element.evaluate((found) => {
    const { backgroundColor, color, outlineStyle, outlineWidth } = getComputedStyle(found)
    return { backgroundColor, color, outlineStyle, outlineWidth }
  })

const expectToDiffer = async (chosen: Locator, other: Locator): Promise<void> => {
  await chosen.waitFor()
  await other.waitFor()
  const [a, b] = [await lookOf(chosen), await lookOf(other)]
  expect(a.backgroundColor).not.toBe(b.backgroundColor)
  // what it says can be read on it
  expect(a.color).not.toBe(a.backgroundColor)
}

/** Grid or table. */
const forms = () => page.locator('.mantine-SegmentedControl-label')

test('in high contrast, what is chosen looks chosen: navigation, tabs, forms of the list, tiles and rows', async () => {
  await openView(page, text.frame.collections)
  await page.getByRole('button', { name: shop.name }).click()
  const navigation = page.getByRole('navigation')
  await expectToDiffer(
    navigation.locator('[aria-current=page]'),
    navigation.getByRole('button', { name: text.frame.policies, exact: true }),
  )
  await expectToDiffer(
    page.getByRole('tab', { selected: true }).first(),
    page.getByRole('tab', { selected: false }).first(),
  )
  await expectToDiffer(
    forms().and(page.locator('[data-active]')),
    forms().and(page.locator(':not([data-active])')),
  )

  await page.getByRole('button', { name: text.picking.start, exact: true }).click()
  const tile = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`, 'u') })
  await tile('One').click()
  await expectToDiffer(tile('One').and(page.locator('[aria-pressed=true]')), tile('Two'))
  expect(await axeViolations(page)).toEqual([])
  await screenshot(page, 'high-contrast-tiles')

  await forms().filter({ hasText: text.collections.tokenList.table }).click()
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expectToDiffer(row('One'), row('Two'))
  await screenshot(page, 'high-contrast-rows')
})

test('in high contrast, what has the focus has an outline, also where it is chosen', async () => {
  await page.getByRole('tab', { selected: true }).first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  const { outlineStyle, outlineWidth } = await lookOf(page.locator(':focus'))
  expect([outlineStyle, outlineWidth]).toEqual(['solid', '3px'])
})
