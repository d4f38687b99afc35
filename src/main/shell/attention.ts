import { powerMonitor } from 'electron'
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

/** An error that nobody caught is written down and the app goes on, as Electron's would after a dialog. */
export const logUncaughtErrors = (host: ServiceHost): void => {
  const note = (error: unknown): void => {
    const details = traceOf(error)
    console.error('coldpress: an error that nobody caught', details)
    host.now?.log({
      level: 'error',
      kind: 'app',
      message: 'An error inside Coldpress that nobody caught. What it was doing may not be done.',
      details,
    })
  }
  process.on('uncaughtException', note)
  process.on('unhandledRejection', note)
}
