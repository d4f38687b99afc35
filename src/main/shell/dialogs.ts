import { type BrowserWindow, dialog, type FileFilter, type OpenDialogOptions } from 'electron'
import type { ServicesDeps } from '../services/services.ts'

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
