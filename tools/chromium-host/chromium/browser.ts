import { rm, readdir } from 'node:fs/promises'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { boot } from '../boot.ts'
import { chromiumArguments } from './arguments.ts'
import { Cdp } from './cdp.ts'
import { findChromium } from './find-chromium.ts'
import { systemLocale } from '../system-locale.ts'
import { isRunning } from './is-running.ts'

/** A tab or window that waits for its first command. */
export type Page = { readonly sessionId: string; readonly targetId: string }

export type AlonePage = Page & { readonly close: () => Promise<void> }

export type Chromium = {
  readonly cdp: Cdp
  /** The first page is the one that Chromium opened by itself. */
  readonly nextPage: () => Promise<Page>
  /**
   * A page in a browser context of its own, which shares nothing with the app's pages and which they
   * cannot name. Its first request waits until it is told to go on.
   */
  readonly openAlone: (
    url: string,
    size: { readonly width: number; readonly height: number },
  ) => Promise<AlonePage>
  readonly close: () => Promise<void>
}

/** The page's scripts use Uint8Array.fromBase64. */
const oldestVersion = 140

/** Profiles of hosts that were killed. Nobody waits for it, and a folder in use may stay. */
const sweep = async (profiles: string): Promise<void> => {
  const left = (await readdir(profiles)).filter((name) => !isRunning(Number(name)))
  await Promise.all(left.map((name) => rm(join(profiles, name), { recursive: true, force: true })))
}

/** New for each run and gone at its end: the app's session is in memory, as in Electron. */
const createProfile = (userData: string): string => {
  const profiles = join(userData, 'Chromium')
  const profile = join(profiles, String(process.pid))
  mkdirSync(profile, { recursive: true, mode: 0o700 })
  sweep(profiles).catch(() => {})
  // Chromium may still be writing; what is left is swept by the next start.
  process.on('exit', () => {
    try {
      rmSync(profile, { recursive: true, force: true })
    } catch {}
  })
  return profile
}

/** Playwright waits for this line. */
const passOnDevtoolsLine = (cdp: Cdp): void => {
  let rest = ''
  cdp.process.stderr?.setEncoding('utf8').on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines)
      if (line.startsWith('DevTools listening')) process.stderr.write(`${line}\n`)
  })
}

/**
 * A page that waits for the debugger holds up every page of its process, its opener too, and for ever
 * where it is closed meanwhile. So it goes on first, with all that it asks for held back.
 */
const closeUnasked = async (cdp: Cdp, { sessionId, targetId }: Page): Promise<void> => {
  const steps = [
    cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, sessionId),
    cdp.send('Runtime.runIfWaitingForDebugger', {}, sessionId),
  ]
  // It may be gone at each of them, with Chromium itself.
  await Promise.allSettled(steps)
  await cdp.send('Target.closeTarget', { targetId }).catch(() => {})
}

/** Hands pages to whoever waits for one; closes those that nobody asked for. */
const receivePages = (cdp: Cdp): Pick<Chromium, 'nextPage' | 'openAlone'> => {
  const waiting: ((page: Page) => void)[] = []
  const unclaimed: Page[] = []
  /** Contexts that hold one page each, and who waits for it; undefined once it is there. */
  const alone = new Map<string, ((page: Page) => void) | undefined>()
  let isFirst = true
  cdp.on('Target.attachedToTarget', ({ sessionId, targetInfo, waitingForDebugger }) => {
    if (targetInfo.type !== 'page') {
      if (waitingForDebugger)
        cdp.send('Runtime.runIfWaitingForDebugger', {}, sessionId).catch(() => {})
      return
    }
    const page = { sessionId, targetId: targetInfo.targetId }
    const { browserContextId = '' } = targetInfo
    if (alone.has(browserContextId)) {
      const owner = alone.get(browserContextId)
      alone.set(browserContextId, undefined)
      if (owner === undefined) void closeUnasked(cdp, page)
      else owner(page)
      return
    }
    const claim = targetInfo.openerId === undefined ? waiting.shift() : undefined
    if (claim !== undefined) claim(page)
    else if (isFirst) unclaimed.push(page)
    // window.open() has been asked about in Page.windowOpen; Ctrl-N is not the app's.
    else void closeUnasked(cdp, page)
    isFirst = false
  })
  let isFirstAsked = true
  const nextPage = (): Promise<Page> => {
    // also when the first page was there before it was asked for
    const isSecond = !isFirstAsked
    isFirstAsked = false
    const page = unclaimed.pop()
    if (page !== undefined) return Promise.resolve(page)
    const next = new Promise<Page>((resolve) => waiting.push(resolve))
    if (isSecond)
      cdp.send('Target.createTarget', { url: 'about:blank', newWindow: true }).catch(() => {})
    return next
  }
  const openAlone: Chromium['openAlone'] = async (url, size) => {
    const { browserContextId } = await cdp.send('Target.createBrowserContext')
    const page = await new Promise<Page>((resolve, reject) => {
      alone.set(browserContextId, resolve)
      cdp
        .send('Target.createTarget', { url, browserContextId, newWindow: true, ...size })
        .catch(reject)
    })
    const close = async (): Promise<void> => {
      alone.delete(browserContextId)
      await cdp.send('Target.disposeBrowserContext', { browserContextId })
    }
    return { ...page, close }
  }
  return { nextPage, openAlone }
}

/** Ends of itself when the main process goes, for its pipe ends too. */
const closeBrowser = async (cdp: Cdp): Promise<void> => {
  if (cdp.closed) return
  const ended = new Promise<void>((resolve) => cdp.onClose(resolve))
  cdp.send('Browser.close').catch(() => {})
  const late = setTimeout(() => cdp.process.kill('SIGKILL'), 5000)
  await ended
  clearTimeout(late)
}

export const startChromium = async (userData: string, scheme: string): Promise<Chromium> => {
  const program = findChromium()
  if (program === undefined) throw new Error('No Chromium, Chrome or Edge was found.')
  const args = chromiumArguments({
    profile: createProfile(userData),
    bootUrl: `https://boot.${scheme}.invalid/`,
    given: boot.chromiumArguments,
    isRoot: process.getuid?.() === 0,
    hasDevelopmentServer: boot.developmentServer !== undefined,
  })
  const cdp = new Cdp(program, args, {
    ...process.env,
    // its date fields, as the app's own dates; on Linux no switch says so
    LANGUAGE: systemLocale().replace('-', '_'),
  })
  passOnDevtoolsLine(cdp)
  const { nextPage, openAlone } = receivePages(cdp)
  const [{ product }] = await Promise.all([
    cdp.send('Browser.getVersion'),
    cdp.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
    }),
    cdp.send('Browser.setDownloadBehavior', { behavior: 'deny' }),
  ])
  const version = Number(/\/(\d+)/u.exec(product)?.[1])
  if (version < oldestVersion)
    throw new Error(`${product} is too old: Coldpress needs ${oldestVersion} or newer.`)
  return { cdp, nextPage, openAlone, close: () => closeBrowser(cdp) }
}
