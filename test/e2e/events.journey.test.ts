import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Database } from '#platform/db/database.ts'
import { createEventLog, logSchema } from '#app/events/log.ts'
import { text as catalogue } from '#renderer/text/en.ts'
import { commands } from '#contract/commands.ts'
import {
  answerDialogs,
  call,
  closeByEscape,
  openView,
  passphrase,
} from '../support/window-actions.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { confirming } from '../support/confirm.ts'
import { freePort } from '../support/loopback-server.ts'
import { screenshot } from '../support/screens.ts'
import { untilStill } from '../support/until-still.ts'
import { saleStatus } from '#contract/sales/sale-status.ts'

const capture = async (page: Page, name: string): Promise<void> => {
  // what the pointer rests on may show a tooltip
  await page.mouse.move(0, 0)
  await screenshot(page, `events-${name}`)
  expect(await axeViolations(page)).toEqual([])
}

const minute = 60_000
const day = 86_400_000
const now = Date.now()

type Given = {
  readonly id: string
  readonly at: number
  readonly status: string
  readonly sale: string
  readonly names?: readonly string[]
  readonly error?: unknown
  readonly collection?: string
}

const eventJson = ({ id, at, status, sale, names = ['Leaf'], error, collection }: Given): string =>
  JSON.stringify({
    id,
    type: 'nft',
    object: 'event',
    webhook_id: 'w',
    api_version: '1.0',
    create_date: at,
    idempotency_key: `${id}|w`,
    network: 'testnet',
    data: {
      status,
      sale_id: sale,
      account_id: 'a',
      collection_id: collection ?? 'collection-1',
      tokens: names.map((asset_name) => ({
        image: 'ipfs://QmdfTbBqBPQ7VNxZEYEj14VmRuZBkqFbiwReogJgS1zR1n',
        tx_id: 'ab'.repeat(32),
        asset_name,
        price: 25_000_000,
      })),
      ...(error === undefined ? {} : { error: [error] }),
    },
  })

const count = 10_000

/** Two events a sale over two months; and a few of the last minutes that are looked at closely. */
const manyEvents = (): readonly string[] => [
  ...Array.from({ length: count }, (_, index) =>
    eventJson({
      id: `many-${index}`,
      at: now - 60 * day + index * Math.floor((59 * day) / count),
      status: index % 2 === 0 ? 'MINTING' : 'COMPLETED',
      sale: `sale-${index >> 1}`,
      names: [`Specimen${String(index >> 1).padStart(5, '0')}`],
      collection: `collection-${(index >> 1) % 20}`,
    }),
  ),
  eventJson({
    id: 'long',
    at: now - 9 * minute,
    status: 'A_KIND_THAT_NOBODY_KNOWS_YET_AND_THAT_IS_VERY_LONG_INDEED',
    sale: 'sale-of-long-names',
    names: Array.from({ length: 20 }, (_, index) => `${'Herbarium specimen '.repeat(8)}${index}`),
    collection: 'a-collection-with-an-id-that-is-much-longer-than-the-ids-of-others',
  }),
  eventJson({ id: 'm', at: now - 5 * minute, status: 'MINTING', sale: 'sale-x', names: ['Fern'] }),
  eventJson({
    id: 'u',
    at: now - 7 * minute,
    status: 'UNRESOLVED_UNDERPAID',
    sale: 'sale-x',
    names: ['Fern'],
    error: {
      name: 'UnderpaidError',
      message: { expected: 10_000_000, paid: 4_000_000, missing: 6_000_000 },
    },
  }),
  eventJson({
    id: 'c',
    at: now - 2 * minute,
    status: 'COMPLETED',
    sale: 'sale-x',
    names: ['Fern'],
  }),
]

/** Three thousand entries of two months, as the app would have written them. */
const writeLog = (home: string): void => {
  const db = new Database(join(home, 'app.db'), [logSchema])
  const kinds = ['import', 'policy', 'collection', 'account', 'connection', 'app'] as const
  const entries = 3000
  let at = now - 60 * day
  const log = createEventLog({ db, now: () => new Date(at) })
  for (let index = 0; index < entries; index += 1) {
    at += (60 * day) / entries - 1
    const level = index % 25 === 0 ? 'error' : index % 10 === 0 ? 'warning' : 'info'
    const kind = kinds[index % kinds.length] ?? 'app'
    log.append({
      level,
      kind,
      message: `Entry ${index} of the sheet that was printed on the old press in the back room, kept here as it was noted`,
      details: { sheet: `sheet-${index}`, press: 'Boston' },
    })
  }
  db.close()
}

const home = mkdtempSync(join(tmpdir(), 'coldpress-events-e2e-'))
let running: RunningApp
let page: Page
beforeAll(async () => {
  writeLog(home)
  running = await startApp({ home })
  page = running.page
  await openView(page, catalogue.events.title)
})
afterAll(async () => {
  await running.kill()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

const list = () => page.getByRole('region', { name: catalogue.events.received.label })
const reported = (words: string | RegExp) => list().getByRole('button', { name: words })
const dialog = (name: string) => page.getByRole('dialog', { name })
const choose = async (label: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
const search = () => page.getByRole('searchbox', { name: catalogue.events.search })
const more = async (item: string): Promise<void> => {
  await page.getByRole('button', { name: catalogue.events.received.act, exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

describe('events of sales', () => {
  it('say what to do while there are none', async () => {
    await page.getByRole('heading', { name: catalogue.events.received.emptyTitle }).waitFor()
    await page.getByRole('button', { name: catalogue.events.received.toCollections }).waitFor()
    await capture(page, 'empty')
  })

  it('are imported from a file, and what is no event is named', async () => {
    const file = join(home, 'events.ndjson')
    writeFileSync(file, [...manyEvents(), 'no event'].join('\n'))
    await answerDialogs(running.app, { open: file })
    await more(catalogue.events.received.import)
    await dialog(catalogue.events.received.importTitle)
      .getByRole('button', { name: catalogue.events.received.importPick })
      .click()
    await page.getByText(catalogue.events.received.imported(10_004, 0)).waitFor({ timeout: 60_000 })
    await page.getByText(catalogue.events.received.importError(10_005, 'not valid JSON')).waitFor()
    await capture(page, 'imported')
    await dialog(catalogue.events.received.importTitle)
      .getByRole('button', { name: catalogue.common.close })
      .last()
      .click()
    await page.getByText(catalogue.events.received.total(10004), { exact: true }).waitFor()
  })

  it('are listed newest first, by days, and only what is seen is drawn', async () => {
    await list()
      .getByRole('heading', { name: catalogue.events.received.periods.today })
      .or(reported(/Fern/u).first())
      .first()
      .waitFor()
    expect(await reported(/./u).first().textContent()).toMatch(/Fern.*collection-1.*25\.00\s₳/u)
    expect(await reported(/./u).count()).toBeLessThan(100)
    await capture(page, 'list')
    await reported(/./u).first().focus()
    await page.keyboard.press('End')
    await reported(/Specimen049/u)
      .first()
      .waitFor()
    await page.keyboard.press('Home')
    await reported(/Fern/u).first().waitFor()
  })

  it('are searched and filtered, and the filter is cleared', async () => {
    await search().fill('specimen04242')
    await page.getByText(catalogue.events.received.total(2), { exact: true }).waitFor()
    await search().fill('')
    await choose(catalogue.events.received.kind, catalogue.events.received.errors)
    await page.getByText(catalogue.events.received.total(1), { exact: true }).waitFor()
    await choose(catalogue.events.received.kind, catalogue.events.received.allKinds)
    await choose(catalogue.events.received.collection, 'collection-7')
    await choose(catalogue.events.received.kind, saleStatus.COMPLETED.label)
    await page.getByText('The newest 200 events', { exact: true }).waitFor()
    await choose(catalogue.events.received.period, catalogue.events.received.periods.today)
    await page.getByRole('heading', { name: catalogue.events.noneTitle }).waitFor()
    await capture(page, 'none')
    await page.getByRole('button', { name: catalogue.events.clear }).click()
    await page.getByText(catalogue.events.received.total(10004), { exact: true }).waitFor()
    await choose(catalogue.events.received.period, catalogue.events.received.periods.own)
    await page.getByLabel(catalogue.events.received.from).fill('2000-01-01')
    await page.getByLabel(catalogue.events.received.to).fill('2000-01-02')
    await page.getByRole('heading', { name: catalogue.events.noneTitle }).waitFor()
    await page.getByRole('button', { name: catalogue.events.clear }).click()
  })

  it('are explained with what to do, in the timeline of their sale, and as they came', async () => {
    await choose(catalogue.events.received.kind, catalogue.events.received.errors)
    await reported(/Paid too little/u).click()
    const shown = dialog(saleStatus.UNRESOLVED_UNDERPAID.label)
    await shown.getByText('4 of 10\u00A0₳ arrived. 6\u00A0₳ is still missing.').waitFor()
    await shown
      .getByText(/Ask for the missing amount: the same payer can pay what is missing/u)
      .waitFor()
    const steps = shown.getByRole('list').filter({ hasText: 'later' }).getByRole('listitem')
    await expect
      .poll(() => steps.allTextContents())
      .toMatchObject([
        expect.stringContaining(saleStatus.UNRESOLVED_UNDERPAID.label),
        expect.stringMatching(/^2 min later.*Being confirmed/u),
        expect.stringMatching(/^3 min later.*Sold/u),
      ])
    await capture(page, 'explained')
    await shown.getByRole('button', { name: catalogue.events.detail.rawShow }).click()
    await shown
      .getByRole('group', { name: catalogue.events.detail.rawName })
      .getByText('"idempotency_key": "u|w"')
      .waitFor()
    await capture(page, 'raw')
    await shown.getByRole('button', { name: saleStatus.MINTING.label }).click()
    await dialog(saleStatus.MINTING.label).getByText(catalogue.events.detail.timeline).waitFor()
    await closeByEscape(dialog(saleStatus.MINTING.label))
    await choose(catalogue.events.log.kind, catalogue.events.log.allKinds)
  })

  it('stand by sale, and one sale alone', async () => {
    await page.getByText(catalogue.events.received.shown.sales, { exact: true }).last().click()
    await page
      .getByText(catalogue.events.received.counted(200, true, 'sales'), { exact: true })
      .waitFor()
    await reported(/Fern/u).click()
    await capture(page, 'sale')
    await page.getByRole('button', { name: catalogue.events.detail.onlyThis }).click()
    await page
      .getByText(catalogue.events.received.counted(1, false, 'sales'), { exact: true })
      .waitFor()
    await page.getByText(catalogue.events.received.shown.events, { exact: true }).last().click()
    await page.getByText(catalogue.events.received.total(3), { exact: true }).waitFor()
    await page.getByRole('button', { name: catalogue.events.received.allSales }).click()
    await page.getByText(catalogue.events.received.total(10004), { exact: true }).waitFor()
  })

  it('of unknown kinds and with long names are shown as they are', async () => {
    await search().fill('nobody_knows')
    await reported(/A_KIND_THAT_NOBODY_KNOWS/u).click()
    await page.getByText(catalogue.events.detail.moreTokens(8), { exact: true }).waitFor()
    await capture(page, 'long')
    await closeByEscape(page.getByRole('dialog'))
    await capture(page, 'long-row')
    await search().fill('')
  })

  it('are exported as they are filtered', async () => {
    await search().fill('specimen04242')
    await page.getByText(catalogue.events.received.total(2), { exact: true }).waitFor()
    for (const [item, name] of [
      [catalogue.events.received.exportCsv, 'out.csv'],
      [catalogue.events.received.exportNdjson, 'out.ndjson'],
    ] as const) {
      await answerDialogs(running.app, { save: join(home, name) })
      await more(item)
      await page.getByText(`2 events saved to ${join(home, name)}`).waitFor()
    }
    const rows = readFileSync(join(home, 'out.csv'), 'utf8').trim().split('\r\n')
    expect(rows).toHaveLength(3)
    expect(rows[1]).toContain(',COMPLETED,sale-4242,collection-2,testnet,Specimen04242,')
    const lines = readFileSync(join(home, 'out.ndjson'), 'utf8').trim().split('\n')
    expect(lines).toEqual(manyEvents().slice(8484, 8486).toReversed())
    await search().fill('')
  })
})

const secret = 'the secret that the service showed'
let port = 0

const deliver = async (body: string): Promise<number> => {
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const headers = { 'x-tangocrypto-signature': signature }
  return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status
}

const error = (id: string): string =>
  eventJson({
    id,
    at: Date.now(),
    status: 'UNRESOLVED_OVERPAID',
    sale: `sale-${id}`,
    names: ['Moss'],
    error: { name: 'OverpaidError', message: { expected: 1, paid: 2_000_001, surplus: 2e6 } },
  })

describe('deliveries', () => {
  beforeAll(async () => {
    port = await freePort()
  })

  it('come to an inbox that is set up in the settings', async () => {
    await call(page, 'events.markRead', { arrival: Number.MAX_SAFE_INTEGER })
    await call(page, 'vault.create', { passphrase })
    const shop = { name: 'Shop', network: 'testnet', baseUrl: 'http://127.0.0.1:9', appId: 'shop' }
    await confirming(running.app, () =>
      call(page, 'accounts.add', { ...shop, apiKey: 'key-of-the-shop' }),
    )
    await page.reload()
    await openView(page, catalogue.settings.title)
    await page.getByRole('tab', { name: catalogue.settings.sections.inbox }).click()
    await page.getByRole('heading', { name: 'Shop' }).waitFor()
    await page.getByRole('button', { name: catalogue.settings.inbox.enter }).click()
    const entering = dialog(catalogue.settings.inbox.enterTitle('Shop'))
    const typed = entering.getByLabel(catalogue.settings.inbox.enterLabel)
    await entering.getByRole('button', { name: catalogue.common.save }).click()
    await entering.getByText('Required', { exact: true }).waitFor()
    await typed.and(page.locator(':focus')).waitFor()
    await typed.fill(secret)
    await entering.getByRole('button', { name: catalogue.common.save }).click()
    await page.getByText(catalogue.settings.inbox.has).waitFor()
    await page.getByRole('switch', { name: catalogue.settings.inbox.on }).click()
    await page.getByLabel(catalogue.settings.inbox.port).fill(String(port))
    await page.getByRole('button', { name: catalogue.common.save, exact: true }).click()
    await page.getByText(`http://127.0.0.1:${port}/`).waitFor()
    for (const name of Object.values(catalogue.settings.inbox.notifyLabels))
      expect(await page.getByRole('switch', { name }).isChecked()).toBe(true)
    expect(
      await deliver(eventJson({ id: 'd1', at: Date.now(), status: 'MINTING', sale: 'd' })),
    ).toBe(200)
    await page.getByText(catalogue.settings.inbox.receivedText(1)).waitFor()
    await capture(page, 'inbox')
    await page.getByRole('button', { name: catalogue.settings.inbox.show }).click()
    await dialog(catalogue.settings.inbox.shownTitle('Shop')).getByText(secret).waitFor()
    await capture(page, 'secret')
    await page.getByRole('button', { name: catalogue.policies.reveal.hide }).click()
    await page.getByText(secret).waitFor({ state: 'detached' })
  })

  it('are unread until they were seen', async () => {
    const nav = page.getByRole('navigation', { name: catalogue.frame.navigation })
    await nav.getByText(catalogue.events.received.unread(1)).waitFor({ state: 'attached' })
    await openView(page, catalogue.events.received.shown.events)
    await reported(/^Unread.*Leaf/u).waitFor()
    await capture(page, 'unread')
    await nav.getByText(catalogue.events.received.unread(1)).waitFor({ state: 'detached' })
  })

  it('go on top, and nothing moves for whoever reads further down', async () => {
    await list().evaluate((element) => element.scrollTo({ top: 2000 }))
    await untilStill(page)
    const seen = reported(/Specimen0498/u).first()
    const name = (await seen.textContent()) ?? ''
    const row = list().getByRole('button').filter({ hasText: name })
    const topOf = () => row.evaluate((element) => element.getBoundingClientRect().top)
    const before = await topOf()
    expect(
      await deliver(
        eventJson({ id: 'd2', at: Date.now(), status: 'COMPLETED', sale: 'd', names: ['Lichen'] }),
      ),
    ).toBe(200)
    await page.getByRole('button', { name: catalogue.events.newer(1) }).waitFor()
    await untilStill(page)
    expect(await topOf()).toBe(before)
    await capture(page, 'newer')
    await page.getByRole('button', { name: catalogue.events.newer(1) }).click()
    await reported(/Lichen/u).waitFor()
  })

  it('of a failure show a notice that opens the event', async () => {
    // in the window, where the system shows no notifications
    await openView(page, catalogue.settings.title)
    expect(await deliver(error('f1'))).toBe(200)
    const notices = page.getByRole('region', { name: catalogue.frame.notices })
    const notice = notices
      .getByRole('status')
      .or(notices.getByRole('alert'))
      .filter({ hasText: 'A payment link needs you: Paid too much' })
    await notice.waitFor()
    await capture(page, 'failure')
    await notice.getByRole('button', { name: catalogue.events.noticed }).click()
    await dialog(saleStatus.UNRESOLVED_OVERPAID.label)
      .getByText(/2\u00A0₳ more than the price/u)
      .waitFor()
    await closeByEscape(dialog(saleStatus.UNRESOLVED_OVERPAID.label))
    // by the system, where it does
    await running.app.evaluate(({ Notification }) => {
      Notification.isSupported = () => true
      Notification.prototype.show = function show() {
        setTimeout(() => this.emit('click'), 500)
      }
    })
    await openView(page, catalogue.settings.title)
    expect(await deliver(error('f2'))).toBe(200)
    await dialog(saleStatus.UNRESOLVED_OVERPAID.label).getByText('sale-f2').first().waitFor()
    await closeByEscape(dialog(saleStatus.UNRESOLVED_OVERPAID.label))
  })
})

const entry = (words: string | RegExp) =>
  page
    .getByRole('region', { name: catalogue.events.log.label })
    .getByRole('button', { name: words })
const counted = z.string().transform((text) => Number(/[\d,]+/u.exec(text)?.[0].replace(',', '')))

describe('the log of the app', () => {
  const total = async (): Promise<number> =>
    counted.parse(await page.getByRole('tabpanel').getByRole('status').first().textContent())

  it('lists the newest first, by days, and draws only what is seen', async () => {
    await page.getByRole('tab', { name: catalogue.events.tabs.log }).click()
    const days = page
      .getByRole('region', { name: catalogue.events.log.label })
      .getByRole('heading', { level: 2 })
    await entry(/The vault was created/u).waitFor()
    expect(await days.allTextContents()).toContain('Today')
    expect(await entry(/./u).count()).toBeLessThan(100)
    await capture(page, 'log')
  })

  it('opens the details of an entry', async () => {
    await search().fill('sheet-2999')
    await page.getByText(catalogue.events.received.total(1), { exact: true }).waitFor()
    await entry(/Entry 2999/u).click()
    await page.getByText('sheet-2999', { exact: true }).waitFor()
    await page.getByText('Boston', { exact: true }).waitFor()
    await capture(page, 'log-details')
    await entry(/Entry 2999/u).focus()
    await page.keyboard.press('Shift+F10')
    const item = (label: string) => page.getByRole('menu').getByRole('menuitem', { name: label })
    await item(commands.copyEntry.label).click()
    await expect
      .poll(() => running.app.evaluate(({ clipboard }) => clipboard.readText()))
      .toMatch(/^\d{4}-.*\nEntry 2999.*\n(?:.*\n)*.*: sheet-2999$/mu)
    await entry(/Entry 2999/u).click({ button: 'right' })
    await item(commands.hideDetails.label).click()
    await page.getByText('sheet-2999', { exact: true }).waitFor({ state: 'detached' })
    await search().fill('')
  })

  it('filters by kind and level, and searches message and details', async () => {
    await choose(catalogue.events.log.level, catalogue.events.log.levelChoices.error)
    await choose(catalogue.events.log.kind, catalogue.events.log.kinds.policy)
    await page.getByText(catalogue.events.received.total(20)).waitFor()
    await capture(page, 'log-filtered')
    await search().fill('SHEET-25')
    await page.getByText(catalogue.events.received.total(2), { exact: true }).waitFor()
    await search().fill('no such sheet')
    await page.getByRole('heading', { name: catalogue.events.noneTitle }).waitFor()
    await page.getByRole('button', { name: catalogue.events.clear }).click()
    await entry(/Entry 29/u)
      .first()
      .waitFor()
    expect(await search().inputValue()).toBe('')
  })

  it('goes from entry to entry by keyboard, and loads older ones on the way down', async () => {
    const focused = (): Promise<number> =>
      page
        .locator(':focus')
        .evaluate((element) => Number(element.closest('[data-index]')?.getAttribute('data-index')))
    await entry(/./u).first().focus()
    await page.keyboard.press('End')
    await expect.poll(focused).toBeGreaterThan(20)
    await expect
      .poll(async () => {
        await page.keyboard.press('End')
        return focused()
      })
      .toBeGreaterThan(300)
    await page.keyboard.press('Home')
    await expect.poll(focused).toBe(1)
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe(2)
    await page.locator(':focus[aria-expanded="false"]').waitFor()
    await page.keyboard.press('Enter')
    await page.locator(':focus[aria-expanded="true"]').waitFor()
    await page.keyboard.press('Enter')
  })

  it('takes in what happens now at the top, and holds still for whoever reads further down', async () => {
    const before = await total()
    await call(page, 'vault.lock', null)
    await entry(/The vault was locked/u).waitFor()
    await expect.poll(total).toBeGreaterThan(before)
    const region = page.getByRole('region', { name: catalogue.events.log.label })
    await region.evaluate((element) => element.scrollTo({ top: 2000 }))
    await untilStill(page)
    const name =
      (await entry(/Entry 29(?:4|5)\d/u)
        .first()
        .textContent()) ?? ''
    const number = /Entry (?<number>\d+)/u.exec(name)?.groups?.['number'] ?? ''
    const topOf = () =>
      entry(new RegExp(`Entry ${number}`, 'u')).evaluate((element) =>
        Math.round(element.getBoundingClientRect().top),
      )
    const top = await topOf()
    await call(page, 'vault.unlock', { passphrase })
    // The vault's, and perhaps already that of an inbox which waited for it.
    const newer = page.getByRole('button', { name: /newer events?$/u })
    await newer.waitFor()
    await untilStill(page)
    expect(await topOf()).toBe(top)
    await newer.click()
    await entry(/The vault was unlocked/u).waitFor()
  })
})
