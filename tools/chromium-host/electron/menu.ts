import { strict } from './strict.ts'

/** A browser's window has no menu of the app's; the app does without one. */
export const Menu = strict('Menu', {
  setApplicationMenu: (menu: null) => {
    if (menu !== null)
      throw new Error('The Chromium host has no menus: Menu.setApplicationMenu(null).')
  },
  getApplicationMenu: () => null,
})
