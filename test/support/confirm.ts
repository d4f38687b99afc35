import type { ElectronApplication, Page } from 'playwright-core'
import { vi } from 'vitest'
import { isElectron } from './app.ts'

/** Of the Chromium host's message box: a window of its own, which no page of the app can reach. */
const isMessageBox = (page: Page): boolean => page.url().startsWith('https://message-box.invalid/')

export const messageBoxes = (app: ElectronApplication): readonly Page[] =>
  app.windows().filter(isMessageBox)

/** The question that the app asks outside its page, once it is there. */
export const messageBox = (app: ElectronApplication): Promise<Page> => {
  // Not expect.poll, which a beforeAll may not call.
  return vi.waitFor(
    () => {
      const [box] = messageBoxes(app)
      if (box === undefined) throw new Error('Nothing is asked outside the page.')
      return box
    },
    { timeout: 30_000, interval: 50 },
  )
}

/** Answers the question with a click, as its user would. @returns what it said */
export const answerMessageBox = async (
  app: ElectronApplication,
  answer: 'yes' | 'no',
): Promise<string> => {
  const box = await messageBox(app)
  const closed = box.waitForEvent('close')
  const said = await box.getByRole('alertdialog').innerText()
  await box
    .getByRole('button')
    .nth(answer === 'yes' ? 1 : 0)
    .click()
  await closed
  return said
}

/** Does what the app has confirmed outside its page, and confirms it. */
export const confirming = async <T>(
  app: ElectronApplication,
  work: () => Promise<T>,
): Promise<T> => {
  if (isElectron) {
    // The system's own box cannot be driven from a test.
    await app.evaluate(({ dialog }) => {
      dialog.showMessageBox = () => Promise.resolve({ response: 1, checkboxChecked: false })
    })
    return work()
  }
  const [done] = await Promise.all([work(), answerMessageBox(app, 'yes')])
  return done
}
