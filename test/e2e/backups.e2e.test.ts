import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { policyFacts } from '#shared/calls/facts.ts'
import { readVerificationKey } from '#core/cardano/envelope.ts'
import { readSigningKey } from '#core/cardano/keys.ts'
import { Secret } from '#core/secret/secret.ts'
import { answerDialogs, call, openView, passphrase, uiTimeout } from '../support/window-actions.ts'
import { confirming } from '../support/confirm.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { focused } from '../support/keyboard.ts'
import { screenshot } from '../support/screens.ts'

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
  page.getByRole('region', { name: 'Notices' }).getByText(words).waitFor({ timeout: uiTimeout })

describe('keys that are kept safe', () => {
  let running: RunningApp
  let page: Page
  let keyHash: string
  const file = join(folder, 'herbarium.age')
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const openTab = (name: string) => page.getByRole('tab', { name }).click()
  const nag = () => page.getByRole('region', { name: 'Not safe yet' })
  const openPolicy = async (name: string | RegExp): Promise<void> => {
    await openView(page, 'Policies')
    await page.getByRole('row', { name }).click()
    await page.getByText('To mint, a transaction must have').waitFor()
  }
  const isProtected = () =>
    running.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().some((window) => window.isContentProtected()),
    )
  beforeAll(async () => {
    running = await startApp()
    page = running.page
    page.setDefaultTimeout(15_000)
    await openView(page, 'Policies')
  })
  afterAll(() => running.kill())

  it('says what phrases and locks are while there are none', async () => {
    await openTab('Recovery phrases')
    await page.getByRole('heading', { name: 'No recovery phrase yet' }).waitFor()
    await capture(page, 'phrases-empty')
    await openTab('Lock calendar')
    await page.getByRole('heading', { name: 'No policy locks' }).waitFor()
    expect(await button('Save as calendar (.ics)').isDisabled()).toBe(true)
    await capture(page, 'locks-empty')
  })

  it('reminds of a policy without a backup, in the list and on its page', async () => {
    await call(page, 'vault.create', { passphrase })
    const lockTime = '2999-01-01T00:00:00Z'
    const wanted = { name: longName, network: 'preprod', lockTime }
    const made = policyFacts.parse(await call(page, 'policies.generate', wanted))
    keyHash = made.keys[0]?.keyHash ?? ''
    await openTab('Policies')
    await nag().getByText('no backup of them has passed its test.').waitFor()
    await page
      .getByRole('row', { name: /Herbarium/u })
      .getByText('No backup')
      .waitFor()
    await capture(page, 'list-none')
    await nag().getByRole('button', { name: 'Go to it' }).click()
    await nag().getByText('exist on this computer alone').waitFor()
    await capture(page, 'page-none')
  })

  it('refuses to remove a key that is nowhere else, unless somebody insists', async () => {
    await button('Remove keys…').click()
    const dialog = dialogOf(page, 'Remove the keys of a policy')
    await dialog.getByText('There is no backup that holds these keys.').waitFor()
    await dialog.getByLabel(/to confirm$/u).fill(longName)
    const remove = dialog.getByRole('button', { name: 'Remove the key' })
    expect(await remove.isDisabled()).toBe(true)
    await dialog.getByRole('checkbox').check()
    expect(await remove.isEnabled()).toBe(true)
    await capture(page, 'remove-none')
    await dialog.getByRole('checkbox').uncheck()
    await dialog.getByRole('button', { name: 'Back up first' }).click()
    await dialog.waitFor({ state: 'hidden' })
  })

  it('makes a backup under a passphrase of its own, for the vault’s passphrase alone', async () => {
    const dialog = dialogOf(page, 'Back up a policy')
    const own = dialog.getByLabel('Passphrase of the backup')
    const again = dialog.getByLabel('The same again')
    const vault = dialog.getByLabel('Vault passphrase')
    const submit = dialog.getByRole('button', { name: 'Choose where to save' })
    await dialog.getByText('At least 12 characters').waitFor()
    await own.fill('short')
    await again.fill('short')
    await dialog.getByText('The backup’s passphrase needs at least 12 characters.').waitFor()
    await own.fill('password1234')
    await dialog.getByText('This passphrase is very weak. It is too easy to guess').waitFor()
    expect(await dialog.getByRole('meter', { name: 'Strength' }).getAttribute('value')).toBe('1')
    await own.fill(passphrase)
    await dialog.getByText('This passphrase is very strong.').waitFor()
    await again.fill(`${passphrase}!`)
    await dialog.getByText('The two passphrases of the backup differ.').waitFor()
    await again.fill(passphrase)
    await vault.fill(passphrase)
    await dialog.getByText('Choose another one than the vault’s').waitFor()
    expect(await submit.isDisabled()).toBe(true)
    await capture(page, 'make')

    await own.fill(backupPassphrase)
    await again.fill(backupPassphrase)
    await vault.fill('not the passphrase')
    await answerDialogs(running.app, { save: file })
    await submit.click()
    await dialog
      .getByRole('alert')
      .getByText(/passphrase/iu)
      .waitFor({ timeout: uiTimeout })
    await vault.fill(passphrase)
    await submit.click()
    await dialogOf(page, 'Test a backup').waitFor({ timeout: uiTimeout })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt /u)
  })

  it('tests it at once: a wrong passphrase is told, the right one proves each key', async () => {
    const dialog = dialogOf(page, 'Test a backup')
    await dialog.getByText(`The backup is in ${file}.`).waitFor()
    expect(await focused(page)).toMatchObject({ inDialog: true })
    await answerDialogs(running.app, { open: file })
    await dialog.getByRole('button', { name: 'Pick the backup' }).click()
    const own = dialog.getByLabel('Passphrase of the backup')
    await own.fill(passphrase)
    await dialog.getByRole('button', { name: 'Test it', exact: true }).click()
    await dialog
      .getByRole('alert')
      .getByText('The passphrase does not open this backup.')
      .waitFor({ timeout: uiTimeout })
    await capture(page, 'drill-wrong')
    await archive(page)
    expect(await own.inputValue()).toBe('')
    await own.fill(backupPassphrase)
    await page.keyboard.press('Enter')
    const passed = dialogOf(page, 'Test passed')
    await passed.getByText('Signs', { exact: true }).waitFor({ timeout: uiTimeout })
    await passed.getByText('With this backup alone the policy can be used again.').waitFor()
    expect(await focused(page)).toMatchObject({ name: 'button Close' })
    await capture(page, 'drill-passed')
    await passed.getByRole('button', { name: 'Close' }).last().click()
    await page.getByText(/^on \d+ \w+ \d{4}$/u).waitFor()
    await page.getByText(/^Backup proved/u).waitFor()
    expect(await nag().count()).toBe(0)
    await capture(page, 'page-tested')
  })

  it('removes the key when the policy’s name was typed, and restores it from the backup', async () => {
    await button('Remove keys…').click()
    const removing = dialogOf(page, 'Remove the keys of a policy')
    const remove = removing.getByRole('button', { name: 'Remove the key' })
    const name = removing.getByLabel(/to confirm$/u)
    expect(await removing.getByRole('checkbox').count()).toBe(0)
    await name.fill('Herbarium')
    expect(await remove.isDisabled()).toBe(true)
    await name.fill(longName)
    await capture(page, 'remove')
    await remove.click()
    await notice(page, 'The keys are removed from the vault.')
    await page.getByText('Key is not here').first().waitFor()

    await openView(page, 'Policies')
    await button('Bring in').click()
    await page.getByRole('menuitem', { name: 'Restore from a backup…' }).click()
    const dialog = dialogOf(page, 'Restore from a backup')
    await dialog.getByRole('button', { name: 'Pick the backup' }).click()
    await dialog.getByLabel('Passphrase of the backup').fill('not its passphrase')
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
    await dialog
      .getByRole('alert')
      .getByText('The passphrase does not open this backup.')
      .waitFor({ timeout: uiTimeout })
    await capture(page, 'restore-wrong')
    await dialog.getByLabel('Passphrase of the backup').fill(backupPassphrase)
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
    const restored = dialogOf(page, 'Restored')
    await restored.getByText('Came back').waitFor({ timeout: uiTimeout })
    await restored.getByText('The policy was in the list already.').waitFor()
    await capture(page, 'restored')
    await restored.getByRole('button', { name: 'Open the policy' }).click()
    await page.getByText('Its key is in the vault.', { exact: true }).waitFor()
    await page.getByText(/^Backup proved/u).waitFor()
  })

  it('makes a page to print, which is proved by what its codes say', async () => {
    const path = join(folder, 'herbarium.html')
    await button('Back up again…').click()
    const dialog = dialogOf(page, 'Back up a policy')
    await dialog.getByText('A page to print').click()
    await dialog.getByText('print it on one sheet of A4').waitFor()
    await dialog.getByLabel('Passphrase of the backup').fill(backupPassphrase)
    await dialog.getByLabel('The same again').fill(backupPassphrase)
    await dialog.getByLabel('Vault passphrase').fill(passphrase)
    await capture(page, 'make-paper')
    await answerDialogs(running.app, { save: path })
    await page.keyboard.press('Enter')
    const testing = dialogOf(page, 'Test a backup')
    await testing.getByText(`The page is in ${path}.`).waitFor({ timeout: uiTimeout })
    const text = /-----BEGIN[\s\S]*?-----END [^-]*-----/u.exec(readFileSync(path, 'utf8'))?.[0]
    await testing.getByText('What its codes say').click()
    await testing.getByLabel('Text of the codes').fill(text ?? '')
    await testing.getByLabel('Passphrase of the backup').fill(backupPassphrase)
    await capture(page, 'drill-paper')
    await testing.getByRole('button', { name: 'Test it', exact: true }).click()
    const passed = dialogOf(page, 'Test passed')
    await passed.getByText('Signs', { exact: true }).waitFor({ timeout: uiTimeout })
    await page.keyboard.press('Escape')
    await passed.waitFor({ state: 'hidden' })
  })

  it('gives out cardano-cli’s key files, the private one for the passphrase alone', async () => {
    const vkey = join(folder, 'herbarium.vkey')
    await answerDialogs(running.app, { save: vkey })
    await button('Save public keys').click()
    await notice(page, `The public key is in ${vkey}.`)
    expect(readVerificationKey(readFileSync(vkey, 'utf8')).keyHash).toBe(keyHash)

    const skey = join(folder, 'herbarium.skey')
    await answerDialogs(running.app, { save: skey })
    await button('Show the policy with its keys').click()
    const dialog = dialogOf(page, 'Policy with its keys')
    const save = dialog.getByRole('button', { name: 'Save as .skey' })
    expect(await save.isDisabled()).toBe(true)
    await dialog.getByLabel('Vault passphrase').fill(passphrase)
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
    await button('Remove keys…').click()
    const dialog = dialogOf(page, 'Remove the keys of a policy')
    await dialog.getByText('A key of this policy is also one of Sister.').waitFor()
    await dialog.getByLabel(/to confirm$/u).fill(longName)
    expect(await dialog.getByRole('button', { name: 'Remove the key' }).isDisabled()).toBe(true)
    await capture(page, 'remove-shared')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  let words: readonly string[] = []

  it('shows a new phrase once, protected, and keeps it when three words were given back', async () => {
    await openView(page, 'Policies')
    await openTab('Recovery phrases')
    await button('New phrase').click()
    const dialog = dialogOf(page, 'New recovery phrase')
    expect(await isProtected()).toBe(true)
    await capture(page, 'phrase-explain')
    const show = dialog.getByRole('button', { name: 'Show the 24 words' })
    await confirming(running.app, () => show.click())
    await wordsIn(dialog)
    await archive(page)
    await notice(page, /^The words were hidden because the window was put away\./u)
    expect(await dialog.count()).toBe(0)
    expect(await isProtected()).toBe(false)

    await button('New phrase').click()
    await confirming(running.app, () => show.click())
    words = await wordsIn(dialog)
    expect(words).toHaveLength(24)
    expect(await isProtected()).toBe(true)
    await capture(page, 'phrase-words')
    await dialog.getByRole('button', { name: 'I have written them down' }).click()
    await dialog.getByText('Which are these words?').waitFor()
    expect(await dialog.getByRole('list').count()).toBe(0)
    const asked = await dialog.getByRole('textbox').all()
    expect(asked).toHaveLength(3)
    const positions: number[] = []
    for (const field of asked) positions.push(await placeOf(field))
    const keep = dialog.getByRole('button', { name: 'Keep the phrase' })
    expect(await keep.isDisabled()).toBe(true)
    for (const [index, field] of asked.entries())
      await field.fill(index === 0 ? 'wrong' : (words[(positions[index] ?? 0) - 1] ?? ''))
    await keep.click()
    const error = dialog.getByRole('alert')
    await error.getByText(`number ${positions[0] ?? 0}`).waitFor()
    expect(await error.textContent()).not.toContain('wrong')
    await capture(page, 'phrase-check')
    await asked[0]?.fill(` ${(words[(positions[0] ?? 0) - 1] ?? '').toUpperCase()} `)
    await keep.click()
    await notice(page, /^The phrase is in the vault\./u)
    expect(await isProtected()).toBe(false)
    expect(await page.getByText(words.slice(0, 2).join(' ')).count()).toBe(0)
    await page.getByText('No key was made of it yet.').waitFor()
  })

  it('makes a policy whose key comes from the phrase, and says which index was used', async () => {
    await button('New policy from the phrase').click()
    const dialog = dialogOf(page, 'New policy')
    await dialog.getByLabel('Name').fill('Of the phrase')
    expect(
      await dialog.getByRole('radio', { name: 'The next one of a recovery phrase' }).isChecked(),
    ).toBe(true)
    await capture(page, 'generate-phrase')
    await dialog.getByRole('button', { name: 'Make the policy' }).click()
    await page.getByRole('heading', { level: 1, name: 'Of the phrase' }).waitFor()
    await openView(page, 'Policies')
    await openTab('Recovery phrases')
    const row = page.getByRole('row', { name: "m/1855'/1815'/0'" })
    await row.getByRole('button', { name: 'Open Of the phrase' }).waitFor()
    await button('Make key 1 alone').click()
    await notice(page, 'Key 1 of the phrase is in the vault.')
    await page.getByRole('row', { name: "m/1855'/1815'/1'" }).getByText('None here').waitFor()
    await capture(page, 'phrases')
  })

  it('never repeats a word that is wrong, and takes the phrase back by its words', async () => {
    await button('Restore a phrase').click()
    const dialog = dialogOf(page, 'Restore a recovery phrase')
    const typed = dialog.getByLabel('The words')
    const restore = dialog.getByRole('button', { name: 'Restore the phrase' })
    await typed.fill(words.slice(0, 11).join(' '))
    await dialog.getByText('11 words').waitFor()
    expect(await restore.isDisabled()).toBe(true)
    await typed.fill([...words.slice(0, 23), 'herbarium'].join(' '))
    await restore.click()
    const error = dialog.getByRole('alert')
    await error.getByText('no BIP-39 phrase').waitFor()
    expect(await error.textContent()).not.toContain('herbarium')
    expect(await isProtected()).toBe(true)
    await capture(page, 'phrase-restore')
    await typed.fill(words.join('  '))
    await confirming(running.app, () => restore.click())
    await notice(page, /^The phrase [0-9a-f]{16} is in the vault\.$/u)
    expect(await page.getByRole('heading', { name: /^Phrase / }).count()).toBe(1)
  })

  it('removes a key without a backup for somebody who insists', async () => {
    await page.getByRole('button', { name: 'Open Of the phrase' }).click()
    await button('Remove keys…').click()
    const dialog = dialogOf(page, 'Remove the keys of a policy')
    await dialog.getByLabel(/to confirm$/u).fill('Of the phrase')
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: 'Remove the key' }).click()
    await notice(page, 'The keys are removed from the vault.')
    await page.getByText('No key here').waitFor()
  })

  it('lists the locks to come and saves them as a calendar', async () => {
    await call(page, 'policies.generate', {
      name: 'Locks soon',
      network: 'preprod',
      lockTime: new Date(Date.now() + 41.5 * 86_400_000).toISOString(),
    })
    await openView(page, 'Policies')
    await capture(page, 'list')
    await nag().getByRole('button', { name: 'Show only these' }).click()
    await page.getByText('2 of 4 policies').waitFor()
    expect(await page.getByRole('row', { name: /Herbarium/u }).count()).toBe(0)
    await openTab('Lock calendar')
    const rows = page.getByRole('grid', { name: 'Lock calendar' }).getByRole('row')
    await rows.nth(1).getByText('Locks soon').waitFor()
    await rows.nth(1).getByText('41 days left').waitFor()
    await rows.nth(2).getByText('Herbarium').waitFor()
    await page.getByText('2 policies never lock.').waitFor()
    await capture(page, 'locks')
    const path = join(folder, 'locks.ics')
    await answerDialogs(running.app, { save: path })
    await button('Save as calendar (.ics)').click()
    await notice(page, `The calendar is in ${path}.`)
    const events = eventsOf(readFileSync(path, 'utf8'))
    expect(new Set(events.map(({ SUMMARY }) => SUMMARY))).toEqual(
      new Set([`Policy ${longName} locks`, 'Policy Locks soon locks']),
    )
    expect(events.map(({ DTSTART }) => DTSTART)).toContain('29990101T000000Z')
    for (const { UID } of events) expect(UID).toMatch(/^[0-9a-f]{56}-preprod@coldpress$/u)
  })
})

/** Tells the page that its window is hidden, as when it is minimised. */
const archive = (page: Page): Promise<void> =>
  page.evaluate(`(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    delete document.hidden
  })()`)

const wordsIn = async (dialog: Locator): Promise<readonly string[]> => {
  const items = dialog
    .getByRole('list', { name: 'The 24 words of the phrase' })
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
