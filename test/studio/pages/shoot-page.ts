import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** The whole page in both schemes, for somebody to look at: only where COLDPRESS_SHOTS names a folder. */
export const shootPage = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['COLDPRESS_SHOTS']
  if (folder === undefined) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(folder, `pay-${name}-${colorScheme}.png`), fullPage: true })
  }
}
