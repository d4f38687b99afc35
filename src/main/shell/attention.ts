import { app, powerMonitor } from 'electron'
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
