import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectionCalls } from '#contract/collections/calls.ts'
import { policyCalls } from '#contract/policies/calls.ts'
import { vaultCalls } from '#contract/vault/calls.ts'
import { metadataTemplate } from '#contract/collections/collection.ts'
import { text } from '#renderer/text/en.ts'
import {
  apiKey,
  appId,
  createCollection,
  mainAddress,
  openStudio,
  type TestStudio,
  testAddress,
} from '../studio/open-studio.ts'
import {
  call,
  closeByEscape,
  openCollectionForm,
  openSection,
  openView,
  passphrase,
  uiTimeout,
} from '../support/window-actions.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { confirming } from '../support/confirm.ts'
import { screenshot } from '../support/screens.ts'

let running: RunningApp
let page: Page

const capture = async (name: string): Promise<void> => {
  await screenshot(page, name)
  expect(await axeViolations(page)).toEqual([])
}
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const field = (name: string) => page.getByLabel(name, { exact: false }).first()
const openForm = async () => {
  await openCollectionForm(page)
  await heading(text.collections.newCollection).waitFor()
}
const metadata = () => page.getByLabel(text.collections.new.json, { exact: true })

beforeAll(async () => {
  running = await startApp()
  page = running.page
  await heading(/./u).waitFor()
})
afterAll(() => running.kill())

/** Presses Tab until the element of this name has the focus, as somebody without a mouse would. */
const tabTo = async (
  name: string,
  isMeant = (label: string): boolean => label === name,
): Promise<void> => {
  const focused =
    'const it = document.activeElement; (it?.getAttribute("aria-label") ?? it?.labels?.[0]?.textContent ?? it?.textContent ?? "")'
  for (let steps = 0; steps < 80; steps += 1) {
    await page.keyboard.press('Tab')
    const label = await page.evaluate<string>(
      `(() => { ${focused.replace('; (', '; return (')} })()`,
    )
    if (isMeant(label.replace(/\s*\*$/u, ''))) return
  }
  throw new Error(`Tab never reached ${name}`)
}

describe('a collection made by keyboard alone', () => {
  test('is filled in, previewed, and made with a fresh policy, a royalty and tags', async () => {
    await openForm()
    await capture('new-collection-empty')
    await tabTo(text.collections.new.name)
    await page.keyboard.type('Moths of the North')
    await tabTo(text.collections.new.description)
    await page.keyboard.type('Sixteen moths, drawn by lamplight.')
    await tabTo(text.collections.new.payout)
    await page.keyboard.type(testAddress)
    await openByKey(text.collections.new.template)
    await addAttribute('Wing Colour', 1)
    await page.getByText(text.collections.new.nameWithBlanks('Wing Colour')).waitFor()
    await capture('new-collection-name-with-blanks')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('Wings')
    await tabTo(text.collections.new.addTagHint('<Wings>'))
    await page.keyboard.press('Enter')
    await addAttribute('Artist', 2)
    await page.keyboard.press('Tab')
    await page.keyboard.type('Ada of the lamp')

    // The focus stays with the row that was moved, and its place is said.
    await tabTo(text.collections.new.addTagHint('<Artist>'))
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByText(text.collections.new.moved('Artist', 1, 2)).waitFor()
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe(
      text.collections.new.moveDown('Artist'),
    )
    await openByKey(text.collections.new.policy)
    await tabTo(text.collections.new.presets[6])
    await page.keyboard.press('Enter')
    await page.getByText(/^Locks in 18\d days, on /u).waitFor()
    await openByKey(text.collections.new.royalty)
    await tabTo(text.collections.new.hasRoyalty)
    await page.keyboard.press('Space')
    await tabTo(text.collections.new.rate)
    await page.keyboard.type('7.3')
    await page.getByText(text.collections.new.royaltyConfirms('7.3', testAddress)).waitFor()
    // The long address is wrapped: the form does not scroll sideways.
    const isWide = `[...document.querySelectorAll('main form div')].some((element) =>
      getComputedStyle(element).overflowX === 'auto' && element.scrollWidth > element.clientWidth)`
    expect(await page.evaluate(isWide)).toBe(false)
    // As a wallet shows it; what the table fills stands for itself until there is one.
    await page.getByRole('row', { name: 'Wings <Wings>' }).waitFor()
    await page.getByLabel(text.collections.new.showJson).check()
    await metadata().getByText('"Wings": "<Wings>"').waitFor()
    await metadata().getByText('"Artist": "Ada of the lamp"').waitFor()
    await capture('new-collection-filled')

    await tabTo(text.collections.new.create)
    await page.keyboard.press('Enter')
    const vault = page.getByRole('dialog', { name: text.frame.vault.createTitle })
    await vault.getByText(text.collections.new.reason).waitFor()
    await vault.locator('input:focus').waitFor()
    await page.keyboard.type(passphrase)
    await tabTo(text.frame.vault.again)
    await page.keyboard.type(passphrase)
    await page.keyboard.press('Enter')
    await heading('Moths of the North').waitFor({ timeout: uiTimeout })
    await page.getByText(/^Locks in 18\d days$/u).waitFor()
    await page.getByText(text.collections.royalty('7.3')).waitFor()
    await page.getByRole('heading', { name: text.collections.tokenList.empty }).waitFor()
    await capture('collection-empty')
  })

  test('has on record what was typed, the attributes in their order', async () => {
    await page.getByRole('button', { name: text.collections.detail.more }).click()
    await page.getByRole('menuitem', { name: text.collections.detail.details }).click()
    const dialog = page.getByRole('dialog', { name: text.collections.detail.details })
    const template = await dialog
      .getByLabel(text.collections.detail.template, { exact: true })
      .textContent()
    const { attributes } = metadataTemplate.parse(JSON.parse(template ?? ''))
    expect(Object.entries(attributes ?? {})).toEqual([
      ['Artist', 'Ada of the lamp'],
      ['Wings', '<Wings>'],
    ])
    await dialog.getByText(testAddress).first().waitFor()
    await capture('collection-facts')
    await closeByEscape(dialog)
  })

  test('without a minted token is deleted once that is confirmed', async () => {
    await page.getByRole('button', { name: text.collections.detail.more }).click()
    await page.getByRole('menuitem', { name: text.collections.detail.remove }).click()
    const dialog = page.getByRole('dialog', { name: text.collections.detail.removeTitle })
    const remove = dialog.getByRole('button', { name: text.collections.detail.remove })
    expect(await dialog.getByRole('textbox').count()).toBe(0)
    await capture('collection-delete')
    await remove.click()
    await page.getByRole('heading', { name: text.collections.empty.title }).waitFor()
    await page.getByText(text.collections.detail.removed('Moths of the North')).waitFor()
  })

  const openByKey = async (title: string): Promise<void> => {
    await tabTo(title, (label) => label.startsWith(`${title} `))
    await page.keyboard.press('Enter')
  }

  const addAttribute = async (name: string, position: number): Promise<void> => {
    await tabTo(text.collections.new.addAttribute)
    await page.keyboard.press('Enter')
    await page.getByLabel(text.collections.new.attributeNameOf(position)).waitFor()
    await page.keyboard.type(name)
  }
})

describe('a form with errors', () => {
  test('says nothing before a field was left, then tells the error at the field', async () => {
    await openForm()
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(0)
    await field(text.collections.new.payout).fill(mainAddress)
    await field(text.collections.new.name).focus()
    await page
      .getByText(/address of mainnet|testnet/iu)
      .first()
      .waitFor()
    const isInvalid = () => field(text.collections.new.payout).getAttribute('aria-invalid')
    await expect.poll(isInvalid).toBe('true')
    await field(text.collections.new.payout).fill(testAddress)
    await expect.poll(isInvalid).not.toBe('true')
  })

  test('is not sent: it counts its errors and leads to the first', async () => {
    await openSection(page, text.collections.new.template)
    await page.getByRole('button', { name: text.collections.new.addAttribute }).click()
    await page.getByLabel(text.collections.new.attributeNameOf(1)).fill('Ink')
    await page.getByLabel(text.collections.new.attributeTextOf(1)).fill('< two words>')
    await openSection(page, text.collections.new.policy)
    await page.getByLabel(text.collections.new.lockAt).fill('')
    await openSection(page, text.collections.new.royalty)
    await page.getByLabel('Ask for a royalty').check()
    await field(text.collections.new.rate).fill('101')
    await page.getByLabel(text.collections.new.royaltyToPayout).uncheck()
    await page.getByRole('button', { name: text.collections.new.create }).click()
    await page.getByText(text.common.wrongFields(5)).waitFor()
    expect(await page.evaluate('document.activeElement.labels[0].textContent')).toContain('Name')
    for (const words of [
      text.collections.new.errors.name,
      /two words.* is not a tag/u,
      text.collections.new.errors.lockTime,
      text.collections.new.errors.rate,
      text.collections.new.errors.royaltyAddress,
    ])
      await page.getByText(words).waitFor()
    await capture('new-collection-errors')
    // notices never cover the button, however narrow the window is
    const noticesEnd = await page.evaluate<number>(
      `document.querySelector('section[aria-live]').getBoundingClientRect().bottom`,
    )
    const create = await page
      .getByRole('button', { name: text.collections.new.create })
      .boundingBox()
    expect(noticesEnd).toBeLessThanOrEqual(create?.y ?? 0)
    expect(await call(page, 'collections.list', { accountId: 'local' })).toEqual([])
  })

  test('still holds what was typed after a look at another view', async () => {
    await openView(page, text.frame.policies)
    await heading(text.frame.policies).waitFor()
    await openForm()
    await openSection(page, text.collections.new.template)
    await openSection(page, text.collections.new.royalty)
    expect(await field(text.collections.new.rate).inputValue()).toBe('101')
    expect(await page.getByLabel(text.collections.new.attributeTextOf(1)).inputValue()).toBe(
      '< two words>',
    )
    await page.getByRole('button', { name: text.collections.new.clear }).click()
    expect(await page.getByLabel(text.collections.new.attributeTextOf(1)).count()).toBe(0)
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(0)
  })

  test('takes a policy of the vault, or shows the way to import one', async () => {
    await openSection(page, text.collections.new.policy)
    await page.getByRole('radio', { name: text.collections.new.fromVault }).check()
    await call(page, 'policies.generate', { name: 'Old press', network: 'preprod', lockTime: null })
    await page.getByRole('radio', { name: text.collections.new.generate }).check()
    await page.getByRole('radio', { name: text.collections.new.neverLocks }).check()
    await page.getByText(/can always mint more tokens/u).waitFor()
    await page.getByRole('radio', { name: text.collections.new.fromVault }).check()
    await page.getByRole('button', { name: text.collections.new.vaultLink }).waitFor()
    await page.getByRole('combobox', { name: text.collections.new.policy }).click()
    await page.getByRole('option', { name: 'Old press · Preprod · Never locks' }).click()
    await field(text.collections.new.name).fill('Second pressing')
    await field(text.collections.new.payout).fill(testAddress)
    await capture('new-collection-vault-policy')
    await page.getByRole('button', { name: text.collections.new.create }).click()
    await heading('Second pressing').waitFor({ timeout: uiTimeout })
    const policies = policyCalls['policies.list'].output.parse(
      await call(page, 'policies.list', null),
    )
    const [made] = collectionCalls['collections.list'].output.parse(
      await call(page, 'collections.list', { accountId: 'local' }),
    )
    expect(policies.map(({ policyId }) => policyId)).toContain(made?.policy.policy_id)
  })
})

describe('collections of a hosted account', () => {
  let studio: TestStudio
  beforeAll(async () => {
    studio = await openStudio()
    const baseUrl = await studio.app.listen({ port: 0, host: '127.0.0.1' })
    for (let index = 0; index < 300; index += 1) {
      await createCollection(studio, {
        name: index === 7 ? `A name that goes on ${'and on '.repeat(12)}` : `Series ${index}`,
        ...(index % 2 === 0 ? {} : { policy: { lock: true, lock_time: '2031-01-01' } }),
      })
    }
    const { state } = vaultCalls['vault.status'].output.parse(
      await call(page, 'vault.status', null),
    )
    if (state === 'new') await call(page, 'vault.create', { passphrase })
    const account = { network: 'testnet', baseUrl, appId }
    await confirming(running.app, () =>
      call(page, 'accounts.add', { ...account, name: 'Studio afar', apiKey }),
    )
    await call(page, 'accounts.add', { ...account, name: 'Wrong key', apiKey: 'not-the-key' })
    await page.reload()
    await heading(/./u).waitFor()
    await openView(page, text.collections.title)
  })
  afterAll(() => studio.close())

  const choose = async (name: string) => {
    await page.getByRole('combobox', { name: text.collections.new.account }).click()
    await page.getByRole('option', { name: `${name} · Testnet` }).click()
  }

  test('are listed by the hundred and found by name', async () => {
    await choose('Studio afar')
    await page.getByText(text.collections.found(300, 300)).waitFor({ timeout: uiTimeout })
    // Only what is seen is in the document.
    expect(await page.getByRole('article').count()).toBeLessThan(60)
    await capture('collections-many')
    await page.getByLabel(text.collections.search).fill('series 299')
    await page.getByText(text.collections.found(1, 300)).waitFor()
    await expect.poll(() => page.getByRole('article').count()).toBe(1)
    await page.getByLabel(text.collections.search).fill('nothing of the kind')
    await page.getByRole('heading', { name: text.collections.nothingFound.title }).waitFor()
    await capture('collections-nothing-found')
    await page.getByRole('button', { name: text.collections.nothingFound.clear }).click()
    await page.getByText(text.collections.found(300, 300)).waitFor()
    await page.getByRole('combobox', { name: text.collections.order }).click()
    await page.getByRole('option', { name: text.collections.orders.name }).click()
    await page
      .getByRole('article')
      .first()
      .getByText(/^A name that goes on/u)
      .waitFor()
  })

  test('get the keys of a policy of the vault only when that is said', async () => {
    const mine = { name: 'Own press', network: 'preprod', lockTime: null }
    await call(page, 'policies.generate', mine)
    await openForm()
    await openSection(page, text.collections.new.policy)
    await page.getByRole('radio', { name: text.collections.new.fromVault }).check()
    await page.getByRole('combobox', { name: text.collections.new.policy }).click()
    await page.getByRole('option', { name: 'Own press · Preprod · Never locks' }).click()
    await field(text.collections.new.name).fill('Afar with keys of mine')
    await field(text.collections.new.payout).fill(testAddress)
    const send = page.getByRole('checkbox', {
      name: text.collections.new.sendKeys('Studio afar'),
    })
    expect(await send.isChecked()).toBe(false)
    await page.getByRole('button', { name: text.collections.new.create }).click()
    await page.getByText(/allow that they are sent to it/u).waitFor()
    expect(await heading(text.collections.new.title).isVisible()).toBe(true)
    await capture('new-collection-send-keys')
    await send.check()
    await page.getByRole('button', { name: text.collections.new.create }).click()
    const dialog = page.getByRole('dialog', { name: text.collections.new.sendKeysTitle })
    await dialog.getByLabel(text.collections.new.sendKeysPassphrase).fill('a wrong passphrase')
    await dialog.getByRole('button', { name: text.collections.new.sendKeysSubmit }).click()
    await dialog.getByRole('alert').waitFor({ timeout: uiTimeout })
    await capture('new-collection-keys-passphrase')
    await dialog.getByLabel(text.collections.new.sendKeysPassphrase).fill(passphrase)
    await confirming(running.app, () =>
      dialog.getByRole('button', { name: text.collections.new.sendKeysSubmit }).click(),
    )
    await heading('Afar with keys of mine').waitFor({ timeout: uiTimeout })
    await openView(page, text.collections.title)
  })

  test('with a wrong key: the reason, and a way to the settings', async () => {
    await choose('Wrong key')
    await page.getByRole('alert').filter({ hasText: /key/iu }).waitFor({ timeout: uiTimeout })
    await capture('collections-wrong-key')
    await page.getByRole('button', { name: text.common.steps.accounts }).click()
    await heading(text.frame.settings).waitFor()
  })
})
