import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as bodyOf } from 'node:stream/consumers'
import type { Locator, Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { saleStatus } from '#contract/sales/sale-status.ts'
import { text } from '#renderer/text/en.ts'
import { openEmitter } from '../studio/deliveries/delivery-harness.ts'
import { isElectron, type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { answerMessageBox, confirming, messageBox } from '../support/confirm.ts'
import { type LoopbackServer, startLoopbackServer } from '../support/loopback-server.ts'
import { keep, screenshot } from '../support/screens.ts'
import {
  answerDialogs,
  call,
  closeByEscape,
  closeWhatIsLeft,
  passphrase,
  uiTimeout,
} from '../support/window-actions.ts'

const words = text.settings.webhooks
const name = 'Shop on the corner'
const folder = mkdtempSync(join(tmpdir(), 'coldpress-webhooks-e2e-'))
const secretFile = join(folder, 'shop-secret.txt')

/** What the receiver got, and what it answers. */
const received: { readonly headers: Record<string, string>; readonly body: string }[] = []
const answer = { status: 204 }

let running: RunningApp
let page: Page
let receiver: LoopbackServer

beforeAll(async () => {
  receiver = await startLoopbackServer(async (request, message, response) => {
    const headers = z.record(z.string(), z.string()).parse(request.headers)
    received.push({ headers, body: await bodyOf(message) })
    response.writeHead(answer.status).end('so it is')
  })
  running = await startApp()
  page = running.page
  await call(page, 'vault.create', { passphrase })
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
})
afterAll(async () => {
  await running.kill()
  await receiver.close()
  rmSync(folder, { recursive: true, force: true })
})

// A test that fails leaves no dialog to the next one.
afterEach(() => closeWhatIsLeft(page))

const capture = async (shot: string): Promise<void> => {
  await page.mouse.move(0, 0)
  await screenshot(page, `webhooks-${shot}`)
  expect(await axeViolations(page)).toEqual([])
}

const button = (label: string) => page.getByRole('button', { name: label, exact: true })
const callbackUrl = () => `${receiver.url}/hook`

/** Its signature verifies with the secret of the file that the user picked. */
const expectSigned = (): void => {
  const { body, headers } = received.at(-1) ?? { body: '', headers: {} }
  new Webhook(readFileSync(secretFile, 'utf8')).verify(body, headers)
}

test('webhooks are found in the palette, and the empty list says what belongs there', async () => {
  const palette = page.getByRole('dialog', { name: text.palette.title })
  await page.keyboard.press('Control+k')
  // What is typed before would go elsewhere.
  await palette.locator('input:focus').waitFor()
  await page.keyboard.type('callback')
  await palette.locator('[data-selected]', { hasText: text.settings.sections.webhooks }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: words.none }).waitFor({ timeout: uiTimeout })
  await capture('empty')
})

/** Opens the form and fills it in. */
const fillForm = async (address: string): Promise<Locator> => {
  await button(words.add).click()
  const dialog = page.getByRole('dialog', { name: words.form.addTitle })
  await dialog.getByLabel(words.form.name).fill(name)
  await dialog.getByLabel(words.form.address).fill(address)
  return dialog
}
const submit = (dialog: Locator): Promise<void> =>
  dialog.getByRole('button', { name: words.form.submit }).click()

test('the form says what is no address', async () => {
  const dialog = await fillForm('shop.example')
  await submit(dialog)
  await dialog.getByText('not an http or https URL').waitFor()
  await dialog.getByLabel(words.form.address).fill(callbackUrl())
  await dialog.getByText('not an http or https URL').waitFor({ state: 'detached' })
  await capture('form')
})

// The system's own box of Electron cannot be driven from a test.
test.skipIf(isElectron)('a no outside the page makes no webhook', async () => {
  await answerDialogs(running.app, { save: secretFile })
  await submit(await fillForm(callbackUrl()))
  await keep(await messageBox(running.app), 'webhooks-question')
  const said = await answerMessageBox(running.app, 'no')
  for (const part of [callbackUrl(), 'every collection', saleStatus.COMPLETED.label])
    expect(said).toContain(part)
  expect(await call(page, 'webhooks.list', { accountId: 'local' })).toEqual([])
  expect(existsSync(secretFile)).toBe(false)
})

test('a yes makes it, and its secret goes into the file alone', async () => {
  await answerDialogs(running.app, { save: secretFile })
  const dialog = await fillForm(callbackUrl())
  await confirming(running.app, async () => {
    await submit(dialog)
    await dialog.waitFor({ state: 'detached', timeout: uiTimeout })
  })
  await page.getByText(words.form.made(secretFile)).waitFor()
  expect(readFileSync(secretFile, 'utf8')).toMatch(/^whsec_/u)
  expect(await page.content()).not.toContain('whsec_')
  expect(received).toEqual([])
  await capture('made')
})

test('a test is delivered, and its signature fits the secret of the file', async () => {
  await button(words.testOf(name)).click()
  await page.getByText(/^Delivered in \d+ ms, answered 204\.$/u).waitFor({ timeout: uiTimeout })
  expectSigned()
  answer.status = 500
  await button(words.testOf(name)).click()
  await page.getByText(/^Not delivered: the receiver answered 500\. It said: so it is$/u).waitFor()
  await capture('tested')
})

test('a receiver that wants no more events fails the delivery and turns the webhook off', async () => {
  answer.status = 410
  const emitter = openEmitter(join(running.home, 'studio', 'devnet.db'), () => new Date())
  emitter.emit('a-sale')
  await button(words.deliveriesOf(name)).click()
  const dialog = page.getByRole('dialog', { name: words.delivery.title(name) })
  const failed = dialog.getByRole('cell', { name: words.delivery.states['failed'] ?? '' })
  await failed.waitFor({ timeout: uiTimeout })
  // The list behind it is read again from time to time, and tells that the webhook is off.
  const resend = dialog.getByRole('button', { name: /^Send again:/u })
  await expect.poll(() => resend.isDisabled(), { timeout: uiTimeout }).toBe(true)
  await capture('failed')
  await dialog.getByText(words.delivery.states['delivered'] ?? '', { exact: true }).click()
  await dialog.getByText(words.delivery.noneOf).waitFor()
  await closeByEscape(dialog)
  await page.getByText(words.states.off, { exact: true }).waitFor()
})

test('enabled again, the delivery is sent again and arrives with the same signature key', async () => {
  answer.status = 204
  await button(words.enableOf(name)).click()
  await page.getByText(words.isEnabled(name)).waitFor({ timeout: uiTimeout })
  await button(words.deliveriesOf(name)).click()
  const dialog = page.getByRole('dialog', { name: words.delivery.title(name) })
  await dialog.getByRole('button', { name: /^Send again:/u }).click()
  await dialog
    .getByRole('cell', { name: words.delivery.states['delivered'] ?? '' })
    .waitFor({ timeout: uiTimeout })
  expectSigned()
  await dialog.getByRole('button', { name: /^Details:/u }).click()
  await dialog.getByRole('table', { name: words.delivery.history }).getByText('410').waitFor()
  await dialog.getByText('a-sale').first().waitFor()
  await capture('delivery')
  await dialog.getByRole('button', { name: words.delivery.back }).click()
  await closeByEscape(dialog)
})

test('another name needs no question outside the page, another address does', async () => {
  await button(words.editOf(name)).click()
  const dialog = page.getByRole('dialog', { name: words.form.editTitle(name) })
  await dialog.getByLabel(words.form.name).fill('Shop')
  await dialog.getByRole('button', { name: words.form.save }).click()
  await dialog.waitFor({ state: 'detached', timeout: uiTimeout })
  await button(words.editOf('Shop')).click()
  const again = page.getByRole('dialog', { name: words.form.editTitle('Shop') })
  await again.getByLabel(words.form.address).fill(`${receiver.url}/other`)
  await confirming(running.app, async () => {
    await again.getByRole('button', { name: words.form.save }).click()
    await again.waitFor({ state: 'detached', timeout: uiTimeout })
  })
  await page.getByText(`${receiver.url}/other`).waitFor()
})

test('it is deleted after a question', async () => {
  const ask = async () => {
    await button(words.removeOf('Shop')).click()
    return page.getByRole('dialog', { name: words.removing.title })
  }
  const kept = await ask()
  await kept.getByRole('button', { name: words.removing.keep }).click()
  await button(words.removeOf('Shop')).waitFor()
  const dialog = await ask()
  await dialog.getByText(words.removing.text('Shop')).waitFor()
  await dialog.getByRole('button', { name: words.removing.action }).click()
  await page.getByRole('heading', { name: words.none }).waitFor({ timeout: uiTimeout })
})
