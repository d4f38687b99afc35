import { basename } from 'node:path'

export type Situation = {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly isHeadless: boolean
  /** Nothing may be downloaded, nor asked for. */
  readonly isOffline: boolean
  readonly electronVersion: string
  /** Electron's program, when it is there. */
  readonly findElectron: () => string | undefined
  readonly isReachable: () => Promise<boolean>
  /** Downloads Electron; false when it could not. */
  readonly install: () => Promise<boolean>
  readonly findChromium: () => string | undefined
}

export type Choice =
  | { readonly host: 'electron'; readonly program: string }
  | { readonly host: 'chromium'; readonly notice: string }
  | { readonly host: 'none'; readonly exitCode: number; readonly message: string }

const fail = (exitCode: number, message: string): Choice => ({
  host: 'none',
  exitCode,
  message: `coldpress: ${message}`,
})

const displayError = ({ platform, env, isHeadless }: Situation): Choice | undefined => {
  if (platform !== 'linux' || isHeadless) return undefined
  if ((env['DISPLAY'] ?? '') !== '' || (env['WAYLAND_DISPLAY'] ?? '') !== '') return undefined
  return fail(
    5,
    'there is no display to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set. Start it in a desktop session, or under xvfb-run. Without a window: npm run coldpress -- --help',
  )
}

const onChromium = (situation: Situation, why: string, advice: string): Choice => {
  const program = situation.findChromium()
  if (program === undefined)
    return fail(
      4,
      `${why}, and no Chromium, Chrome or Edge was found. Install one of them, or name it in COLDPRESS_CHROMIUM.`,
    )
  return {
    host: 'chromium',
    notice: `coldpress: ${why} - opening in ${basename(program)}${advice}.`,
  }
}

/** Looks for Electron, then for its server; a reason when there is neither. */
const electronOrWhy = async (
  situation: Situation,
): Promise<{ readonly program: string } | { readonly why: string }> => {
  const present = situation.findElectron()
  if (present !== undefined) return { program: present }
  const name = `Electron ${situation.electronVersion}`
  if (situation.isOffline) return { why: `${name} is not downloaded, nor is it now: offline` }
  if ((situation.env['CI'] ?? '') !== '')
    return { why: `${name} is not downloaded, which CI does in a step of its own` }
  if (!(await situation.isReachable()))
    return { why: `${name} is not downloaded and its server cannot be reached` }
  const downloaded = (await situation.install()) ? situation.findElectron() : undefined
  return downloaded === undefined
    ? { why: `${name} could not be downloaded` }
    : { program: downloaded }
}

/** Which program opens the window: Electron where it is or can be had in bounded time, else Chromium. */
export const chooseHost = async (situation: Situation): Promise<Choice> => {
  const wanted = situation.env['COLDPRESS_HOST'] ?? 'auto'
  if (wanted !== 'auto' && wanted !== 'electron' && wanted !== 'chromium')
    return fail(2, `COLDPRESS_HOST is auto, electron or chromium, not ${wanted}.`)
  const error = displayError(situation)
  if (error !== undefined) return error
  if (wanted === 'electron' && situation.isHeadless)
    return fail(5, 'Electron has no headless mode. Start it under xvfb-run without --headless.')
  if (wanted === 'chromium') return onChromium(situation, 'COLDPRESS_HOST=chromium', '')
  if (situation.isHeadless) return onChromium(situation, 'headless', '')
  const found = await electronOrWhy(situation)
  if ('program' in found) return { host: 'electron', program: found.program }
  if (wanted === 'electron')
    return fail(
      3,
      `${found.why}. Run npx install-electron --no where it can be reached, or leave COLDPRESS_HOST away to open in an installed Chromium.`,
    )
  return onChromium(situation, found.why, ' instead (COLDPRESS_HOST=electron to insist)')
}
