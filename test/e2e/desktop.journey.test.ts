import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { writeRequestFile } from '#app/signing/request-file.ts'
import { text } from '#renderer/text/en.ts'
import { commands } from '#contract/commands.ts'
import { mintRequest } from '../app/signing/requests.ts'
import { type RunningApp, runApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { fillHome } from '../support/filled-home.ts'
import { goodFolder } from '../support/import-folders.ts'
import { screenshot } from '../support/screens.ts'
import {
  answerDialogs,
  call,
  closeByEscape,
  closeWhatIsLeft,
  openView,
  passphrase,
  uiTimeout,
} from '../support/window-actions.ts'

const name = 'Night Garden'
const folder = mkdtempSync(join(tmpdir(), 'coldpress-desktop-'))
const home = join(folder, 'home')
let running: RunningApp
let page: Page

beforeAll(async () => {
  mkdirSync(home)
  await fillHome(home, name, 40)
  running = await startApp({ home })
  page = running.page
  await page.getByRole('heading', { level: 1 }).waitFor()
  await call(page, 'vault.create', { passphrase })
})
afterAll(async () => {
  await running.kill()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

const capture = async (of: string): Promise<void> => {
  await screenshot(page, `desktop-${of}`)
  expect(await axeViolations(page)).toEqual([])
}
const expectHeading = (words: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name: words }).waitFor({ timeout: uiTimeout })
const palette = () => page.getByRole('dialog', { name: text.palette.title })
const search = () => palette().getByRole('textbox', { name: text.palette.search })
/** Opens it, and waits until what is typed goes into its field. */
const openPalette = async (keys: string): Promise<void> => {
  await page.keyboard.press(keys)
  await search().and(page.locator(':focus')).waitFor()
}
/** Types, and waits until the first entry is the one that Enter opens. */
const typeUntil = async (words: string, first: string): Promise<void> => {
  await page.keyboard.type(words)
  await palette().locator('[data-selected]').filter({ hasText: first }).waitFor()
}
const menu = () => page.getByRole('menu')
const expectNotice = (words: string | RegExp): Promise<void> =>
  page.getByRole('region', { name: text.frame.notices }).getByText(words).waitFor()
const folderField = () => page.getByLabel(text.importing.newImport.path)
const copied = (): Promise<string> => running.app.evaluate(({ clipboard }) => clipboard.readText())
// Text, for the content policy allows no function of a test to be evaluated in the page.
const focusedName = () => page.evaluate<string>('document.activeElement.id')
const focusedText = () => page.evaluate<string>('document.activeElement.textContent')
const shown = (): Promise<unknown> => running.app.evaluate(() => Reflect.get(globalThis, 'shown'))

/** With a question where edits would be lost. */
const discardDraft = async (): Promise<void> => {
  const { draft, title } = text.importing
  await page.getByRole('button', { name: draft.discard, exact: true }).click()
  const question = page.getByRole('dialog', { name: draft.discardTitle })
  const form = page.getByRole('heading', { level: 1, name: title, exact: true })
  await question.or(form).waitFor()
  if (await question.isVisible())
    await question.getByRole('button', { name: draft.discardAction }).click()
  await form.waitFor()
}

// A test that fails leaves no dialog to the next one.
afterEach(() => closeWhatIsLeft(page))

describe('the command palette', () => {
  test('finds a collection, then a token of it, then a policy view and a command, by keyboard alone', async () => {
    const { keyboard } = page
    await openPalette('Control+k')
    await palette().getByText(text.palette.groups.commands).waitFor()
    await capture('palette')
    await typeUntil('night', name)
    await keyboard.press('Enter')
    await expectHeading(name)
    await palette().waitFor({ state: 'hidden' })

    await openPalette('Control+k')
    await palette().getByText(text.palette.groups.here(name)).waitFor()
    await typeUntil('leaf no. 7', 'Leaf no. 7')
    await capture('palette-tokens')
    await keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Leaf no. 7' }).waitFor()
    await closeByEscape(page.getByRole('dialog', { name: 'Leaf no. 7' }))

    await openPalette('Control+Shift+P')
    await typeUntil('gateways', text.settings.sections.gateways)
    await keyboard.press('Enter')
    await page.getByRole('tab', { name: text.settings.sections.gateways, selected: true }).waitFor()

    await openPalette('Control+k')
    await typeUntil('lock the', commands.lock.label)
    await keyboard.press('Enter')
    await page.getByRole('region', { name: text.frame.vault.locked }).waitFor()
  })

  test('finds tokens of every collection, what can be done with each, and the appearance', async () => {
    const { keyboard } = page
    await openView(page, text.frame.policies)
    await openPalette('Control+k')
    await typeUntil('leaf no. 11', 'Leaf no. 11')
    await keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Leaf no. 11' }).waitFor()
    await closeByEscape(page.getByRole('dialog', { name: 'Leaf no. 11' }))

    await openView(page, text.frame.policies)
    await openPalette('Control+k')
    await palette().getByText(text.palette.groups.used).waitFor()
    for (const [typed, action] of [
      ['royalty', 'payRoyalty'],
      ['sell', 'sell'],
      ['prices', 'setPrice'],
      ['spreadsheet', 'editTokens'],
      ['backup', 'backUp'],
      ['night mint', 'mint'],
    ] as const) {
      await keyboard.press('Control+a')
      await keyboard.type(typed)
      await palette()
        .locator('[data-action]', { hasText: commands[action].label })
        .filter({ hasText: name })
        .waitFor()
    }
    await capture('palette-verbs')
    await keyboard.press('Control+a')
    await typeUntil('dark', text.palette.appearance(text.settings.appearance.choices.dark))
    await keyboard.press('Enter')
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
    await openPalette('Control+k')
    await typeUntil('theme light', text.palette.appearance(text.settings.appearance.choices.light))
    await keyboard.press('Enter')
    await page.locator('html[data-mantine-color-scheme="light"]').waitFor()
    // Images of later steps are taken in both.
    const { system } = text.settings.appearance.choices
    await openPalette('Control+k')
    await typeUntil('theme system', text.palette.appearance(system))
    await keyboard.press('Enter')
    await palette().waitFor({ state: 'detached' })
  })

  test('finds what can be done with policies, and opens it on the policy', async () => {
    const { keyboard } = page
    await call(page, 'policies.generate', {
      name: 'Press',
      network: 'devnet',
      lockTime: '2099-01-01T00:00:00Z',
    })
    // The page did not ask for it.
    await page.reload()
    await openView(page, text.collections.title)
    await openPalette('Control+k')
    for (const [typed, label] of [
      ['practise restore', commands.testBackup.label],
      ['export public', commands.savePublicPolicy.label],
      ['lock calendar', commands.showLocks.label],
      ['new policy', text.policies.create],
      ['inspect', text.policies.inspect],
    ] as const) {
      await keyboard.press('Control+a')
      await keyboard.type(typed)
      await palette().locator('[data-action]', { hasText: label }).first().waitFor()
    }
    await capture('palette-policies')
    await keyboard.press('Control+a')
    await typeUntil('practise', commands.testBackup.label)
    await keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: text.policies.backup.testing.title })
    await closeByEscape(dialog)
    await openPalette('Control+k')
    await typeUntil('show lock', commands.showLocks.label)
    await keyboard.press('Enter')
    await page.getByRole('tab', { name: text.policies.tabs.locks, selected: true }).waitFor()
  })

  test('moves by arrow keys, says when nothing matches, and gives the focus back when it closes', async () => {
    const { keyboard } = page
    await openView(page, text.collections.title)
    const field = page.getByRole('searchbox', { name: text.collections.search })
    await field.focus()
    await openPalette('Control+k')
    await keyboard.type('no such thing')
    await palette().getByText(text.palette.nothing('no such thing')).first().waitFor()
    await closeByEscape(palette())
    await expect.poll(focusedName).toBe(await field.getAttribute('id'))
    await openPalette('Control+k')
    await typeUntil('settings', text.settings.title)
    const first = await palette().locator('[data-selected]').innerText()
    await keyboard.press('ArrowDown')
    await expect.poll(() => palette().locator('[data-selected]').innerText()).not.toBe(first)
    // Its own keys close it.
    await keyboard.press('Control+k')
    await palette().waitFor({ state: 'hidden' })
  })
})

describe('searching a view', () => {
  test('Control+F focuses the search of each view that has one, and opens the palette elsewhere', async () => {
    const { keyboard } = page
    const focused = () =>
      page.evaluate<string>(`document.activeElement.getAttribute('data-search-field') ?? 'none'`)
    await openView(page, text.collections.title)
    await page.getByRole('button', { name }).waitFor()
    await keyboard.press('Control+f')
    await expect.poll(focused).toBe('true')
    await page.getByRole('button', { name }).click()
    await expectHeading(name)
    await page.getByRole('searchbox', { name: text.collections.tokenList.search }).waitFor()
    await keyboard.press('F3')
    await expect.poll(focused).toBe('true')
    await openView(page, text.events.title)
    await page.getByRole('tab', { name: text.events.tabs.log }).click()
    await page.getByRole('searchbox').waitFor()
    await keyboard.press('Control+f')
    await expect.poll(focused).toBe('true')
    await openView(page, text.signing.title)
    await expectHeading(text.signing.title)
    await keyboard.press('Control+f')
    await closeByEscape(search())
  })
})

describe('context menus', () => {
  test('a token has its actions at a right click and at Shift+F10, and Escape gives the focus back', async () => {
    const { keyboard } = page
    await openView(page, text.collections.title)
    await page.getByRole('button', { name }).click()
    const token = page.getByRole('button', { name: 'Leaf no. 1', exact: false }).first()
    await token.click({ button: 'right' })
    await menu().waitFor()
    await capture('menu-token')
    await menu().getByRole('menuitem', { name: commands.copyAssetName.label }).click()
    await expect.poll(copied).toMatch(/^Leaf\d+$/u)
    await menu().waitFor({ state: 'hidden' })

    await token.focus()
    await keyboard.press('Shift+F10')
    await menu().waitFor()
    await closeByEscape(menu())
    await expect.poll(focusedText).toContain('Leaf no. 1')
    await keyboard.press('ContextMenu')
    await menu().waitFor()
    await expect
      .poll(() => page.evaluate(`document.activeElement.closest('[role=menu]') !== null`))
      .toBe(true)
    await keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await closeByEscape(page.getByRole('dialog'))
    await expect.poll(focusedText).toContain('Leaf no. 1')
  })

  test('a row of a table and a collection have theirs; a text field keeps the system’s', async () => {
    // Near the lower edge of the smallest window, where it opens upwards.
    await page.setViewportSize({ width: 900, height: 600 })
    const isTile = () =>
      page.evaluate<boolean>(`[560, 520, 480].some((y) => {
        const tile = document.elementFromPoint(560, y)?.closest('[role=listitem] button')
        if (tile) window.tileY = y
        return Boolean(tile)
      })`)
    await expect.poll(isTile).toBe(true)
    await page.mouse.click(560, await page.evaluate<number>('window.tileY'), { button: 'right' })
    await menu().waitFor()
    const box = await menu().boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 600)).toBeLessThanOrEqual(600)
    await closeByEscape(menu())
    await page.setViewportSize({ width: 1200, height: 800 })
    await page.getByText(text.collections.tokenList.table, { exact: true }).click()
    await page
      .getByRole('row', { name: /Leaf no\. 3/u })
      .first()
      .click({ button: 'right' })
    await menu().getByRole('menuitem', { name: commands.open.label }).waitFor()
    await closeByEscape(menu())
    await openView(page, text.collections.title)
    await page.getByRole('button', { name }).click({ button: 'right' })
    await menu().getByRole('menuitem', { name: commands.importTokens.label }).click()
    await folderField().waitFor()
    const prevented = await page.evaluate(
      `!document.querySelector('input[placeholder="${text.importing.newImport.pathPlaceholder}"]')
        .dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))`,
    )
    expect(prevented).toBe(false)
    expect(await menu().count()).toBe(0)
  })

  test('a token and its collection are deleted from their menus, after the question of the buttons', async () => {
    const { keyboard } = page
    await openView(page, text.collections.title)
    await page.getByRole('button', { name }).click()
    const token = page.getByRole('row', { name: /Leaf no\. 2$|Leaf no\. 2 /u }).first()
    await token.focus()
    await keyboard.press('Shift+F10')
    await menu().getByRole('menuitem', { name: commands.remove.label }).waitFor()
    await capture('menu-token-delete')
    await menu().getByRole('menuitem', { name: commands.remove.label }).click()
    const { token: words, detail } = text.collections
    const ofToken = page.getByRole('dialog', { name: words.removeTitle })
    await ofToken.getByRole('button', { name: words.keep }).click()
    await ofToken.waitFor({ state: 'hidden' })
    await expect.poll(focusedText).toContain('Leaf no. 2')
    await keyboard.press('ContextMenu')
    await menu().getByRole('menuitem', { name: commands.remove.label }).click()
    await ofToken.getByRole('button', { name: words.remove }).click()
    await expectNotice(words.removed('Leaf no. 2'))

    await openView(page, text.collections.title)
    await page.getByRole('button', { name }).focus()
    await keyboard.press('Shift+F10')
    await menu().getByRole('menuitem', { name: commands.remove.label }).click()
    const ofCollection = page.getByRole('dialog', { name: detail.removeTitle })
    await ofCollection.getByText(detail.removeText(name, 39)).waitFor()
    await ofCollection.getByRole('button', { name: detail.keep }).click()
    await ofCollection.waitFor({ state: 'hidden' })
  })
})

describe('folders', () => {
  test('one that is chosen opens the import, is remembered, and is revealed and forgotten from there', async () => {
    const prints = goodFolder(2)
    await running.app.evaluate(({ shell }) => {
      const asked: string[] = []
      Object.assign(globalThis, { shown: asked })
      shell.openPath = (path) => {
        asked.push(`open ${path}`)
        return Promise.resolve('')
      }
      shell.showItemInFolder = (path) => {
        asked.push(`reveal ${path}`)
      }
    })
    await answerDialogs(running.app, { open: prints })
    await openView(page, text.frame.policies)
    await page.keyboard.press('Control+o')
    await expectHeading(text.importing.draft.title(name))
    await discardDraft()
    const recent = page.getByRole('region', { name: text.importing.newImport.recent })
    const button = recent.getByRole('button', { name: basename(prints), exact: true })
    await button.click({ button: 'right' })
    await capture('menu-folder')
    await menu().getByRole('menuitem', { name: commands.reveal.label }).click()
    await expect.poll(shown).toEqual([`reveal ${prints}`])
    const labels = await running.app.evaluate(({ Menu }) =>
      Menu.getApplicationMenu()
        ?.items.flatMap(({ submenu }) => submenu?.items ?? [])
        .flatMap(({ submenu }) => submenu?.items.map(({ label }) => label) ?? []),
    )
    expect(labels).toContain(basename(prints))
    await button.click()
    await expectHeading(text.importing.draft.title(name))
    await discardDraft()
    await recent
      .getByRole('button', { name: text.importing.newImport.forget(basename(prints)) })
      .click()
    await recent.waitFor({ state: 'hidden' })
  })

  test('the reading of a large folder shows how far it is, and is stopped', async () => {
    const large = join(folder, 'large')
    mkdirSync(large)
    writeFileSync(join(large, 'tokens.csv'), 'asset_name,name,image\nOne,One,1.png\n')
    // Files of one size are compared by their content. These take no room on the disk.
    for (const image of ['1.png', '2.png', '3.png']) {
      writeFileSync(join(large, image), '')
      truncateSync(join(large, image), 60e9)
    }
    await answerDialogs(running.app, { open: large })
    await page.keyboard.press('Control+o')
    const { newImport } = text.importing
    await page.getByText(newImport.reading).waitFor()
    await capture('reading')
    await page.getByRole('button', { name: newImport.stopReading }).click()
    await page.getByText(newImport.reading).waitFor({ state: 'hidden' })
    expect(await folderField().inputValue()).toBe(large)
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await call(page, 'imports.drafts', null)).toEqual([])
  })

  test('a folder that is given does not replace a draft with edits before it is read by a click', async () => {
    const [first, second] = [goodFolder(2), goodFolder(2)]
    await answerDialogs(running.app, { open: first })
    await page.keyboard.press('Control+o')
    await expectHeading(text.importing.draft.title(name))
    const { columns, steps } = text.importing.draft
    await page
      .getByRole('navigation', { name: steps.label })
      .getByRole('button', { name: steps.details })
      .click()
    await page.getByRole('combobox', { name: columns.select('paper', 'E') }).click()
    await page.getByRole('option', { name: columns.custom }).click()
    await page.getByRole('button', { name: text.importing.draft.undoOf(2) }).waitFor()
    await answerDialogs(running.app, { open: second })
    await page.keyboard.press('Control+o')
    await expectHeading(text.importing.title)
    await expect.poll(() => folderField().inputValue()).toBe(second)
    const waiting = page.getByText(text.importing.newImport.draftEdited(name))
    await waiting.click({ button: 'right' })
    await menu().getByRole('menuitem', { name: commands.discardEdits.label }).waitFor()
    await capture('draft-waits')
    await menu().getByRole('menuitem', { name: commands.continueDraft.label }).click()
    await expectHeading(text.importing.draft.title(name))
    await discardDraft()
    // The other folder was set aside: nothing reads it now.
    expect(await folderField().inputValue()).toBe('')
    expect(await call(page, 'imports.drafts', null)).toEqual([])
  })

  test('the data folder, the handbook and the diagnostics are one click away under About', async () => {
    await openView(page, text.settings.title)
    await page.getByRole('tab', { name: text.settings.sections.about }).click()
    await page.getByRole('button', { name: commands.revealHome.label }).click()
    await page.getByRole('button', { name: commands.help.label }).click()
    await expect
      .poll(shown)
      .toEqual(expect.arrayContaining([`open ${home}`, expect.stringMatching(/README\.md$/u)]))
    await capture('about')
    await page.getByRole('button', { name: commands.copyDiagnostics.label }).click()
    await expectNotice(text.palette.diagnosticsCopied)
    expect(await copied()).toMatch(/^Coldpress: /u)
    expect(await copied()).not.toContain(home)
  })
})

describe('what is dropped anywhere on the window', () => {
  test('shows where it goes; a folder whose path is hidden says what to do instead', async () => {
    await openView(page, text.frame.policies)
    await drag('dragover', 'prints', '')
    await page.getByText(text.drop.title).waitFor()
    await capture('drop')
    await drag('drop', 'prints', '')
    await expectNotice(text.importing.newImport.noPath)
    await expectHeading(text.importing.title)
    await page.getByText(text.drop.title).waitFor({ state: 'hidden' })
  })

  test('a signing request goes to the signing inbox from every view', async () => {
    await openView(page, text.frame.policies)
    await drag('drop', 'garden.cpreq', writeRequestFile(mintRequest({ title: 'Dropped garden' })))
    await expectHeading('Dropped garden')
  })

  test('nothing is taken under an open dialog', async () => {
    await openView(page, text.frame.policies)
    await call(page, 'vault.lock', null)
    await page.getByRole('button', { name: text.frame.vault.unlock }).click()
    await page.getByRole('dialog', { name: text.frame.vault.unlockTitle }).waitFor()
    await drag('dragover', 'garden.cpreq', '')
    expect(await page.getByText(text.drop.title).count()).toBe(0)
    await drag('drop', 'garden.cpreq', writeRequestFile(mintRequest()))
    expect(await page.getByRole('dialog', { name: text.frame.vault.unlockTitle }).isVisible()).toBe(
      true,
    )
    await closeByEscape(page.getByRole('dialog', { name: text.frame.vault.unlockTitle }))
  })
})

describe('a path that is given to the program', () => {
  const second = (...args: string[]) => runApp({ home, args })

  test('a folder of a second start is added to the collection that the user chooses', async () => {
    const prints = goodFolder(1)
    await openView(page, text.frame.policies)
    expect((await second(prints)).code).toBe(0)
    const words = text.drop.question
    const question = page.getByRole('dialog', { name: words.title(basename(prints)) })
    await question.getByRole('button', { name: words.newCollection }).waitFor()
    await question.getByRole('button', { name: words.add(name) }).click()
    await expectHeading(text.importing.draft.title(name))
    await page.getByText(text.importing.draft.lead('tokens.csv', prints)).first().waitFor()
    await discardDraft()
  })

  test('a request of a second start opens the signing view with it, and anything else is named and ignored', async () => {
    const path = join(folder, 'meadow.cpreq')
    writeFileSync(path, writeRequestFile(mintRequest({ title: 'Given meadow', names: ['Meadow'] })))
    await second(join(folder, 'none.png'), path)
    await expectHeading('Given meadow')
    await expectNotice(/cannot open “none\.png”/u)
  })

  test('where no collection exists yet, a folder of a start fills the form of a new one', async () => {
    const [first, second] = [goodFolder(1), goodFolder(2)]
    const other = await startApp({ args: [first] })
    try {
      const words = text.collections.new
      await other.page.getByRole('heading', { level: 1, name: words.title }).waitFor()
      await other.page.getByText(words.folder.found(1, 4)).waitFor()
      await other.page.getByText(first, { exact: true }).waitFor()
      await runApp({ home: other.home, args: [second] })
      // Another program may have started it: what was begun stays until the user says so.
      const offered = other.page.getByRole('region', { name: text.frame.notices })
      await offered.getByText(text.palette.opened.folder).waitFor()
      await other.page.getByText(first, { exact: true }).waitFor()
      await offered.getByRole('button', { name: text.palette.open }).click()
      await other.page.getByText(second, { exact: true }).waitFor()
      await other.page.getByText(words.folder.found(2, 4)).waitFor()
      await openView(other.page, text.settings.title)
      await runApp({ home: other.home, args: [first] })
      const question = other.page.getByRole('dialog', {
        name: text.drop.question.title(basename(first)),
      })
      await question.getByText(text.drop.question.begun).click()
      await other.page.getByText(words.folder.found(1, 4)).waitFor()
    } finally {
      await other.kill()
    }
  })
})

/** A drag as the browser would make it: the test has no folder in its hands, so no path is known. */
const drag = (type: 'dragover' | 'drop', file: string, content: string): Promise<void> =>
  page.evaluate(`(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(file)}))
    document.querySelector('main').dispatchEvent(new DragEvent(${JSON.stringify(type)},
      { bubbles: true, cancelable: true, dataTransfer: transfer }))
  })()`)
