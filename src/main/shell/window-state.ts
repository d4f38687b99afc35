import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { settings } from '#contract/settings/settings.ts'

export const minSize = { width: 900, height: 600 }

const rectangle = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(minSize.width).max(20_000),
  height: z.int().min(minSize.height).max(20_000),
})
export type Rectangle = z.output<typeof rectangle>

const windowState = z.object({
  bounds: rectangle.nullable(),
  isMaximized: z.boolean(),
  /** The setting as last seen, so that the first pixel has its colour before the database is open. */
  appearance: settings.shape.appearance,
})
export type WindowState = z.output<typeof windowState>

const fresh: WindowState = { bounds: null, isMaximized: false, appearance: 'system' }

/** What was remembered of the window; nothing when the file is missing or not as we wrote it. */
export const readWindowState = (file: string): WindowState => {
  try {
    return windowState.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return fresh
  }
}

/** Written when the window closes: a place that cannot be remembered stops nobody. */
export const writeWindowState = (file: string, state: WindowState): void => {
  try {
    writeFileSync(`${file}.new`, JSON.stringify(windowState.parse(state)), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  } catch {
    // it opens in the middle of the screen next time
  }
}

/** The bounds if at least a part of them that can be grabbed lies on a screen. */
export const visibleBounds = (
  bounds: Rectangle | null,
  screens: readonly Rectangle[],
): Rectangle | undefined => {
  if (bounds === null) return undefined
  const grip = 100
  const isOn = (screen: Rectangle): boolean =>
    bounds.x + bounds.width - grip > screen.x &&
    bounds.x + grip < screen.x + screen.width &&
    bounds.y >= screen.y &&
    bounds.y + grip < screen.y + screen.height
  return screens.some(isOn) ? bounds : undefined
}
