import { basename } from 'node:path'
import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron'
import {
  type CommandMenu,
  type CommandName,
  commandNames,
  commandOfName,
  keysOf,
  type WindowCommand,
  windowCommands,
} from '#contract/commands.ts'

type Items = MenuItemConstructorOptions[]

const separator = { type: 'separator' } as const
const isOfWindow = (name: CommandName): name is WindowCommand =>
  windowCommands.some((windowCommand) => windowCommand === name)

export type MenuActions = {
  readonly isMac: boolean
  readonly isOffline: boolean
  /** The folders that were imported last. */
  readonly recentFolders: readonly string[]
  readonly run: (name: WindowCommand) => void
  readonly openFolder: (path: string) => void
  /** Puts `coldpress` on the PATH, where the package could not. */
  readonly installCommandLine?: (() => void) | undefined
}

/**
 * The menu bar, from the table of commands. An entry names its command to the window and gives it
 * nothing else. What changes the page or shows its tools, such as reloading, is not offered.
 */
export const menuTemplate = (actions: MenuActions): Items => {
  const { isMac, isOffline } = actions
  const entries = (menu: CommandMenu): Items =>
    commandNames
      .filter((name) => commandOfName(name).menu === menu && name !== 'forgetRecent')
      .filter((name) => isOffline || commandOfName(name).when !== 'offline')
      .flatMap((name) => entriesOf(name, actions))
  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    {
      label: 'File',
      submenu: [
        ...entries('file'),
        recentMenu(actions),
        separator,
        { role: isMac ? 'close' : 'quit' },
      ],
    },
    { label: 'Edit', submenu: [...editEntries(), separator, ...entries('edit')] },
    { label: 'View', submenu: [...entries('view'), separator, { role: 'togglefullscreen' }] },
    { label: 'Go', submenu: entries('go') },
    { role: 'windowMenu' },
    { role: 'help', submenu: [...entries('help'), ...commandLineEntry(actions)] },
  ]
}

const commandLineEntry = ({ installCommandLine }: MenuActions): Items =>
  installCommandLine === undefined
    ? []
    : [separator, { label: 'Install the command line', click: installCommandLine }]

/** The system's own entries for text. */
export const editEntries = (): Items => [
  { role: 'undo' },
  { role: 'redo' },
  separator,
  { role: 'cut' },
  { role: 'copy' },
  { role: 'paste' },
  { role: 'selectAll' },
]

const entriesOf = (name: CommandName, { isMac, run }: MenuActions): Items => {
  const { label, role, alternative } = commandOfName(name)
  const accelerator = keysOf(name, isMac)
  if (!isOfWindow(name)) {
    // Electron does it, so Electron listens to its keys.
    const withKeys = (keys: string | undefined): Items[number] => ({
      label,
      ...(role === undefined ? {} : { role }),
      ...(keys === undefined ? {} : { accelerator: keys }),
    })
    if (alternative === undefined) return [withKeys(accelerator)]
    const hidden = { visible: false, acceleratorWorksWhenHidden: true }
    return [withKeys(accelerator), { ...withKeys(alternative), ...hidden }]
  }
  // The window handles the keys itself, so that they work the same on every host.
  const keys = accelerator === undefined ? {} : { accelerator, registerAccelerator: false }
  return [{ label, ...keys, click: () => run(name) }]
}

const recentMenu = ({ recentFolders, run, openFolder }: MenuActions): Items[number] => ({
  label: 'Recent folders',
  enabled: recentFolders.length > 0,
  submenu: [
    ...recentFolders.map((path) => ({
      // An ampersand would underline the next letter.
      label: basename(path).replaceAll('&', '&&'),
      toolTip: path,
      click: () => openFolder(path),
    })),
    separator,
    { label: commandOfName('forgetRecent').label, click: () => run('forgetRecent') },
  ],
})

/** Of a text field, and of selected text; empty: it has none. */
export const textMenuTemplate = ({
  isEditable,
  selectionText,
}: Pick<ContextMenuParams, 'isEditable' | 'selectionText'>): Items => {
  if (isEditable) return editEntries()
  return selectionText === '' ? [] : [{ role: 'copy' }]
}
