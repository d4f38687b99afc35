import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enterpriseAddress } from '#cardano/addresses.ts'
import { writeWitness } from '#cardano/envelope.ts'
import { TxId } from '#cardano/ids.ts'
import { generatePolicyKey, signBody } from '#cardano/keys.ts'
import { collectionCalls } from '#contract/collections/calls.ts'
import { mintingCalls } from '#contract/mints/calls.ts'
import { tokenStatusLabels } from '#contract/tokens/token-state.ts'
import { text } from '#renderer/text/en.ts'
import { call, closeByEscape, createVault, openView, uiTimeout } from '../support/window-actions.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { makeCollection } from '../support/make-collection.ts'
import { until } from '../support/until.ts'
import { screenshot } from '../support/screens.ts'

const words = text.minting.burn
const mintWords = text.minting.mint

let running: RunningApp
let page: Page
const hoursBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / 3_600_000

/** The key of a collector, which the vault never has. */
const collector = generatePolicyKey()
const collectorAddress = enterpriseAddress(collector.keyHash, 'devnet')

const capture = async (name: string): Promise<void> => {
  await page.mouse.move(0, 0)
  await screenshot(page, name)
  expect(await axeViolations(page)).toEqual([])
}
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const tokens = () => page.getByRole('list', { name: text.collections.detail.tokens })
const tile = (name: string) => tokens().getByRole('button', { name: new RegExp(`^${name}`, 'u') })
const dialogOf = (count: number) => page.getByRole('dialog', { name: words.title(count) })

let ref = { accountId: 'local', collectionId: '' }
const show = async (mintId: string) =>
  mintingCalls['minting.show'].output.parse(await call(page, 'minting.show', { ...ref, mintId }))
const completed = (mintId: string) => until(async () => (await show(mintId)).status === 'completed')
const mint = async (ids: readonly string[], to: string): Promise<void> => {
  const form = { tokens: ids, to, funding: 'own', valid_for_seconds: 7_200 }
  const { id } = mintingCalls['minting.build'].output.parse(
    await call(page, 'minting.build', { ...ref, form }),
  )
  await call(page, 'minting.sign', { ...ref, mintId: id })
  await completed(id)
}
const counts = async (): Promise<{ readonly minted: number; readonly burned: number }> => {
  const { token_minted_count: minted = 0, token_burned_count: burned = 0 } = collectionCalls[
    'collections.get'
  ].output.parse(await call(page, 'collections.get', ref))
  return { minted, burned }
}
const openSample = async (): Promise<void> => {
  await openView(page, text.collections.title)
  await page.getByRole('button', { name: 'Pressed Herbarium' }).click()
  await heading('Pressed Herbarium').waitFor()
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
  const [collection] = collectionCalls['collections.list'].output.parse(
    await call(page, 'collections.list', { accountId: 'local' }),
  )
  ref = { accountId: 'local', collectionId: collection?.id ?? '' }
  await call(page, 'minting.payRoyalty', ref)
  await until(async () => {
    const royalty = await call(page, 'minting.royalty', ref)
    return mintingCalls['minting.royalty'].output.parse(royalty)?.status === 'minted'
  })
  const { funding } = mintingCalls['minting.terms'].output.parse(
    await call(page, 'minting.fund', { ...ref, lovelace: '60000000' }),
  )
  const { tokens: rows } = collectionCalls['tokens.page'].output.parse(
    await call(page, 'tokens.page', { ...ref, cursor: null }),
  )
  const ids = rows.map(({ id }) => id)
  await mint(ids.slice(0, 3), funding.address)
  await mint(ids.slice(3, 5), collectorAddress)
})
afterAll(() => running.kill())

describe('a burn of tokens at the payment address', () => {
  test('names the tokens and their cost, is built once its words are typed, signed and followed, and leaves the tokens burned', async () => {
    await openSample()
    await page.getByText('24 tokens · 19 not minted · 5 minted').waitFor()
    await page.getByRole('button', { name: text.picking.start, exact: true }).click()
    await tile('Fern No. 01').click()
    await tile('Olive No. 02').click()
    await page.getByRole('button', { name: words.actionOf(2) }).click()
    const dialog = dialogOf(2)
    await dialog.getByRole('list', { name: words.list }).getByText('Olive No. 02').waitFor()
    await dialog.getByText(mintWords.totalCost).first().waitFor()
    const build = dialog.getByRole('button', { name: words.build })
    expect(await build.isDisabled()).toBe(true)
    await capture('burn-form')
    await dialog.getByLabel(text.common.confirmByName(words.phrase(2))).fill('burn 3')
    expect(await build.isDisabled()).toBe(true)
    await dialog.getByLabel(text.common.confirmByName(words.phrase(2))).fill('Burn 2')
    await build.click()
    await heading(mintWords.burnTitles.held('2 tokens')).waitFor()
    await page.getByText('Herbarium01, Herbarium02').waitFor()
    await page.getByText(text.signing.review.noWarnings).waitFor()
    await capture('burn-review')

    await page.getByRole('button', { name: mintWords.burnAll('2 tokens') }).click()
    await heading(mintWords.burnTitles.completed('2 tokens')).waitFor({ timeout: uiTimeout })
    await page.getByText(mintWords.done.burned).waitFor()
    await capture('burn-done')
    await page.getByRole('button', { name: mintWords.done.collection }).click()
    await page.getByText('24 tokens · 19 not minted · 3 minted · 2 burned').waitFor()
    await tile('Fern No. 01').getByText(tokenStatusLabels.BURNED).waitFor()
    await capture('burned-tokens')
    await tile('Fern No. 01').click()
    const shown = page.getByRole('dialog')
    await shown.getByText(tokenStatusLabels.BURNED, { exact: true }).waitFor()
    expect(
      await shown.getByRole('button', { name: text.collections.token.more, exact: true }).count(),
    ).toBe(0)
    await closeByEscape(shown)
  })
})

describe('a burn of a token at the address of a key elsewhere', () => {
  test('is offered by the token, finds its address, waits for that signature, and goes on with it', async () => {
    await openSample()
    const before = await counts()
    await tile('Poppy No. 04').click()
    const shown = page.getByRole('dialog')
    await shown.getByRole('button', { name: text.collections.token.more, exact: true }).click()
    await page.getByRole('menuitem', { name: words.action }).click()
    const dialog = dialogOf(1)
    await dialog.getByRole('radio', { name: words.mintedTo }).waitFor()
    const where = dialog.getByRole('radiogroup', { name: words.where })
    await where.getByRole('radio', { name: words.own }).check()
    await dialog.getByText(new RegExp(`but at ${collectorAddress}`, 'u')).waitFor()
    await capture('burn-elsewhere-error')
    await dialog.getByRole('radio', { name: words.mintedTo }).check()
    await dialog.getByText(mintWords.totalCost).first().waitFor()
    const { validFor, durations } = text.minting.form
    await dialog.getByRole('combobox', { name: validFor }).click()
    await page.getByRole('option', { name: durations['86400'] }).click()
    await capture('burn-elsewhere')
    await dialog.getByLabel(text.common.confirmByName(words.phrase(1))).fill('burn 1')
    await dialog.getByRole('button', { name: words.build }).click()
    await heading(mintWords.burnTitles.held('1 token')).waitFor()
    await page.getByText(mintWords.roles.owner).waitFor()
    await page.getByRole('button', { name: mintWords.signSome }).click()
    await heading(mintWords.burnTitles.awaiting_witnesses('1 token')).waitFor()
    await capture('burn-parked')

    const { mints } = mintingCalls['minting.list'].output.parse(
      await call(page, 'minting.list', ref),
    )
    const mintId = mints.find(({ status }) => status === 'awaiting_witnesses')?.id ?? ''
    const { transactions, validUntil, created_at: createdAt } = await show(mintId)
    // The time that was chosen: a day, and not two hours.
    expect(hoursBetween(createdAt, validUntil)).toBeGreaterThan(23)
    const witness = writeWitness(signBody(collector, TxId(transactions[0]?.tx_id ?? '')))
    const source = { kind: 'text', text: witness, name: 'burn.witness' }
    await call(page, 'minting.addWitnesses', { ...ref, mintId, source })
    await completed(mintId)
    await heading(mintWords.burnTitles.completed('1 token')).waitFor({ timeout: uiTimeout })
    await openSample()
    const { minted, burned } = before
    await page
      .getByText(`24 tokens · 19 not minted · ${minted - 1} minted · ${burned + 1} burned`)
      .waitFor()
  })
})

describe('a burn that another address pays for', () => {
  test('says what is missing there, and is paid from there', async () => {
    const other = await makeCollection(page, { name: 'Purse', payout_address: collectorAddress })
    const otherRef = { accountId: 'local', collectionId: other.id }
    const { funding } = mintingCalls['minting.terms'].output.parse(
      await call(page, 'minting.fund', { ...otherRef, lovelace: '10000000' }),
    )
    const empty = enterpriseAddress(generatePolicyKey().keyHash, 'devnet')
    await openSample()
    await tile('Ginkgo No. 03').click()
    const shown = page.getByRole('dialog')
    await shown.getByRole('button', { name: text.collections.token.more, exact: true }).click()
    await page.getByRole('menuitem', { name: words.action }).click()
    const dialog = dialogOf(1)
    const { external, paid, payer } = text.minting.form
    await dialog
      .getByRole('radiogroup', { name: paid })
      .getByRole('radio', { name: external })
      .check()
    await dialog.getByLabel(payer).fill(empty)
    await dialog.getByText(text.minting.form.funds.amount, { exact: true }).first().waitFor()
    await dialog.getByLabel(text.common.confirmByName(words.phrase(1))).fill('burn 1')
    const build = dialog.getByRole('button', { name: words.build })
    expect(await build.isDisabled()).toBe(true)
    await capture('burn-paid-elsewhere')
    await dialog.getByLabel(payer).fill(funding.address)
    await expect.poll(() => build.isEnabled()).toBe(true)
    await build.click()
    await heading(mintWords.burnTitles.held('1 token')).waitFor()
    await page.getByRole('button', { name: mintWords.burnAll('1 token') }).click()
    await heading(mintWords.burnTitles.completed('1 token')).waitFor({ timeout: uiTimeout })
    const after = mintingCalls['minting.terms'].output.parse(
      await call(page, 'minting.terms', otherRef),
    )
    expect(BigInt(after.funding.lovelace ?? 0)).toBeLessThan(10_000_000n)
    expect(BigInt(after.funding.lovelace ?? 0)).toBeGreaterThan(9_000_000n)
  })
})
