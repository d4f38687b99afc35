import {
  app,
  type BrowserWindow,
  clipboard,
  dialog,
  type FileFilter,
  type OpenDialogOptions,
} from 'electron'
import type { ServicesDeps } from '../services/services.ts'
import { errorTable, isColdpressError, messageOf } from '#values/errors/errors.ts'
import { installLauncher, type Launcher } from './command-line.ts'

type What = Parameters<ServicesDeps['dialogs']['pickFile']>[0]

const filters: Readonly<Record<What, readonly FileFilter[]>> = {
  table: [{ name: 'Tables', extensions: ['csv', 'tsv', 'xlsx', 'ods', 'txt'] }],
  policy: [
    {
      name: 'Policies',
      extensions: ['json', 'script', 'zip', 'skey', 'vkey', 'id', 'policyid', 'gpg'],
    },
  ],
  key: [{ name: 'Signing keys', extensions: ['skey', 'json'] }],
  backup: [{ name: 'Backups', extensions: ['age', 'html', 'txt'] }],
  home: [{ name: 'Exported data folders', extensions: ['coldpress'] }],
  facts: [{ name: 'Facts to confirm, public wallets', extensions: ['json'] }],
  events: [{ name: 'Events', extensions: ['ndjson', 'jsonl', 'json'] }],
  transaction: [
    {
      name: 'Requests, transactions, witnesses',
      extensions: ['cpreq', 'tx', 'txbody', 'raw', 'signed', 'witness', 'json'],
    },
  ],
}
const anyFile: FileFilter = { name: 'All files', extensions: ['*'] }

/** The system's own dialogs, in front of the window. */
export const createDialogs = (window: () => BrowserWindow): ServicesDeps['dialogs'] => {
  const pick = async (options: OpenDialogOptions): Promise<string | null> => {
    const { canceled, filePaths } = await dialog.showOpenDialog(window(), options)
    return canceled ? null : (filePaths[0] ?? null)
  }
  return {
    pickFolder: () => pick({ properties: ['openDirectory'] }),
    pickFile: (what) => pick({ properties: ['openFile'], filters: [...filters[what], anyFile] }),
    saveFile: async (suggestedName) => {
      const { canceled, filePath } = await dialog.showSaveDialog(window(), {
        defaultPath: suggestedName,
      })
      return canceled || filePath === '' ? null : filePath
    },
    confirm: async ({ question, lines, yes }, signal) => {
      const parent = window()
      const closed = new AbortController()
      const close = (): void => closed.abort()
      parent.once('closed', close)
      try {
        const { response } = await dialog.showMessageBox(parent, {
          type: 'warning',
          title: 'Coldpress',
          message: question,
          detail: lines.join('\n'),
          buttons: ['Cancel', yes],
          // Return and Escape are a no.
          defaultId: 0,
          cancelId: 0,
          noLink: true,
          signal: AbortSignal.any([signal, closed.signal]),
        })
        return response === 1
      } finally {
        if (!parent.isDestroyed()) parent.off('closed', close)
      }
    },
  }
}

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

/** Puts `coldpress` on the PATH, and says what came of it in a box of the system. */
export const offerCommandLine = async (launcher: Launcher): Promise<void> => {
  const { isOnPath, message, command } = tryInstall(launcher)
  if (command !== undefined) await clipboard.writeText(command)
  await dialog.showMessageBox({
    type: isOnPath ? 'info' : 'warning',
    message: isOnPath ? 'The command line is installed' : 'The command line is not on the PATH yet',
    detail: message,
  })
}

const tryInstall = (launcher: Launcher): ReturnType<typeof installLauncher> => {
  try {
    return installLauncher(launcher)
  } catch (error) {
    return {
      isOnPath: false,
      message: `${launcher.path} could not be written. ${messageOf(error)}`,
    }
  }
}

/**
 * Says why the app does not start, before it has a window, and ends it.
 * @throws any error that has no sentence for the user
 */
export const refuseStart = (error: unknown): void => {
  if (!isColdpressError(error)) throw error
  dialog.showErrorBox('Coldpress does not start', error.message)
  app.exit(errorTable[error.code].exit)
}
