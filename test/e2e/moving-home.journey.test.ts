import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { afterMove } from '#contract/home/moving.ts'
import { text } from '#renderer/text/en.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { answerMessageBox } from '../support/confirm.ts'
import { screenshot } from '../support/screens.ts'
import { answerDialogs, call, openView, passphrase, uiTimeout } from '../support/window-actions.ts'

const scratch = mkdtempSync(join(tmpdir(), 'coldpress-moving-'))
const file = join(scratch, 'moved.coldpress')
afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }))

const wrongPassphrase = 'The passphrase does not open the vault.'
const words = text.computer

const capture = async (page: Page, name: string): Promise<void> => {
  await screenshot(page, `moving-${name}`)
  expect(await axeViolations(page)).toEqual([])
}

const openSection = async ({ page }: RunningApp): Promise<void> => {
  await openView(page, text.settings.title)
  await page.getByRole('tab', { name: text.settings.sections.computer }).click()
}

const policyNames = async (page: Page): Promise<string> =>
  JSON.stringify(await call(page, 'policies.list', null))

it('moves a data folder to another computer: the old window stops and can be told to go on, the new one asks and has everything', async () => {
  const old = await startApp({ home: join(scratch, 'old') })
  await call(old.page, 'vault.create', { passphrase })
  await call(old.page, 'policies.generate', {
    name: 'Herbarium',
    network: 'devnet',
    lockTime: null,
  })
  await openSection(old)
  await capture(old.page, 'section')
  const backup = join(scratch, 'backup.coldpress')
  await answerDialogs(old.app, { save: backup })
  await old.page.getByRole('button', { name: words.actions.backup }).click()
  const backingUp = old.page.getByRole('dialog', { name: words.titles.backup })
  await backingUp.getByLabel(words.passphrase, { exact: true }).fill('other words entirely')
  await backingUp.getByRole('button', { name: words.chooseFile.backup }).click()
  await backingUp.getByText(wrongPassphrase).waitFor({ timeout: uiTimeout })
  expect(existsSync(backup)).toBe(false)
  await backingUp.getByLabel(words.passphrase, { exact: true }).fill(passphrase)
  await backingUp.getByRole('button', { name: words.chooseFile.backup }).click()
  await backingUp.waitFor({ state: 'hidden', timeout: uiTimeout })
  expect(existsSync(backup)).toBe(true)
  expect(await policyNames(old.page)).toContain('Herbarium')
  await old.page.getByRole('button', { name: words.actions.export }).click()
  const dialog = old.page.getByRole('dialog', { name: words.titles.export })
  await dialog.getByText(afterMove.ends).waitFor()
  await dialog.getByText(afterMove.undo).waitFor()
  await answerDialogs(old.app, { save: file })
  await dialog.getByLabel(words.passphrase, { exact: true }).fill('other words entirely')
  await dialog.getByRole('button', { name: words.chooseFile.export }).click()
  await answerMessageBox(old.app, 'yes')
  await dialog.getByText(wrongPassphrase).waitFor({ timeout: uiTimeout })
  await capture(old.page, 'wrong-passphrase')
  expect(existsSync(file)).toBe(false)

  await dialog.getByLabel(words.passphrase, { exact: true }).fill(passphrase)
  await dialog.getByRole('button', { name: words.chooseFile.export }).click()
  const said = await answerMessageBox(old.app, 'yes')
  expect(said).toContain(file)
  expect(said).toContain(afterMove.ends)
  const done = old.page.getByRole('dialog', { name: words.exportedTitle })
  await done.waitFor({ timeout: uiTimeout })
  await capture(old.page, 'exported')
  await expect(
    call(old.page, 'collections.create', {
      accountId: 'local',
      form: {
        name: 'Late',
        payout_address: 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz',
        policy: { kind: 'generate', lockTime: null },
      },
    }),
  ).rejects.toThrow('used on another computer')
  await done.getByRole('button', { name: words.finish }).click()
  await old.page
    .getByRole('heading', { name: 'This data folder moved to another computer' })
    .waitFor({ timeout: uiTimeout })
  await capture(old.page, 'moved')

  const fresh = await startApp({ home: join(scratch, 'new') })
  await openSection(fresh)
  await answerDialogs(fresh.app, { open: file })
  await fresh.page.getByRole('button', { name: words.import }).click()
  const importing = fresh.page.getByRole('dialog', { name: words.importDialog })
  await importing.getByLabel(words.passphrase, { exact: true }).fill(passphrase)
  await capture(fresh.page, 'importing')
  await importing.getByRole('button', { name: words.importNow }).click()
  const asked = await answerMessageBox(fresh.app, 'yes')
  expect(asked).toContain(join(scratch, 'old'))
  await expect
    .poll(() => policyNames(fresh.page).catch(() => ''), { timeout: uiTimeout })
    .toContain('Herbarium')
  // The window may load anew once more, which ends a call.
  await expect
    .poll(() => call(fresh.page, 'vault.unlock', { passphrase }).catch(() => null), {
      timeout: uiTimeout,
    })
    .not.toBeNull()
  expect(readdirSync(fresh.home)).toContain('vault.json')
  await fresh.close()

  await old.page.getByRole('button', { name: 'Use it here again…' }).click()
  await answerMessageBox(old.app, 'no')
  await old.page.getByRole('button', { name: 'Use it here again…' }).click()
  await answerMessageBox(old.app, 'yes')
  await expect
    .poll(() => policyNames(old.page).catch(() => ''), { timeout: uiTimeout })
    .toContain('Herbarium')
  await old.close()
})
