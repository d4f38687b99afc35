import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { text } from '#renderer/text/en.ts'
import { collectionCalls } from '#contract/collections/calls.ts'
import { mintingCalls } from '#contract/mints/calls.ts'
import { importRules } from '#contract/imports/import-rules.ts'
import { wav } from '../media/images/images.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { mediaFolder } from '../support/format-folders.ts'
import { makeCollection } from '../support/make-collection.ts'
import { screenshot } from '../support/screens.ts'
import {
  answerDialogs,
  call,
  createVault,
  fundMint,
  openCollectionForm,
  openView,
  uiTimeout,
  importStep,
} from '../support/window-actions.ts'
import { clip } from '../support/works-in-window.ts'

const home = mkdtempSync(join(tmpdir(), 'coldpress-works-folder-'))
const folder = join(home, 'moving-leaves')
const { draft, newImport, run } = text.importing
const words = text.collections.new

let running: RunningApp
let page: Page

const capture = async (name: string): Promise<void> => {
  await page.mouse.move(0, 0)
  await screenshot(page, `works-from-folder-${name}`)
  expect(await axeViolations(page)).toEqual([])
}
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const ruleButton = () =>
  page
    .getByRole('toolbar', { name: draft.issues.rules })
    .getByRole('button', { name: importRules.no_files_template.title })

const chooseRule = async (): Promise<void> => {
  await importStep(page, 'check').click()
  await ruleButton().click()
}

const collectionOf = async (name: string) => {
  const listed = await call(page, 'collections.list', { accountId: 'local' })
  const found = collectionCalls['collections.list'].output
    .parse(listed)
    .find((one) => one.name === name)
  if (found === undefined) throw new Error(`no collection ${name}`)
  return { collection: found, ref: { accountId: 'local', collectionId: found.id } }
}

/** The pages of the explorer about the mints of a collection, as text. */
const explorerPages = async (name: string): Promise<readonly string[]> => {
  const { ref } = await collectionOf(name)
  const { mints } = mintingCalls['minting.list'].output.parse(await call(page, 'minting.list', ref))
  const pages = mints.flatMap(({ transactions }) =>
    transactions.map(({ page: address }) => address ?? ''),
  )
  return Promise.all(pages.map(async (address) => (await fetch(address)).text()))
}

/** Opens the import of a folder into a collection that was made before. */
const openImport = async (name: string, path: string): Promise<void> => {
  await openView(page, text.importing.title)
  await page.getByRole('combobox', { name: newImport.collection }).click()
  await page.getByRole('option', { name: new RegExp(name, 'u') }).click()
  await page.getByLabel(newImport.path).fill(path)
  await button(newImport.open).click()
  await heading(draft.title(name)).waitFor({ timeout: uiTimeout })
}

const startImport = async (count: number): Promise<void> => {
  await importStep(page, 'cost').click()
  await button(draft.start.start(count)).click()
  await page.getByRole('heading', { name: run.imported }).waitFor({ timeout: uiTimeout })
}

beforeAll(async () => {
  mediaFolder(folder, ['1', '2', '3'])
  copyFileSync(clip('mp4'), join(folder, '1.mp4'))
  writeFileSync(join(folder, '2.wav'), wav())
  writeFileSync(join(folder, '3.html'), '<!doctype html><title>Leaf</title><p>A leaf that falls')
  running = await startApp()
  page = running.page
  await heading(/./u).waitFor()
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail')
    await screenshot(page, `works-from-folder-failed-${task.name.length}`).catch(() => undefined)
})
afterAll(async () => {
  await running.kill()
  rmSync(home, { recursive: true, force: true })
})

test('a folder of a video, an audio and an HTML work beside their images becomes minted tokens with files on chain', async () => {
  await openCollectionForm(page)
  await answerDialogs(running.app, { open: folder })
  await button(words.folder.pick).click()
  await expect.poll(() => page.getByLabel(words.name).first().inputValue()).toBe('Moving Leaves')
  await button(words.testAddress).click()
  await expect.poll(() => page.getByLabel(words.payout).first().inputValue()).toMatch(/^addr/u)
  await capture('proposed')
  await button(words.create).click()
  await createVault(page)
  await heading(draft.title('Moving Leaves')).waitFor({ timeout: uiTimeout })
  const { collection } = await collectionOf('Moving Leaves')
  expect(collection.metadata?.files).toEqual([
    { name: '<name>', media_type: '<work_type>', src: '<work>' },
  ])
  await capture('draft')
  await startImport(3)

  await button(run.next.collection).click()
  await heading('Moving Leaves').waitFor()
  await button(text.way.mint.action).click()
  await fundMint(page)
  await button(text.minting.form.build).click({ timeout: uiTimeout })
  await heading(text.minting.mint.titles.held('3 tokens')).waitFor({ timeout: uiTimeout })
  await button(text.minting.mint.signAll('3 tokens')).click()
  await heading(text.minting.mint.titles.completed('3 tokens')).waitFor({ timeout: uiTimeout })

  const onChain = (await explorerPages('Moving Leaves')).join('').replaceAll('&quot;', '"')
  const types = [...onChain.matchAll(/"files": ?\[\s*\{[^}]*\}/gu)].map(([files]) => {
    expect(files).toMatch(/"src": ?"ipfs:\/\/Qm/u)
    return /"mediaType": ?"(?<type>[^"]*)"/u.exec(files)?.groups?.['type']
  })
  expect(new Set(types)).toEqual(new Set(['audio/wav', 'text/html', 'video/mp4']))
}, 240_000)

test('a collection without a place for works says so before the start, and has it added while it has no token', async () => {
  const plain = { name: '<name>', image: '<image>', media_type: '<media_type>' }
  await makeCollection(page, { name: 'Stills', metadata: plain })
  await openImport('Stills', folder)
  await chooseRule()
  await page.getByText('The import can add it, while the collection has no token.').first().click()
  await capture('no-place')
  await importStep(page, 'cost').click()
  expect(await button(draft.start.start(3)).count()).toBe(0)
  await capture('no-start')

  await importStep(page, 'check').click()
  await button(draft.issues.placeWorks).click()
  await ruleButton().waitFor({ state: 'detached' })
  const { collection } = await collectionOf('Stills')
  expect(collection.metadata?.files).toEqual([
    { name: '<name>', media_type: '<work_type>', src: '<work>' },
  ])
  await startImport(3)
})

test('a collection with tokens is not offered it, but told to import into a new one', async () => {
  const metadata = { name: '<name>', image: '<image>', media_type: '<media_type>' }
  await makeCollection(page, { name: 'Full', metadata })
  await openImport('Full', mediaFolder(join(home, 'images-alone'), ['7']))
  await startImport(1)
  await openImport('Full', folder)
  await chooseRule()
  await page.getByText('import into a new collection').first().click()
  await button('Leave the files out').first().waitFor()
  expect(await button(draft.issues.placeWorks).count()).toBe(0)
  await capture('with-tokens')
})
