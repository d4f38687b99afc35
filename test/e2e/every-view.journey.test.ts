import { rmSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Route, routes, type View } from '#renderer/stores/routes.ts'
import { text } from '#renderer/text/en.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { clippedTexts, cutTexts, squeezedTexts } from '../support/cut-texts.ts'
import { invalidFolder } from '../support/import-folders.ts'
import { keep, screenshot } from '../support/screens.ts'
import { type SeededHome, seedHome } from '../support/seeded-home.ts'
import { untilStill } from '../support/until-still.ts'
import { closeByEscape } from '../support/window-actions.ts'
import { saleStatus } from '#contract/sales/sale-status.ts'

type Visit<V extends View> = {
  /** The state of the view, for messages and images. */
  readonly name: string
  readonly route: Route<V>
  /** What this state shows as soon as its answers have arrived. */
  readonly shows: Locator
}

let running: RunningApp
let page: Page
let home: SeededHome
const folder = invalidFolder()
/** Errors in the page's console. */
const logged: string[] = []

const h1 = (name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name })
const grid = (name: string): Locator => page.getByRole('grid', { name }).getByRole('row').nth(1)
const list = (name: string): Locator =>
  page.getByRole('list', { name }).getByRole('listitem').first()
const openTab = (name: string): Locator => page.getByRole('tab', { name, selected: true })

/** The states of each view that are looked at. A view without any does not compile. */
const visits: {
  readonly [V in View]: (home: SeededHome) => readonly [Visit<V>, ...Visit<V>[]]
} = {
  start: () => [{ name: 'start', route: { view: 'start' }, shows: h1(text.start.title) }],
  collections: ({ shop }) => [
    {
      name: 'all',
      route: { view: 'collections' },
      shows: page.getByRole('button', { name: shop.name }),
    },
  ],
  'new-collection': () => [
    { name: 'form', route: { view: 'new-collection' }, shows: h1(text.collections.new.title) },
  ],
  collection: ({ shop, sample }) => {
    const shows = {
      mints: grid(text.minting.list.title),
      sales: grid(text.sales.list.label),
      analytics: page.getByRole('table').first(),
      rarity: page
        .getByRole('table', { name: text.rarity.ranks })
        .or(page.getByRole('heading', { name: text.rarity.noTraits })),
    }
    return [
      {
        name: 'tokens',
        route: { view: 'collection', ...shop.collectionRef },
        shows: list(text.collections.detail.tokens),
      },
      {
        name: 'practice',
        route: { view: 'collection', ...sample },
        shows: list(text.collections.detail.tokens),
      },
      ...routes.collection.optional.part.map((part) => ({
        name: part,
        route: { view: 'collection', ...shop.collectionRef, part } as const,
        shows: shows[part],
      })),
    ]
  },
  bin: () => [{ name: 'empty', route: { view: 'bin' }, shows: h1(text.bin.title) }],
  import: ({ shop, job }) => [
    {
      name: 'draft',
      route: { view: 'import' },
      shows: page.getByRole('region', { name: text.importing.draft.steps.pictures }),
    },
    {
      name: 'new',
      route: { view: 'import', ...shop.collectionRef, folder },
      shows: page.getByLabel(text.importing.newImport.path),
    },
    {
      name: 'run',
      route: { view: 'import', job },
      shows: page.getByRole('heading', { name: text.importing.run.imported }),
    },
  ],
  mint: ({ shop, sample, mints }) => [
    {
      name: 'form',
      route: { view: 'mint', ...shop.collectionRef },
      shows: page.getByText(text.minting.mint.totalCost).first(),
    },
    {
      name: 'before-royalty',
      route: { view: 'mint', ...sample },
      shows: page.getByText(text.minting.form.royaltyFirstOr),
    },
    {
      name: 'held',
      route: { view: 'mint', ...shop.collectionRef, mintId: mints.held },
      shows: h1(text.minting.mint.titles.held('1 token')),
    },
    {
      name: 'completed',
      route: { view: 'mint', ...shop.collectionRef, mintId: mints.completed },
      shows: h1(text.minting.mint.titles.completed('1 token')),
    },
  ],
  sale: ({ shop, sales }) => {
    const state = (name: string): Locator => page.locator('header').getByText(name, { exact: true })
    const route = { view: 'sale', ...shop.collectionRef } as const
    return [
      {
        name: 'reserved',
        route: { ...route, saleId: sales.reserved },
        shows: state(saleStatus.RESERVED.label),
      },
      {
        name: 'underpaid',
        route: { ...route, saleId: sales.underpaid },
        shows: state(saleStatus.UNRESOLVED_UNDERPAID.label),
      },
      {
        name: 'sold',
        route: { ...route, saleId: sales.completed },
        shows: state(saleStatus.COMPLETED.label),
      },
    ]
  },
  sales: () => [
    { name: 'links', route: { view: 'sales' }, shows: grid(text.sales.all.label) },
    {
      name: 'analytics',
      route: { view: 'sales', tab: 'analytics' },
      shows: page.getByRole('table').first(),
    },
  ],
  policies: ({ policies }) => {
    const shows = {
      list: page.getByRole('grid').getByRole('row').nth(1),
      phrases: page.getByText(policies.phrase).first(),
      locks: page.getByText(policies.lockedName).first(),
    }
    const conditions = page.getByRole('heading', { name: text.policies.conditions.title })
    return [
      ...mapped(routes.policies.optional.tab, (tab) => ({
        name: tab,
        route: { view: 'policies', tab } as const,
        shows: shows[tab],
      })),
      {
        name: 'of-sales',
        route: { view: 'policies', policyId: policies.ofShop },
        shows: conditions,
      },
      { name: 'locked', route: { view: 'policies', policyId: policies.locked }, shows: conditions },
    ]
  },
  signing: ({ requests }) => {
    const frame = page.getByRole('region', { name: text.signing.review.frame })
    return [
      { name: 'inbox', route: { view: 'signing' }, shows: list(text.signing.waiting) },
      { name: 'own', route: { view: 'signing', requestId: requests.own }, shows: frame },
      { name: 'shared', route: { view: 'signing', requestId: requests.shared }, shows: frame },
    ]
  },
  events: ({ shop }) => {
    const shows = {
      sales: page.getByRole('main').getByText(shop.name).first(),
      log: page.getByRole('main').getByRole('button', { name: shop.name }).first(),
    }
    return mapped(routes.events.optional.tab, (tab) => ({
      name: tab,
      route: { view: 'events', tab } as const,
      shows: shows[tab],
    }))
  },
  settings: () =>
    mapped(routes.settings.optional.section, (section) => ({
      name: section,
      route: { view: 'settings', section } as const,
      shows: openTab(text.settings.sections[section]),
    })),
}

/** Keeps that a list has a first element. */
function mapped<A, B>([first, ...rest]: readonly [A, ...A[]], to: (one: A) => B): [B, ...B[]] {
  return [to(first), ...rest.map(to)]
}

/** The smallest window, 900 × 600 pixels, as its page is laid out at 125%. */
const smallest = { width: 720, height: 480 } as const
const sizes = [{ width: 1200, height: 800 }, smallest] as const
/** Nothing is wrong here either; light alone, because the colours are those of the other sizes. */
const moreSizes = [
  { width: 900, height: 600 },
  // 1200 × 800 pixels as a page is laid out at 125%.
  { width: 960, height: 640 },
  { width: 1600, height: 1000 },
] as const

beforeAll(async () => {
  running = await startApp()
  page = running.page
  await page.getByRole('navigation', { name: text.frame.navigation }).waitFor()
  home = await seedHome(running, folder)
  page.on('console', (message) => {
    // The images of a request from elsewhere are not on this computer.
    const isMissingImage = new URL(message.location().url, page.url()).pathname.startsWith(
      '/thumb/',
    )
    if (message.type() === 'error' && !isMissingImage) logged.push(message.text())
  })
  page.on('pageerror', (error) => logged.push(String(error)))
})
afterAll(async () => {
  await running.kill()
  rmSync(folder, { recursive: true, force: true })
})

/** Opens a view as after a reload of the window, and waits until nothing in it is loading. */
const open = async ({ route, shows }: Visit<View>): Promise<void> => {
  await page.evaluate(`sessionStorage.setItem('route', ${JSON.stringify(JSON.stringify(route))})`)
  await page.reload()
  await shows.waitFor({ state: 'attached' })
  await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0)
}

const expectNothingCut = async (where: string): Promise<void> => {
  const cut = await cutTexts(page, [home.shop.name, home.sampleName])
  expect.soft(cut, `${where}: cut texts`).toEqual([])
  expect.soft(await clippedTexts(page), `${where}: clipped texts`).toEqual([])
  expect.soft(await squeezedTexts(page), `${where}: texts without room`).toEqual([])
}

/** The settings alone have nine states, each in all sizes. */
vi.setConfig({ testTimeout: 600_000 })

const viewNames = Object.keys(routes).filter((name): name is View => name in visits)

test.each(viewNames)('nothing is wrong in any state of the view “%s”', async (view) => {
  for (const visit of visits[view](home)) {
    await open(visit)
    await screenshot(page, `every-view-${view}-${visit.name}`)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const size of sizes) {
        await page.setViewportSize(size)
        // Lists measure themselves after the window has changed.
        await untilStill(page)
        const where = `${view}-${visit.name}-${size.width}-${colorScheme}`
        if (size === smallest) await keep(page, `every-view-${where}`)
        // Soft: one state should not hide the next.
        expect.soft(await axeViolations(page), `${where}: axe`).toEqual([])
        await expectNothingCut(where)
      }
    }
    await page.emulateMedia({ colorScheme: 'light' })
    for (const size of moreSizes) {
      await page.setViewportSize(size)
      await untilStill(page)
      const where = `${view}-${visit.name}-${size.width}`
      expect.soft(await axeViolations(page), `${where}: axe`).toEqual([])
      await expectNothingCut(where)
    }
    expect.soft(logged.splice(0), `${view}-${visit.name}: errors in the console`).toEqual([])
  }
})

/** 1200 × 800 pixels also at 125%. */
const usualSizes = [{ width: 1200, height: 800 }, ...moreSizes] as const

/** What leads to a dialog says so by an ellipsis; some are in menus. */
const main = (): Locator => page.getByRole('main')
const openers = (): Locator => main().getByRole('button', { name: /…$/u })
const menus = (): Locator => main().locator('button[aria-haspopup="menu"]')
const menuItems = (): Locator => page.getByRole('menuitem', { name: /…$/u })

/** One way for each thing to press, in the order of the page; the page is as after a reload. */
const waysToDialogs = async (visit: Visit<View>): Promise<readonly (() => Promise<void>)[]> => {
  await open(visit)
  const ways: (() => Promise<void>)[] = []
  for (let at = 0; at < (await openers().count()); at++)
    if (await openers().nth(at).isEnabled()) ways.push(() => openers().nth(at).click())
  for (let at = 0; at < (await menus().count()); at++) {
    const openMenu = async () => {
      await menus().nth(at).click()
      await page.getByRole('menu').waitFor()
    }
    await openMenu()
    for (let item = 0; item < (await menuItems().count()); item++)
      if (await menuItems().nth(item).isEnabled())
        ways.push(async () => {
          await openMenu()
          await menuItems().nth(item).click()
        })
    await closeByEscape(page.getByRole('menu'))
  }
  return ways
}

test('no text of a dialog is clipped, in any of four sizes', async () => {
  // A button that leads to the system's own dialog finds it cancelled.
  await running.app.evaluate(({ dialog }) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: true, filePaths: [] })
    dialog.showSaveDialog = () => Promise.resolve({ canceled: true, filePath: '' })
    dialog.showMessageBox = () => Promise.resolve({ response: 1, checkboxChecked: false })
  })
  const seen = new Set<string>()
  for (const view of viewNames)
    for (const visit of visits[view](home)) {
      await page.setViewportSize(usualSizes[0])
      for (const way of await waysToDialogs(visit)) {
        await page.setViewportSize(usualSizes[0])
        await open(visit)
        await way()
        await untilStill(page)
        const dialog = page.getByRole('dialog').last()
        if ((await dialog.count()) === 0) continue
        const name = await dialog.getByRole('heading').first().innerText()
        if (seen.has(name)) continue
        seen.add(name)
        for (const size of usualSizes) {
          await page.setViewportSize(size)
          await untilStill(page)
          const where = `dialog “${name}” of ${view}-${visit.name} at ${size.width}`
          await keep(page, `dialog-${name.replaceAll(/[^\w ]/gu, '')}-${size.width}`)
          expect.soft(await clippedTexts(page), where).toEqual([])
        }
      }
    }
  // Those of collections, policies, sales, signing and settings alike.
  expect(seen.size, [...seen].join(', ')).toBeGreaterThan(10)
  logged.length = 0
})

test('a text that is cut without an ellipsis and its whole is found', async () => {
  const longText = 'Longer than its place'
  await open(visits.start(home)[0])
  const plant = async (style: string, title = ''): Promise<readonly string[]> => {
    await page.evaluate(`(() => {
      const planted = document.createElement('p')
      planted.id = 'planted'
      planted.style.cssText = ${JSON.stringify(`width: 4rem; white-space: nowrap; ${style}`)}
      planted.title = ${JSON.stringify(title)}
      planted.textContent = ${JSON.stringify(longText)}
      document.querySelector('main').append(planted)
    })()`)
    const found = await clippedTexts(page)
    await page.evaluate(`document.getElementById('planted').remove()`)
    return found
  }
  expect(await plant('overflow: hidden')).toEqual([longText])
  expect(await plant('overflow: hidden; text-overflow: ellipsis')).toEqual([longText])
  expect(await plant('overflow: hidden; white-space: normal; height: 1rem')).toEqual([longText])
  expect(await plant('overflow: hidden; text-overflow: ellipsis', longText)).toEqual([])
  expect(await plant('overflow: auto')).toEqual([])
})
