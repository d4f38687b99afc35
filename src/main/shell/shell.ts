import { tmpdir } from 'node:os'
import { app, Menu, session, type WebContents } from 'electron'
import { isOffline } from '#platform/offline/offline.ts'
import { setLocale } from '#values/text/format.ts'
import type { Services } from '../services/services.ts'
import { createAnswerCall } from './answer-call.ts'
import { registerSchemes, serveApp } from './app-protocol.ts'
import { lockOnSuspend, logUncaughtErrors, reloadAfterCrash, reportCrash } from './attention.ts'
import { launcherFor } from './command-line.ts'
import { closeGracefully } from './closing.ts'
import { confirmReactivation, offerCommandLine, sayNotReactivated } from './dialogs.ts'
import { ServiceHost } from './service-host.ts'
import type { ErrorPageContent } from './error-page.ts'
import { guardContents, guardSession, shutChromium } from './guards.ts'
import { answerWindow, createEmit } from './ipc.ts'
import { type HostServices, provideServices } from './host-services.ts'
import { menuTemplate } from './menu-template.ts'
import { type MainWindow, openMainWindow, partition, showTextMenus } from './main-window.ts'
import { errorPageUrl, startUrl } from './origin.ts'
import {
  createPathQueue,
  otherMode,
  type PathQueue,
  readStart,
  takeOpenedFiles,
  thisStart,
} from './start-message.ts'
import { windowFolder } from './window-folder.ts'
import { serveWorks } from './work-protocol.ts'

export type ShellOptions = {
  readonly home: string
  /** Folder of the built programs `keys.js` and `studio.js`. */
  readonly programs: string
  readonly preload: string
  /** Folder of the window's files. */
  readonly renderer: string
  /** Called at the start, and again when that failed and the user wants to try again. */
  readonly open: (provided: HostServices) => Promise<Services>
  /** Lets a data folder be used again that was exported. */
  readonly reactivate: () => Promise<void>
}

/**
 * Lives the app's life: one instance, one window, the services behind it. Returns at once: nothing
 * may wait for `ready` while the entry module is evaluated, or Electron never gets there.
 */
export const runShell = (options: ShellOptions): void => {
  app.enableSandbox()
  registerSchemes()
  app.setPath('userData', windowFolder(options.home, tmpdir()))
  shutChromium()
  const message = thisStart(process.argv, app.isPackaged)
  if (!app.requestSingleInstanceLock(message)) {
    if (isOffline()) console.error('coldpress: it runs already; its window says whether offline')
    app.exit(0)
    return
  }
  const paths = createPathQueue()
  paths.add(message.paths)
  takeOpenedFiles(app, paths)
  void app.whenReady().then(() => start(options, paths))
}

const crashPage: ErrorPageContent = {
  title: 'The window keeps stopping',
  lines: [
    'The page of Coldpress stopped twice within a minute, so Coldpress does not reload it automatically.',
    'Other processes keep your data and continue. A running import does not stop.',
    'Try again. If it stops again, close Coldpress and start it again. The app log, under Events, shows when it happened.',
  ],
}

const start = (options: ShellOptions, paths: PathQueue): void => {
  const locale = app.getSystemLocale()
  setLocale(locale)
  const startPage = startUrl(locale)
  let crashed: ErrorPageContent | undefined
  const canPrompt = (): boolean => crashed === undefined && host.error === undefined
  const own = session.fromPartition(partition)
  for (const each of new Set([own, session.defaultSession])) guardSession(each)
  const showOpened = async (opened: Promise<boolean>): Promise<void> =>
    show((await opened) ? startPage : errorPageUrl)
  const tryAgain = (): void => {
    if (canPrompt()) return
    crashed = undefined
    void showOpened(host.again())
  }
  const reactivate = async (): Promise<void> => {
    if (!(await confirmReactivation(window.browser))) return
    await options
      .reactivate()
      .then(tryAgain, (error: unknown) => sayNotReactivated(window.browser, error))
  }
  const contents = (): WebContents | undefined =>
    window.browser.isDestroyed() ? undefined : window.browser.webContents
  const emit = createEmit(contents)
  guardContents(
    {
      onAgain: tryAgain,
      onReactivate: () => {
        if (host.error?.isMoved === true) void reactivate()
      },
    },
    (link) =>
      emit('app.notice', {
        message: `This computer opened no browser for ${link}. Set a default browser, or open that address in a browser yourself.`,
      }),
  )
  const launcher = app.isPackaged
    ? launcherFor({
        platform: process.platform,
        resources: process.resourcesPath,
        home: options.home,
        env: process.env,
      })
    : undefined
  const setMenu = (recentFolders: readonly string[]): void => {
    const template = menuTemplate({
      isMac: process.platform === 'darwin',
      isOffline: isOffline(),
      recentFolders,
      run: (name) => emit('app.command', { name }),
      openFolder: (path) => paths.add([path]),
      installCommandLine: launcher && (() => void offerCommandLine(launcher)),
    })
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  }
  // Before the window opens, which would show Electron's own menu.
  setMenu([])
  const provided = provideServices({
    window: () => window,
    close: () => closing.closeNow(),
    restartOnline: () => closing.restartOnline(),
    emit,
    programs: options.programs,
    showRecentFolders: setMenu,
    reopen: () => void showOpened(host.reopen()),
  })
  const window: MainWindow = openMainWindow(options)
  showTextMenus(window.browser)
  const host = new ServiceHost(() => options.open(provided))
  const closing = closeGracefully({ window: window.browser, host, emit, canPrompt })

  serveApp(own, {
    files: options.renderer,
    image: async (url) => (await host.get()).image(url),
    error: () => crashed ?? host.error,
  })
  serveWorks(own, async (url) => (await host.get()).work(url))
  answerWindow(contents, createAnswerCall(host.get))

  const show = async (url: string): Promise<void> => {
    // a load that another one overtakes is no error
    await window.browser.loadURL(url).catch(() => undefined)
  }
  reloadAfterCrash(window.browser.webContents, {
    onGone: (trace) =>
      reportCrash(host, options.home, {
        process: 'window',
        what: 'The process of the window ended.',
        trace,
      }),
    onReloaded: () => {
      const message = 'The window stopped working and was loaded again. Nothing was lost.'
      host.now?.log({ level: 'warning', kind: 'app', message })
      emit('app.process', { process: 'window', state: 'restarted', message })
    },
    onGivenUp: () => {
      if (crashed !== undefined) return
      crashed = crashPage
      host.now?.log({ level: 'error', kind: 'app', message: `${crashPage.title}.` })
      void show(errorPageUrl)
    },
  })
  paths.follow((given) => {
    window.present()
    host
      .get()
      .then(({ openPaths }) => openPaths(given))
      // The error page says why the services are not there.
      .catch(() => undefined)
  })
  app.on('second-instance', (_event, _arguments, _folder, sent) => {
    window.present()
    const second = readStart(sent)
    if (second === undefined) return
    const message = otherMode(second)
    if (message !== undefined) emit('app.notice', { message })
    paths.add(second.paths)
  })
  lockOnSuspend(host)
  logUncaughtErrors(host, options.home)
  // not while the page loads: of two loads at once it is not certain which one stays
  const open = async (): Promise<void> => {
    const [isOpen] = await Promise.all([host.isOpen(), show(startPage)])
    if (!isOpen) await show(errorPageUrl)
  }
  void open()
}
