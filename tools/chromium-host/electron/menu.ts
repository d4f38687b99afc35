import { strict } from './strict.ts'

type Item = {
  readonly label?: string
  readonly role?: string
  readonly type?: string
  readonly submenu?: readonly Item[] | MenuOfItems
  readonly click?: () => void
}
type MenuOfItems = { readonly items: readonly Item[] }

/** As of Electron: every submenu is a menu, and a role is written in lower case. */
const buildFromTemplate = (template: readonly Item[]): MenuOfItems =>
  strict('menu', {
    items: template.map((item) => ({
      ...item,
      ...(item.role === undefined ? {} : { role: item.role.toLowerCase() }),
      ...(Array.isArray(item.submenu) ? { submenu: buildFromTemplate(item.submenu) } : {}),
    })),
    popup: () => {},
  })

let applicationMenu: MenuOfItems | null = null

/** A browser's window has no menu of the app's: what is set is not shown, and can be read back. */
export const Menu = strict('Menu', {
  setApplicationMenu: (menu: MenuOfItems | null) => {
    applicationMenu = menu
  },
  getApplicationMenu: () => applicationMenu,
  buildFromTemplate,
})
