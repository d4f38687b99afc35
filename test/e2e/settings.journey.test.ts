import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { text } from '#renderer/text/en.ts'
import { vaultStatus } from '#contract/vault/status.ts'
import {
  apiKey,
  appId,
  createCollection,
  openStudio,
  type TestStudio,
} from '../studio/open-studio.ts'
import {
  call,
  closeByEscape,
  createVault,
  openView,
  passphrase,
  uiTimeout,
  unlockVault,
} from '../support/window-actions.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { confirming } from '../support/confirm.ts'
import {
  hasKeychainService,
  type KeychainSession,
  startKeychainSession,
} from '../support/keychain-session.ts'
import { startBlockfrost } from '../support/blockfrost-stand-in.ts'
import { startLoopbackServer } from '../support/loopback-server.ts'
import { screenshot } from '../support/screens.ts'

const capture = async (page: Page, name: string): Promise<void> => {
  await screenshot(page, `settings-${name}`)
  expect(await axeViolations(page)).toEqual([])
}

const openSection = async (page: Page, name: string): Promise<void> => {
  await openView(page, text.settings.title)
  await page.getByRole('tab', { name }).click()
}

/** The sheet under a title. */
const sheet = (page: Page, title: string | RegExp): Locator =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) })

/** Its title also says its state. */
const vaultSheet = (page: Page): Locator =>
  sheet(page, new RegExp(`^${text.settings.vault.state} `, 'u'))

const notice = (page: Page, words: string | RegExp): Promise<void> =>
  page
    .getByRole('region', { name: text.frame.notices })
    .getByText(words)
    .waitFor({ timeout: uiTimeout })

const schemeOf = (page: Page): Promise<string | null> =>
  page.locator('html').getAttribute('data-mantine-color-scheme')

describe('settings without a keychain', () => {
  const home = mkdtempSync(join(tmpdir(), 'coldpress-settings-e2e-'))
  let running: RunningApp
  let page: Page
  const start = async (): Promise<void> => {
    running = await startApp({ home })
    page = running.page
  }
  beforeAll(start)
  afterAll(async () => {
    await running.kill()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  })

  describe('accounts', () => {
    let studio: TestStudio
    let baseUrl: string
    beforeAll(async () => {
      studio = await openStudio({ network: 'preprod' })
      baseUrl = await studio.app.listen({ host: '127.0.0.1', port: 0 })
      await createCollection(studio)
    })
    afterAll(() => studio.close())

    it('tests the Local studio, and says why it cannot be removed', async () => {
      await openSection(page, text.settings.sections.accounts)
      const local = sheet(page, text.settings.inbox.local)
      await local.getByText(text.settings.accounts.localText).waitFor()
      expect(await local.getByRole('button').count()).toBe(1)
      await local
        .getByRole('button', { name: text.settings.accounts.testOf('Local studio') })
        .click()
      await local.getByText(/^Answered in [\d,]+ ms\. It is on Devnet\.$/u).waitFor()
      await capture(page, 'accounts')
    })

    it('says what is wrong with a key that is not the service’s', async () => {
      await confirming(running.app, () => addAccount('Hosted', 'key-of-somebody-else-0815'))
      const dialog = page.getByRole('dialog', { name: text.settings.accounts.addTitle })
      await dialog
        .getByRole('alert')
        .getByText(/API key/u)
        .waitFor()
      await capture(page, 'account-refused-by-its-service')
      await dialog.getByRole('switch', { name: text.settings.accounts.untested }).click()
      // The address was confirmed already.
      await dialog.getByRole('button', { name: text.settings.accounts.add }).click()
      await createVault(page)
      await notice(page, text.settings.accounts.added('Hosted'))
      const hosted = sheet(page, 'Hosted')
      await hosted.getByRole('button', { name: text.settings.accounts.testOf('Hosted') }).click()
      await hosted.getByText(text.settings.vault.outcomes.fails).waitFor()
      await hosted.getByText(/API key/u).waitFor()
      await capture(page, 'account-wrong-key')
      expect(await page.content()).not.toContain('key-of-somebody-else-0815')
    })

    it('removes an account once that is confirmed', async () => {
      await page.getByRole('button', { name: text.settings.accounts.removeOf('Hosted') }).click()
      const dialog = page.getByRole('dialog', { name: text.settings.accounts.removeTitle })
      await dialog.getByText(text.settings.accounts.removeText('Hosted')).waitFor()
      await capture(page, 'account-remove')
      await dialog.getByRole('button', { name: text.settings.accounts.keep }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: text.settings.accounts.removeOf('Hosted') }).click()
      await dialog.getByRole('button', { name: text.settings.accounts.remove }).click()
      await notice(page, text.settings.accounts.removed('Hosted'))
      await sheet(page, 'Hosted').waitFor({ state: 'detached' })
    })

    it('answers with the right key, in milliseconds and words', async () => {
      await addAccount('Hosted', apiKey)
      const hosted = sheet(page, 'Hosted')
      await hosted.getByRole('button', { name: text.settings.accounts.testOf('Hosted') }).click()
      await hosted.getByText(/^Answered in [\d,]+ ms\. It is on Testnet\.$/u).waitFor()
      await capture(page, 'account-works')
    })

    it('keeps the dialog with what was refused', async () => {
      await page.getByRole('button', { name: text.settings.accounts.add }).click()
      const dialog = page.getByRole('dialog', { name: text.settings.accounts.addTitle })
      await fillAccount(dialog, 'HOSTED', apiKey)
      await dialog.getByRole('button', { name: text.settings.accounts.add }).click()
      await dialog.getByRole('alert').getByText('There is an account HOSTED already').waitFor()
      await capture(page, 'account-refused')
      await closeByEscape(dialog)
    })

    const addAccount = async (name: string, key: string): Promise<void> => {
      await page.getByRole('button', { name: text.settings.accounts.add }).click()
      const dialog = page.getByRole('dialog', { name: text.settings.accounts.addTitle })
      await fillAccount(dialog, name, key)
      expect(
        await dialog.getByLabel(text.settings.accounts.apiKey).first().getAttribute('type'),
      ).toBe('password')
      await dialog.getByRole('button', { name: text.settings.accounts.add }).click()
    }

    const fillAccount = async (dialog: Locator, name: string, key: string): Promise<void> => {
      await dialog.getByRole('textbox', { name: text.settings.accounts.name }).fill(name)
      await dialog.getByRole('textbox', { name: text.settings.accounts.baseUrl }).fill(baseUrl)
      await dialog.getByRole('textbox', { name: text.settings.accounts.appId }).fill(appId)
      await dialog.getByLabel(text.settings.accounts.apiKey).first().fill(key)
      await dialog.getByText(text.common.networks.testnet, { exact: true }).click()
    }
  })

  describe('pinning', () => {
    it('keeps images on this computer, and says so when a node does not answer', async () => {
      await openSection(page, text.settings.sections.pinning)
      const local = sheet(page, text.common.pinTarget('local'))
      await local
        .getByRole('button', { name: text.settings.pinning.testOf('This computer') })
        .click()
      await local.getByText(text.settings.pinning.works).waitFor()

      const answering = await startLoopbackServer(() => undefined)
      const url = answering.url
      await answering.close()
      await page.getByRole('button', { name: text.settings.pinning.add }).click()
      const dialog = page.getByRole('dialog', { name: text.settings.pinning.addTitle })
      await dialog.getByRole('textbox', { name: text.settings.pinning.name }).fill('My node')
      await dialog.getByRole('textbox', { name: 'RPC address' }).fill(url)
      await dialog.getByRole('button', { name: text.common.save }).click()
      await dialog.getByText(/^Use lower-case/u).waitFor()
      await capture(page, 'pin-refused')
      await dialog.getByRole('textbox', { name: text.settings.pinning.name }).fill('my-node')
      await dialog.getByLabel('Access token').first().fill('a token')
      await confirming(running.app, () =>
        dialog.getByRole('button', { name: text.common.save }).click(),
      )
      await notice(page, text.settings.pinning.saved('my-node'))
      const node = sheet(page, 'my-node')
      await node.getByRole('button', { name: text.settings.pinning.testOf('my-node') }).click()
      await node.getByText(text.settings.vault.outcomes.fails).waitFor({ timeout: uiTimeout })
      await capture(page, 'pinning')
    })

    it('changes the address of a node', async () => {
      await page.getByRole('button', { name: text.settings.pinning.changeOf('my-node') }).click()
      const dialog = page.getByRole('dialog', {
        name: text.settings.pinning.changeTitle('my-node'),
      })
      await dialog.getByText(text.settings.pinning.tokenChangeHint).waitFor()
      await dialog.getByRole('textbox', { name: 'RPC address' }).fill('http://127.0.0.1:5999')
      await capture(page, 'pin-change')
      await confirming(running.app, () =>
        dialog.getByRole('button', { name: text.common.save }).click(),
      )
      await sheet(page, 'my-node').getByText('http://127.0.0.1:5999').waitFor()
    })
  })

  describe('vault', () => {
    beforeAll(async () => {
      const { state } = vaultStatus.parse(await call(page, 'vault.status', null))
      if (state === 'new') await call(page, 'vault.create', { passphrase })
    })

    it('says in words where it is kept, why there is no keychain, and whether it works', async () => {
      await openSection(page, text.settings.sections.vault)
      const state = vaultSheet(page)
      await state.getByText(text.settings.vault.backends['sealed-files']).waitFor()
      await state.getByText(/keychain/iu).waitFor()
      const health = sheet(page, text.settings.vault.health)
      await health.getByText(text.settings.vault.healthy).waitFor()
      await health.getByText(text.settings.vault.keychainFails).waitFor()
      await health.getByText(text.common.details).waitFor()
      await capture(page, 'vault')
    })

    it('locks and unlocks, and tells a wrong passphrase', async () => {
      await page.getByRole('button', { name: text.settings.vault.lockNow }).click()
      await vaultSheet(page).getByText(text.settings.vault.stateText.locked).waitFor()
      await capture(page, 'vault-locked')
      await vaultSheet(page).getByRole('button', { name: text.settings.vault.unlock }).click()
      const dialog = page.getByRole('dialog', { name: text.frame.vault.unlockTitle })
      await dialog.getByLabel(text.frame.vault.passphrase).first().fill('not the passphrase')
      await dialog.getByRole('button', { name: text.frame.vault.unlock }).click()
      const wrong = dialog.locator('input[aria-invalid=true]')
      await wrong.waitFor({ timeout: uiTimeout })
      await capture(page, 'vault-wrong-passphrase')
      await unlockVault(page)
      await vaultSheet(page).getByText(text.settings.vault.stateText.unlocked).waitFor()
    })

    it('changes the passphrase only with the present one', async () => {
      const change = sheet(page, text.settings.vault.changeTitle)
      const fill = async (old: string, fresh: string, again: string): Promise<void> => {
        await change.getByLabel(text.settings.vault.old).first().fill(old)
        await change.getByLabel(text.settings.vault.fresh).first().fill(fresh)
        await change.getByLabel(text.settings.vault.again).first().fill(again)
        await change.getByRole('button', { name: text.settings.vault.change }).click()
      }
      await fill(passphrase, 'another passphrase', 'another passphrasr')
      await change.getByText(text.common.passphrase.differs).waitFor()
      await fill('not the passphrase', 'another passphrase', 'another passphrase')
      await change
        .getByText('The passphrase does not open the vault.')
        .waitFor({ timeout: uiTimeout })
      await capture(page, 'passphrase-wrong')
      await fill(passphrase, 'another passphrase', 'another passphrase')
      await notice(page, text.settings.vault.changed)
      expect(await change.getByLabel(text.settings.vault.fresh).first().inputValue()).toBe('')

      await call(page, 'vault.lock', null)
      await page.getByRole('region', { name: text.frame.vault.locked }).getByRole('button').click()
      await unlockVault(page, 'another passphrase')
    })

    it('takes whole minutes until the vault locks itself', async () => {
      const lock = sheet(page, text.settings.vault.autoLockTitle)
      const minutes = lock.getByRole('textbox', {
        name: text.settings.vault.autoLock,
      })
      await minutes.fill('2000')
      await lock.getByRole('button', { name: text.common.save }).click()
      await lock.getByText(text.settings.vault.autoLockError).waitFor()
      await capture(page, 'auto-lock-wrong')
      await minutes.fill('7')
      await lock.getByRole('button', { name: text.common.save }).click()
      await notice(page, text.settings.vault.autoLockSaved(7))
    })
  })

  it('shows versions, the data folder and licences that can be searched', async () => {
    await openSection(page, text.settings.sections.about)
    await page.getByText(home, { exact: true }).waitFor()
    const licences = page.getByRole('table', { name: text.settings.about.licences })
    await licences.getByRole('row').nth(5).waitFor()
    await capture(page, 'about')
    const search = page.getByRole('searchbox', { name: text.settings.about.search })
    await search.fill('react-dom')
    await licences.getByRole('row', { name: /^react-dom \d+\.\d+\.\d+ MIT$/u }).waitFor()
    await search.fill('no such package')
    await page.getByText(text.settings.about.none('no such package')).waitFor()
    await capture(page, 'about-none')
  })

  const removeGateway = async (name: string): Promise<void> => {
    const words = text.settings.gateways
    const remove = page.getByRole('button', { name: words.removeOf(name), exact: true })
    await remove.click()
    await page
      .getByRole('dialog', { name: words.removeTitle })
      .getByRole('button', { name: words.remove })
      .click()
    await remove.waitFor({ state: 'hidden' })
  }

  it('sets up the gateway of a network once it was checked, and removes it once that is confirmed', async () => {
    const blockfrost = await startBlockfrost({ network: 'preview', usedToday: 1200 })
    onTestFinished(() => blockfrost.close())
    await openSection(page, text.settings.sections.gateways)
    await page.getByRole('button', { name: text.settings.gateways.setOf('Preprod') }).click()
    const dialog = page.getByRole('dialog', { name: text.settings.gateways.title('Preprod') })
    const check = () =>
      dialog.getByRole('button', { name: text.settings.gateways.check, exact: true }).click()
    await dialog.getByLabel(/^Project ID/u).fill('previewPastedByTheTestOfSettings0123')
    await dialog.getByLabel(text.settings.accounts.baseUrl).fill(`${blockfrost.baseUrl}/elsewhere`)
    await confirming(running.app, check)
    await dialog.getByText(/Check that the base URL/u).waitFor({ timeout: uiTimeout })
    await capture(page, 'gateway-wrong')
    await dialog.getByLabel(text.settings.accounts.baseUrl).fill(blockfrost.baseUrl)
    await dialog.getByLabel(/^Project ID/u).fill('serverPastedByTheTestOfSettings01234')
    await dialog.getByLabel(text.settings.accounts.name).fill('Mine')
    await check()
    // Its genesis says which network it serves.
    const found = page.getByRole('dialog', { name: text.settings.gateways.title('Preview') })
    await found.getByText(text.settings.gateways.found.other('Preview')).waitFor()
    await capture(page, 'gateway-checked')
    await found.getByRole('button', { name: text.settings.gateways.store }).click()
    await found.waitFor({ state: 'hidden' })
    await page
      .getByText(/calls today .UTC/u)
      .first()
      .waitFor()
    await page.getByRole('button', { name: text.settings.gateways.testOf('Devnet') }).click()
    await page.getByText(/Devnet of the Local studio answered in/u).waitFor({ timeout: uiTimeout })
    await page.getByText(blockfrost.baseUrl).waitFor()
    await capture(page, 'gateways')
    await openSection(page, text.settings.sections.accounts)
    await page.getByText(text.settings.accounts.localOn('Preview')).waitFor()
    await capture(page, 'accounts-of-networks')
    await openSection(page, text.settings.sections.gateways)
    await removeGateway('Preview')
    await page.getByRole('button', { name: text.settings.gateways.setOf('Preview') }).waitFor()
  })

  it('lists several gateways of a network, and asks them in the order that is chosen', async () => {
    const words = text.settings.gateways
    const stored = async (open: string, name: string): Promise<void> => {
      const blockfrost = await startBlockfrost({ network: 'preview', usedToday: 1 })
      onTestFinished(() => blockfrost.close())
      await page.getByRole('button', { name: open, exact: true }).click()
      const dialog = page.getByRole('dialog', { name: words.title('Preview') })
      await dialog.getByLabel(text.settings.accounts.baseUrl).fill(blockfrost.baseUrl)
      await dialog.getByLabel(/^Project ID/u).fill('previewPastedByTheTestOfSettings0123')
      await dialog.getByLabel(text.settings.accounts.name).fill(name)
      await confirming(running.app, () =>
        dialog.getByRole('button', { name: words.check, exact: true }).click(),
      )
      await dialog.getByRole('button', { name: words.store }).click()
      await dialog.waitFor({ state: 'hidden' })
    }
    const names = async (): Promise<readonly string[]> =>
      (await page.getByText(/^(?:Mine|Second)$/u).allTextContents()).map((name) => name.trim())
    await openSection(page, text.settings.sections.gateways)
    await stored(words.setOf('Preview'), 'Mine')
    await stored(words.addOf('Preview'), 'Second')
    await expect.poll(names).toEqual(['Mine', 'Second'])
    await capture(page, 'gateways-of-one-network')
    await page.getByRole('button', { name: words.earlierOf(words.nth('Preview', 2)) }).click()
    await expect.poll(names).toEqual(['Second', 'Mine'])
    await removeGateway(words.nth('Preview', 2))
    await expect.poll(names).toEqual(['Second'])
    await removeGateway('Preview')
    await page.getByRole('button', { name: words.setOf('Preview') }).waitFor()
  })

  it('changes the appearance at once', async () => {
    await openSection(page, text.settings.sections.appearance)
    await capture(page, 'appearance')
    await page.getByText(text.settings.appearance.choices.dark, { exact: true }).click()
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
    await page.getByText(text.settings.appearance.choices.light, { exact: true }).click()
    await page.locator('html[data-mantine-color-scheme="light"]').waitFor()
    await page.getByText(text.settings.appearance.choices.dark, { exact: true }).click()
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
  })

  it('keeps all that was set before over a restart, and comes back locked', async () => {
    await running.close()
    await start()
    await page.getByRole('region', { name: text.frame.vault.locked }).waitFor()
    // The setting may come a moment after the vault's state.
    await expect.poll(() => schemeOf(page)).toBe('dark')
    await openSection(page, text.settings.appearance.label)
    expect(
      await page.getByRole('radio', { name: text.settings.appearance.choices.dark }).isChecked(),
    ).toBe(true)
    await openSection(page, text.settings.sections.vault)
    const minutes = page.getByRole('textbox', { name: text.settings.vault.autoLock })
    expect(await minutes.inputValue()).toBe('7')
    await openSection(page, text.settings.sections.pinning)
    await sheet(page, 'my-node').getByText('http://127.0.0.1:5999').waitFor()
    await openSection(page, text.settings.sections.accounts)
    await sheet(page, 'Hosted').waitFor()
  })

  it('goes by keyboard alone through unlocking and the sections', async () => {
    await page.reload()
    await page.getByRole('region', { name: text.frame.vault.locked }).waitFor()
    await tabTo(page, text.settings.vault.unlock)
    await page.keyboard.press('Enter')
    await page.locator('[role=dialog] input:focus').waitFor()
    await page.keyboard.type('another passphrase')
    await page.keyboard.press('Enter')
    await page
      .getByRole('region', { name: text.frame.vault.unlocked })
      .waitFor({ timeout: uiTimeout })

    await tabTo(page, text.settings.title, 'Shift+Tab')
    await page.keyboard.press('Enter')
    await tabTo(page, text.settings.sections.accounts)
    expect(await hasVisibleFocus(page)).toBe(true)
    for (const name of [
      text.settings.sections.gateways,
      text.settings.sections.pinning,
      text.settings.sections.inbox,
      text.settings.sections.webhooks,
      text.settings.sections.vault,
      text.settings.sections.computer,
      text.settings.sections.appearance,
    ]) {
      await page.keyboard.press('ArrowDown')
      await page.getByRole('tab', { name, selected: true }).waitFor()
      expect(await focusedName(page)).toBe(name)
    }
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowUp')
    await page.locator('html[data-mantine-color-scheme="light"]').waitFor()
    expect(await hasVisibleFocus(page)).toBe(true)
  })
})

const focusedName = (page: Page): Promise<string> =>
  page.evaluate('document.activeElement?.textContent?.trim() ?? ""')

/** Whether whoever looks can see where they are. */
const hasVisibleFocus = (page: Page): Promise<boolean> =>
  page.evaluate(
    `document.activeElement.matches(':focus-visible') &&
      [document.activeElement, document.activeElement.nextElementSibling].some((one) => one && getComputedStyle(one).outlineStyle !== 'none')`,
  )

/** Presses Tab until something with these words has the focus. */
const tabTo = async (page: Page, words: string, key = 'Tab'): Promise<void> => {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press(key)
    if ((await focusedName(page)) === words) return
  }
  throw new Error(`Forty times ${key} did not lead to ${words}.`)
}

describe.runIf(hasKeychainService)('settings with a real keychain', () => {
  let keychain: KeychainSession
  let running: RunningApp
  beforeAll(async () => {
    keychain = await startKeychainSession()
    running = await startApp({ keychain })
  })
  afterAll(async () => {
    await running.kill()
    await keychain.stop()
  })

  it('says that the keychain is used and answers, and later that it does not', async () => {
    const { page } = running
    await openSection(page, text.settings.sections.vault)
    await vaultSheet(page).getByText(text.settings.vault.backends.keychain).waitFor()
    const health = sheet(page, text.settings.vault.health)
    await health.getByText(text.settings.vault.healthy).waitFor()
    await health.getByText(text.settings.vault.keychainWorks).waitFor()
    await capture(page, 'vault-keychain')

    await vaultSheet(page).getByRole('button', { name: text.settings.vault.create }).click()
    await createVault(page)
    expect(await keychain.searchItems({ username: 'vault/identity' })).toHaveLength(1)

    await keychain.lock()
    await health.getByRole('button', { name: text.settings.vault.checkAgain }).click()
    await health.getByText(text.settings.vault.sick).waitFor({ timeout: uiTimeout })
    await capture(page, 'vault-keychain-locked')
  })
})
