import type { MenuItemConstructorOptions } from 'electron'
import { type CommandName, commandNames, commands, keysOf } from '#shared/commands.ts'

type Items = MenuItemConstructorOptions[]

/**
 * The menu bar, from the table of commands. An entry names its command to the window and gives it
 * nothing else.
 */
export const menuTemplate = (isMac: boolean, run: (name: CommandName) => void): Items => {
  const entries = (menu: 'file' | 'go' | 'help'): Items =>
    commandNames
      .filter((name) => commands[name].menu === menu)
      .map((name) => ({
        label: commands[name].label,
        accelerator: keysOf(name, isMac),
        // The window handles the keys itself, so that they work the same on every host.
        registerAccelerator: false,
        click: () => run(name),
      }))
  const separator = { type: 'separator' } as const
  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    {
      label: 'File',
      submenu: [...entries('file'), separator, { role: isMac ? 'close' : 'quit' }],
    },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'resetZoom' },
        separator,
        { role: 'togglefullscreen' },
      ],
    },
    { label: 'Go', submenu: entries('go') },
    { role: 'windowMenu' },
    { role: 'help', submenu: entries('help') },
  ]
}
