import { text } from '#renderer/text/en.ts'
import type { ElectronApplication, Locator, Page } from 'playwright-core'

/** What a person does again and again in the window, by the words that stand there. */

export const passphrase = 'a passphrase for tests'

/** Long enough for scrypt on a busy machine. */
export const uiTimeout = 60_000

export const openView = (page: Page, name: string): Promise<void> =>
  page
    .getByRole('navigation', { name: text.frame.navigation })
    .getByRole('button', { name })
    .click()

/** Opens the form of a new collection, from the list of collections. */
export const openCollectionForm = async (page: Page): Promise<void> => {
  await openView(page, text.collections.title)
  await page
    .getByRole('main')
    .getByRole('button', { name: text.collections.newCollection })
    .first()
    .click()
}

/** Opens a section of that form, which is folded at first. */
export const openSection = async (page: Page, title: string): Promise<void> => {
  const control = page.getByRole('button', { name: new RegExp(`^${title}\\b`, 'u') })
  if ((await control.getAttribute('aria-expanded')) !== 'true') await control.click()
}

/** Answers the dialog that makes the vault. */
export const createVault = async (page: Page, chosen = passphrase): Promise<void> => {
  const dialog = await submitNewPassphrase(page, chosen)
  try {
    await dialog.waitFor({ state: 'hidden', timeout: uiTimeout })
  } catch (cause) {
    throw new Error(`The vault was not created: ${await dialog.innerText()}`, { cause })
  }
}

/** Fills the dialog that creates it, and sends it. @returns the dialog, which may show an error */
export const submitNewPassphrase = async (page: Page, chosen = passphrase): Promise<Locator> => {
  const dialog = page.getByRole('dialog', { name: text.frame.vault.createTitle })
  await fillFirst(dialog.getByLabel(text.frame.vault.newPassphrase), chosen)
  await dialog.getByLabel(text.frame.vault.again).fill(chosen)
  await dialog.getByRole('button', { name: text.frame.vault.create }).click()
  return dialog
}

/**
 * Fills the field that a dialog gives the focus to, once it has it: until then the focus may still
 * move there from the field that is being filled, and take the text with it.
 */
const fillFirst = async (field: Locator, value: string): Promise<void> => {
  await field.and(field.page().locator(':focus')).waitFor({ timeout: uiTimeout })
  await field.fill(value)
}

/** Answers the dialog that unlocks it. */
export const unlockVault = async (page: Page, given = passphrase): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: text.frame.vault.unlockTitle })
  await fillFirst(dialog.getByLabel(text.frame.vault.passphrase), given)
  await dialog.getByRole('button', { name: text.frame.vault.unlock }).click()
  await dialog.waitFor({ state: 'hidden', timeout: uiTimeout })
}

/**
 * Closes a dialog, a menu or a bar by Escape, once it is there: before, the key would reach what lies
 * under it.
 */
export const closeByEscape = async (open: Locator): Promise<void> => {
  await open.waitFor({ timeout: uiTimeout })
  await open.page().keyboard.press('Escape')
  await open.waitFor({ state: 'hidden', timeout: uiTimeout })
}

/** Chooses what the button "More" of a page offers. */
export const chooseFromMore = async (page: Page, name: string | RegExp): Promise<void> => {
  await page.getByRole('button', { name: text.common.more, exact: true }).click()
  await page.getByRole('menuitem', { name }).click()
}

/** Closes the dialogs that a test left open which failed; three, for one may not close by Escape. */
export const closeWhatIsLeft = async (page: Page): Promise<void> => {
  for (let tries = 0; tries < 3 && (await page.getByRole('dialog').count()) > 0; tries += 1)
    await page.keyboard.press('Escape')
}

/** What the user picks in the system's dialogs from now on; they cannot be driven from a test. */
export const answerDialogs = (
  app: ElectronApplication,
  answers: { readonly open?: string; readonly save?: string },
): Promise<void> =>
  app.evaluate(({ dialog }, { open, save }) => {
    if (open !== undefined)
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [open] })
    if (save !== undefined)
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: save })
  }, answers)

/** Asks the main process as the window would, to prepare what a test is not about. */
export const call = async (page: Page, name: string, input: unknown): Promise<unknown> => {
  const answer = await page.evaluate<{ ok: boolean; value: unknown; error: unknown }>(
    `window.coldpress.call(${JSON.stringify(name)}, ${JSON.stringify(input)})`,
  )
  if (answer.ok) return answer.value
  throw new Error(`${name}: ${JSON.stringify(answer.error)}`)
}

/** Pays what the form of a mint says is missing, out of the devnet's test wallet. */
export const fundMint = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: text.minting.fund, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: text.minting.fundDialog.title })
  await dialog.getByRole('button', { name: /^Fund with .* from the test wallet$/u }).click()
  await dialog.waitFor({ state: 'detached', timeout: uiTimeout })
}

/** A step of an import in its list, by its own words: what another one counts may name it too. */
export const importStep = (page: Page, name: 'pictures' | 'details' | 'check' | 'cost'): Locator =>
  page.getByRole('navigation', { name: text.importing.draft.steps.label }).getByRole('button', {
    name: new RegExp(`^(?:\\d )?${text.importing.draft.steps[name]}`, 'u'),
  })
