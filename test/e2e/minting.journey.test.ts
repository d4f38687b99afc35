import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { generatePolicyKey, signBody, writeSigningKey } from '#cardano/keys.ts'
import { writeWitness } from '#cardano/envelope.ts'
import { TxId } from '#cardano/ids.ts'
import { transactionId } from '#cardano/transaction-id.ts'
import { policyIdOf, scriptFromJson, scriptToJson } from '#cardano/scripts.ts'
import { readRequestFile } from '#app/signing/request-file.ts'
import { collectionCalls } from '#contract/collections/calls.ts'
import { mintingCalls } from '#contract/mints/calls.ts'
import { importCalls } from '#contract/imports/calls.ts'
import { text } from '#renderer/text/en.ts'
import { commands } from '#contract/commands.ts'
import { testAddress } from '../studio/open-studio.ts'
import {
  answerDialogs,
  call,
  closeByEscape,
  createVault,
  fundMint,
  openView,
  uiTimeout,
  unlockVault,
} from '../support/window-actions.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { confirming } from '../support/confirm.ts'
import { makeCollection } from '../support/make-collection.ts'
import { screenshot } from '../support/screens.ts'

let running: RunningApp
let page: Page
const sample = join(import.meta.dirname, '..', '..', 'resources', 'sample')
const folder = mkdtempSync(join(tmpdir(), 'coldpress-minting-'))

const capture = async (name: string): Promise<void> => {
  // What the pointer happens to be over would show its tooltip.
  await page.mouse.move(0, 0)
  // What is being computed again is faded.
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  await screenshot(page, name)
  expect(await axeViolations(page)).toEqual([])
}
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const way = () => page.getByRole('list', { name: text.way.label })
const tab = (name: string | RegExp) => page.getByRole('tab', { name })
const backToSample = () => button(text.collections.backTo('Pressed Herbarium')).click()
/** The page's one filled button. */
const mainButtons = () => page.getByRole('main').locator('button[data-variant=filled]:visible')
const openSample = async () => {
  await openView(page, text.collections.title)
  await page.getByRole('button', { name: 'Pressed Herbarium' }).click()
  await heading('Pressed Herbarium').waitFor()
}

/** What the way of a collection can lead to. */
const steps = ['importTokens', 'payRoyalty', 'mint', 'sell', 'backUp'] as const
type Step = (typeof steps)[number]

/** A right click on the collection's card and the palette offer these of its steps, and no others. */
const offersEverywhere = async (offered: readonly Step[]): Promise<void> => {
  const expected = steps
    .filter((step) => offered.includes(step))
    .map((step) => commands[step].label)
  const shownIn = async (texts: Promise<readonly string[]>) => {
    const shown = await texts
    return steps.map((step) => commands[step].label).filter((label) => shown.includes(label))
  }
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: text.palette.title })
  const here = palette.getByRole('group', { name: text.palette.groups.here('Pressed Herbarium') })
  await expect.poll(() => shownIn(here.getByRole('button').allTextContents())).toEqual(expected)
  await closeByEscape(palette)
  await openView(page, text.collections.title)
  await page.getByRole('button', { name: 'Pressed Herbarium' }).click({ button: 'right' })
  const menu = page.getByRole('menu', { name: text.menu.label('Pressed Herbarium') })
  await menu.waitFor()
  await capture(`minting-menu-${offered.length}`)
  expect(await shownIn(menu.getByRole('menuitem').allTextContents())).toEqual(expected)
  await closeByEscape(menu)
  await openSample()
}

/** Without the button that leads there, which is not always offered. */
const openMintForm = async () => {
  const [collection] = collectionCalls['collections.list'].output.parse(
    await call(page, 'collections.list', { accountId: 'local' }),
  )
  const route = { view: 'mint', accountId: 'local', collectionId: collection?.id }
  await page.evaluate(`sessionStorage.setItem('route', '${JSON.stringify(route)}')`)
  await page.reload()
  await heading(text.minting.title).waitFor()
}

/** How long there will be to sign the sample's royalty token. */
const royaltySeconds = async (): Promise<number | null | undefined> => {
  const [collection] = collectionCalls['collections.list'].output.parse(
    await call(page, 'collections.list', { accountId: 'local' }),
  )
  const of = { accountId: 'local', collectionId: collection?.id }
  return mintingCalls['minting.royalty'].output.parse(await call(page, 'minting.royalty', of))
    ?.valid_for_seconds
}

/** One of the sample's images as the only token of a collection. */
const addToken = async (collectionId: string): Promise<void> => {
  const images = join(folder, 'images')
  mkdirSync(images, { recursive: true })
  copyFileSync(join(sample, '01-fern.jpg'), join(images, '01-fern.jpg'))
  writeFileSync(
    join(images, 'tokens.csv'),
    'image,asset_name,name\n01-fern.jpg,Shared1,Shared one\n',
  )
  const { id: draftId } = importCalls['imports.open'].output.parse(
    await call(page, 'imports.open', {
      accountId: 'local',
      collectionId,
      folder: images,
      csv: null,
      settings: { maxPixels: 512, format: 'keep', quality: 90 },
      pinner: 'local',
    }),
  )
  await call(page, 'imports.start', { draftId })
  const here = { accountId: 'local', collectionId, cursor: null }
  const tokens = async () =>
    collectionCalls['tokens.page'].output.parse(await call(page, 'tokens.page', here)).tokens
  await vi.waitFor(async () => expect(await tokens()).toHaveLength(1), { timeout: uiTimeout })
}

beforeAll(async () => {
  running = await startApp()
  page = running.page
  await button(text.start.sample.action).click()
  await createVault(page)
  await openView(page, text.collections.title)
  await page
    .getByText(/^24 tokens/u)
    .first()
    .waitFor({ timeout: 120_000 })
})
afterAll(async () => {
  await running.kill()
  rmSync(folder, { recursive: true, force: true })
})

describe('the royalty token', () => {
  test('comes first: its step is the next one, and nothing can be minted or sold before', async () => {
    await openSample()
    const step = way().getByRole('button', { name: /^Royalty/u })
    await step.getByText(text.minting.royalty.states.unpaid).waitFor()
    expect(await step.getAttribute('aria-current')).toBe('step')
    await expect.poll(() => way().getByText(text.way.afterRoyalty).count()).toBe(2)
    expect(await mainButtons().allTextContents()).toEqual([text.way.royalty.pay])
    expect(await button(text.way.mint.action).count()).toBe(0)
    expect(await button(text.sales.sell).count()).toBe(0)
    await capture('minting-royalty-first')
    // A mint may begin with the royalty token, so its step opens; a sale may not.
    await way()
      .getByRole('button', { name: new RegExp(`^${text.way.names.mint}`, 'u') })
      .waitFor()
    await offersEverywhere(['importTokens', 'payRoyalty', 'mint'])
  })

  test('is waited for by the form of a mint', async () => {
    await openMintForm()
    await page.getByText(text.minting.form.royaltyFirstOr).waitFor()
    expect(await button(text.minting.form.build).isDisabled()).toBe(true)
    await backToSample()
  })

  test('can begin the mint itself, which is built with it as one round', async () => {
    await openMintForm()
    const together = page.getByRole('checkbox', { name: /^Mint the royalty token first/u })
    const first = page.getByText(text.reasons.royaltyFirst)
    await first.waitFor()
    // Nothing permanent is chosen beforehand.
    expect(await together.isChecked()).toBe(false)
    await together.check()
    // What is still missing is the money for both.
    await first.waitFor({ state: 'detached' })
    await page.getByText(/^Add .+ to the payment address/u).waitFor()
    await capture('minting-with-royalty')
    await together.uncheck()
    await first.waitFor()
    expect(await button(text.minting.form.build).isDisabled()).toBe(true)
    await backToSample()
  })

  test('is paid from the test wallet and minted', async () => {
    await button(text.way.royalty.pay).click()
    const dialog = page.getByRole('dialog', { name: text.minting.royalty.title })
    await dialog.getByRole('img', { name: /^QR code of the payment/u }).waitFor()
    await dialog.getByText(text.minting.royalty.states.unpaid).waitFor()
    // What is made permanent is named: the rate, the address, and that nobody can change them.
    await dialog.getByText('5%', { exact: true }).waitFor()
    await dialog.getByRole('term').getByText(text.minting.royalty.receiver).waitFor()
    await dialog.getByText(/Nobody can change rate or address afterwards/u).waitFor()
    await dialog.getByRole('combobox', { name: text.minting.form.validFor }).click()
    await page.getByRole('option', { name: text.minting.form.durations['86400'] }).click()
    await expect.poll(() => royaltySeconds()).toBe(86_400)
    await capture('minting-royalty-pay')
    const paying = dialog.getByRole('button', { name: text.minting.royalty.testWallet })
    await paying.dblclick()
    // The second click of the double click pays nothing, and is no error.
    await paying.waitFor({ state: 'detached' })
    expect(await dialog.getByRole('alert').count()).toBe(0)
    await dialog.getByText(text.minting.royalty.sentences.minted).waitFor({ timeout: uiTimeout })
    expect(await page.getByRole('alert').count()).toBe(0)
    await capture('minting-royalty-minted')
    await closeByEscape(dialog)
    await button(text.way.mint.action).waitFor({ timeout: uiTimeout })
    await tab(text.minting.list.part).click()
    const list = page.getByRole('grid', { name: text.minting.list.title })
    await list.getByText(text.minting.kinds.royalty).waitFor()
    await list.getByText(text.minting.states.completed).waitFor()
    await page.getByText(text.minting.list.count({ mints: 0, others: 1, cancelled: 0 })).waitFor()
    await capture('minting-list')
  })
})

describe('a mint of some tokens', () => {
  test('needs its fields, which say what is wrong with them', async () => {
    await button(text.way.mint.action).click()
    await page.getByText(text.minting.form.allOpen(24)).waitFor()
    // The tokens come first, and what blocks the button stands at it.
    await page.getByRole('heading', { name: 'Fern No. 01 … Monstera No. 24' }).waitFor()
    await page
      .getByRole('list', { name: text.minting.form.shown })
      .getByRole('img', { name: 'Fern No. 01' })
      .waitFor()
    await page.getByText(/^Add [\d.]+\u00A0₳ to the payment address\.$/u).waitFor()
    expect(await button(text.minting.form.build).isDisabled()).toBe(true)
    await capture('minting-form')
    await page.getByRole('radio', { name: text.minting.form.toOther }).first().check()
    await page.getByLabel(text.minting.form.address).fill('addr_test1nonsense')
    await page.getByRole('radio', { name: text.minting.form.picked }).check()
    await button(text.minting.form.build).click()
    // At the button, each leads to its field.
    const wrong = page.getByRole('status').filter({ hasText: text.common.wrongFields(2) })
    await wrong.getByRole('button', { name: text.minting.form.address }).click()
    await page.locator(':focus').and(page.getByLabel(text.minting.form.address)).waitFor()
    await wrong.getByRole('button', { name: text.minting.form.picked }).click()
    await page.locator(':focus').and(page.getByRole('searchbox')).waitFor()
    await page.getByText(text.minting.form.errors.picked).waitFor()
    await page.getByText(/^not an address/iu).waitFor()
    await capture('minting-form-errors')
  })

  test('says how much is missing, and the test wallet helps', async () => {
    await page.getByRole('searchbox', { name: text.minting.form.search }).fill('fern')
    const row = page.getByRole('grid', { name: text.minting.form.list }).getByRole('row')
    // A row that the search removes takes the focus with it.
    await expect
      .poll(async () => (await row.allTextContents()).slice(1).every((one) => /fern/iu.test(one)))
      .toBe(true)
    await row.nth(1).focus()
    await page.keyboard.press('Space')
    await page.getByText(text.minting.form.pickedOf(1, 24)).waitFor()
    await page.getByRole('radio', { name: text.minting.form.toOwn }).first().check()
    await button(text.minting.form.pickFound).click()
    // Until the cost of the found tokens is there, what is missing is that of all.
    await expect.poll(() => page.getByRole('main').locator('[aria-busy=true]').count()).toBe(0)
    await capture('minting-form-picked')
    await fundMint(page)
    await page.getByText(/^Add .+ to the payment address/u).waitFor({ state: 'detached' })
    await page
      .getByText(/arrived from the test wallet/u)
      .first()
      .waitFor()
  })

  test('is built, shown, and discarded without a trace', async () => {
    await button(text.minting.form.build).click()
    await heading(/^Mint \d+ tokens?\?$/u).waitFor()
    await page.getByText(text.signing.review.noWarnings).waitFor()
    const money = page.getByRole('term')
    // The tokens go to this vault, and so does the ADA with them: each part stands once.
    await money.getByText(text.minting.mint.totalOut, { exact: true }).waitFor()
    await money.getByText(text.minting.mint.kept).waitFor()
    expect(await money.getByText(text.minting.mint.along).count()).toBe(0)
    await capture('minting-review')
    await backToSample()
    const step = way().getByRole('button', { name: /^Mint/u })
    await step.getByText(text.minting.states.held).waitFor()
    await tab(text.minting.list.attention(1)).waitFor()
    expect(await mainButtons().allTextContents()).toEqual([text.way.mint.continue])
    await capture('minting-held-step')
    await button(text.way.mint.continue).click()
    await button(text.minting.mint.discard).click()
    await page.getByText(text.minting.mint.discarded('mint')).waitFor()
    await page.getByText(text.minting.form.allOpen(24)).waitFor()
  })
})

describe('a mint of all tokens', () => {
  test('asks for the vault, is sent, and watched until it is confirmed', async () => {
    // More tokens than the test wallet has paid for: the form says so as soon as they are chosen.
    await page.getByText(text.minting.form.cost.withTokens(24)).waitFor()
    await fundMint(page)
    await page.getByText(/^Add .+ to the payment address/u).waitFor({ state: 'detached' })
    await button(text.minting.form.build).click()
    await heading(text.minting.mint.titles.held('24 tokens')).waitFor()
    // All tokens, as the bytes to be signed have them, and what nobody can take back.
    await page.getByRole('heading', { name: 'Fern No. 01 … Monstera No. 24' }).waitFor()
    const minted = page.getByRole('list', { name: text.minting.mint.done.minted('mint') })
    expect(await minted.getByRole('listitem').first().getAttribute('aria-setsize')).toBe('24')
    await minted.getByRole('img', { name: 'Fern No. 01' }).waitFor()
    await expect
      .poll(() => page.evaluate(`document.querySelector('[aria-setsize] img').naturalWidth > 0`))
      .toBe(true)
    await page.getByRole('heading', { name: text.minting.permanent.title }).waitFor()
    // The button stays in sight.
    await button(text.minting.mint.signAll('24 tokens')).waitFor()
    await capture('minting-review-works')
    // An unknown receiver is asked about once; in the address book it has a name.
    await page.getByText(text.signing.review.checkAddress).waitFor()
    await button(text.signing.addressBook.add).click()
    const naming = page.getByRole('dialog', { name: text.signing.addressBook.title })
    await naming.getByLabel(text.signing.addressBook.label).fill('Gallery')
    await capture('minting-address-book')
    await confirming(running.app, async () => {
      await naming.getByRole('button', { name: text.signing.addressBook.submit }).click()
      await naming.waitFor({ state: 'detached' })
    })
    await page.getByText(text.signing.review.noWarnings).waitFor()
    await page.getByText(text.signing.mintedTo.book('Gallery')).waitFor()
    const head = page.getByRole('main').locator('header')
    await head.getByText(text.common.networks.devnet, { exact: true }).waitFor()
    await call(page, 'vault.lock', null)
    await button(text.minting.mint.signAll('24 tokens')).click()
    await unlockVault(page)
    await heading(text.minting.mint.titles.submitting('24 tokens')).waitFor()
    await page.getByText(/^Signed .* ago$/u).waitFor()
    expect(await page.getByText('Ready to send').count()).toBe(0)
    await capture('minting-progress')
    await heading(text.minting.mint.titles.completed('24 tokens')).waitFor({ timeout: uiTimeout })
  })

  test('ends with what was minted, its transaction, and no further mint', async () => {
    const minted = page.getByRole('list', { name: text.minting.mint.done.minted('mint') })
    expect(await minted.getByRole('listitem').first().getAttribute('aria-setsize')).toBe('24')
    // Each of them fills the window at a click, and Space leads back.
    await minted.getByRole('button', { name: 'Fern No. 01' }).click()
    const viewer = page.getByRole('dialog', {
      name: text.collections.token.imageOf('Fern No. 01'),
    })
    await viewer.getByRole('img', { name: /Fern No\. 01/u }).waitFor()
    await capture('minting-viewer')
    await page.keyboard.press('Space')
    await viewer.waitFor({ state: 'detached' })
    expect(await mainButtons().allTextContents()).toEqual([text.minting.mint.done.collection])
    await capture('minting-done')
  })

  test('has a page of its transaction, which opens', async () => {
    const link = page.getByRole('link', { name: text.common.showInExplorer })
    const address = (await link.getAttribute('href')) ?? ''
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v0\/devnet\/tx\/[0-9a-f]{64}$/u)
    const answer = await fetch(address)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain(address.slice(-64))
  })

  test('leaves its tokens minted', async () => {
    await button(text.minting.mint.done.collection).click()
    await page.getByText('24 tokens · 24 minted').waitFor()
    await way().getByText(text.way.sell.nothingLeft).waitFor()
    expect(await mainButtons().count()).toBe(0)
    for (const gone of [text.way.mint.action, text.sales.sell])
      expect(await button(gone).count()).toBe(0)
    await capture('collection-all-minted')
    await page
      .getByRole('list', { name: text.minting.mint.table.tokens })
      .getByRole('button')
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(text.minting.royalty.states.minted, { exact: true }).waitFor()
    await closeByEscape(dialog)
    await tab(text.minting.list.part).click()
    await page.getByText(text.minting.list.count({ mints: 1, others: 1, cancelled: 1 })).waitFor()
    await capture('minting-list-two')
    const list = page.getByRole('grid', { name: text.minting.list.title })
    const states = () => list.locator('[role=gridcell]:nth-child(2)').allTextContents()
    const { cancelled, completed } = text.minting.states
    expect(await states()).toEqual([completed, cancelled, completed])
    const header = list.getByRole('columnheader', { name: text.minting.list.columns.state })
    await header.getByRole('button').click()
    expect(await header.getAttribute('aria-sort')).toBe('ascending')
    await expect.poll(states).toEqual([cancelled, completed, completed])
    await capture('minting-list-sorted')
    // By an image and a few names, as in the grid.
    const minted = list.getByRole('row', { name: /^24 tokens .+ and 21 more/u })
    await expect
      .poll(() =>
        minted
          .locator('img')
          .first()
          .evaluate((image) => Reflect.get(image, 'naturalWidth') > 0),
      )
      .toBe(true)
    await minted.focus()
    await page.keyboard.press('Shift+F10')
    const entry = (label: string) => page.getByRole('menu').getByRole('menuitem', { name: label })
    await entry(text.common.showInExplorer).waitFor()
    await capture('menu-mint')
    await entry(commands.copyTxId.label).click()
    await expect
      .poll(() => running.app.evaluate(({ clipboard }) => clipboard.readText()))
      .toMatch(/^[0-9a-f]{64}$/u)
    await running.app.evaluate(({ shell }) => {
      shell.openExternal = (url) => {
        Object.assign(globalThis, { opened: url })
        return Promise.resolve()
      }
    })
    await minted.click({ button: 'right' })
    await entry(text.common.showInExplorer).click()
    await expect
      .poll(() => running.app.evaluate(() => String(Reflect.get(globalThis, 'opened'))))
      .toMatch(/\/tx\/[0-9a-f]{64}$/u)
    await minted.click({ button: 'right' })
    await entry(commands.open.label).click()
    await heading(text.minting.mint.titles.completed('24 tokens')).waitFor()
    await openMintForm()
    await page.getByRole('heading', { name: text.minting.form.noTokens }).waitFor()
    await capture('minting-none-left')
    await openSample()
    expect(await button(text.way.mint.action).count()).toBe(0)
    await offersEverywhere(['importTokens'])
  })
})

describe('a mint under a policy of two out of three keys', () => {
  const keys = [generatePolicyKey(), generatePolicyKey(), generatePolicyKey()] as const
  const script = scriptFromJson({
    type: 'atLeast',
    required: 2,
    scripts: keys.map(({ keyHash }) => ({ type: 'sig' as const, keyHash })),
  })

  beforeAll(async () => {
    const policy = JSON.stringify({
      lock: false,
      lock_time: null,
      policy_id: policyIdOf(script),
      script: scriptToJson(script),
      signing_keys: keys.slice(0, 2).map((key) => writeSigningKey(key, 'bech32').text()),
    })
    await confirming(running.app, () =>
      call(page, 'policies.import', {
        source: { kind: 'text', text: policy },
        keys: [],
        name: 'Two of three',
        network: 'devnet',
      }),
    )
    const { id: collectionId } = await makeCollection(page, {
      name: 'Shared press',
      policy: { kind: 'vault', policyId: policyIdOf(script), sendKeysTo: null },
    })
    await addToken(collectionId)
    await call(page, 'minting.fund', {
      accountId: 'local',
      collectionId,
      lovelace: '50000000',
    })
    await openView(page, text.collections.title)
    await page.getByRole('button', { name: 'Shared press' }).click()
    await button(text.way.mint.action).click()
  })

  const park = async () => {
    const third = page.getByRole('checkbox', { name: `Who signs: ${keys[2].keyHash}` })
    const second = page.getByRole('checkbox', { name: `Who signs: ${keys[1].keyHash}` })
    await second.uncheck()
    await button(text.minting.form.build).click()
    await page.getByText(text.minting.form.errors.signers).waitFor()
    // Until it is refused, the form would be sent with what is chosen next.
    await page.getByText(text.common.wrongFields(1)).waitFor()
    await third.check()
    await page.getByRole('combobox', { name: text.minting.form.validFor }).waitFor()
    await capture('minting-choose-signers')
    await button(text.minting.form.build).click()
    await heading(text.minting.mint.titles.held('1 token')).waitFor()
    await button(text.minting.mint.signSome).click()
    await heading(text.minting.mint.titles.awaiting_witnesses('1 token')).waitFor()
    await page.getByRole('heading', { name: 'One signature is missing.' }).waitFor()
  }

  test('is parked, and cancelled once that is confirmed', async () => {
    await park()
    await capture('minting-parked')
    await button(text.minting.mint.parked.cancel).click()
    const dialog = page.getByRole('dialog', { name: text.minting.mint.parked.cancelTitle })
    await dialog.getByText(text.minting.mint.parked.cancelText(1)).waitFor()
    await capture('minting-cancel')
    await dialog.getByRole('button', { name: text.minting.mint.parked.cancel }).click()
    await heading(text.minting.mint.titles.cancelled('1 token')).waitFor()
    await capture('minting-cancelled')
    await button(text.minting.mint.done.again).click()
  })

  test('goes out as a file, and goes on with the signature that comes back', async () => {
    await park()
    const requestPath = join(folder, 'shared.cpreq')
    const witnessPath = join(folder, 'third.witness')
    await answerDialogs(running.app, { save: requestPath, open: witnessPath })
    await button(text.minting.mint.parked.save).click()
    await page.getByText(/^Saved as /u).waitFor()
    const [bytes] = readRequestFile(readFileSync(requestPath, 'utf8')).transactions
    if (bytes === undefined) throw new Error('the request holds no transaction')
    const witness = signBody(keys[2], TxId(transactionId(bytes)))
    writeFileSync(witnessPath, writeWitness(witness))
    await button(text.minting.mint.parked.add).click()
    await heading(text.minting.mint.titles.completed('1 token')).waitFor({ timeout: uiTimeout })
  })
})

describe('a mint whose time ended before it was signed', () => {
  const { done } = text.minting.mint

  test('is built again by its page, which leads from the old one to the new one', async () => {
    const collection = await makeCollection(page, { name: 'Late press' })
    const ref = { accountId: 'local', collectionId: collection.id }
    await addToken(collection.id)
    await call(page, 'minting.fund', { ...ref, lovelace: '50000000' })
    const form = {
      tokens: 'all',
      to: testAddress,
      funding: 'own',
      valid_for_seconds: 60,
    }
    const { id: mintId } = mintingCalls['minting.build'].output.parse(
      await call(page, 'minting.build', { ...ref, form }),
    )
    const show = async (id: string) =>
      mintingCalls['minting.show'].output.parse(
        await call(page, 'minting.show', { ...ref, mintId: id }),
      )
    await expect
      .poll(async () => (await show(mintId)).status, { timeout: 150_000, interval: 1_000 })
      .toBe('failed')
    const route = { view: 'mint', ...ref, mintId }
    await page.evaluate(`sessionStorage.setItem('route', '${JSON.stringify(route)}')`)
    await page.reload()
    await button(done.rebuild).waitFor()
    await page.getByRole('combobox', { name: text.minting.form.validFor }).click()
    await page.getByRole('option', { name: text.minting.form.durations['86400'] }).click()
    await capture('minting-ended')
    await button(done.rebuild).click()
    await heading(text.minting.mint.titles.held('1 token')).waitFor()
    const { replaced_by: replacedBy } = await show(mintId)
    const again = await show(replacedBy ?? '')
    expect(Date.parse(again.validUntil) - Date.parse(again.created_at)).toBeGreaterThan(80_000_000)
    await page.evaluate(`sessionStorage.setItem('route', '${JSON.stringify(route)}')`)
    await page.reload()
    await page.getByText(done.replaced).waitFor()
    await capture('minting-replaced')
    await button(done.seeNew).click()
    await button(text.minting.mint.signAll('1 token')).click()
    await heading(text.minting.mint.titles.completed('1 token')).waitFor({ timeout: uiTimeout })
  }, 300_000)
})
