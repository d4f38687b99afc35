import { type BrowserWindow, dialog } from 'electron'
import { messageOf } from '#values/errors/errors.ts'

/** Asks outside the page: two data folders that came from one sell the same tokens. */
export const confirmReactivation = async (window: BrowserWindow): Promise<boolean> => {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    title: 'Coldpress',
    message: 'Use this data folder here again?',
    detail:
      'If the exported file is used on another computer, both sell the same tokens, and neither knows what the buyers of the other have paid. Delete the file if it is used nowhere.',
    buttons: ['Cancel', 'Use it here again'],
    // Return and Escape are a no.
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  return response === 1
}

export const sayNotReactivated = async (window: BrowserWindow, error: unknown): Promise<void> => {
  await dialog.showMessageBox(window, {
    type: 'error',
    title: 'Coldpress',
    message: 'The data folder cannot be used here again yet',
    detail: messageOf(error),
    buttons: ['OK'],
  })
}
