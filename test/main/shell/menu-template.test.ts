import type { MenuItemConstructorOptions } from 'electron'
import { expect, test } from 'vitest'
import { commandNames, commands } from '#shared/commands.ts'
import { menuTemplate } from '#main/shell/menu-template.ts'

const itemsOf = (menu: MenuItemConstructorOptions): readonly MenuItemConstructorOptions[] =>
  Array.isArray(menu.submenu) ? menu.submenu : []

test.each([false, true])('the menu bar lists every command once (macOS: %s)', (isMac) => {
  const labels = menuTemplate(isMac, () => undefined)
    .flatMap(itemsOf)
    .map(({ label }) => label)
    .filter((label) => label !== undefined)
  expect(labels.toSorted()).toEqual(commandNames.map((name) => commands[name].label).toSorted())
})

test('an entry of the menu bar names its command and leaves its keys to the window', () => {
  const chosen: string[] = []
  const entries = menuTemplate(false, (name) => chosen.push(name))
    .flatMap(itemsOf)
    .filter(({ click }) => click !== undefined)
  // Electron's arguments are of no use to an entry.
  for (const { click } of entries) Reflect.apply(click ?? (() => undefined), undefined, [])
  expect(chosen.toSorted()).toEqual([...commandNames].toSorted())
  expect(entries.every(({ registerAccelerator }) => registerAccelerator === false)).toBe(true)
})
