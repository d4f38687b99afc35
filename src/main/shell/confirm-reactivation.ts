import { type BrowserWindow, dialog } from 'electron'

/** Asks outside the page: two data folders with one wallet give out the same payment addresses. */
export const confirmReactivation = async (window: BrowserWindow): Promise<boolean> => {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    title: 'Coldpress',
    message: 'Use this data folder here again?',
    detail:
      'If the exported file is used on another computer, both give the same payment addresses to different buyers, and payments are lost between them. Delete the file if it is used nowhere.',
    buttons: ['Cancel', 'Use it here again'],
    // Return and Escape are a no.
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  return response === 1
}
