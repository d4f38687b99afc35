import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { text } from '#renderer/text/en.ts'
import {
  addTokens,
  apiKey,
  appId,
  createCollection,
  openStudio,
  type TestStudio,
  tokenBody,
} from '../studio/open-studio.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { confirming } from '../support/confirm.ts'
import { screenshot } from '../support/screens.ts'
import { call, createVault, openView, uiTimeout } from '../support/window-actions.ts'

const pieces = ['ipfs://', 'QmRhTTbUrPYEw3mJGGhQqQST9k86v1DPBiTTWJGKDJsVFw']

let running: RunningApp
let page: Page
let studio: TestStudio

beforeAll(async () => {
  running = await startApp()
  page = running.page
  studio = await openStudio()
})
afterAll(async () => {
  await running.kill()
  await studio.close()
})

test('numbers and lists of a token are shown, and stay what they are when it is edited', async () => {
  const { id } = await createCollection(studio, {
    name: 'Numbers',
    metadata: { attributes: { Eyes: '<eye color>' } },
  })
  const sent = {
    description: ['In two ', 'pieces'],
    image: pieces,
    metadata_attributes: [{ tag: '<eye color>', value: -7 }],
    custom_attributes: { weight: 0.5, film: ['red', 'blue'] },
  }
  const [added] = await addTokens(studio, id, tokenBody('One', sent))
  await page.getByRole('button', { name: text.start.sample.action }).click()
  await createVault(page)
  // A window with an import that runs asks before it is loaded anew.
  await page.getByText(text.importing.run.imported, { exact: true }).waitFor({ timeout: uiTimeout })
  const baseUrl = await studio.app.listen({ port: 0, host: '127.0.0.1' })
  const afar = { name: 'Afar', network: 'testnet', baseUrl, appId, apiKey }
  await confirming(running.app, () => call(page, 'accounts.add', afar))
  await page.reload()
  await openView(page, text.collections.title)
  await page.getByRole('combobox', { name: text.collections.account }).click()
  await page.getByRole('option', { name: 'Afar · Testnet' }).click()
  await page.getByRole('button', { name: 'Numbers' }).click()
  const words = text.collections.token
  const tokens = page.getByRole('list', { name: text.collections.detail.tokens })
  await tokens.getByRole('button').first().click()
  const dialog = page.getByRole('dialog', { name: 'Name of One' })
  for (const row of [/^Eyes -7 /u, /^weight 0\.5 /u, /^film red, blue /u])
    await dialog.getByRole('row', { name: row }).waitFor()
  await dialog.getByText('its 53 bytes fit one text').waitFor()
  await screenshot(page, 'token-values')
  await dialog.getByRole('button', { name: words.edit.action }).click()
  const name = page.getByRole('textbox', { name: words.edit.name, exact: true })
  await name.fill('Another name')
  await page.getByRole('button', { name: text.common.save }).click()
  await page.getByRole('dialog', { name: 'Another name' }).waitFor()
  const { body } = await studio.call('GET', `/nft/collections/${id}/tokens/${added?.id}`)
  expect(body).toMatchObject({
    ...sent,
    name: 'Another name',
    image: pieces.join(''),
    metadata_attributes: [{ name: 'Eyes', tag: '<eye color>', value: -7 }],
  })
})
