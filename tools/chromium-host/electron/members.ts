/**
 * The `electron` module of a main process: what Coldpress needs of it. A name that is missing here
 * fails where it is imported, a missing member where it is used.
 */
export { app } from './app.ts'
export { BrowserWindow, webContents } from './browser-window.ts'
export { clipboard } from './clipboard.ts'
export { dialog } from './dialog.ts'
export { ipcMain } from './ipc-main.ts'
export { Menu } from './menu.ts'
export { nativeTheme } from './native-theme.ts'
export { Notification } from './notification.ts'
export { powerMonitor } from './power-monitor.ts'
export { safeStorage } from './safe-storage.ts'
export { screen } from './screen.ts'
export { protocol, session } from './session.ts'
export { shell } from './shell.ts'
export { utilityProcess } from './utility-process.ts'
