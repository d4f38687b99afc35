import { type BrowserWindow, Menu } from 'electron'
import { textMenuTemplate } from './menu-template.ts'

/**
 * The system's menu of a text field, and of selected text. The page never reads the clipboard for
 * it: the system pastes. What else has a menu draws it in the page.
 */
export const showTextMenus = (window: BrowserWindow): void => {
  window.webContents.on('context-menu', (_event, params) => {
    const template = textMenuTemplate(params)
    if (template.length > 0) Menu.buildFromTemplate(template).popup({ window })
  })
}
