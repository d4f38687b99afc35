import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { type Route, routes } from '#renderer/stores/routes.ts'
import { text } from '#renderer/text/en.ts'
import { collectionCalls } from '#contract/collections/calls.ts'
import { importCalls } from '#contract/imports/calls.ts'
import { salesCalls } from '#contract/sales/calls.ts'
import { callsText } from '#contract/providers/gateway-calls.ts'
import { pricedText } from '#contract/mints/mint-rehearsal.ts'
import { type Blockfrost, startBlockfrost } from '../support/blockfrost-stand-in.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { makeCollection } from '../support/make-collection.ts'
import { axeViolations } from '../support/axe.ts'
import { confirming } from '../support/confirm.ts'
import { sample } from '../support/resources.ts'
import { screenshot } from '../support/screens.ts'
import { call, openView, passphrase } from '../support/window-actions.ts'

let running: RunningApp
let page: Page
let mainnet: Blockfrost
let preprod: Blockfrost

const capture = async (name: string): Promise<void> => {
  await page.mouse.move(0, 0)
  await screenshot(page, `networks-${name}`)
  expect(await axeViolations(page)).toEqual([])
}

const setGateway = (network: 'mainnet' | 'preprod', { baseUrl }: Blockfrost) =>
  confirming(running.app, () =>
    call(page, 'gateways.set', {
      network,
      kind: 'blockfrost',
      settings: { baseUrl },
      name: '',
      secret: null,
    }),
  )

/** CIP-19's vectors of type 6. */
const payouts = {
  'local-mainnet': 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8',
  'local-preprod': 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz',
} as const

const createOn = async (accountId: keyof typeof payouts, name: string, royaltyRate?: string) =>
  makeCollection(
    page,
    {
      name,
      payout_address: payouts[accountId],
      ...(royaltyRate === undefined
        ? {}
        : { royalty: { address: [payouts[accountId]], rate: royaltyRate } }),
    },
    accountId,
  )

const openDraft = async (
  collectionRef: { readonly accountId: string; readonly collectionId: string },
  folder = sample,
) =>
  importCalls['imports.open'].output.parse(
    await call(page, 'imports.open', {
      ...collectionRef,
      folder,
      csv: null,
      settings: { maxPixels: 1024, format: 'keep', quality: 90 },
      pinner: 'local',
    }),
  )

beforeAll(async () => {
  mainnet = await startBlockfrost({ network: 'mainnet' })
  preprod = await startBlockfrost({ network: 'preprod' })
  running = await startApp()
  page = running.page
  await call(page, 'vault.create', { passphrase })
  await setGateway('mainnet', mainnet)
  await setGateway('preprod', preprod)
  await page.reload()
})
afterAll(async () => {
  await running.kill()
  await mainnet.close()
  await preprod.close()
})

const mainnetName = text.common.networks.mainnet

/** Beside the way back to the collection in the head of a view, or among its facts. */
type BadgeRole = 'head' | 'definition'
/** Strict: a second one in the same place fails, and so does a word of a sentence. */
const badgeOf = (role: BadgeRole) => {
  const main = page.getByRole('main')
  const around = role === 'head' ? main.locator('header') : main.getByRole(role)
  return around.getByText(mainnetName, { exact: true })
}

const open = async (route: Route, heading: string | RegExp): Promise<void> => {
  await page.evaluate(`sessionStorage.setItem('route', '${JSON.stringify(route)}')`)
  await page.reload()
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
}

const untilImported = async (collectionRef: {
  readonly accountId: string
  readonly collectionId: string
}): Promise<void> => {
  const tokens = async () =>
    collectionCalls['collections.get'].output.parse(
      await call(page, 'collections.get', collectionRef),
    ).token_count
  await expect.poll(tokens).toBe(24)
}

describe('collections of several networks', () => {
  test('are listed for the account of their network', async () => {
    await createOn('local-mainnet', 'Real Herbarium')
    await openView(page, text.collections.title)
    await page.getByRole('combobox', { name: text.collections.account }).click()
    const { accountOn } = text.collections
    const { localStudio, networks } = text.common
    await page.getByRole('option', { name: accountOn(localStudio, networks.mainnet) }).click()
    const card = page.getByRole('article').filter({ hasText: 'Real Herbarium' })
    await card.getByText(networks.mainnet, { exact: true }).waitFor()
    await capture('list')
    await card.getByRole('button').click()
    await badgeOf('head').waitFor()
    await capture('collection')
  })

  test('show their network in every view of theirs', async () => {
    const { id, policy } = await createOn('local-mainnet', 'Marked Herbarium', '0.05')
    const collectionRef = { accountId: 'local-mainnet', collectionId: id } as const
    const collection = { view: 'collection', ...collectionRef } as const
    const shows = async (route: Route, heading: string | RegExp, role: BadgeRole) => {
      await open(route, heading)
      await badgeOf(role).waitFor()
    }
    for (const part of [undefined, ...routes.collection.optional.part])
      await shows(
        part === undefined ? collection : { ...collection, part },
        'Marked Herbarium',
        'head',
      )
    await shows({ view: 'policies', policyId: policy.policy_id }, /./u, 'definition')

    const draft = await openDraft(collectionRef)
    await shows({ view: 'import' }, text.importing.draft.title('Marked Herbarium'), 'head')
    const { job } = importCalls['imports.start'].output.parse(
      await call(page, 'imports.start', { draftId: draft.id, acceptsLocalImages: true }),
    )
    // Until then the host keeps the page, which a reload would end.
    await untilImported(collectionRef)
    await shows({ view: 'import', job }, /./u, 'head')
    await open({ view: 'import', ...collectionRef }, text.importing.title)
    const account = page.getByRole('combobox', { name: text.collections.account })
    expect(await account.inputValue()).toBe(
      text.collections.accountOn(text.common.localStudio, mainnetName),
    )
    await shows({ view: 'mint', ...collectionRef }, text.minting.title, 'head')
    await capture('mint')

    await open(collection, 'Marked Herbarium')
    await page.getByRole('button', { name: text.way.royalty.pay }).click()
    const royalty = page.getByRole('dialog', { name: text.minting.royalty.title })
    await royalty.getByText(mainnetName, { exact: true }).waitFor()
    await capture('royalty')
  })

  test('are rehearsed on the devnet before their first mint on mainnet', async () => {
    const { id } = await createOn('local-mainnet', 'Rehearsed Herbarium')
    const collectionRef = { accountId: 'local-mainnet', collectionId: id }
    const draft = await openDraft(collectionRef)
    await expect(call(page, 'imports.start', { draftId: draft.id })).rejects.toThrow(
      /24 files of these tokens exist on this computer only/u,
    )
    await call(page, 'imports.start', { draftId: draft.id, acceptsLocalImages: true })
    const { localImages } = text.common
    await untilImported(collectionRef)
    const words = text.minting.form.rehearsal
    await open({ view: 'collection', ...collectionRef, part: 'sales' }, 'Rehearsed Herbarium')
    await page.getByRole('button', { name: text.sales.sell, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: text.sales.form.title })
    await dialog.getByRole('radio', { name: text.sales.form.random }).check()
    await dialog.getByText(words.missing, { exact: true }).waitFor()
    const sell = dialog.getByRole('button', { name: text.sales.form.create })
    expect(await sell.isDisabled()).toBe(true)
    await capture('sale-not-rehearsed')
    await dialog.getByText(localImages.text(24)).waitFor()
    await dialog.getByRole('checkbox', { name: text.sales.form.rehearsal.skip }).check()
    expect(await sell.isDisabled()).toBe(true)
    await dialog.getByRole('checkbox', { name: localImages.accept }).check()
    expect(await sell.isDisabled()).toBe(false)
    await dialog.getByRole('checkbox', { name: text.sales.form.rehearsal.skip }).uncheck()
    const sold = {
      ...collectionRef,
      acceptsLocalImages: true,
      request: {
        type: 'random',
        quantity: 1,
        price: 25_000_000,
        reservation_time: 1_800,
      },
    }
    const unasked = call(page, 'sales.create', sold)
    await expect(unasked).rejects.toThrow(/Nothing of this collection was rehearsed/u)
    const { id: saleId } = salesCalls['sales.create'].output.parse(
      await call(page, 'sales.create', { ...sold, skipsRehearsal: true }),
    )
    await open({ view: 'sale', ...collectionRef, saleId }, /./u)
    await badgeOf('head').waitFor()
    await capture('sale')
    await call(page, 'sales.cancel', { ...collectionRef, saleId })
    await open({ view: 'mint', ...collectionRef }, text.minting.title)
    await page.getByText(words.missing, { exact: true }).waitFor()
    const build = page.getByRole('button', { name: text.minting.form.build })
    expect(await build.isDisabled()).toBe(true)
    const first = page.getByText(words.first)
    await first.waitFor()
    await capture('not-rehearsed')
    await page.getByRole('checkbox', { name: words.skip }).check()
    await page.getByRole('checkbox', { name: localImages.accept }).check()
    // What is still missing is the money.
    await first.waitFor({ state: 'detached' })
    await page.getByText(/^Add .+ to the payment address/u).waitFor()
    await page.getByRole('checkbox', { name: words.skip }).uncheck()
    await first.waitFor()
    await page.getByRole('button', { name: words.start }).click()
    await page.getByRole('progressbar', { name: words.bar }).waitFor()
    await page.getByText(words.done, { exact: true }).waitFor({ timeout: 120_000 })
    await first.waitFor({ state: 'detached' })
    await capture('rehearsed')
  })

  test('confirm their royalty after a rehearsal on mainnet, and set no price before it', async () => {
    const { id } = await createOn('local-mainnet', 'Royal Herbarium', '0.05')
    const collectionRef = { accountId: 'local-mainnet', collectionId: id } as const
    const words = text.minting.form.rehearsal

    const folder = mkdtempSync(join(tmpdir(), 'coldpress-priced-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'leaf.webp'), readFileSync(join(sample, '02-olive.webp')))
    writeFileSync(join(folder, 't.csv'), 'asset_name,name,image,price\nOne,Elm,leaf.webp,25\n')
    const { id: draftId } = await openDraft(collectionRef, folder)
    await expect(
      call(page, 'imports.start', { draftId, acceptsLocalImages: true }),
    ).rejects.toThrow(pricedText(1))
    await open({ view: 'import' }, text.importing.draft.title('Royal Herbarium'))
    await page.getByRole('button', { name: text.importing.draft.steps.cost }).first().click()
    await page.getByText(pricedText(1)).waitFor()
    await page.getByRole('checkbox', { name: text.common.localImages.accept }).check()
    const start = page.getByRole('button', { name: text.importing.draft.start.start(1) })
    expect(await start.isDisabled()).toBe(true)
    await capture('import-priced')
    await page.getByRole('checkbox', { name: text.importing.draft.start.skipRehearsal }).check()
    await start.click()
    const tokens = async () =>
      collectionCalls['collections.get'].output.parse(
        await call(page, 'collections.get', collectionRef),
      ).token_count
    await expect.poll(tokens).toBe(1)

    await open({ view: 'collection', ...collectionRef }, 'Royal Herbarium')
    await page.getByRole('button', { name: 'Elm' }).first().click()
    const token = page.getByRole('dialog')
    await token.getByRole('tab', { name: text.sales.tokenPrice.tab }).click()
    await token.getByText(words.missing, { exact: true }).waitFor()
    const set = token.getByRole('button', { name: text.sales.tokenPrice.change })
    expect(await set.isDisabled()).toBe(true)
    await token.getByText(text.common.localImages.text(1)).waitFor()
    await capture('price-not-rehearsed')
    await token.getByRole('checkbox', { name: text.sales.tokenPrice.rehearsal.skip }).check()
    expect(await set.isDisabled()).toBe(true)
    await token.getByRole('checkbox', { name: text.common.localImages.accept }).check()
    expect(await set.isDisabled()).toBe(false)
    const [one] = z
      .object({ tokens: z.array(z.object({ id: z.string() })) })
      .parse(await call(page, 'tokens.page', { ...collectionRef, cursor: null })).tokens
    const priced = { ...collectionRef, tokenId: one?.id ?? '', price: 26_000_000 }
    await expect(call(page, 'sales.setTokenPrice', priced)).rejects.toThrow(
      /1 file of these tokens exists on this computer only/u,
    )
    const accepted = { ...priced, acceptsLocalImages: true }
    await expect(call(page, 'sales.setTokenPrice', accepted)).rejects.toThrow(
      /Whoever has the link of a token with a price can buy it.*Nothing of this collection/su,
    )

    await open({ view: 'collection', ...collectionRef }, 'Royal Herbarium')
    await page.getByRole('button', { name: text.way.royalty.pay }).click()
    const royalty = page.getByRole('dialog', { name: text.minting.royalty.title })
    await royalty.getByText(words.missing, { exact: true }).waitFor()
    const confirm = royalty.getByRole('button', { name: text.minting.royalty.confirm })
    expect(await confirm.isDisabled()).toBe(true)
    await expect(
      call(page, 'minting.confirmRoyalty', {
        ...collectionRef,
        rate: '0.05',
        address: payouts['local-mainnet'],
      }),
    ).rejects.toThrow(/royalty token is minted on mainnet as soon as it is paid for/u)
    await capture('royalty-not-rehearsed')
    await royalty.getByRole('button', { name: words.start }).click()
    await royalty.getByText(words.done, { exact: true }).waitFor({ timeout: 120_000 })
    await capture('royalty-rehearsed')
    await confirming(running.app, () => confirm.click())
    await royalty.getByText(text.minting.royalty.amount, { exact: true }).waitFor()
  })

  test('have no test address in the form of a new one outside the devnet', async () => {
    await open({ view: 'new-collection' }, text.collections.new.title)
    const account = page.getByRole('combobox', { name: text.collections.account })
    await account.click()
    const { accountOn } = text.collections
    const { localStudio, networks } = text.common
    await page.getByRole('option', { name: accountOn(localStudio, networks.devnet) }).click()
    await page.getByRole('button', { name: text.collections.new.testAddress }).waitFor()
    await account.click()
    await page.getByRole('option', { name: accountOn(localStudio, networks.preprod) }).click()
    await page
      .getByRole('button', { name: text.collections.new.testAddress })
      .waitFor({ state: 'detached' })
    await capture('new')
  })

  test('say what their open sales ask of the gateway, and when it answers no more calls today', async () => {
    const { id } = await createOn('local-preprod', 'Practice Herbarium')
    const collectionRef = { accountId: 'local-preprod', collectionId: id }
    await call(page, 'gateways.setBudget', { id: 'preprod', callsPerDay: 1000 })
    await open({ view: 'collection', ...collectionRef, part: 'sales' }, 'Practice Herbarium')
    expect(callsText(1, 1000)).toContain('Your budget is 1,000.')
    preprod.state.isOverQuota = true
    await call(page, 'minting.terms', collectionRef).catch(() => undefined)
    await page.getByRole('region', { name: text.sales.calls.title }).waitFor({ timeout: 30_000 })
    await capture('used-up')
    await openView(page, text.settings.title)
    await page.getByRole('tab', { name: text.settings.sections.gateways }).click()
    await page.getByText(text.settings.gateways.budget.usedUp).waitFor()
    await capture('gateways')
  })
})
