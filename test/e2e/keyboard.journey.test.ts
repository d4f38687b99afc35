import { rmSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { text } from '#renderer/text/en.ts'
import {
  call,
  closeByEscape,
  openView,
  uiTimeout,
  unlockVault,
  importStep,
} from '../support/window-actions.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { invalidFolder } from '../support/import-folders.ts'
import { focused, hasFocus, notReached, tabStops, toStart } from '../support/keyboard.ts'
import { ensureVault, makeHerbarium, openDraft } from '../support/running-imports.ts'

let running: RunningApp
let page: Page
const folder = invalidFolder()
const sample = z.object({ collectionId: z.string(), job: z.string() })

beforeAll(async () => {
  running = await startApp()
  page = running.page
})
afterAll(async () => {
  await running.kill()
  rmSync(folder, { recursive: true, force: true })
})

/** Everything that can be used is reached by the tab key, and what is reached shows it. */
const walk = async (): Promise<readonly string[]> => {
  // What a view still loads would be reached by nobody.
  await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0)
  await toStart(page)
  const stops = await tabStops(page)
  // Soft: one place that was forgotten should not hide the next.
  expect.soft(stops.filter(({ shownBy }) => shownBy === '').map(({ name }) => name)).toEqual([])
  expect.soft(await notReached(page, stops)).toEqual([])
  return stops.map(({ name }) => name)
}

/** The same in a dialog, which keeps the focus, closes on Escape and gives the focus back. */
const tabThroughDialog = async (dialog: Locator, opener: Locator): Promise<void> => {
  await dialog.waitFor()
  await expect.poll(async () => (await focused(page))?.inDialog).toBe(true)
  const stops = await tabStops(page)
  expect(stops.length).toBeGreaterThan(0)
  expect(stops.filter(({ inDialog }) => !inDialog)).toEqual([])
  // Soft: one place that was forgotten should not hide the next.
  expect.soft(stops.filter(({ shownBy }) => shownBy === '').map(({ name }) => name)).toEqual([])
  expect.soft(await notReached(page, stops)).toEqual([])
  await closeByEscape(dialog)
  await expect.poll(() => hasFocus(opener)).toBe(true)
}

/** Goes to what is meant by Tab alone and presses Enter. */
const press = async (target: Locator, key = 'Enter'): Promise<void> => {
  await target.waitFor()
  await toStart(page)
  for (let count = 0; count < 120; count += 1) {
    await page.keyboard.press('Tab')
    if (await hasFocus(target)) {
      await page.keyboard.press(key)
      return
    }
  }
  throw new Error(`${String(target)} is not reached by Tab`)
}
const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true })
const go = (name: string): Promise<void> =>
  press(page.getByRole('navigation', { name: text.frame.navigation }).getByRole('button', { name }))
const heading = (name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor({ timeout: uiTimeout })

describe('the frame', () => {
  it('starts with a way past the navigation', async () => {
    await heading(text.start.title)
    await toStart(page)
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: text.frame.skip })
    expect(await hasFocus(skip)).toBe(true)
    expect((await skip.boundingBox())?.x).toBeGreaterThanOrEqual(0)
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('content')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toMatchObject({ inMain: true })
    expect((await skip.boundingBox())?.x).toBeLessThan(0)
  })

  it('is walked through in the order in which it is read', async () => {
    const names = await walk()
    expect(names.slice(0, 9)).toEqual([
      'a Skip to the content',
      'button Collections',
      'button Import',
      'button Sales',
      'button Policies',
      'button Signing',
      'button Events',
      'button Settings',
      'button Create the vault',
    ])
  })

  it('leads to a view, whose beginning has the focus then', async () => {
    await go(text.frame.policies)
    await heading(text.frame.policies)
    await page.keyboard.press('Tab')
    expect(await focused(page)).toMatchObject({ inMain: true })
  })

  it('has the vault in reach, in a dialog', async () => {
    const create = button(text.frame.vault.create)
    await press(create)
    await tabThroughDialog(page.getByRole('dialog', { name: text.frame.vault.createTitle }), create)
    await ensureVault(page)
    await press(button(text.frame.vault.lock))
    const unlock = button(text.frame.vault.unlock)
    await press(unlock)
    await tabThroughDialog(page.getByRole('dialog', { name: text.frame.vault.unlockTitle }), unlock)
    await press(unlock)
    await unlockVault(page)
    await button(text.frame.vault.lock).waitFor()
  })
})

describe('each view', () => {
  let collectionId: string
  beforeAll(async () => {
    collectionId = sample.parse(await call(page, 'app.trySample', null)).collectionId
  })

  it('collections, and a new one', async () => {
    await go(text.frame.collections)
    await heading(text.frame.collections)
    await page
      .getByText(/^24 tokens/u)
      .first()
      .waitFor({ timeout: uiTimeout })
    await button('Pressed Herbarium').waitFor()
    await walk()
    await press(button(text.collections.newCollection))
    await heading(text.collections.newCollection)
    await walk()
  })

  it('a collection: its images, its table, a token', async () => {
    await go(text.frame.collections)
    await press(button('Pressed Herbarium'))
    await heading('Pressed Herbarium')
    const tiles = page
      .getByRole('list', { name: text.collections.detail.tokens })
      .getByRole('button')
    await tiles.first().waitFor()
    await walk()
    const first = tiles.first()
    await press(first, 'ArrowRight')
    const second = tiles.nth(1)
    await expect.poll(() => hasFocus(second)).toBe(true)
    expect(await focused(page)).toMatchObject({ shownBy: 'its outline' })
    await page.keyboard.press('End')
    await expect
      .poll(() => page.evaluate('document.activeElement.closest("[role=listitem]")?.ariaPosInSet'))
      .toBe('24')
    await page.keyboard.press('Home')
    await expect.poll(() => hasFocus(first)).toBe(true)
    await page.keyboard.press('Enter')
    await tabThroughDialog(page.getByRole('dialog', { name: /Fern/u }), first)

    await page.getByRole('radio', { name: text.collections.tokenList.grid }).focus()
    await page.keyboard.press('ArrowRight')
    const rows = page.getByRole('grid', { name: text.collections.tokenList.label }).getByRole('row')
    await rows.nth(1).waitFor()
    await walk()
    await press(rows.nth(1), 'ArrowDown')
    await expect.poll(() => hasFocus(rows.nth(2))).toBe(true)
    await page.keyboard.press('Enter')
    await tabThroughDialog(page.getByRole('dialog', { name: /Olive/u }), rows.nth(2))
  })

  it('a collection: what can be done with it', async () => {
    // A practice collection would be deleted without a question.
    await makeHerbarium(page)
    await go(text.frame.collections)
    await press(button('Herbarium'))
    await heading('Herbarium')
    const more = button(text.collections.detail.more)
    await press(more)
    await page.getByRole('menuitem').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('End')
    const remove = page.getByRole('menuitem', { name: text.collections.detail.remove })
    await expect.poll(() => hasFocus(remove)).toBe(true)
    expect(await focused(page)).toMatchObject({ shownBy: 'its outline' })
    await page.keyboard.press('Enter')
    await tabThroughDialog(page.getByRole('dialog', { name: /Delete/u }), more)
  })

  it('import: its beginning, each step of a draft, a run that is over', async () => {
    await go(text.frame.import)
    await heading(text.frame.import)
    await walk()
    await openDraft(page, folder, collectionId)
    await page.reload()
    await go(text.frame.import)
    await heading(/^Import into/u)
    // The button that stops the check goes with it, and would take the focus along.
    await page.getByText(text.importing.draft.imageCheck.done(11)).waitFor({ timeout: uiTimeout })
    for (const step of ['pictures', 'details', 'check', 'cost'] as const) {
      await press(importStep(page, step))
      const name = text.importing.draft.steps[step]
      await page.getByRole('region', { name, exact: true }).waitFor()
      await walk()
    }
    await press(button(text.importing.draft.discard))
    await heading(text.importing.title)
    await press(page.getByRole('main').getByRole('button', { name: /^Show/u }))
    await heading(/^Import into/u)
    await walk()
  })

  it('policies: the list, one of them, its dialogs', async () => {
    await go(text.frame.policies)
    await heading(text.frame.policies)
    const row = page.getByRole('grid').getByRole('row').nth(1)
    await row.waitFor()
    await walk()
    const fresh = button(text.policies.create)
    await press(fresh)
    await tabThroughDialog(page.getByRole('dialog', { name: text.policies.generate.title }), fresh)
    await press(row)
    await page.getByText(text.policies.conditions.title).waitFor()
    await walk()
    const more = button(text.common.more)
    await press(more)
    await page.getByRole('menuitem', { name: text.policies.keys.show }).press('Enter')
    await tabThroughDialog(page.getByRole('dialog', { name: text.policies.reveal.title }), more)
  })

  it('the view of events can be used by keyboard alone', async () => {
    await go(text.frame.events)
    await heading(text.frame.events)
    await page.getByRole('main').getByRole('button').first().waitFor()
    await walk()
  })

  it('settings, each section', async () => {
    await go(text.frame.settings)
    await heading(text.frame.settings)
    const tabs = page.getByRole('tab')
    await tabs.first().waitFor()
    const count = await tabs.count()
    expect(count).toBe(10)
    for (let index = 0; index < count; index += 1) {
      await walk()
      await press(page.getByRole('tab', { selected: true }), 'ArrowDown')
      expect(await focused(page)).toMatchObject({ shownBy: 'its outline' })
    }
  })
})

describe('who wants no movement', () => {
  /** Seconds of the longest transition or animation that an element has. */
  const longest = async (): Promise<number> =>
    z.number().parse(
      await page.evaluate(`Math.max(...[...document.querySelectorAll('*')].flatMap((element) => {
        const { transitionDuration, animationDuration } = getComputedStyle(element)
        return [transitionDuration, animationDuration].flatMap((all) => all.split(',')).map(parseFloat)
      }))`),
    )

  it('nothing moves for a user who wants no movement', async () => {
    await go(text.frame.collections)
    expect(await longest()).toBeGreaterThan(0.05)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const view of [
      text.frame.collections,
      text.frame.import,
      text.frame.policies,
      text.frame.events,
      text.frame.settings,
    ]) {
      await openView(page, view)
      await heading(view)
      expect(await longest()).toBeLessThan(0.001)
    }
    await press(button(text.frame.vault.lock))
    await press(button(text.frame.vault.unlock))
    await page.getByRole('dialog', { name: text.frame.vault.unlockTitle }).waitFor()
    expect(await longest()).toBeLessThan(0.001)
    const moving = `document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime > 1).length`
    expect(await page.evaluate(moving)).toBe(0)
    await closeByEscape(page.getByRole('dialog', { name: text.frame.vault.unlockTitle }))
  })
})
