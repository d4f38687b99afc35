import type { MenuItemConstructorOptions } from 'electron'
import { expect, test } from 'vitest'
import {
  commandNames,
  commandOfName,
  commands,
  shortcutsOf,
  windowCommands,
} from '#contract/commands.ts'
import { editEntries, menuTemplate, textMenuTemplate } from '#main/shell/menu-template.ts'

const itemsOf = (menu: MenuItemConstructorOptions): readonly MenuItemConstructorOptions[] =>
  Array.isArray(menu.submenu) ? menu.submenu.flatMap((item) => [item, ...itemsOf(item)]) : []

const openMenu = (isMac: boolean, recentFolders: readonly string[] = [], isOffline = true) => {
  const chosen: string[] = []
  const template = menuTemplate({
    isMac,
    isOffline,
    recentFolders,
    run: (name) => chosen.push(name),
    openFolder: (path) => chosen.push(`folder ${path}`),
  })
  return { chosen, menus: template, entries: template.flatMap(itemsOf) }
}

/** Electron's arguments are of no use to an entry. */
const click = ({ click: onClick }: MenuItemConstructorOptions): void =>
  Reflect.apply(onClick ?? (() => undefined), undefined, [])

test.each([false, true])('the menu bar lists every command once (macOS: %s)', (isMac) => {
  const labels = openMenu(isMac)
    .entries.filter(({ label, visible }) => label !== undefined && visible !== false)
    .map(({ label }) => label ?? '')
  const ofBar = commandNames.filter((name) => commands[name].menu !== 'context')
  const expected = [...ofBar.map((name) => commands[name].label), 'Recent folders']
  expect(labels.toSorted()).toEqual(expected.toSorted())
})

test('the menus are those of a desktop application, in its order', () => {
  expect(openMenu(false).menus.map(({ label, role }) => label ?? role)).toEqual([
    'File',
    'Edit',
    'View',
    'Go',
    'windowMenu',
    'help',
  ])
  expect(openMenu(true).menus[0]?.role).toBe('appMenu')
})

test('an entry of the menu bar names its command and leaves its keys to the window', () => {
  const { chosen, entries } = openMenu(false)
  const ofWindow = entries.filter(({ click: onClick }) => onClick !== undefined)
  ofWindow.forEach(click)
  expect(chosen.toSorted()).toEqual([...windowCommands].toSorted())
  const withKeys = ofWindow.filter(({ accelerator }) => accelerator !== undefined)
  expect(withKeys.every(({ registerAccelerator }) => registerAccelerator === false)).toBe(true)
})

test('the menu bar offers to restart online only where the app is offline', () => {
  const offers = (isOffline: boolean) =>
    openMenu(false, [], isOffline).entries.some(
      ({ label }) => label === commands.restartOnline.label,
    )
  expect([offers(true), offers(false)]).toEqual([true, false])
})

test('the help menu offers the command line on the PATH where the package could not put it there', () => {
  let installed = 0
  const template = menuTemplate({
    isMac: true,
    isOffline: false,
    recentFolders: [],
    run: () => undefined,
    openFolder: () => undefined,
    installCommandLine: () => {
      installed += 1
    },
  })
  template
    .flatMap(itemsOf)
    .filter(({ label }) => label === 'Install the command line')
    .forEach(click)
  expect(installed).toBe(1)
})

test('Electron zooms by the role of its entries, with every shortcut of the table', () => {
  const zooming = commandNames.filter((name) => commandOfName(name).role !== undefined)
  const { entries } = openMenu(false)
  for (const name of zooming) {
    const own = entries.filter(({ role }) => role === commandOfName(name).role)
    expect(own.map(({ accelerator }) => accelerator)).toEqual(shortcutsOf(name, false))
    expect(own.every(({ registerAccelerator }) => registerAccelerator !== false)).toBe(true)
  }
  expect(zooming).toEqual(['zoomIn', 'zoomOut', 'zoomReset'])
})

test('recent folders have their names in the menu, and open by their paths', () => {
  const { chosen, entries } = openMenu(false, ['/home/me/Prints & more', '/home/me/Olives'])
  const labels = entries.map(({ label }) => label)
  expect(labels).toContain('Prints && more')
  entries.filter(({ toolTip }) => toolTip !== undefined).forEach(click)
  expect(chosen).toEqual(['folder /home/me/Prints & more', 'folder /home/me/Olives'])
  const menuOf = (folders: readonly string[]) =>
    openMenu(false, folders).entries.find(({ label }) => label === 'Recent folders')
  expect(menuOf([])?.enabled).toBe(false)
  expect(menuOf(['/a'])?.enabled).toBe(true)
})

test('the menu of text is the system’s: all of editing in a field, a copy of what is selected, else none', () => {
  expect(textMenuTemplate({ isEditable: true, selectionText: '' })).toEqual(editEntries())
  expect(textMenuTemplate({ isEditable: false, selectionText: 'abc' })).toEqual([{ role: 'copy' }])
  expect(textMenuTemplate({ isEditable: false, selectionText: '' })).toEqual([])
})
