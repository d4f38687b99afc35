import { join } from 'node:path'
import { app, BrowserWindow, Menu, nativeTheme, screen } from 'electron'
import type { Settings } from '#contract/settings/settings.ts'
import { minSize, readWindowState, visibleBounds, writeWindowState } from './window-state.ts'
import { textMenuTemplate } from './menu-template.ts'

/** The one session of the app: in memory, so that nothing a page keeps outlives it. */
export const partition = 'coldpress'

const background = (): string => (nativeTheme.shouldUseDarkColors ? '#14161a' : '#f6f5f1')

export type MainWindow = {
  readonly browser: BrowserWindow
  readonly setAppearance: (appearance: Settings['appearance']) => void
  /** Brings it before the user. */
  readonly present: () => void
}

/** Opens the window, which shows itself when it has something to show. Loads nothing yet. */
export const openMainWindow = (options: {
  readonly home: string
  readonly preload: string
}): MainWindow => {
  const file = join(options.home, 'window.json')
  let state = readWindowState(file)
  nativeTheme.themeSource = state.appearance
  const screens = screen.getAllDisplays().map(({ workArea }) => workArea)
  const browser = new BrowserWindow({
    ...(visibleBounds(state.bounds, screens) ?? { width: 1240, height: 820 }),
    minWidth: minSize.width,
    minHeight: minSize.height,
    show: false,
    title: 'Coldpress',
    backgroundColor: background(),
    webPreferences: {
      preload: options.preload,
      partition,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      webSecurity: true,
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  })
  browser.once('ready-to-show', () => {
    if (state.isMaximized) browser.maximize()
    browser.show()
  })
  browser.on('close', () => {
    state = { ...state, bounds: browser.getNormalBounds(), isMaximized: browser.isMaximized() }
    writeWindowState(file, state)
  })
  return {
    browser,
    setAppearance: (appearance) => {
      nativeTheme.themeSource = appearance
      browser.setBackgroundColor(background())
      state = { ...state, appearance }
      writeWindowState(file, state)
    },
    present: () => {
      if (browser.isMinimized()) browser.restore()
      browser.show()
      browser.focus()
    },
  }
}

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
