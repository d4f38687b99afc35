import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const folder = process.env['COLDPRESS_SHOTS']

const sizes = [
  { width: 1200, height: 800 },
  { width: 900, height: 600 },
] as const

/** Colours and places move for a moment after a change; whoever looks next should see neither move. */
const settlingMs = 250

/**
 * Images of the page as it stands, in both sizes and both schemes, for somebody to look at: only
 * where COLDPRESS_SHOTS names a folder. The window's own setting must be to follow the system.
 */
export const screenshot = async (page: Page, name: string): Promise<void> => {
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  for (const size of sizes)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme })
      await page.waitForTimeout(settlingMs)
      await page.screenshot({ path: join(folder, `${name}-${size.width}-${colorScheme}.png`) })
    }
  await page.emulateMedia({ colorScheme: null })
  await page.setViewportSize(sizes[0])
  await page.waitForTimeout(settlingMs)
}
