import { startChromium, type Chromium } from '../chromium/browser.ts'
import { getPath } from './paths.ts'
import { firstScheme } from './schemes.ts'

let running: Promise<Chromium> | undefined

/** One Chromium for all windows, started when it is first asked for. */
export const chromium = (): Promise<Chromium> => {
  running ??= startChromium(getPath('userData'), firstScheme())
  return running
}

export const closeChromium = async (): Promise<void> => {
  try {
    await (await running)?.close()
  } catch {
    // It never started, or is gone already.
  }
}
