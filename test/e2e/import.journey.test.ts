import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { importRules } from '#contract/imports/import-rules.ts'
import { text } from '#renderer/text/en.ts'
import {
  answerDialogs,
  call,
  closeByEscape,
  openView,
  passphrase,
  uiTimeout,
} from '../support/window-actions.ts'
import { type AppOptions, type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import {
  brokenFolder,
  invalidFolder,
  goodFolder,
  manyIssues,
  slowFolder,
  twoTables,
  repairImages,
} from '../support/import-folders.ts'
import { herbarium } from '../support/prints.ts'
import { screenshot } from '../support/screens.ts'

const sampleForm = z.looseObject({ policy: z.unknown() })
const collection = z.object({ id: z.string() })
const tokens = z.object({
  tokens: z.array(z.object({ id: z.string(), asset_name: z.string() })),
})
const draftStep = { pictures: 1, details: 2, check: 3, cost: 4 } as const

const resource = (name: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'resources', name), 'utf8'))

const running = new Set<RunningApp>()
const folders = new Set<string>()
const start = async (options: AppOptions = {}): Promise<RunningApp> => {
  const app = await startApp(options)
  running.add(app)
  return app
}
const kept = (folder: string): string => {
  folders.add(folder)
  return folder
}
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail')
    for (const { page } of running) await screenshot(page, 'import-failed').catch(() => undefined)
  await Promise.all([...running].map(({ kill }) => kill()))
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  running.clear()
  folders.clear()
})

/** A collection at the Local studio, made as the window would. */
const makeCollection = async (page: Page, form: object): Promise<string> => {
  await page.getByRole('navigation', { name: text.frame.navigation }).waitFor()
  await call(page, 'vault.create', { passphrase })
  const policy = { kind: 'generate', lockTime: null }
  const made = await call(page, 'collections.create', {
    accountId: 'local',
    form: { ...form, policy },
  })
  return collection.parse(made).id
}
const sampleCollection = (page: Page): Promise<string> =>
  makeCollection(page, sampleForm.parse(resource('sample-collection.json')))

const capture = async (page: Page, name: string): Promise<void> => {
  await screenshot(page, `import-${name}`)
  expect(await axeViolations(page)).toEqual([])
}

/** From anywhere to the draft of the folder; the only collection is chosen already. */
const openFolder = async (page: Page, folder: string): Promise<void> => {
  await openView(page, text.importing.title)
  await expect
    .poll(() =>
      page.getByRole('combobox', { name: text.importing.newImport.collection }).inputValue(),
    )
    .not.toBe('')
  await page.getByLabel(text.importing.newImport.path).fill(folder)
  await page.getByRole('button', { name: text.importing.newImport.open }).click()
  await page
    .getByRole('navigation', { name: text.importing.draft.steps.label })
    .waitFor({ timeout: uiTimeout })
}

const rule = text.importing.draft.issues.ruleName

const step = (page: Page, name: keyof typeof draftStep): Locator =>
  page
    .getByRole('navigation', { name: text.importing.draft.steps.label })
    .getByRole('button', { name: `${draftStep[name]} ${text.importing.draft.steps[name]}` })

const issues = (page: Page): Locator =>
  page.getByRole('list', { name: text.importing.draft.issues.list, exact: true })
const rows = (page: Page): Locator =>
  page.getByRole('grid', { name: text.importing.draft.issues.rows.label })
const detail = (page: Page): Locator =>
  page.getByRole('region', { name: text.importing.draft.issues.detail })

/** Notes are folded until somebody wants to see them. */
const openNotes = (page: Page): Promise<void> =>
  page
    .getByRole('toolbar', { name: text.importing.draft.issues.rules })
    .getByRole('button', { name: text.importing.draft.issues.notes })
    .click()

/** Shows the issues of one rule, and chooses the first. */
const showRule = async (page: Page, rule: string): Promise<void> => {
  await page
    .getByRole('toolbar', { name: text.importing.draft.issues.rules })
    .getByRole('button', { name: rule })
    .click()
  await issues(page).getByRole('button').first().click()
}
const ruleGone = (page: Page, rule: string): Promise<void> =>
  page
    .getByRole('toolbar', { name: text.importing.draft.issues.rules })
    .getByRole('button', { name: rule })
    .waitFor({ state: 'detached', timeout: uiTimeout })

const fix = async (page: Page, rule: string, label: string): Promise<void> => {
  await showRule(page, rule)
  await detail(page).getByRole('button', { name: label }).click()
  await ruleGone(page, rule)
}
/** Opens the cell of the chosen issue, or another of its row, and types what it should be. */
const typeInto = async (
  page: Page,
  rule: string,
  cellLabel: string,
  value: string,
): Promise<void> => {
  await showRule(page, rule)
  await detail(page).getByRole('button', { name: text.importing.draft.issues.toCell }).click()
  const cell = rows(page).getByRole('textbox', { name: cellLabel })
  await cell.fill(value)
  await cell.press('Enter')
  await ruleGone(page, rule)
}
const pickFile = async (page: Page, rule: string, search: string): Promise<void> => {
  await showRule(page, rule)
  await detail(page).getByRole('button', { name: text.importing.draft.issues.pickFile }).click()
  const dialog = page.getByRole('dialog', { name: /^Choose the file for row/u })
  await dialog.getByRole('grid', { name: text.importing.draft.issues.files.label }).waitFor()
  await capture(page, 'pick-file')
  await dialog
    .getByRole('searchbox', { name: text.importing.draft.issues.files.search })
    .fill(search)
  await expect.poll(() => dialog.getByRole('gridcell').count()).toBe(1)
  await dialog
    .getByRole('searchbox', { name: text.importing.draft.issues.files.search })
    .press('Enter')
  await dialog.waitFor({ state: 'detached' })
}

const namesIn = async (page: Page, collectionId: string): Promise<readonly string[]> => {
  const found: string[] = []
  for (let cursor: string | null = null, more = true; more;) {
    const answer = await call(page, 'tokens.page', { accountId: 'local', collectionId, cursor })
    const part = tokens.extend({ cursor: z.string().nullable() }).parse(answer)
    found.push(...part.tokens.map(({ asset_name }) => asset_name))
    cursor = part.cursor
    more = cursor !== null
  }
  return found
}

/** In a low window the issues and the table take turns; the fix of the chosen issue stays in sight. */
const checkLow = async (page: Page): Promise<void> => {
  await page.setViewportSize({ width: 900, height: 600 })
  const { list, shown, toCell } = text.importing.draft.issues
  const fixButton = detail(page).locator('button[data-variant=filled]')
  await fixButton.click({ trial: true })
  expect(await rows(page).count()).toBe(0)
  await detail(page).getByRole('button', { name: toCell }).click()
  await closeByEscape(rows(page).getByRole('textbox').and(page.locator(':focus')))
  await fixButton.click({ trial: true })
  await capture(page, 'issues-table')
  await page.setViewportSize({ width: 900, height: 600 })
  const shows = page.getByRole('radiogroup', { name: shown.label })
  await shows.getByText(list, { exact: true }).click()
  await issues(page).waitFor()
  expect(await rows(page).count()).toBe(0)
  await page.setViewportSize({ width: 1200, height: 800 })
  await rows(page).waitFor()
}

describe('a table with thirteen issues', () => {
  it('is fixed in place and imported', async () => {
    const { page, app } = await start()
    const collectionId = await sampleCollection(page)
    await openView(page, text.importing.title)
    await page.getByRole('heading', { level: 1, name: text.importing.title }).waitFor()
    await capture(page, 'start')
    await openFolder(page, kept(invalidFolder()))

    // Every picture at once, also those of rows with errors.
    const first = page.getByRole('article', { name: 'Print 00001' })
    await first.waitFor()
    // What the whole table breaks is said once, above the cards.
    await page
      .getByText(text.importing.draft.preview.brokenTable(rule('unknown_tag'), 14))
      .waitFor()
    expect(await first.getByText(rule('unknown_tag')).count()).toBe(0)
    await capture(page, 'pictures')

    // Details: Title is taken as the name and File as the image; what the guesses left open.
    await step(page, 'details').click()
    const press = text.importing.draft.columns.tag('press')
    await page.getByText(text.importing.draft.columns.missing(press)).waitFor()
    await capture(page, 'columns')
    const { fieldOf, fieldNames } = text.importing.draft.columns
    const name = page.getByRole('combobox', { name: fieldOf(fieldNames.name) })
    expect(await name.inputValue()).toMatch(/^Title: /u)
    await page.getByRole('button', { name: text.importing.draft.columns.add }).click()
    const form = page.getByRole('form', { name: text.importing.draft.columns.addTitle })
    const target = form.getByRole('combobox', { name: text.importing.draft.columns.addTarget })
    await target.click()
    await page.getByRole('option', { name: text.importing.draft.columns.custom }).click()
    await form.getByRole('button', { name: text.importing.draft.columns.addAction }).click()
    await form.getByText('Required', { exact: true }).first().waitFor()
    const key = form.getByRole('textbox', { name: text.importing.draft.columns.addKey })
    await key.and(page.locator(':focus')).waitFor()
    await target.click()
    await page.getByRole('option', { name: text.importing.draft.columns.tag('press') }).click()
    await form.getByRole('textbox', { name: text.importing.draft.columns.addValue }).fill('Sun')
    await capture(page, 'columns-add')
    await form.getByRole('button', { name: text.importing.draft.columns.addAction }).click()
    await page.getByText(text.importing.draft.columns.allFilled).waitFor()

    // Check: errors first, then warnings.
    await step(page, 'check').click()
    await fix(page, rule('unknown_tag'), 'Make it the custom attribute "mood"')
    await capture(page, 'issues')
    await checkLow(page)

    await showRule(page, rule('surrounding_whitespace'))
    expect(await rows(page).locator('[data-target=true] [role=rowheader]').textContent()).toBe('2')
    await detail(page).getByRole('button', { name: text.importing.draft.issues.fixAll }).click()
    await ruleGone(page, rule('surrounding_whitespace'))
    await page.getByRole('button', { name: text.importing.draft.undoOf(3) }).click()
    await showRule(page, rule('surrounding_whitespace'))
    await expect.poll(() => issues(page).getByRole('listitem').count()).toBe(2)
    await detail(page).getByRole('button', { name: text.importing.draft.issues.fixAll }).click()
    await ruleGone(page, rule('surrounding_whitespace'))

    await fix(page, rule('invisible_character'), 'Remove the unseen characters')
    await fix(page, rule('row_too_long'), 'Join the cells beyond the header to the last one')
    await typeInto(
      page,
      rule('duplicate_asset_name'),
      text.importing.draft.issues.rows.edit('asset_name', 7),
      'Print00006',
    )
    await typeInto(
      page,
      rule('text_too_long'),
      text.importing.draft.issues.rows.edit('Title', 8),
      'A title',
    )
    await typeInto(
      page,
      rule('missing_value'),
      text.importing.draft.issues.rows.edit('Title', 9),
      'Print 00008',
    )
    await typeInto(
      page,
      text.importing.draft.columns.tag('without a value'),
      text.importing.draft.issues.rows.edit('ink', 10),
      'Indigo',
    )
    await typeInto(
      page,
      rule('asset_name_over_ledger_limit'),
      text.importing.draft.issues.rows.edit('asset_name', 11),
      'Print00010',
    )

    // Each rule says who asks for it and what to do.
    await showRule(page, rule('file_not_found'))
    const facts = page.getByRole('region', { name: text.importing.draft.issues.ruleDetails })
    await facts.getByText(importRules.file_not_found.source).waitFor()
    await facts.getByText(importRules.file_not_found.advice).waitFor()
    await capture(page, 'rule')

    // What is left, and the table as it stands, can be kept.
    const saved = join(kept(mkdtempSync(join(tmpdir(), 'coldpress-saved-'))), 'kept.csv')
    await answerDialogs(app, { save: saved })
    await page.getByRole('button', { name: text.common.more }).click()
    await page.getByRole('menuitem', { name: text.importing.draft.issues.saveCsv }).click()
    await page.getByText(text.importing.draft.issues.saved(saved)).waitFor()
    expect(readFileSync(saved, 'utf8')).toMatch(
      /^severity,rule,row,[^]*error,file_not_found,5,image,/u,
    )
    const report = join(dirname(saved), 'report.html')
    await answerDialogs(app, { save: report })
    await page.getByRole('button', { name: text.common.more }).click()
    await page.getByRole('menuitem', { name: text.importing.draft.issues.saveReport }).click()
    await page.getByText(text.importing.draft.issues.saved(report)).waitFor()
    const written = readFileSync(report, 'utf8')
    expect(written).toMatch(/^<!doctype html>[^]*<h1>Pressed Herbarium<\/h1>[^]*Not ready: /iu)
    expect(written).toContain(importRules.file_not_found.advice)
    await answerDialogs(app, { save: saved })
    await page.getByRole('button', { name: text.common.more }).click()
    await page.getByRole('menuitem', { name: text.importing.draft.issues.saveTable }).click()
    await expect.poll(() => readFileSync(saved, 'utf8')).toMatch(/^\uFEFFasset_name,Title,/u)
    expect(readFileSync(saved, 'utf8')).toContain('Print00010')
    // Files may be put in place meanwhile.
    await page.getByRole('button', { name: text.common.more }).click()
    await page.getByRole('menuitem', { name: text.importing.draft.issues.again }).click()

    // Two files are not found: one has a fix, the other is picked.
    await showRule(page, rule('file_not_found'))
    await issues(page).getByRole('button', { name: 'Use 04-poppy.webp', exact: true }).click()
    await expect.poll(() => issues(page).getByRole('listitem').count()).toBe(1)
    await pickFile(page, rule('file_not_found'), '05-')
    await ruleGone(page, rule('file_not_found'))
    await pickFile(page, rule('invalid_image'), '12-')
    await step(page, 'check')
      .getByText(text.importing.draft.issues.none)
      .or(step(page, 'check').getByText(/^\d+ notes?$/u))
      .waitFor()
    await capture(page, 'issues-none')
    // Preview: the image and the metadata as they will be.
    await step(page, 'details').click()
    await page.getByText(text.importing.draft.options.sizes.resize, { exact: true }).click()
    await page.getByRole('textbox', { name: text.importing.draft.options.longest }).fill('256')
    await page.getByRole('textbox', { name: text.importing.draft.options.longest }).press('Enter')
    await page.getByText(text.importing.draft.options.formats.webp, { exact: true }).click()
    await step(page, 'details').getByText('256 px, WebP').waitFor({ timeout: uiTimeout })
    const { before, after } = text.importing.draft.options
    for (const version of [before, after])
      await page.getByText(new RegExp(`^${version} · .* · `, 'u')).waitFor({ timeout: uiTimeout })
    await capture(page, 'options')
    await step(page, 'pictures').click()
    const card = page.getByRole('article', { name: 'A title' })
    await card
      .getByText(/^256 × \d+ · /u)
      .or(card.getByText(/^\d+ × 256 · /u))
      .waitFor({ timeout: uiTimeout })
    const width = () =>
      page.evaluate<number>(
        `document.querySelector('article[aria-label="A title"] img')?.naturalWidth ?? 0`,
      )
    await expect.poll(width).toBeGreaterThan(0)
    await capture(page, 'preview')
    await card.getByRole('button', { name: text.importing.draft.preview.details }).click()
    const metadata = page.getByRole('dialog', {
      name: text.importing.draft.preview.inWallet('A title'),
    })
    const mood = metadata.getByRole('row', { name: /^mood calm/u })
    await mood.getByText(text.collections.token.rarityOf(14, 14)).waitFor()
    await metadata
      .getByRole('img', { name: text.importing.draft.preview.image('A title') })
      .waitFor()
    await capture(page, 'wallet')
    expect(await metadata.getByText('"mood": "calm"').count()).toBe(0)
    await metadata.getByRole('switch', { name: text.importing.draft.preview.showJson }).click()
    await metadata.getByText('"mood": "calm"').waitFor()
    await capture(page, 'metadata')
    await closeByEscape(metadata)

    // Start, to the end.
    await step(page, 'cost').click()
    await page.getByRole('button', { name: text.importing.draft.options.pinTest }).click()
    await page
      .getByText(text.importing.draft.options.pinWorks(text.common.pinTarget('local')))
      .waitFor()
    await capture(page, 'start')
    await page.getByRole('button', { name: text.importing.draft.start.start(14) }).click()
    await page
      .getByRole('heading', { name: text.importing.run.imported })
      .waitFor({ timeout: uiTimeout })
    await page.getByText('All 14 tokens are in Pressed Herbarium.').waitFor()
    expect(await page.getByRole('progressbar').count()).toBe(0)
    await page.getByText(text.importing.run.placed('local', 14, 14)).waitFor()
    // The wall of pictures, and the next step of the collection.
    const wall = page.getByRole('list', { name: text.importing.run.imported })
    await expect.poll(() => wall.getByRole('listitem').count()).toBe(14)
    await page.getByRole('button', { name: text.way.royalty.pay, exact: true }).waitFor()
    // The vault has made the policy's key: nothing can be exported.
    await page.getByRole('button', { name: text.importing.run.next.another }).waitFor()
    expect(await page.getByRole('button', { name: text.collections.detail.export }).count()).toBe(0)
    await capture(page, 'done')
    const names = await namesIn(page, collectionId)
    expect(names.toSorted()).toEqual(
      Array.from({ length: 14 }, (_, index) => `Print${String(index + 1).padStart(5, '0')}`),
    )
    await page.getByRole('button', { name: text.importing.run.next.collection }).click()
    await page.getByRole('heading', { level: 1, name: 'Pressed Herbarium' }).waitFor()
  })
})

const many = 250
const manyNames = Array.from({ length: many }, (_, index) => `Print${index + 1}`).toSorted()

/** A run that takes long enough to be stopped in its middle. */
const startLongRun = async (page: Page, folder: string): Promise<string> => {
  const collectionId = await makeCollection(page, herbarium)
  await openFolder(page, folder)
  await step(page, 'details').click()
  await page.getByText(text.importing.draft.options.formats.png, { exact: true }).click()
  await step(page, 'cost').click()
  await page.getByRole('button', { name: text.importing.draft.start.start(250) }).click()
  await page
    .getByRole('list')
    .getByText(text.importing.draft.options.images, { exact: true })
    .waitFor({ timeout: uiTimeout })
  return collectionId
}
const prints = (): string => kept(slowFolder(many))

/** Until some, and not all, tokens have arrived. */
const untilHalfWay = (page: Page): Promise<void> =>
  page.getByText(/^[1-9]\d* of 250 tokens are in the collection$/u).waitFor({ timeout: uiTimeout })

const untilDone = (page: Page): Promise<void> =>
  page
    .getByRole('heading', { name: text.importing.run.imported })
    .waitFor({ timeout: 2 * uiTimeout })

describe('a run', () => {
  it('shows its stages, goes on elsewhere, is paused and resumed, and asks before the window closes', async () => {
    const folder = prints()
    const { page, app } = await start()
    const collectionId = await startLongRun(page, folder)
    await untilHalfWay(page)
    for (const stage of [
      text.importing.run.overall,
      text.importing.run.stages.hash,
      text.importing.run.stages.image,
      text.importing.run.stages.pin,
      text.importing.run.stages.upload,
    ])
      await page.getByRole('progressbar', { name: stage }).waitFor()
    await page
      .getByText(/ a (?:second|minute)$/u)
      .first()
      .waitFor()
    await page
      .getByText(/ left(?: not known yet)?$/u)
      .first()
      .waitFor()
    // A stage speaks of failures only where there are some.
    expect(
      await page
        .getByRole('listitem')
        .getByText(/failed/iu)
        .count(),
    ).toBe(0)

    // Looking elsewhere does not stop it.
    await openView(page, text.frame.policies)
    const line = page.getByRole('region', { name: text.importing.line.label }).getByRole('button')
    await line.waitFor()
    await line.click()

    await page.getByRole('button', { name: text.importing.run.pause }).click()
    await page.getByText(/^Paused at \d+ of 250\. Nothing is lost/u).waitFor({ timeout: uiTimeout })
    await capture(page, 'paused')
    expect(await page.getByRole('region', { name: text.importing.line.label }).count()).toBe(0)
    await page.getByRole('button', { name: text.importing.run.cancel }).click()
    const cancelling = page.getByRole('dialog', { name: text.importing.cancel.title })
    await capture(page, 'cancel')
    await cancelling.getByRole('button', { name: text.importing.cancel.keep }).click()
    await cancelling.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: text.importing.run.resume }).click()
    await page
      .getByRole('button', { name: text.importing.run.pause })
      .waitFor({ timeout: uiTimeout })
    await capture(page, 'running')

    // The window asks before it closes on the run.
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    const asked = page.getByRole('dialog', { name: text.frame.closing.title })
    await asked.waitFor()
    await capture(page, 'closing')
    await asked.getByRole('button', { name: text.frame.closing.stay }).click()
    await untilDone(page)
    expect((await namesIn(page, collectionId)).toSorted()).toEqual(manyNames)
  })

  it('survives a kill: the next start offers to resume, and every token is there once', async () => {
    const folder = prints()
    const home = kept(mkdtempSync(join(tmpdir(), 'coldpress-killed-')))
    const first = await start({ home })
    const collectionId = await startLongRun(first.page, folder)
    await untilHalfWay(first.page)
    await first.kill()

    const { page } = await start({ home })
    const notice = page.getByRole('region', { name: text.frame.notices })
    await notice.getByText(/^An import is paused at \d+ of 250\.$/u).waitFor({ timeout: uiTimeout })
    await capture(page, 'notice')
    await openView(page, text.frame.import)
    const main = page.getByRole('main')
    await main.getByText(/^An import is paused at \d+ of 250\.$/u).waitFor()
    // It is offered once.
    await notice.getByText(/^An import is paused/u).waitFor({ state: 'detached' })
    await capture(page, 'start-stopped')
    // The list of imports has one more, named by its folder.
    await main.getByRole('button', { name: text.importing.earlier.resume, exact: true }).click()
    await untilDone(page)
    expect((await namesIn(page, collectionId)).toSorted()).toEqual(manyNames)
  })

  it('is cancelled once that is confirmed; what is uploaded stays', async () => {
    const folder = prints()
    const { page } = await start()
    const collectionId = await startLongRun(page, folder)
    await untilHalfWay(page)
    await page.getByRole('button', { name: text.importing.earlier.cancel }).click()
    const dialog = page.getByRole('dialog', { name: text.importing.cancel.title })
    await dialog.getByRole('button', { name: text.importing.cancel.action }).click()
    await page
      .getByText(/^Cancelled\. \d+ tokens are in the collection and stay there\./u)
      .waitFor({ timeout: uiTimeout })
    const names = await namesIn(page, collectionId)
    expect(names.length).toBeGreaterThan(0)
    expect(names.length).toBeLessThan(many)
    await capture(page, 'cancelled')
  })
})

describe('columns of unknown name', () => {
  it('are left out until they are chosen, and a price column is the price', async () => {
    const { page } = await start()
    const collectionId = await sampleCollection(page)
    const folder = kept(goodFolder(2))
    const table = join(folder, 'tokens.csv')
    const [header = '', ...rows] = readFileSync(table, 'utf8').trimEnd().split(/\r?\n/u)
    const wider = [
      `${header},Shelf,custom:Artist,price`,
      ...rows.map((row) => `${row},7,Ada,"12,5"`),
    ]
    writeFileSync(table, wider.join('\n'))
    await openFolder(page, folder)
    const words = text.importing.draft
    await step(page, 'details').click()
    const shelf = page.getByRole('combobox', { name: words.columns.select('Shelf', 'I') })
    expect(await shelf.inputValue()).toBe(words.columns.ignore)
    await page.getByText(words.columns.leftOut(1)).waitFor()
    await step(page, 'details').getByText(words.steps.leftOut(1)).waitFor()
    await capture(page, 'columns-unknown')
    await shelf.click()
    await page.getByRole('option', { name: words.columns.custom }).click()
    await step(page, 'details').getByText(words.steps.filled).waitFor()
    await page.getByRole('button', { name: words.undoOf(2) }).click()
    await step(page, 'details').getByText(words.steps.leftOut(1)).waitFor()

    await step(page, 'check').click()
    await openNotes(page)
    await showRule(page, rule('price_column'))
    await step(page, 'pictures').click()
    await page.getByText('12.50 ₳').first().waitFor({ timeout: uiTimeout })
    await capture(page, 'preview-price')
    await step(page, 'cost').click()
    await page.getByRole('button', { name: words.start.start(2) }).click()
    await untilDone(page)
    const place = { accountId: 'local', collectionId }
    const listed = await call(page, 'tokens.page', { ...place, cursor: null })
    const [first] = tokens.parse(listed).tokens
    const token = await call(page, 'tokens.get', { ...place, tokenId: first?.id ?? '' })
    expect(token).toMatchObject({ price: 12_500_000, custom_attributes: { Artist: 'Ada' } })

    // Of the same folder everything is there now.
    await openFolder(page, folder)
    await step(page, 'cost').click()
    await page.getByText(words.start.nothing).waitFor()
    await capture(page, 'start-nothing')
  })
})

const imagesChecked = (page: Page, images: number): Promise<void> =>
  page.getByText(text.importing.draft.imageCheck.done(images)).waitFor({ timeout: uiTimeout })

describe('broken images', () => {
  it('are issues before the start, whatever the files are called, and go once they are replaced', async () => {
    const { page } = await start()
    const collectionId = await sampleCollection(page)
    const folder = kept(brokenFolder())
    await openFolder(page, folder)
    await imagesChecked(page, 6)
    await step(page, 'check').getByText(text.importing.draft.steps.errors(5)).waitFor()
    await step(page, 'check').click()
    const rules = page.getByRole('toolbar', { name: text.importing.draft.issues.rules })
    for (const name of ['empty_file', 'image_damaged', 'content_not_supported', 'image_too_large'])
      await rules.getByRole('button', { name: rule(name) }).waitFor()
    await showRule(page, rule('image_damaged'))
    await detail(page)
      .getByText(/the file cut\.png is cut off or damaged/u)
      .waitFor()
    await capture(page, 'broken')
    await step(page, 'cost').click()
    await page.getByText(text.importing.draft.start.blockedRows(5, 5)).waitFor()

    repairImages(folder)
    await step(page, 'check').click()
    await page.getByRole('button', { name: text.common.more }).click()
    await page.getByRole('menuitem', { name: text.importing.draft.issues.again }).click()
    await imagesChecked(page, 7)
    await step(page, 'check').getByText(text.importing.draft.steps.warnings(1)).waitFor()
    await showRule(page, rule('name_differs_from_content'))
    await detail(page)
      .getByText(/photo\.png is named \.png\. It is really a JPEG and will be imported as one/u)
      .waitFor()
    await capture(page, 'broken-replaced')
    await step(page, 'cost').click()
    await page.getByRole('button', { name: text.importing.draft.start.start(7) }).click()
    await untilDone(page)
    expect(await namesIn(page, collectionId)).toHaveLength(7)
  })

  it('are looked for in the background, which can be stopped and goes on later', async () => {
    const { page } = await start()
    await makeCollection(page, herbarium)
    const folder = kept(slowFolder(600))
    await openFolder(page, folder)
    const words = text.importing.draft.imageCheck
    const progress = page.getByRole('progressbar', { name: words.label })
    await progress.waitFor()
    await page.getByRole('button', { name: words.stop }).click()
    await page.getByRole('button', { name: words.resume }).waitFor()
    expect(await progress.count()).toBe(0)
    // The button's tooltip is gone.
    await page.mouse.move(0, 0)
    await page.getByRole('tooltip').waitFor({ state: 'hidden' })
    await capture(page, 'check-stopped')
    await page.getByRole('button', { name: words.resume }).click()
    await imagesChecked(page, 600)
  })
})

describe('what fails', () => {
  it('is listed with its reason, reopens with its fixes, and is retried once its file is repaired', async () => {
    const { page } = await start()
    const collectionId = await sampleCollection(page)
    const folder = kept(goodFolder(4))
    const table = join(folder, 'tokens.csv')
    const [header = '', ...lines] = readFileSync(table, 'utf8').trimEnd().split(/\r?\n/u)
    writeFileSync(table, [`${header},Shelf`, ...lines.map((line) => `${line},7`)].join('\n'))
    await openFolder(page, folder)
    await step(page, 'cost').click()
    await imagesChecked(page, 4)
    // The file breaks after the plan was made, so that the run is the first to see it.
    const name = readdirSync(folder).toSorted()[1] ?? ''
    const whole = readFileSync(join(folder, name))
    writeFileSync(join(folder, name), whole.subarray(0, 900))
    await page.getByRole('button', { name: text.importing.draft.start.start(4) }).click()
    await page
      .getByText(text.importing.run.ends.failed(3, 1), { exact: false })
      .waitFor({ timeout: uiTimeout })
    const failed = page.getByRole('heading', { name: text.importing.run.failures.title(1) })
    await failed.waitFor()
    await page.getByText(`${name} is cut off or damaged`).first().waitFor()
    await capture(page, 'failures')

    // The row opens in the draft, with the step that was made before.
    await page.getByRole('button', { name: text.importing.run.failures.fixOf(3) }).click()
    await page
      .getByRole('button', { name: text.importing.draft.undoOf(1) })
      .waitFor({ timeout: uiTimeout })
    await issues(page)
      .locator('[aria-current=true]')
      .getByText(text.importing.draft.issues.row(3))
      .waitFor({ timeout: uiTimeout })
    await capture(page, 'reopened')
    await page.getByRole('button', { name: text.importing.draft.discard }).click()

    // A file that was renamed, as a message may advise, leads back to the draft.
    rmSync(join(folder, name))
    writeFileSync(join(folder, 'repaired.jpg'), whole)
    await page.getByRole('button', { name: /^Show the import of/u }).click()
    await page.getByRole('button', { name: text.importing.run.next.retry }).click()
    await step(page, 'check').waitFor({ timeout: uiTimeout })
    await pickFile(page, rule('file_not_found'), 'repaired')
    await ruleGone(page, rule('file_not_found'))
    await step(page, 'cost').click()
    await page.getByRole('button', { name: text.importing.draft.start.start(1) }).click()
    await untilDone(page)
    expect(await failed.count()).toBe(0)
    expect(await namesIn(page, collectionId)).toHaveLength(4)

    // It is one import in the list.
    await page.getByRole('button', { name: text.importing.run.back }).click()
    const shown = page.getByRole('button', { name: /^Show the import of/u })
    await expect.poll(() => shown.count()).toBe(1)
    await capture(page, 'start-earlier')
  })
})

describe('rows with errors', () => {
  it('are skipped one by one or at the start, and imported later once they are fixed', async () => {
    const { page } = await start()
    const collectionId = await sampleCollection(page)
    const folder = kept(goodFolder(4))
    const table = join(folder, 'tokens.csv')
    writeFileSync(table, readFileSync(table, 'utf8').replace(/Print 0000[23]/gu, ''))
    await openFolder(page, folder)
    const words = text.importing.draft
    await step(page, 'check').click()
    await showRule(page, rule('missing_value'))
    await detail(page).getByRole('button', { name: words.issues.skipRow }).click()
    await expect.poll(() => issues(page).getByRole('listitem').count()).toBe(1)
    await page.getByRole('button', { name: words.undoOf(1) }).click()
    await expect.poll(() => issues(page).getByRole('listitem').count()).toBe(2)
    await showRule(page, rule('missing_value'))
    await capture(page, 'skip-row')

    await step(page, 'cost').click()
    await page.getByText(words.start.blockedRows(2, 2)).waitFor()
    await capture(page, 'start-skipping')
    await page.getByRole('button', { name: words.start.startSkipping(2) }).click()
    await page
      .getByText(text.importing.run.ends.skipped(2), { exact: false })
      .waitFor({ timeout: uiTimeout })
    const skipped = page.getByRole('table', { name: text.importing.run.skipped.label })
    const numbers = () => skipped.locator('[role=cell]:first-child').allTextContents()
    expect(await numbers()).toEqual(['3', '4'])
    const byRow = skipped.getByRole('button', { name: text.importing.run.failures.row })
    await byRow.click()
    await byRow.click()
    expect(await numbers()).toEqual(['4', '3'])
    await capture(page, 'skipped')
    expect(await namesIn(page, collectionId)).toHaveLength(2)

    await page.getByRole('button', { name: text.importing.run.next.fixSkipped }).click()
    await showRule(page, rule('missing_value'))
    await detail(page).getByRole('button', { name: words.issues.fixAll }).click()
    await step(page, 'cost').click()
    await page.getByRole('button', { name: words.start.start(2) }).click()
    // Until the run goes on, its page shows how it ended before.
    await expect.poll(() => namesIn(page, collectionId), { timeout: uiTimeout }).toHaveLength(4)
  })
})

/** A drop as the browser would make it: the test has no folder in its hands, so no path is known. */
const dropFile = (page: Page, name: string): Promise<void> =>
  page.evaluate(`{
    const transfer = new DataTransfer()
    transfer.items.add(new File(['x'], ${JSON.stringify(name)}))
    const zone = document.querySelector('[data-testid=drop]')
    for (const type of ['dragover', 'drop'])
      zone.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transfer }))
  }`)

describe('the beginning', () => {
  it('leads to a collection, takes a folder that is chosen, asks which table, and lets go of a draft', async () => {
    const { page, app } = await start()
    await page.getByRole('navigation', { name: text.frame.navigation }).waitFor()
    await openView(page, text.importing.title)
    const collections = page.getByRole('combobox', { name: text.importing.newImport.collection })
    await expect
      .poll(() => collections.getAttribute('placeholder'))
      .toBe(text.importing.newImport.noCollections)
    await capture(page, 'start-empty')
    await page.getByText(text.importing.newImport.proposes).waitFor()
    await page.getByRole('button', { name: text.importing.newImport.open }).click()
    await page.getByText(text.importing.newImport.needsFolder).waitFor()
    await page.getByRole('button', { name: text.importing.newImport.create }).click()
    await page.getByRole('heading', { level: 1, name: /collection/iu }).waitFor()
    await sampleCollection(page)
    await openView(page, text.importing.title)

    await dropFile(page, 'prints')
    await page.getByText(text.importing.newImport.noPath).waitFor()
    await page.getByRole('button', { name: text.importing.newImport.open }).click()
    await page.getByText(text.importing.newImport.needsFolder).waitFor()
    await page.getByText(text.importing.newImport.noPath).waitFor({ state: 'hidden' })
    const path = page.getByRole('textbox', { name: text.importing.newImport.path })
    expect(await path.getAttribute('aria-invalid')).toBe('true')
    await path.and(page.locator(':focus')).waitFor()

    const folder = kept(twoTables())
    await answerDialogs(app, { open: folder })
    await page.getByRole('button', { name: text.importing.newImport.pick }).click()
    await page.getByRole('radiogroup', { name: /several tables/u }).waitFor()
    await capture(page, 'start-tables')
    await page.getByRole('radio', { name: 'tokens.csv' }).check()
    await page.getByRole('button', { name: text.importing.newImport.useTable }).click()
    await step(page, 'details').click({ timeout: uiTimeout })
    await page.getByText(text.importing.draft.columns.allFilled).waitFor()

    // A draft waits while the user looks elsewhere.
    await openView(page, text.frame.events)
    await openView(page, text.importing.title)
    await page
      .getByRole('combobox', { name: text.importing.draft.columns.select('paper', 'E') })
      .click()
    await page.getByRole('option', { name: text.importing.draft.columns.ignore }).click()
    await page.getByText(text.importing.draft.columns.missing('Tag paper')).waitFor()
    await page.getByRole('button', { name: text.importing.draft.discard }).click()
    const dialog = page.getByRole('dialog', { name: text.importing.draft.discardTitle })
    await capture(page, 'discard')
    await dialog.getByRole('button', { name: text.importing.draft.discardAction }).click()
    await page.getByRole('heading', { level: 1, name: text.importing.title, exact: true }).waitFor()
  })

  it('goes from the folder to the tokens with the keyboard alone', async () => {
    const { page } = await start()
    const collectionId = await sampleCollection(page)
    const folder = kept(goodFolder(3))
    const keys = page.keyboard
    /** Tabs until the focus has this name. */
    const tabTo = async (
      role: 'button' | 'textbox' | 'grid',
      name: string | RegExp,
    ): Promise<void> => {
      await page.getByRole(role, { name }).first().waitFor({ timeout: uiTimeout })
      const wanted = page.getByRole(role, { name }).and(page.locator(':focus'))
      for (let tabs = 0; tabs < 40; tabs += 1) {
        if ((await wanted.count()) > 0) return
        await keys.press('Tab')
      }
      throw new Error(`No way to ${String(name)} with the Tab key.`)
    }
    await tabTo('button', text.importing.title)
    await keys.press('Enter')
    await page.getByRole('heading', { level: 1, name: text.importing.title }).waitFor()
    await expect
      .poll(() =>
        page.getByRole('combobox', { name: text.importing.newImport.collection }).inputValue(),
      )
      .toBe('Pressed Herbarium')
    await tabTo('textbox', text.importing.newImport.path)
    await keys.type(folder)
    await keys.press('Enter')
    await page.getByRole('article', { name: 'Print 00001' }).waitFor({ timeout: uiTimeout })

    // A cell is edited in the table of rows.
    await tabTo('button', /^3 Check/u)
    await keys.press('Enter')
    await rows(page).getByText('Print 00001').waitFor()
    // the way on is not covered in a low window either
    await page.setViewportSize({ width: 900, height: 600 })
    await page
      .getByRole('button', { name: text.importing.draft.next('Cost') })
      .click({ trial: true })
    await page.setViewportSize({ width: 1200, height: 800 })
    await tabTo('grid', text.importing.draft.issues.rows.label)
    await keys.press('ArrowDown')
    await keys.press('ArrowRight')
    await keys.press('Enter')
    await rows(page).getByRole('textbox').and(page.locator(':focus')).waitFor()
    await keys.press('Control+a')
    await keys.type('Second')
    await keys.press('Enter')
    await page
      .getByRole('button', { name: text.importing.draft.undoOf(1) })
      .waitFor({ timeout: uiTimeout })
    await rows(page).getByText('Second').waitFor()
    await rows(page).and(page.locator(':focus')).waitFor()

    // Above the first row are the titles, where Enter sorts: up, then down.
    const title = rows(page).getByRole('columnheader').nth(2)
    const numbers = () => rows(page).getByRole('rowheader').allTextContents()
    await keys.press('Control+ArrowUp')
    await keys.press('ArrowUp')
    await keys.press('Enter')
    await expect.poll(numbers).toEqual(['2', '4', '3'])
    expect(await title.getAttribute('aria-sort')).toBe('ascending')
    await keys.press('Enter')
    await expect.poll(numbers).toEqual(['3', '4', '2'])
    expect(await title.getAttribute('aria-sort')).toBe('descending')
    await capture(page, 'rows-sorted')
    await title.getByRole('button').click()
    await expect.poll(numbers).toEqual(['2', '3', '4'])
    await rows(page).and(page.locator(':focus')).waitFor()

    await keys.press('Shift+Tab')
    await page.getByRole('button', { name: '4 Cost' }).focus()
    await keys.press('Enter')
    await tabTo('button', text.importing.draft.start.start(3))
    await keys.press('Enter')
    await untilDone(page)
    expect(await namesIn(page, collectionId)).toHaveLength(3)
  })
})

/** Frames that came late while the list was scrolled by so many pixels each, of all frames. */
const scrollFrames = (page: Page, list: string, pixels: number): Promise<unknown> =>
  page.evaluate(`new Promise((done) => {
    const list = document.querySelector(${JSON.stringify(list)})
    const times = []
    const frame = (now) => {
      times.push(now)
      list.scrollTop += ${pixels}
      if (times.length < 240) return requestAnimationFrame(frame)
      const gaps = times.slice(1).map((time, index) => time - times[index])
      done({
        frames: gaps.length,
        late: gaps.filter((gap) => gap > 25).length,
        longest: Math.round(Math.max(...gaps)),
      })
    }
    requestAnimationFrame(frame)
  })`)

describe('ten thousand issues', () => {
  it('are listed, searched, walked through and fixed in one step', async () => {
    const { page } = await start()
    await sampleCollection(page)
    await openFolder(page, kept(manyIssues(10_000)))
    await step(page, 'check').click()
    await page
      .getByRole('toolbar', { name: text.importing.draft.issues.rules })
      .getByRole('button', { name: rule('surrounding_whitespace') })
      .click()
    const list = issues(page)
    await list.getByText(`${text.importing.draft.issues.row(2)} ·`).waitFor({ timeout: uiTimeout })
    expect(await list.getByRole('listitem').count()).toBeLessThan(60)
    const seen = '[role=list][aria-label=Issues]'
    console.log('frames at rest:', await scrollFrames(page, seen, 0))
    console.log('frames while 10,000 issues scroll:', await scrollFrames(page, seen, 400))

    // The last one, and its row.
    await list.getByRole('button').first().focus()
    await page.keyboard.press('End')
    await list
      .getByText(`${text.importing.draft.issues.row(10001)} ·`)
      .waitFor({ timeout: uiTimeout })
    await rows(page).getByRole('rowheader', { name: '10001' }).waitFor({ timeout: uiTimeout })
    await expect
      .poll(() => rows(page).locator('[data-target=true] [role=rowheader]').textContent())
      .toBe('10001')
    await capture(page, 'many')

    // The search looks at all pages.
    await page.getByRole('searchbox', { name: text.importing.draft.issues.search }).fill('row 7777')
    await expect.poll(() => list.getByRole('listitem').count(), { timeout: uiTimeout }).toBe(1)
    await page.getByRole('searchbox', { name: text.importing.draft.issues.search }).fill('')

    await list.getByRole('button').first().click()
    await detail(page).getByRole('button', { name: text.importing.draft.issues.fixAll }).click()
    await ruleGone(page, 'White space')
    await page.getByRole('button', { name: text.importing.draft.undoOf(1) }).waitFor()
  })
})
