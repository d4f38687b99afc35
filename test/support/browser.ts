import { type Browser, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../tools/chromium-host/chromium/find-chromium.ts'

/** The browser of whoever gets a link, who has nothing of the app. */
export const openBrowser = async (): Promise<Browser> => {
  const executablePath = findChromium()
  if (executablePath === undefined)
    throw new Error('No Chromium was found: name one in COLDPRESS_CHROMIUM.')
  return chromium.launch({ executablePath, args: ['--disable-gpu'] })
}

/** Opens a payment page and presses one of its test wallet's buttons. */
export const payOnPage = async (
  browser: Browser,
  link: string,
  button: string | RegExp,
): Promise<Page> => {
  const page = await browser.newPage()
  await page.goto(link)
  await page.getByRole('button', { name: button }).click()
  // The form leads back to the page itself.
  await page.waitForLoadState()
  return page
}
