import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { text } from '#renderer/text/en.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { TestHome } from '../support/coldpress.ts'
import { confirming } from '../support/confirm.ts'
import { type IpfsGateway, startIpfsGateway } from '../support/ipfs-gateway.ts'
import { type KuboStandIn, startKuboStandIn } from '../support/kubo-stand-in.ts'
import { mintImages } from '../support/mint-images.ts'
import { screenshot } from '../support/screens.ts'
import { call, closeByEscape, openView } from '../support/window-actions.ts'

const words = text.settings.adoptions
const gone = 'QmNLei78zWmzUdbeRB3CiUfAizWUrbeeZh5K1rhAQKCh51'

let home: TestHome
let running: RunningApp
let page: Page
let kubo: KuboStandIn
let gateway: IpfsGateway
let policyId: string

const capture = async (name: string): Promise<void> => {
  await page.mouse.move(0, 0)
  await screenshot(page, `adopting-${name}`)
  expect(await axeViolations(page)).toEqual([])
}

beforeAll(async () => {
  home = await TestHome.withVault()
  kubo = await startKuboStandIn()
  gateway = await startIpfsGateway()
  await home.json(['pin', 'use', 'node', '--url', kubo.url])
  const raw = await gateway.put({ raw: Buffer.from('raw') }, { profile: 'unixfs-v1-2025' })
  const pages = await gateway.put({ '/d/1.png': Buffer.from('1'), '/d/2.png': Buffer.from('2') })
  const images = [
    `ipfs://${raw}`,
    `ipfs://${pages}/1.png`,
    `ipfs://${pages}/9.png`,
    `ipfs://${gone}`,
  ]
  policyId = await mintImages(home, images)
  running = await startApp({ home: home.dir })
  page = running.page
  await call(page, 'vault.unlock', { passphrase: 'a long enough passphrase' })
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail')
    await screenshot(page, 'adopting-failed').catch(() => undefined)
})
afterAll(async () => {
  await running.kill()
  await kubo.close()
  await gateway.close()
  home.remove()
})

const openPins = async (): Promise<void> => {
  await openView(page, text.settings.title)
  await page.getByRole('tab', { name: text.settings.sections.pinning }).click()
  await page.getByRole('heading', { name: words.title }).scrollIntoViewIfNeeded()
}

const openDialog = async (): Promise<void> => {
  await page.getByRole('button', { name: words.adopt }).click()
  await page.getByRole('dialog', { name: words.adoptTitle }).waitFor()
}

const fill = async (): Promise<void> => {
  await page.getByLabel(words.policyId).fill(policyId)
  await page.getByRole('combobox', { name: words.target }).click()
  await page.getByRole('option', { name: /^node/u }).click()
  await page.getByLabel(words.gateways).fill(gateway.url)
}

test('a policy ID or an address that is none is said at its field', async () => {
  await openPins()
  await capture('start')
  await openDialog()
  await page.getByLabel(words.policyId).fill('abc')
  await page.getByLabel(words.gateways).fill('nowhere')
  await page.getByRole('button', { name: words.start }).click()
  await page.getByText('A policy ID has 56 digits of hex.').waitFor()
  await page.getByText('not an http or https address').waitFor()
  await capture('errors')
  await closeByEscape(page.getByRole('dialog'))
})

test('a gateway that hangs is stopped; then the policy is adopted: its place, what is missing and what leads nowhere are named, and what was missing is asked for again', async () => {
  gateway.fault = 'hangs'
  await openPins()
  await openDialog()
  await fill()
  await confirming(running.app, () => page.getByRole('button', { name: words.start }).click())
  await page.getByRole('progressbar', { name: words.steps.fetch }).waitFor({ state: 'attached' })
  await capture('running')
  await page.getByRole('button', { name: words.stopOf }).click()
  await page.getByRole('button', { name: words.adopt }).waitFor()
  gateway.fault = undefined

  await openDialog()
  await fill()
  await capture('dialog')
  await page.getByRole('button', { name: words.start }).click()
  await page.getByText(words.lacking, { exact: true }).waitFor()
  const place = { place: 'node', held: 2, untaken: 0, repinned: 0, error: null }
  await page.getByText(words.place(place, 3)).waitFor()
  await page.getByText(words.missing(1)).click()
  await page.getByText(new RegExp(`^${gone}: .*does not find`, 'u')).waitFor()
  await page.getByText(words.broken(1)).click()
  expect(kubo.pins.size).toBe(2)
  await capture('adopted')
  await page.getByRole('button', { name: words.againOf(policyId) }).click()
  expect(await page.getByLabel(words.policyId).inputValue()).toBe(policyId)
  await closeByEscape(page.getByRole('dialog'))
})
