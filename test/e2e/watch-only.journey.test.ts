import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectionCalls } from '#contract/collections/calls.ts'
import { policyCalls } from '#contract/policies/calls.ts'
import { text } from '#renderer/text/en.ts'
import { testAddress } from '../studio/open-studio.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import {
  chooseFromMore,
  answerDialogs,
  call,
  closeByEscape,
  createVault,
  openCollectionForm,
  openSection,
  openView,
  uiTimeout,
} from '../support/window-actions.ts'
import { publicPolicy } from '../support/public-policy.ts'
import { screenshot } from '../support/screens.ts'

const name = 'Herbarium of the machine without a network'
const path = "m/1855'/1815'/3'"
const { policyId, text: publicFile } = publicPolicy(name, path)
const folder = mkdtempSync(join(tmpdir(), 'coldpress-watch-only-e2e-'))
let running: RunningApp
let page: Page
beforeAll(async () => {
  running = await startApp()
  page = running.page
})
afterAll(async () => {
  await running.kill()
  rmSync(folder, { recursive: true, force: true })
})

/** Looked at by axe, and by whoever asked for images. */
const capture = async (step: string): Promise<void> => {
  await screenshot(page, `watch-only-${step}`)
  expect(await axeViolations(page)).toEqual([])
}
const heading = (words: string): Locator => page.getByRole('heading', { level: 1, name: words })

/** The list of policies, with this one in it. */
const openPolicies = async (): Promise<void> => {
  const listed = policyCalls['policies.list'].output.parse(await call(page, 'policies.list', null))
  if (listed.length === 0)
    await call(page, 'policies.import', {
      source: { kind: 'text', text: publicFile },
      keys: [],
      name,
      network: null,
    })
  await openView(page, text.policies.title)
}

describe('a policy whose keys are on another computer', () => {
  it('is imported from its public policy file as watch-only, without a vault', async () => {
    await openView(page, text.policies.title)
    await page.getByRole('button', { name: text.policies.bringIn }).click()
    await page.getByRole('menuitem', { name: text.policies.importPolicy }).click()
    const dialog = page.getByRole('dialog', { name: text.policies.importing.title })
    await dialog.getByText(text.policies.source.scan).click()
    await dialog.getByText(text.policies.source.text).click()
    await dialog.getByLabel(text.policies.source.paste, { exact: true }).fill(publicFile)
    await dialog.getByText(text.policies.inspecting.watchOnly, { exact: true }).waitFor()
    await capture('import')
    await dialog.getByRole('button', { name: text.policies.importing.submit, exact: true }).click()
    await heading(name).waitFor()
    await page.getByText(text.policies.watchOnly, { exact: true }).waitFor()
    await page.getByText(text.policies.keys.summary(0, 1), { exact: true }).waitFor()
    await page.getByText(text.policies.keys.path(path), { exact: true }).waitFor()
    await page.getByText(text.policies.backup.states.noKeys, { exact: true }).waitFor()
    await capture('policy')
  })

  it('gives its public policy file on, as a file and as codes', async () => {
    await openPolicies()
    await page.getByRole('row', { name: /Herbarium/u }).click()
    await heading(name).waitFor()
    const saved = join(folder, 'public.json')
    await answerDialogs(running.app, { save: saved })
    await chooseFromMore(page, text.policies.publicFile.save)
    await page
      .getByRole('region', { name: text.frame.notices })
      .getByText(text.policies.publicFile.saved(saved))
      .waitFor()
    expect(readFileSync(saved, 'utf8')).toBe(publicFile)
    await chooseFromMore(page, text.policies.publicFile.codes)
    const dialog = page.getByRole('dialog', { name: text.policies.publicFile.codesTitle })
    await dialog.getByRole('img').first().waitFor()
    await capture('codes')
    await closeByEscape(dialog)
  })

  it('is listed as watch-only, and nobody is reminded of a backup', async () => {
    await openPolicies()
    const row = page.getByRole('row', { name: /Herbarium/u })
    await row.getByText(text.policies.watchOnly, { exact: true }).waitFor()
    await row.getByText(text.policies.keysHere(0, 1), { exact: true }).waitFor()
    expect(
      await page.getByRole('region', { name: text.policies.backup.reminder.title }).count(),
    ).toBe(0)
    await capture('list')
  })

  it('begins a collection of the Local studio', async () => {
    await openPolicies()
    await openCollectionForm(page)
    await page.getByRole('textbox', { name: text.collections.new.name }).fill('Pressed far away')
    await page.getByRole('textbox', { name: text.collections.new.payout }).fill(testAddress)
    await openSection(page, text.collections.new.policy)
    await page.getByRole('radio', { name: text.collections.new.fromVault }).check()
    await page.getByRole('combobox', { name: text.collections.new.policy }).click()
    await page.getByRole('option', { name: /Herbarium .* Watch-only$/u }).click()
    await page.getByText(text.collections.new.watchOnlyChosen).scrollIntoViewIfNeeded()
    await capture('new-collection')
    await page.getByRole('button', { name: text.collections.new.create }).click()
    await createVault(page)
    await heading('Pressed far away').waitFor({ timeout: uiTimeout })
    await capture('collection')
    const [made] = collectionCalls['collections.list'].output.parse(
      await call(page, 'collections.list', { accountId: 'local' }),
    )
    expect(made?.policy.policy_id).toBe(policyId)
  })
})
