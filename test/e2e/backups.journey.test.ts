import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { policyViewSchema } from '#contract/policies/policy-view.ts'
import { readVerificationKey } from '#cardano/envelope.ts'
import { readSigningKey } from '#cardano/keys.ts'
import { Secret } from '#platform/secret/secret.ts'
import { text as catalogue } from '#renderer/text/en.ts'
import {
  answerDialogs,
  call,
  chooseFromMore,
  closeByEscape,
  openView,
  passphrase,
  uiTimeout,
} from '../support/window-actions.ts'
import { confirming } from '../support/confirm.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { cutTexts } from '../support/cut-texts.ts'
import { focused } from '../support/keyboard.ts'
import { screenshot } from '../support/screens.ts'
import { untilStill } from '../support/until-still.ts'

const backupPassphrase = 'words for the backup alone'
const longName = `Herbarium ${'of the northern coasts and islands '.repeat(4)}`.trim()

const folder = mkdtempSync(join(tmpdir(), 'coldpress-backups-e2e-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Looked at by axe, and by whoever asked for images. */
const capture = async (page: Page, name: string): Promise<void> => {
  await screenshot(page, `backups-${name}`)
  expect(await axeViolations(page)).toEqual([])
}

const dialogOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name })
const notice = (page: Page, words: string | RegExp): Promise<void> =>
  page
    .getByRole('region', { name: catalogue.frame.notices })
    .getByText(words)
    .waitFor({ timeout: uiTimeout })

describe('keys that are kept safe', () => {
  let running: RunningApp
  let page: Page
  let keyHash: string
  const file = join(folder, 'herbarium.age')
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const openTab = (name: string) => page.getByRole('tab', { name }).click()
  const nag = () => page.getByRole('region', { name: catalogue.policies.backup.reminder.title })
  const openPolicy = async (name: string | RegExp): Promise<void> => {
    await openView(page, catalogue.policies.title)
    await page.getByRole('row', { name }).click()
    await page.getByText(catalogue.policies.conditions.title).waitFor()
  }
  const isProtected = () =>
    running.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().some((window) => window.isContentProtected()),
    )
  beforeAll(async () => {
    running = await startApp()
    page = running.page
    await openView(page, catalogue.policies.title)
  })
  afterAll(() => running.kill())

  it('says what phrases and locks are while there are none', async () => {
    await openTab(catalogue.policies.tabs.phrases)
    await page.getByRole('heading', { name: catalogue.policies.phrases.emptyTitle }).waitFor()
    await capture(page, 'phrases-empty')
    await openTab(catalogue.policies.tabs.locks)
    await page.getByRole('heading', { name: catalogue.policies.calendar.emptyTitle }).waitFor()
    expect(await button(catalogue.policies.calendar.save).count()).toBe(0)
    await capture(page, 'locks-empty')
  })

  it('reminds of a policy without a backup, in the list and on its page', async () => {
    await call(page, 'vault.create', { passphrase })
    const lockTime = '2999-01-01T00:00:00Z'
    const wanted = { name: longName, network: 'preprod', lockTime }
    const made = policyViewSchema.parse(await call(page, 'policies.generate', wanted))
    keyHash = made.keys[0]?.keyHash ?? ''
    await openTab(catalogue.policies.tabs.list)
    await nag().getByText(catalogue.policies.backup.reminder.one).waitFor()
    await page
      .getByRole('row', { name: /Herbarium/u })
      .getByText(catalogue.policies.backup.states.none)
      .waitFor()
    await capture(page, 'list-none')
    await nag().getByRole('button', { name: catalogue.policies.backup.reminder.goToOne }).click()
    await nag().getByText(catalogue.policies.backup.reminder.none).waitFor()
    await capture(page, 'page-none')
  })

  it('refuses to remove a key that is nowhere else, unless somebody insists', async () => {
    await chooseFromMore(page, catalogue.policies.backup.removing.open)
    const dialog = dialogOf(page, catalogue.policies.backup.removing.title)
    await dialog.getByText(catalogue.policies.backup.removing.lost.none).waitFor()
    await dialog.getByLabel(/to confirm$/u).fill(longName)
    const remove = dialog.getByRole('button', {
      name: catalogue.policies.backup.removing.submitOne,
    })
    expect(await remove.isDisabled()).toBe(true)
    await dialog.getByRole('checkbox').check()
    expect(await remove.isEnabled()).toBe(true)
    await capture(page, 'remove-none')
    await dialog.getByRole('checkbox').uncheck()
    await dialog
      .getByRole('button', { name: catalogue.policies.backup.removing.backUpFirst })
      .click()
    await dialog.waitFor({ state: 'hidden' })
  })

  it('makes a backup under a passphrase of its own, for the vault’s passphrase alone', async () => {
    const dialog = dialogOf(page, catalogue.policies.backup.making.title)
    const own = dialog.getByRole('textbox', {
      name: catalogue.policies.backup.making.passphrase,
      exact: true,
    })
    const again = dialog.getByLabel(catalogue.policies.backup.making.again)
    const vault = dialog.getByLabel(catalogue.policies.backup.making.vault)
    const submit = dialog.getByRole('button', { name: catalogue.policies.backup.making.submit })
    await dialog.getByText('At least 12 characters').waitFor()
    await own.fill('short')
    await again.fill('short')
    await own.blur()
    await dialog.getByText(catalogue.policies.backup.making.tooShort(12)).waitFor()
    await own.fill('password1234')
    await dialog.getByText('This passphrase is very weak. It is too easy to guess').waitFor()
    expect(await dialog.getByRole('meter', { name: 'Strength' }).getAttribute('value')).toBe('1')
    await own.fill(passphrase)
    await dialog.getByText(catalogue.common.passphrase.is('very strong')).waitFor()
    await again.fill(`${passphrase}!`)
    await submit.click()
    await dialog.getByText(catalogue.policies.backup.making.differs).waitFor()
    await dialog.getByText('Required', { exact: true }).waitFor()
    await again.and(page.locator(':focus')).waitFor()
    await again.fill(passphrase)
    await vault.fill(passphrase)
    await submit.click()
    await dialog.getByText(catalogue.policies.backup.making.sameAsVault).waitFor()
    expect(await own.getAttribute('aria-invalid')).toBe('true')
    expect(await vault.getAttribute('aria-invalid')).not.toBe('true')
    await own.and(page.locator(':focus')).waitFor()
    await capture(page, 'make')

    await own.fill(backupPassphrase)
    await again.fill(backupPassphrase)
    await vault.fill('not the passphrase')
    await answerDialogs(running.app, { save: file })
    await submit.click()
    await expect.poll(() => vault.getAttribute('aria-invalid'), { timeout: uiTimeout }).toBe('true')
    await vault.and(page.locator(':focus')).waitFor()
    expect(await own.getAttribute('aria-invalid')).not.toBe('true')
    await vault.fill(passphrase)
    await submit.click()
    await dialogOf(page, catalogue.policies.backup.testing.title).waitFor({ timeout: uiTimeout })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt /u)
  })

  it('tests it at once: a wrong passphrase is reported, the right one proves each key', async () => {
    const dialog = dialogOf(page, catalogue.policies.backup.testing.title)
    await dialog.getByText(catalogue.policies.backup.testing.saved(file)).waitFor()
    expect(await focused(page)).toMatchObject({ inDialog: true })
    await answerDialogs(running.app, { open: file })
    const pick = dialog.getByRole('button', { name: catalogue.policies.backup.source.pick })
    const submit = dialog.getByRole('button', {
      name: catalogue.policies.backup.testing.submit,
      exact: true,
    })
    await submit.click()
    await dialog.getByText(catalogue.policies.backup.source.missing).waitFor()
    await pick.and(page.locator(':focus')).waitFor()
    await pick.click()
    const own = dialog.getByLabel(catalogue.policies.backup.passphrase)
    await submit.click()
    await own.and(page.locator(':focus')).waitFor()
    await own.fill(passphrase)
    await submit.click()
    await dialog
      .getByText('The passphrase does not open this backup.')
      .waitFor({ timeout: uiTimeout })
    await capture(page, 'drill-wrong')
    await archive(page)
    expect(await own.inputValue()).toBe('')
    await own.fill(backupPassphrase)
    await page.keyboard.press('Enter')
    const passed = dialogOf(page, catalogue.policies.backup.proved.title)
    await passed
      .getByText(catalogue.policies.backup.proved.signs, { exact: true })
      .waitFor({ timeout: uiTimeout })
    await passed.getByText(catalogue.policies.backup.proved.canMint).waitFor()
    await expect.poll(() => focused(page)).toMatchObject({ name: 'button Close' })
    await capture(page, 'drill-passed')
    await passed.getByRole('button', { name: catalogue.common.close }).last().click()
    await page.getByText(/^on \d+ \w+ \d{4}$/u).waitFor()
    await page.getByText(catalogue.policies.backup.states.tested).waitFor()
    expect(await nag().count()).toBe(0)
    await capture(page, 'page-tested')
  })

  it('says so in the list of policies, cut at no width', async () => {
    await openView(page, catalogue.policies.title)
    await page.getByText(catalogue.policies.backup.states.tested).waitFor()
    for (const width of [900, 1000, 1160, 1200, 1600]) {
      await page.setViewportSize({ width, height: 800 })
      await untilStill(page)
      expect(await cutTexts(page), `at ${width} pixels`).toEqual([])
    }
    await page.setViewportSize({ width: 1200, height: 800 })
    await page.getByRole('row').filter({ hasText: catalogue.policies.backup.states.tested }).click()
    await page.getByText(catalogue.policies.conditions.title).waitFor()
  })

  it('removes the key when the policy’s name was typed, and restores it from the backup', async () => {
    await chooseFromMore(page, catalogue.policies.backup.removing.open)
    const removing = dialogOf(page, catalogue.policies.backup.removing.title)
    const remove = removing.getByRole('button', {
      name: catalogue.policies.backup.removing.submitOne,
    })
    const name = removing.getByLabel(/to confirm$/u)
    expect(await removing.getByRole('checkbox').count()).toBe(0)
    await name.fill('Herbarium')
    expect(await remove.isDisabled()).toBe(true)
    await name.fill(longName)
    await capture(page, 'remove')
    await remove.click()
    await notice(page, catalogue.policies.backup.removing.done)
    await page.getByText(catalogue.policies.conditions.keyElsewhere).first().waitFor()

    await openView(page, catalogue.policies.title)
    await button(catalogue.policies.bringIn).click()
    await page.getByRole('menuitem', { name: catalogue.policies.backup.restoreAny }).click()
    const dialog = dialogOf(page, catalogue.policies.backup.restoring.title)
    await dialog.getByRole('button', { name: catalogue.policies.backup.source.pick }).click()
    await dialog.getByLabel(catalogue.policies.backup.passphrase).fill('not its passphrase')
    await dialog
      .getByRole('button', { name: catalogue.policies.backup.restoring.submit, exact: true })
      .click()
    await dialog
      .getByText('The passphrase does not open this backup.')
      .waitFor({ timeout: uiTimeout })
    await capture(page, 'restore-wrong')
    await dialog.getByLabel(catalogue.policies.backup.passphrase).fill(backupPassphrase)
    await dialog
      .getByRole('button', { name: catalogue.policies.backup.restoring.submit, exact: true })
      .click()
    const restored = dialogOf(page, catalogue.policies.backup.restored.title)
    await restored
      .getByText(catalogue.policies.backup.restored.came)
      .waitFor({ timeout: uiTimeout })
    await restored.getByText(catalogue.policies.backup.restored.known).waitFor()
    await capture(page, 'restored')
    await restored.getByRole('button', { name: catalogue.policies.backup.restored.open }).click()
    await page.getByText('The signing key is in your vault.', { exact: true }).waitFor()
    await page.getByText(catalogue.policies.backup.states.tested).waitFor()
  })

  it('makes a page to print, which is proved by what its codes say', async () => {
    const path = join(folder, 'herbarium.html')
    await button(catalogue.policies.backup.makeAgain).click()
    const dialog = dialogOf(page, catalogue.policies.backup.making.title)
    await dialog.getByText(catalogue.policies.backup.making.paper).click()
    await dialog.getByText(catalogue.policies.backup.making.paperHint).waitFor()
    await dialog
      .getByRole('textbox', { name: catalogue.policies.backup.making.passphrase, exact: true })
      .fill(backupPassphrase)
    await dialog.getByLabel(catalogue.policies.backup.making.again).fill(backupPassphrase)
    await dialog.getByLabel(catalogue.policies.backup.making.vault).fill(passphrase)
    await capture(page, 'make-paper')
    await answerDialogs(running.app, { save: path })
    await page.keyboard.press('Enter')
    const testing = dialogOf(page, catalogue.policies.backup.testing.title)
    await testing.getByText(`The page is in ${path}.`).waitFor({ timeout: uiTimeout })
    const text = /-----BEGIN[\s\S]*?-----END [^-]*-----/u.exec(readFileSync(path, 'utf8'))?.[0]
    await testing.getByText(catalogue.policies.backup.source.text).click()
    await testing.getByLabel(catalogue.policies.backup.source.paste).fill(text ?? '')
    await testing.getByLabel(catalogue.policies.backup.passphrase).fill(backupPassphrase)
    await capture(page, 'drill-paper')
    await testing
      .getByRole('button', { name: catalogue.policies.backup.testing.submit, exact: true })
      .click()
    const passed = dialogOf(page, catalogue.policies.backup.proved.title)
    await passed
      .getByText(catalogue.policies.backup.proved.signs, { exact: true })
      .waitFor({ timeout: uiTimeout })
    await closeByEscape(passed)
  })

  it('gives out cardano-cli’s key files, the private one for the passphrase alone', async () => {
    const vkey = join(folder, 'herbarium.vkey')
    await answerDialogs(running.app, { save: vkey })
    await chooseFromMore(page, catalogue.policies.publicFile.saveKeys)
    await notice(page, catalogue.policies.publicFile.savedKeys([vkey]))
    expect(readVerificationKey(readFileSync(vkey, 'utf8')).keyHash).toBe(keyHash)

    const skey = join(folder, 'herbarium.skey')
    await answerDialogs(running.app, { save: skey })
    await chooseFromMore(page, catalogue.policies.keys.show)
    const dialog = dialogOf(page, catalogue.policies.reveal.title)
    const save = dialog.getByRole('button', { name: catalogue.policies.reveal.saveKeys })
    const typed = dialog.getByLabel(catalogue.policies.reveal.passphrase)
    await save.click()
    await dialog.getByText('Required', { exact: true }).waitFor()
    expect(await typed.getAttribute('aria-invalid')).toBe('true')
    await typed.and(page.locator(':focus')).waitFor()
    await typed.fill(passphrase)
    await capture(page, 'reveal-files')
    await save.click()
    await notice(page, `The signing keys are in ${skey}.`)
    expect(readSigningKey(Secret.ofText(readFileSync(skey, 'utf8'))).keyHash).toBe(keyHash)
    expect(statSync(skey).mode & 0o777).toBe(0o600)
  })

  it('says which other policy needs a key before it goes', async () => {
    const script = JSON.stringify({ type: 'sig', keyHash })
    const source = { kind: 'text', text: script }
    await call(page, 'policies.import', { source, keys: [], name: 'Sister', network: 'preprod' })
    await openPolicy(/Herbarium/u)
    await chooseFromMore(page, catalogue.policies.backup.removing.open)
    const dialog = dialogOf(page, catalogue.policies.backup.removing.title)
    await dialog.getByText(catalogue.policies.backup.removing.shared.text('Sister')).waitFor()
    await dialog.getByLabel(/to confirm$/u).fill(longName)
    expect(
      await dialog
        .getByRole('button', { name: catalogue.policies.backup.removing.submitOne })
        .isDisabled(),
    ).toBe(true)
    await capture(page, 'remove-shared')
    await closeByEscape(dialog)
  })

  let words: readonly string[] = []

  it('shows a new phrase once, protected, and keeps it when three words were given back', async () => {
    await openView(page, catalogue.policies.title)
    await openTab(catalogue.policies.tabs.phrases)
    await button(catalogue.policies.phrases.create).click()
    const dialog = dialogOf(page, catalogue.policies.phrases.creating.title)
    await expect.poll(isProtected).toBe(true)
    await capture(page, 'phrase-explain')
    const show = dialog.getByRole('button', { name: catalogue.policies.phrases.creating.show })
    await confirming(running.app, () => show.click())
    await wordsIn(dialog)
    await archive(page)
    await notice(page, catalogue.policies.phrases.creating.hidden)
    expect(await dialog.count()).toBe(0)
    expect(await isProtected()).toBe(false)

    await button(catalogue.policies.phrases.create).click()
    await confirming(running.app, () => show.click())
    words = await wordsIn(dialog)
    expect(words).toHaveLength(24)
    expect(await isProtected()).toBe(true)
    await capture(page, 'phrase-words')
    await dialog.getByRole('button', { name: catalogue.policies.phrases.creating.written }).click()
    await dialog.getByText(catalogue.policies.phrases.creating.check).waitFor()
    expect(await dialog.getByRole('list').count()).toBe(0)
    const asked = await dialog.getByRole('textbox').all()
    expect(asked).toHaveLength(3)
    const positions: number[] = []
    for (const field of asked) positions.push(await placeOf(field))
    const keep = dialog.getByRole('button', { name: catalogue.policies.phrases.creating.keep })
    await keep.click()
    await dialog.getByText('Required', { exact: true }).nth(2).waitFor()
    await asked[0]?.and(page.locator(':focus')).waitFor()
    for (const [index, field] of asked.entries())
      await field.fill(index === 0 ? 'wrong' : (words[(positions[index] ?? 0) - 1] ?? ''))
    await keep.click()
    const error = dialog.getByRole('alert')
    await error.getByText(`Word ${positions[0] ?? 0} is not the one`).waitFor()
    expect(await error.textContent()).not.toContain('wrong')
    await capture(page, 'phrase-check')
    await asked[0]?.fill(` ${(words[(positions[0] ?? 0) - 1] ?? '').toUpperCase()} `)
    await keep.click()
    await notice(page, /^The phrase is in the vault\./u)
    expect(await isProtected()).toBe(false)
    expect(await page.getByText(words.slice(0, 2).join(' ')).count()).toBe(0)
    await page.getByText(catalogue.policies.phrases.noneUsed).waitFor()
  })

  it('makes a policy whose key comes from the phrase, and says which index was used', async () => {
    await button(catalogue.policies.phrases.newPolicy).click()
    const dialog = dialogOf(page, catalogue.policies.create)
    await dialog.getByLabel(catalogue.policies.form.name).fill('Of the phrase')
    expect(
      await dialog
        .getByRole('radio', { name: catalogue.policies.phrases.choice.ofPhrase })
        .isChecked(),
    ).toBe(true)
    await dialog.getByRole('radio', { name: catalogue.policies.generate.never }).check()
    await capture(page, 'generate-phrase')
    await dialog.getByRole('button', { name: catalogue.policies.generate.submit }).click()
    await page.getByRole('heading', { level: 1, name: 'Of the phrase' }).waitFor()
    await openView(page, catalogue.policies.title)
    await openTab(catalogue.policies.tabs.phrases)
    const row = page.getByRole('row', { name: "m/1855'/1815'/0'" })
    await row
      .getByRole('button', { name: catalogue.policies.phrases.openPolicy('Of the phrase') })
      .waitFor()
    await button(catalogue.policies.phrases.deriveNext(1)).click()
    await notice(page, catalogue.policies.phrases.derived(1))
    await page
      .getByRole('row', { name: "m/1855'/1815'/1'" })
      .getByText(catalogue.policies.phrases.noPolicy)
      .waitFor()
    await capture(page, 'phrases')
  })

  it('never repeats a word that is wrong, and takes the phrase back by its words', async () => {
    await button(catalogue.policies.phrases.restore).click()
    const dialog = dialogOf(page, catalogue.policies.phrases.restoring.title)
    const typed = dialog.getByLabel(catalogue.policies.phrases.restoring.words)
    const restore = dialog.getByRole('button', {
      name: catalogue.policies.phrases.restoring.submit,
    })
    await typed.fill(words.slice(0, 11).join(' '))
    await dialog.getByText(catalogue.policies.phrases.restoring.counted(11)).waitFor()
    await restore.click()
    await dialog.getByText(catalogue.policies.phrases.restoring.tooFew(12)).waitFor()
    await typed.fill([...words.slice(0, 23), 'herbarium'].join(' '))
    await restore.click()
    const error = dialog.getByRole('alert')
    await error.getByText('This is not a recovery phrase').waitFor()
    expect(await error.textContent()).not.toContain('herbarium')
    expect(await isProtected()).toBe(true)
    await capture(page, 'phrase-restore')
    await typed.fill(words.join('  '))
    await confirming(running.app, () => restore.click())
    await notice(page, /^The phrase [0-9a-f]{16} is in the vault\.$/u)
    await expect.poll(() => page.getByRole('heading', { name: /^Phrase / }).count()).toBe(1)
  })

  it('removes a key without a backup for somebody who insists', async () => {
    await page
      .getByRole('button', { name: catalogue.policies.phrases.openPolicy('Of the phrase') })
      .click()
    await chooseFromMore(page, catalogue.policies.backup.removing.open)
    const dialog = dialogOf(page, catalogue.policies.backup.removing.title)
    await dialog.getByLabel(/to confirm$/u).fill('Of the phrase')
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: catalogue.policies.backup.removing.submitOne }).click()
    await notice(page, catalogue.policies.backup.removing.done)
    await page.getByText(catalogue.policies.backup.states.noKeys).waitFor()
  })

  it('lists the locks to come and saves them as a calendar', async () => {
    await call(page, 'policies.generate', {
      name: 'Locks soon',
      network: 'preprod',
      lockTime: new Date(Date.now() + 41.5 * 86_400_000).toISOString(),
    })
    await openView(page, catalogue.policies.title)
    await capture(page, 'list')
    await nag().getByRole('button', { name: catalogue.policies.backup.reminder.show }).click()
    await page.getByText(catalogue.policies.counted(2, 4)).waitFor()
    expect(await page.getByRole('row', { name: /Herbarium/u }).count()).toBe(0)
    await openTab(catalogue.policies.tabs.locks)
    const rows = page.getByRole('grid', { name: catalogue.policies.tabs.locks }).getByRole('row')
    await rows.nth(1).getByText('Locks soon').waitFor()
    await rows.nth(1).getByText('41 days').waitFor()
    await rows.nth(2).getByText('Herbarium').waitFor()
    await rows.nth(2).getByText(catalogue.policies.calendar.after(2100)).waitFor()
    await rows.nth(4).getByText(catalogue.policies.lock.never).waitFor()
    await capture(page, 'locks')
    const path = join(folder, 'locks.ics')
    await answerDialogs(running.app, { save: path })
    await button(catalogue.policies.calendar.save).click()
    await notice(page, catalogue.policies.calendar.saved(path))
    const events = eventsOf(readFileSync(path, 'utf8'))
    expect(new Set(events.map(({ SUMMARY }) => SUMMARY))).toEqual(
      new Set([`Policy ${longName} locks`, 'Policy Locks soon locks']),
    )
    expect(events.map(({ DTSTART }) => DTSTART)).toContain('29990101T000000Z')
    for (const { UID } of events) expect(UID).toMatch(/^[0-9a-f]{56}-preprod@coldpress$/u)
  })
})

/** Makes the page hidden, as when its window is minimised. */
const archive = (page: Page): Promise<void> =>
  page.evaluate(`(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    delete document.hidden
  })()`)

const wordsIn = async (dialog: Locator): Promise<readonly string[]> => {
  const items = dialog
    .getByRole('list', { name: catalogue.policies.phrases.creating.words })
    .getByRole('listitem')
  await items.first().waitFor()
  return (await items.allTextContents()).map((text) => text.replace(/^\d+\s*/u, '').trim())
}

/** Which word a field asks for: its label says `Word 7`. */
const placeOf = async (field: Locator): Promise<number> =>
  z.coerce
    .number()
    .parse(
      await field.evaluate((input: { readonly labels?: ArrayLike<{ textContent: string }> }) =>
        input.labels?.[0]?.textContent.replace(/\D/gu, ''),
      ),
    )

/** The events of an iCalendar text (RFC 5545): its lines unfolded, by their names, reminders aside. */
const eventsOf = (calendar: string): readonly Readonly<Record<string, string>>[] =>
  calendar
    .replaceAll('\r\n ', '')
    .split('BEGIN:VEVENT\r\n')
    .slice(1)
    .map((event) =>
      Object.fromEntries(
        event
          .replaceAll(/BEGIN:VALARM[\s\S]*?END:VALARM\r\n/gu, '')
          .split('\r\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
      ),
    )
