import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Route } from '#renderer/stores/routes.ts'
import { text } from '#renderer/text/en.ts'
import { importCalls } from '#contract/imports/calls.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { type Blockfrost, startBlockfrost } from '../support/blockfrost-stand-in.ts'
import { confirming } from '../support/confirm.ts'
import { startIpfsGateway } from '../support/ipfs-gateway.ts'
import { type KuboStandIn, startKuboStandIn } from '../support/kubo-stand-in.ts'
import { makeCollection } from '../support/make-collection.ts'
import { herbarium, makePrints } from '../support/prints.ts'
import { screenshot } from '../support/screens.ts'
import { call, closeByEscape, openView, passphrase } from '../support/window-actions.ts'

const count = 4
const run = text.importing.run

let running: RunningApp
let page: Page
let kubo: KuboStandIn
let gateway: Blockfrost
let folder: string
let collectionRef: { readonly accountId: string; readonly collectionId: string }

const capture = async (name: string): Promise<void> => {
  await page.mouse.move(0, 0)
  await screenshot(page, `pinning-${name}`)
  expect(await axeViolations(page)).toEqual([])
}

const open = async (route: Route): Promise<void> => {
  await page.evaluate(`sessionStorage.setItem('route', '${JSON.stringify(route)}')`)
  await page.reload()
}

const use = (name: string, kind: string, settings: Record<string, string>) =>
  call(page, 'pins.use', { name, kind, settings, secret: null })

const sheet = (title: string): Locator =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) })

/** Opens the pinning settings as a user does. */
const openPinning = async (): Promise<void> => {
  await openView(page, text.settings.title)
  await page.getByRole('tab', { name: text.settings.sections.pinning }).click()
}

const openDraft = async (pinner: string): Promise<string> =>
  importCalls['imports.open'].output.parse(
    await call(page, 'imports.open', {
      ...collectionRef,
      folder,
      csv: null,
      settings: { maxPixels: null, format: 'keep', quality: 90 },
      pinner,
    }),
  ).id

const openToken = async (): Promise<void> => {
  await open({ view: 'collection', ...collectionRef })
  await page
    .getByRole('list', { name: text.collections.detail.tokens })
    .getByRole('button')
    .first()
    .click()
  await page.getByRole('tab', { name: text.collections.token.details }).click()
}

const startStep = (): Locator =>
  page
    .getByRole('navigation', { name: text.importing.draft.steps.label })
    .getByRole('button', { name: text.importing.draft.steps.cost })

beforeAll(async () => {
  kubo = await startKuboStandIn()
  gateway = await startBlockfrost({ network: 'preprod' })
  folder = await makePrints(mkdtempSync(join(tmpdir(), 'coldpress-pinning-e2e-')), count)
  running = await startApp()
  page = running.page
  await call(page, 'vault.create', { passphrase })
  await confirming(running.app, () =>
    call(page, 'gateways.set', {
      network: 'preprod',
      kind: 'blockfrost',
      settings: { baseUrl: gateway.baseUrl },
      name: '',
      secret: null,
    }),
  )
  await confirming(running.app, () => use('node', 'kubo', { url: kubo.url }))
  await page.reload()
  const form = { ...herbarium, policy: { kind: 'generate', lockTime: null } } as const
  const { id } = await makeCollection(page, form, 'local-preprod')
  collectionRef = { accountId: 'local-preprod', collectionId: id }
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await screenshot(page, 'pinning-failed').catch(() => undefined)
})
afterAll(async () => {
  await running.kill()
  await kubo.close()
  await gateway.close()
  rmSync(folder, { recursive: true, force: true })
})

test('an import whose images stay on this computer starts only once that is accepted', async () => {
  const draftId = await openDraft('local')
  await open({ view: 'import' })
  await startStep().click()
  const { localImages } = text.common
  await page.getByText(localImages.text(count)).waitFor()
  const begin = page.getByRole('button', { name: text.importing.draft.start.start(count) })
  expect(await begin.isDisabled()).toBe(true)
  await capture('accept-images')
  await page.getByRole('checkbox', { name: localImages.accept }).check()
  expect(await begin.isDisabled()).toBe(false)
  await call(page, 'imports.discard', { draftId })
})

test('an import that pauses asks again before its images stay on this computer only', async () => {
  await use('both', 'several', { targets: 'node,local' })
  const draftId = await openDraft('both')
  kubo.refuse = (asked, response) => {
    if (asked !== 'add') return false
    response.writeHead(507).end()
    return true
  }
  const { job } = importCalls['imports.start'].output.parse(
    await call(page, 'imports.start', { draftId }),
  )
  await open({ view: 'import', job })
  await page.getByRole('main').getByRole('button', { name: run.resume }).waitFor()
  // from now on an image at this computer alone is enough
  await use('both', 'several', { targets: 'node,local', need: '1' })
  await page.getByRole('main').getByRole('button', { name: run.resume }).click()
  const dialog = page.getByRole('dialog', { name: text.importing.acceptImages.title })
  await dialog.getByText(text.common.localImages.text(count)).waitFor()
  const resume = dialog.getByRole('button', { name: text.importing.acceptImages.action })
  expect(await resume.isDisabled()).toBe(true)
  await capture('resume-accept')
  await dialog.getByRole('checkbox', { name: text.common.localImages.accept }).check()
  await resume.click()
  await dialog.waitFor({ state: 'detached' })
})

test('its end says at each place how many images are there, and a token where its image is', async () => {
  await page.getByText(run.placed('local', count, count)).waitFor()
  await page.getByText(run.placed('node', 0, count)).waitFor()
  await capture('ended')
  kubo.refuse = () => false
  await openToken()
  await page.getByText(text.collections.token.heldHere(true)).waitFor()
  await capture('kept-here')
  await closeByEscape(page.getByRole('dialog'))
})

test('the settings verify a place, repair what it lacks, and say what each place has', async () => {
  await openPinning()
  const words = text.settings.pinChecks
  const node = sheet('node')
  await node.getByRole('button', { name: words.verifyOf('node') }).click()
  await node.getByText(words.lacking, { exact: true }).waitFor()
  await node
    .getByText(words.place('node', { sound: 0, unread: 0, unpinned: count, incomplete: 0 }))
    .waitFor()
  await capture('needs-repair')
  await node.getByRole('button', { name: words.repairOf('node') }).click()
  await node.getByText(words.sound, { exact: true }).waitFor()
  await node.getByText(words.repaired({ restored: 0, sent: count, failed: 0 })).waitFor()
  expect(kubo.pins.size).toBe(count)
  await capture('repaired')
})

test('a check that hangs is stopped, and the earlier result stays', async () => {
  const words = text.settings.pinChecks
  const node = sheet('node')
  kubo.refuse = () => true
  await node.getByRole('button', { name: words.verifyOf('node') }).click()
  const bar = node.getByRole('progressbar', { name: words.steps.check('node') })
  await bar.waitFor({ state: 'attached' })
  await capture('checking')
  await node.getByRole('button', { name: words.stopOf('node') }).click()
  await node.getByText(words.sound, { exact: true }).waitFor()
  kubo.refuse = () => false
})

test("a repair that fails shows the node's own words, and what the check found", async () => {
  const words = text.settings.pinChecks
  const node = sheet('node')
  const [lost = '', bytes = Buffer.alloc(0)] = [...kubo.pins][0] ?? []
  kubo.pins.delete(lost)
  const reason = 'write /data/blocks: no space left on device'
  kubo.refuse = (asked, response) => {
    if (asked !== 'add') return false
    response.writeHead(500, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ Message: reason }))
    return true
  }
  await node.getByRole('button', { name: words.verifyOf('node') }).click()
  await node.getByRole('button', { name: words.repairOf('node') }).click()
  await node.getByText(words.repaired({ restored: 0, sent: 0, failed: 0 })).waitFor()
  await node
    .getByText(words.place('node', { sound: count - 1, unread: 0, unpinned: 1, incomplete: 0 }))
    .waitFor()
  await node.getByRole('alert').getByText(text.common.details, { exact: true }).click()
  await node.getByText(text.common.serviceSaid(reason)).waitFor()
  await capture('repair-failed')
  kubo.refuse = () => false
  kubo.pins.set(lost, bytes)
  await node.getByRole('button', { name: words.verifyOf('node') }).click()
  await node.getByText(words.sound, { exact: true }).waitFor()
})

test("a token's page names the place that has its image", async () => {
  await openToken()
  await page.getByRole('term').filter({ hasText: text.collections.token.heldAt }).waitFor()
  await page.getByText(/^node · /u).waitFor()
  await capture('kept-at-node')
})

test('a mint asks for images that its gateway does not give, and goes on once that is accepted', async () => {
  const ipfs = await startIpfsGateway()
  onTestFinished(() => ipfs.close())
  await confirming(running.app, () => call(page, 'app.changeSettings', { imageGateway: ipfs.url }))
  await open({ view: 'mint', ...collectionRef })
  const words = text.common.unfetchedImages
  await page.getByText(words.text(count, ipfs.url)).waitFor()
  const accept = page.getByRole('checkbox', { name: words.accept })
  expect(await accept.count()).toBe(0)
  ipfs.fault = 'hangs'
  await page.getByRole('button', { name: words.fetch }).click()
  await page.getByRole('button', { name: words.stop, exact: true }).click()
  await page.getByText(words.unknown(count, ipfs.url)).waitFor()
  expect(await accept.isEnabled()).toBe(true)
  await capture('fetching-stopped')
  ipfs.fault = undefined
  await page.getByRole('button', { name: text.common.retry }).click()
  await page.getByText(words.missing(count, ipfs.url)).waitFor()
  await capture('images-missing')
  await accept.check()
  for (const [cid, bytes] of kubo.pins) ipfs.files.set(cid, bytes)
  await page.getByRole('button', { name: text.common.retry }).click()
  await page.getByText(words.missing(count, ipfs.url)).waitFor({ state: 'detached' })
})

test('a collection is made one folder at the node, which says whether others can find it', async () => {
  await open({ view: 'collection', ...collectionRef })
  const { detail, folder: words } = text.collections
  await page.getByRole('button', { name: detail.more }).click()
  await page.getByRole('menuitem', { name: detail.details }).click()
  const dialog = page.getByRole('dialog', { name: detail.details })
  await dialog.getByRole('button', { name: words.make }).click()
  await dialog.getByText(words.made(count)).waitFor()
  const path = `/Coldpress/${herbarium.name}-${collectionRef.collectionId}`
  await dialog.getByText(words.placed('node', path)).waitFor()
  expect(kubo.folders.get(path)?.size).toBe(count)
  await dialog.getByRole('button', { name: words.find }).click()
  await dialog.getByText('node is offline: nobody can find its files.').waitFor()
  await capture('folder')
  await closeByEscape(dialog)
})

test('the settings say how often places are checked, and whom images are fetched from and asked for', async () => {
  await openPinning()
  const words = text.settings.pinChecks
  await page.getByRole('combobox', { name: words.schedule }).click()
  await page.getByRole('option', { name: words.intervals.weekly }).click()
  const change = async (name: string, address: string, said: string): Promise<void> => {
    const form = sheet(name)
    await form.getByRole('textbox', { name }).fill(address)
    await confirming(running.app, () =>
      form.getByRole('button', { name: text.common.save }).click(),
    )
    await page.getByText(said).waitFor()
  }
  const url = 'https://routing.example'
  await change(words.gateway, 'https://other.example', words.gatewaySaved('https://other.example'))
  await change(words.routing, url, words.routingSaved(url))
  await capture('addresses')
  await page.reload()
  await openPinning()
  expect(await page.getByRole('combobox', { name: words.schedule }).inputValue()).toBe(
    words.intervals.weekly,
  )
  const valueOf = (name: string) => sheet(name).getByRole('textbox', { name }).inputValue()
  expect(await valueOf(words.gateway)).toBe('https://other.example')
  expect(await valueOf(words.routing)).toBe(url)
  expect(await call(page, 'app.settings', null)).toMatchObject({
    pinCheck: 'weekly',
    imageGateway: 'https://other.example',
    routingEndpoint: url,
  })
  const wrong = sheet(words.gateway)
  await wrong.getByRole('textbox', { name: words.gateway }).fill('nowhere')
  await wrong.getByRole('button', { name: text.common.save }).click()
  await wrong.getByText(/not an http or https address/iu).waitFor()
})
