import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readPublicWallet } from '#keys/public-wallet.ts'
import { factsText, readFactsOrSeals } from '#keys/facts/facts-file.ts'
import { openSeal, type Statement } from '#keys/seal/seal.ts'
import { text } from '#renderer/text/en.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { confirming } from '../support/confirm.ts'
import { screenshot } from '../support/screens.ts'
import { answerDialogs, createVault, openView, uiTimeout } from '../support/window-actions.ts'

const words = text.settings.servers
const folder = mkdtempSync(join(tmpdir(), 'coldpress-server-e2e-'))
let running: RunningApp
let page: Page
beforeAll(async () => {
  running = await startApp()
  page = running.page
  await openView(page, text.settings.title)
  await page.getByRole('tab', { name: text.settings.sections.vault }).click()
  const vault = page.getByRole('tabpanel', { name: text.settings.sections.vault })
  await vault.getByRole('button', { name: text.settings.vault.create }).click()
  await createVault(page)
})
afterAll(async () => {
  await running.kill()
  rmSync(folder, { recursive: true, force: true })
})

const notice = (sentence: string | RegExp): Promise<void> =>
  page
    .getByRole('region', { name: text.frame.notices })
    .getByText(sentence)
    .waitFor({ timeout: uiTimeout })

it('Settings make the wallet of a server, whose public file names its first address', async () => {
  const saved = join(folder, 'wallet.json')
  await answerDialogs(running.app, { save: saved })
  await page.getByRole('combobox', { name: text.policies.form.network }).click()
  await page.getByRole('option', { name: text.common.networks.preprod }).click()
  await page.getByRole('button', { name: words.makeWallet }).scrollIntoViewIfNeeded()
  await screenshot(page, 'server-and-vault')
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: words.makeWallet }).click()
  await notice(/Wallet made/u)
  expect(readPublicWallet(readFileSync(saved, 'utf8'))).toMatchObject({ network: 'preprod' })
})

it('Settings confirm what a server sells after a question outside the page, with the key that they show', async () => {
  const given = join(folder, 'facts.json')
  const saved = join(folder, 'seals.json')
  const statement: Statement = {
    kind: 'token',
    network: 'preprod',
    collection: 'c1',
    id: 't1',
    facts: { price: '25000000', asset_name: 'Fern' },
  }
  writeFileSync(given, factsText({ network: 'preprod', facts: [{ statement, name: 'Fern' }] }))
  await answerDialogs(running.app, { open: given, save: saved })
  await confirming(running.app, () => page.getByRole('button', { name: words.confirm }).click())
  await notice(words.confirmed(1, saved))
  const seals = readFactsOrSeals(readFileSync(saved, 'utf8'))
  if (!('seals' in seals)) throw new Error('no seals')
  await page.getByText(seals.sealKey, { exact: true }).waitFor()
  expect(seals.seals.map((seal) => openSeal(seals.sealKey, seal))).toEqual([statement])
})
