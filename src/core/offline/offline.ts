import { ColdpressError, isColdpressError } from '#shared/errors.ts'

/** Set for this process and inherited by its children: each of them shuts its own network. */
export const offlineVariable = 'COLDPRESS_OFFLINE'

/**
 * Whether this process was started offline. Any value but nothing and `0` means it: who writes
 * `COLDPRESS_OFFLINE=yes` must not be online.
 */
export const isOffline = (): boolean => !['', '0'].includes(process.env[offlineVariable] ?? '')

/** What everything fails with that would use the network. */
export const offlineError = (): ColdpressError =>
  new ColdpressError(
    'unreachable',
    'Coldpress was started offline, so no part of it uses the network, not even to reach the Local studio. Start it without --offline (and COLDPRESS_OFFLINE) for this.',
    { details: { offline: true } },
  )

/** Whether an error is that one. */
export const isOfflineError = (error: unknown): boolean =>
  isColdpressError(error, 'unreachable') && error.details['offline'] === true

/**
 * Says so before the work starts, where the guard of the network would only end a connection: a
 * caller might take that for a line that comes back, and try again.
 * @throws ColdpressError `unreachable` when offline
 */
export const requireOnline = (): void => {
  if (isOffline()) throw offlineError()
}
