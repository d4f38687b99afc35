import { strict } from './strict.ts'

/** A browser's window has no menu of the app's: what is set is not shown. */
export const Menu = strict('Menu', {
  setApplicationMenu: () => {},
  getApplicationMenu: () => null,
  buildFromTemplate: (items: readonly object[]) => strict('menu', { items }),
})
