import { platformErrors } from '#values/errors/platform-errors.ts'
import { errorBy, isErrorBy } from '#values/errors/error-rules.ts'
import type { ColdpressError } from '#values/errors/errors.ts'

/** Set for this process and inherited by its children: each of them shuts its own network. */
export const offlineVariable = 'COLDPRESS_OFFLINE'

/**
 * Whether this process was started offline. Any value except empty and `0` counts, so that
 * `COLDPRESS_OFFLINE=yes` does not leave it online.
 */
export const isOffline = (): boolean => !['', '0'].includes(process.env[offlineVariable] ?? '')

/** Whether an argument of a program asks for it. `--offline=yes` must work too. */
export const isOfflineOption = (argument: string): boolean => /^--offline(?:=|$)/u.test(argument)

/** The error of everything that would use the network. */
export const offlineError = (): ColdpressError =>
  errorBy(
    platformErrors,
    'offline',
    {},
    'Coldpress was started offline, so no part of it uses the network, not even to reach the Local studio. Start it online for this.',
  )

/** Whether an error is that one. */
export const isOfflineError = (error: unknown): boolean =>
  isErrorBy(error, platformErrors, 'offline')

/**
 * Fails before the work starts. A connection that the network guard ends looks like a temporary
 * failure, which a caller might retry.
 * @throws ColdpressError `unreachable` when offline
 */
export const requireOnline = (): void => {
  if (isOffline()) throw offlineError()
}
