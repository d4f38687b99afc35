import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import { untilStill } from './until-still.ts'

const folder = process.env['COLDPRESS_SHOTS']

/** Pixels of the page's layout, and how many of the screen each takes. */
type Shape = {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly scale: number
}

const usual: Shape = { name: '1200', width: 1200, height: 800, scale: 1 }

/** The last is a window of 1200 × 800 pixels at 125%. */
const shapes: readonly Shape[] = [
  usual,
  { name: '900', width: 900, height: 600, scale: 1 },
  { name: '1600', width: 1600, height: 1000, scale: 1 },
  { name: '1200at125', width: 960, height: 640, scale: 1.25 },
]

/**
 * Images of the page as it stands, in every shape and both schemes, for somebody to look at: only
 * where COLDPRESS_SHOTS names a folder. The window's own setting must be to follow the system.
 */
export const screenshot = async (page: Page, name: string): Promise<void> => {
  if (folder === undefined) return
  for (const shape of shapes) {
    await setShape(page, shape)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await untilStill(page)
      await keep(page, `${name}-${shape.name}-${colorScheme}`)
    }
  }
  await page.emulateMedia({ colorScheme: null })
  await setShape(page, usual)
  await untilStill(page)
}

/** One image of the page as it is shown, only where COLDPRESS_SHOTS names a folder. */
export const keep = async (page: Page, name: string): Promise<void> => {
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

/** Holds the scale of the page while it is open. */
let scaling: CDPSession | undefined

/** Playwright sets the scale of a page once, where it opens; the browser itself can change it. */
const setShape = async (page: Page, { width, height, scale }: Shape): Promise<void> => {
  await scaling?.detach()
  scaling = undefined
  await page.setViewportSize({ width, height })
  if (scale === 1) return
  scaling = await page.context().newCDPSession(page)
  await scaling.send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    deviceScaleFactor: scale,
    mobile: false,
  })
}
