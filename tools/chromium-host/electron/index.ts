import { app } from './app.ts'
import { BrowserWindow, webContents } from './browser-window.ts'
import { clipboard } from './clipboard.ts'
import { dialog } from './dialog.ts'
import { ipcMain } from './ipc-main.ts'
import { Menu } from './menu.ts'
import { nativeTheme } from './native-theme.ts'
import { powerMonitor } from './power-monitor.ts'
import { safeStorage } from './safe-storage.ts'
import { screen } from './screen.ts'
import { protocol, session } from './session.ts'
import { shell } from './shell.ts'
import { utilityProcess } from './utility-process.ts'

/**
 * The `electron` module of a main process: what Coldpress needs of it. A name that is missing here
 * fails where it is imported, a missing member where it is used.
 */
export {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  utilityProcess,
  webContents,
}

/** Electron is CommonJS: a default import is the module itself. */
const electron: Readonly<Record<string, unknown>> = {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  utilityProcess,
  webContents,
}

export default electron
