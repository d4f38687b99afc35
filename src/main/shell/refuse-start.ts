import { app, dialog } from 'electron'
import { errorTable, isColdpressError } from '#values/errors/errors.ts'

/**
 * Says why the app does not start, before it has a window, and ends it.
 * @throws any error that has no sentence for the user
 */
export const refuseStart = (error: unknown): void => {
  if (!isColdpressError(error)) throw error
  dialog.showErrorBox('Coldpress does not start', error.message)
  app.exit(errorTable[error.code].exit)
}
