import { app, powerMonitor, type WebContents } from 'electron'
import { type Crash, writeCrashReport } from '#platform/crash/crash-reports.ts'
import { stackOf } from '#platform/crash/stack.ts'
import { versionsOfHost } from './host-services.ts'
import type { ServiceHost } from './service-host.ts'
import { traceOf } from './trace.ts'

/** Locks the vault when the computer sleeps or shows its lock screen. */
export const lockOnSuspend = (host: ServiceHost): void => {
  const lock = (): void => {
    // the next answer of the keys process, or its death, reports a failed lock
    Promise.resolve(host.now?.handlers['vault.lock'](null)).catch(() => undefined)
  }
  powerMonitor.on('suspend', lock)
  powerMonitor.on('lock-screen', lock)
}

const uncaught = 'An error inside Coldpress that nobody caught. What it was doing may not be done.'

/** Writes a crash report, which the next start shows. */
export const reportCrash = (
  host: ServiceHost,
  home: string,
  crash: Pick<Crash, 'process' | 'what' | 'trace'>,
): void => {
  writeCrashReport(home, {
    ...crash,
    versions: { coldpress: app.getVersion(), ...versionsOfHost() },
    logLines: host.now?.logLines() ?? [],
  })
}

/** An error that nobody caught is written down and the app goes on, as Electron's would after a dialog. */
export const logUncaughtErrors = (host: ServiceHost, home: string): void => {
  const note = (error: unknown): void => {
    const details = traceOf(error)
    console.error('coldpress: an error that nobody caught', details)
    host.now?.log({
      level: 'error',
      kind: 'app',
      message: uncaught,
      details,
    })
    reportCrash(host, home, { process: 'main', what: uncaught, trace: stackOf(error) })
  }
  process.on('uncaughtException', note)
  process.on('unhandledRejection', note)
}

/**
 * Loads the page again when its process dies, once; a page that dies twice within a minute would go
 * on dying, so then it is given up.
 */
export const reloadAfterCrash = (
  contents: WebContents,
  then: {
    /** @param why Chromium's word for it, and the exit code */
    readonly onGone: (why: string) => void
    readonly onReloaded: () => void
    readonly onGivenUp: () => void
  },
): void => {
  let last = Number.NEGATIVE_INFINITY
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    then.onGone(`${reason}, exit code ${exitCode}`)
    const now = performance.now()
    const isSecond = now - last < 60_000
    last = now
    if (isSecond) {
      then.onGivenUp()
      return
    }
    contents.once('did-finish-load', then.onReloaded)
    contents.reload()
  })
}
