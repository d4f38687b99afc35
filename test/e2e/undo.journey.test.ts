import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectionCalls } from '#contract/collections/calls.ts'
import { salesCalls } from '#contract/sales/calls.ts'
import { text } from '#renderer/text/en.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { cutTexts } from '../support/cut-texts.ts'
import { screenshot } from '../support/screens.ts'
import { openCollection as makeShop } from '../support/selling.ts'
import { call, closeByEscape, openView, passphrase, uiTimeout } from '../support/window-actions.ts'

const name = 'Night Garden'
const names = Array.from({ length: 8 }, (_, index) => `Leaf no. ${index}`)
let running: RunningApp
let page: Page
let collectionId = ''

beforeAll(async () => {
  running = await startApp()
  page = running.page
  await page.getByRole('heading', { level: 1 }).waitFor()
  await call(page, 'vault.create', { passphrase })
  const shop = await makeShop(page, { name, tokens: names })
  collectionId = shop.collectionRef.collectionId
})
afterAll(() => running.kill())

const capture = async (of: string): Promise<void> => {
  await screenshot(page, `undo-${of}`)
  expect(await axeViolations(page)).toEqual([])
  expect(await cutTexts(page)).toEqual([])
}
const notices = () => page.getByRole('region', { name: text.frame.notices })
const notice = (words: string) => notices().getByText(words).waitFor({ timeout: uiTimeout })
const undo = () => notices().getByRole('button', { name: text.common.undo }).click()
const tiles = () => page.getByRole('list', { name: text.collections.detail.tokens })
const tile = (token: string) =>
  tiles().getByRole('button', { name: new RegExp(`^${token}\\b`, 'u') })
/** The names of the first tokens, in the order in which they are shown. */
const firstNames = () =>
  tiles()
    .getByRole('listitem')
    .evaluateAll((cards) =>
      // The price stands behind the name.
      cards.slice(0, 4).map((card) => card.querySelector('[class*=tileName]')?.textContent),
    )
const focusedText = () => page.evaluate<string>('document.activeElement?.textContent ?? ""')
const openCollection = async (): Promise<void> => {
  await openView(page, text.collections.title)
  await page.getByRole('button', { name }).click()
  await tile('Leaf no. 0').waitFor({ timeout: uiTimeout })
}
const priceOf = async (tokenId: string): Promise<unknown> => {
  const token = collectionCalls['tokens.get'].output.parse(
    await call(page, 'tokens.get', { accountId: 'local', collectionId, tokenId }),
  )
  return token.price
}
const tokenIds = async (): Promise<readonly string[]> =>
  collectionCalls['tokens.page'].output
    .parse(await call(page, 'tokens.page', { accountId: 'local', collectionId, cursor: null }))
    .tokens.map(({ id }) => id)

test('an edited token is as it was before, by the undo key under its dialog', async () => {
  const words = text.collections.token
  await openCollection()
  await tile('Leaf no. 0').click()
  const dialog = page.getByRole('dialog', { name: 'Leaf no. 0' })
  await dialog.getByRole('button', { name: words.edit.action }).click()
  await dialog.getByRole('textbox', { name: words.edit.name, exact: true }).fill('Leaf of autumn')
  await dialog.getByRole('button', { name: text.common.save }).click()
  await notice(words.edit.saved('Leaf of autumn'))
  await page.getByRole('dialog', { name: 'Leaf of autumn' }).waitFor()
  await capture('edit')
  await page.keyboard.press('ControlOrMeta+z')
  await notice(words.edit.undone('Leaf no. 0'))
  await dialog.waitFor()
  await closeByEscape(dialog)
  await tile('Leaf no. 0').waitFor()
})

test('a price that was set is taken back, and one that was changed too', async () => {
  const words = text.sales.tokenPrice
  const [first = ''] = await tokenIds()
  await tile('Leaf no. 0').click()
  const dialog = page.getByRole('dialog', { name: 'Leaf no. 0' })
  await dialog.getByRole('tab', { name: words.tab }).click()
  const field = dialog.getByLabel(words.label)
  await field.fill('20')
  await dialog.getByRole('button', { name: words.set }).click()
  await notice(words.changed)
  await dialog.getByRole('button', { name: words.change }).waitFor()
  await field.fill('30')
  await dialog.getByRole('button', { name: words.change }).click()
  await expect.poll(() => priceOf(first)).toBe(30_000_000)
  await undo()
  await notice(words.undone(1))
  expect(await priceOf(first)).toBe(20_000_000)
  await closeByEscape(dialog)
})

test('prices of several tokens are as they were before; one that is reserved meanwhile is refused', async () => {
  const words = text.picking.price
  const [first = '', second = ''] = await tokenIds()
  await tile('Leaf no. 0').click({ modifiers: ['ControlOrMeta'] })
  await tile('Leaf no. 1').click({ modifiers: ['ControlOrMeta'] })
  const setPrices = async (ada: string) => {
    await page.getByRole('button', { name: words.action(2) }).click()
    const dialog = page.getByRole('dialog', { name: words.title(2) })
    await dialog.getByLabel(text.sales.tokenPrice.label).fill(ada)
    await dialog.getByRole('button', { name: words.submit }).click()
    await notice(words.done(2))
    await dialog.waitFor({ state: 'hidden' })
  }
  await setPrices('44')
  expect([await priceOf(first), await priceOf(second)]).toEqual([44_000_000, 44_000_000])
  await capture('prices')
  await undo()
  await notice(text.sales.tokenPrice.undone(2))
  expect([await priceOf(first), await priceOf(second)]).toEqual([20_000_000, undefined])

  await setPrices('50')
  const { id: saleId } = salesCalls['sales.create'].output.parse(
    await call(page, 'sales.create', {
      accountId: 'local',
      collectionId,
      request: { type: 'fixed', tokens: [first], price: 50_000_000, reservation_time: 3600 },
    }),
  )
  await undo()
  await notices()
    .getByRole('alert')
    .filter({ hasText: 'The token is reserved' })
    .waitFor({ timeout: uiTimeout })
  expect([await priceOf(first), await priceOf(second)]).toEqual([50_000_000, undefined])
  await call(page, 'sales.cancel', { accountId: 'local', collectionId, saleId })
  await page.getByRole('button', { name: text.picking.end }).click()
})

test('a token that is deleted by its key gives the focus to its neighbour, and comes back at its place', async () => {
  const words = text.collections.token
  await tile('Leaf no. 2').focus()
  await page.keyboard.press('Delete')
  const confirm = page.getByRole('dialog', { name: words.removeTitle })
  await confirm.getByText(text.bin.kept(true)).waitFor()
  await confirm.getByRole('button', { name: words.remove }).click()
  await notice(words.removed('Leaf no. 2'))
  await expect.poll(firstNames).toEqual(['Leaf no. 0', 'Leaf no. 1', 'Leaf no. 3', 'Leaf no. 4'])
  await expect.poll(focusedText).toContain('Leaf no. 3')
  await capture('delete')
  await page.keyboard.press('ControlOrMeta+z')
  await notice(text.bin.restored('Leaf no. 2'))
  await expect.poll(firstNames).toEqual(['Leaf no. 0', 'Leaf no. 1', 'Leaf no. 2', 'Leaf no. 3'])
})

test('several tokens that are deleted come back with one undo', async () => {
  const words = text.picking.remove
  await tile('Leaf no. 1').click({ modifiers: ['ControlOrMeta'] })
  await tile('Leaf no. 3').click({ modifiers: ['ControlOrMeta'] })
  await page.getByRole('button', { name: words.action(2) }).click()
  const dialog = page.getByRole('dialog', { name: words.title(2) })
  await dialog.getByRole('button', { name: words.submit(2) }).click()
  await notice(words.done(2))
  await expect.poll(firstNames).toEqual(['Leaf no. 0', 'Leaf no. 2', 'Leaf no. 4', 'Leaf no. 5'])
  await undo()
  await notice(text.bin.restoredAll(2))
  await expect.poll(firstNames).toEqual(['Leaf no. 0', 'Leaf no. 1', 'Leaf no. 2', 'Leaf no. 3'])
  await page.getByRole('button', { name: text.picking.end }).click()
})

test('a collection gets another description, its creator and a cover, and is as it was before', async () => {
  const { edit, more, by } = text.collections.detail
  const openEdit = async () => {
    await page.getByRole('button', { name: more }).click()
    await page.getByRole('menuitem', { name: edit.action }).click()
  }
  await openEdit()
  const dialog = page.getByRole('dialog', { name: edit.title })
  await dialog.getByLabel(edit.description).fill('Twelve leaves by lamplight')
  await dialog.getByLabel(edit.creator).fill('Ada Press')
  await dialog.getByRole('radio', { name: 'Leaf no. 1' }).click()
  await capture('edit-collection')
  await dialog.getByRole('textbox', { name: edit.name, exact: true }).fill('')
  await dialog.getByRole('button', { name: text.common.save }).click()
  await dialog.getByRole('textbox', { name: edit.name, exact: true, disabled: false }).waitFor()
  await dialog.getByRole('textbox', { name: edit.name, exact: true }).fill('Lamplight')
  await dialog.getByRole('button', { name: text.common.save }).click()
  await notice(edit.saved('Lamplight'))
  await page.getByRole('heading', { level: 1, name: 'Lamplight' }).waitFor()
  await page.getByText(`${by('Ada Press')} · Twelve leaves by lamplight`).waitFor()
  await capture('edited-collection')
  await undo()
  await notice(edit.undone(name))
  await page.getByRole('heading', { level: 1, name }).waitFor()
  expect(await page.getByText(by('Ada Press')).count()).toBe(0)
})

test('a deleted collection is restored by undo, and later from the bin', async () => {
  const { detail } = text.collections
  const remove = async () => {
    await page.getByRole('button', { name: detail.more }).click()
    await page.getByRole('menuitem', { name: detail.remove }).click()
    const confirm = page.getByRole('dialog', { name: detail.removeTitle })
    await confirm.getByText(text.bin.kept(true)).waitFor()
    const typed = confirm.getByRole('textbox')
    if ((await typed.count()) > 0) await typed.fill(name)
    await confirm.getByRole('button', { name: detail.remove }).click()
    await notice(detail.removed(name))
  }
  await remove()
  await undo()
  await notice(text.bin.restored(name))
  await openCollection()
  await expect.poll(firstNames).toEqual(['Leaf no. 0', 'Leaf no. 1', 'Leaf no. 2', 'Leaf no. 3'])

  await remove()
  await page.getByRole('button', { name: text.bin.title, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: text.bin.title }).waitFor()
  await page.getByRole('table', { name: text.bin.list }).getByText(name).waitFor()
  await capture('bin')
  await page.setViewportSize({ width: 900, height: 600 })
  await capture('bin-small')
  await page.setViewportSize({ width: 1200, height: 800 })
  await page.getByRole('button', { name: text.bin.restoreNamed(name) }).click()
  await notice(text.bin.restored(name))
  await page.getByRole('heading', { name: text.bin.none.title }).waitFor()
  await openCollection()

  await remove()
  await page.getByRole('button', { name: text.bin.title, exact: true }).click()
  await page.getByRole('button', { name: text.bin.empty }).click()
  const confirm = page.getByRole('dialog', { name: text.bin.emptyTitle })
  await confirm.getByRole('button', { name: text.bin.emptyNow }).click()
  await notice(text.bin.emptied)
  await page.getByRole('heading', { name: text.bin.none.title }).waitFor()
  await capture('bin-empty')
})
