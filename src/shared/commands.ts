/** A menu of the menu bar that lists commands. Edit, View and Window hold the system's own entries. */
type CommandMenu = 'file' | 'go' | 'help'

/** Something the user can start from a menu or by keyboard. */
export type Command = {
  readonly label: string
  readonly menu: CommandMenu
  /** As Electron writes an accelerator: modifiers, then one key, joined by `+`. */
  readonly keys: string
  /** Where macOS uses `keys` for something else. */
  readonly macKeys?: string
  /** A second shortcut, such as one that a browser does not keep for itself. */
  readonly alternative?: string
  /** When it can run; default: unless a dialog is open. */
  readonly when?: 'unlocked'
}

/**
 * Every command. The menu bar, the keyboard and the list of shortcuts in the settings read this
 * table; `stores/commands.ts` of the window says what each does (the types require it).
 */
export const commands = {
  newCollection: {
    label: 'New collection…',
    menu: 'file',
    keys: 'CmdOrCtrl+N',
    alternative: 'Alt+N',
  },
  lock: { label: 'Lock the vault', menu: 'file', keys: 'CmdOrCtrl+L', when: 'unlocked' },
  back: { label: 'Back', menu: 'go', keys: 'Alt+Left', macKeys: 'CmdOrCtrl+[' },
  collections: { label: 'Collections', menu: 'go', keys: 'CmdOrCtrl+1' },
  import: { label: 'Import', menu: 'go', keys: 'CmdOrCtrl+2' },
  policies: { label: 'Policies', menu: 'go', keys: 'CmdOrCtrl+3' },
  signing: { label: 'Signing', menu: 'go', keys: 'CmdOrCtrl+4' },
  events: { label: 'Events', menu: 'go', keys: 'CmdOrCtrl+5' },
  settings: {
    label: 'Settings',
    menu: 'go',
    keys: 'CmdOrCtrl+,',
    alternative: 'CmdOrCtrl+6',
  },
  shortcuts: { label: 'Keyboard shortcuts', menu: 'help', keys: 'CmdOrCtrl+/' },
} as const satisfies Readonly<Record<string, Command>>

export type CommandName = keyof typeof commands

const isCommandName = (name: string): name is CommandName => Object.hasOwn(commands, name)

/** The names, in the order in which menus and lists show them. */
export const commandNames: readonly CommandName[] = Object.keys(commands).filter(isCommandName)

/** The command's own keys on this system. */
export const keysOf = (name: CommandName, isMac: boolean): string => {
  const { keys, macKeys }: Command = commands[name]
  return (isMac ? macKeys : undefined) ?? keys
}

/** Every shortcut of a command on this system, its own keys first. */
export const shortcutsOf = (name: CommandName, isMac: boolean): readonly string[] => {
  const { alternative }: Command = commands[name]
  return [keysOf(name, isMac), ...(alternative === undefined ? [] : [alternative])]
}

/** The parts of a keyboard event that decide about a shortcut. */
type KeyPress = {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** The command whose shortcut was pressed, if any. */
export const commandOf = (press: KeyPress, isMac: boolean): CommandName | undefined =>
  commandNames.find((name) => shortcutsOf(name, isMac).some((keys) => matches(press, keys, isMac)))

const matches = (press: KeyPress, keys: string, isMac: boolean): boolean => {
  const parts = keys.split('+')
  const key = parts.at(-1) === 'Left' ? 'arrowleft' : parts.at(-1)?.toLowerCase()
  const isMain = parts.includes('CmdOrCtrl')
  // Some keyboard layouts need Shift for a slash.
  const isShiftFree = !press.shiftKey || key === '/'
  return (
    press.key.toLowerCase() === key &&
    press.ctrlKey === (isMain && !isMac) &&
    press.metaKey === (isMain && isMac) &&
    press.altKey === parts.includes('Alt') &&
    isShiftFree
  )
}

/** A shortcut as this system writes it: "Ctrl + K", or "⌘ K" on macOS. */
export const shortcutLabel = (keys: string, isMac: boolean): string => {
  const names: Readonly<Record<string, string>> = isMac
    ? { CmdOrCtrl: '⌘', Alt: '⌥', Left: '←' }
    : { CmdOrCtrl: 'Ctrl', Left: '←' }
  const parts = keys.split('+').map((part) => names[part] ?? part)
  return parts.join(isMac ? ' ' : ' + ')
}
