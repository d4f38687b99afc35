/** A menu of the menu bar that lists commands. Window holds the system's own entries. */
export type CommandMenu = 'file' | 'edit' | 'view' | 'go' | 'help'

/** Something the user can start from a menu, the palette or by keyboard. */
export type Command = {
  readonly label: string
  readonly menu: CommandMenu
  /** As Electron writes an accelerator: modifiers, then one key, joined by `+`. */
  readonly keys?: string
  /** Where macOS uses `keys` for something else. */
  readonly macKeys?: string
  /** A second shortcut, such as one that a browser does not keep for itself. */
  readonly alternative?: string
  /**
   * When it can run; default: unless a dialog is open. `recent`: while a folder is remembered.
   * `always`: also in a dialog.
   */
  readonly when?: 'unlocked' | 'recent' | 'past' | 'always'
  /**
   * The host does it, not the window: Electron's menu has it under this role, and a browser under
   * the same keys.
   */
  readonly role?: 'zoomIn' | 'zoomOut' | 'resetZoom'
}

/**
 * Every command. The menu bar, the palette, the keyboard and the list of shortcuts in the settings
 * read this table; `stores/commands.ts` of the window says what each does (the types require it).
 */
export const commands = {
  newCollection: {
    label: 'New collection…',
    menu: 'file',
    keys: 'CmdOrCtrl+N',
    alternative: 'Alt+N',
  },
  importFolder: { label: 'Import a folder…', menu: 'file', keys: 'CmdOrCtrl+O' },
  forgetRecent: { label: 'Forget recent folders', menu: 'file', when: 'recent' },
  lock: { label: 'Lock the vault', menu: 'file', keys: 'CmdOrCtrl+L', when: 'unlocked' },
  find: {
    label: 'Search this view',
    menu: 'edit',
    keys: 'CmdOrCtrl+F',
    alternative: 'F3',
    when: 'always',
  },
  palette: {
    label: 'Search everything…',
    menu: 'view',
    keys: 'CmdOrCtrl+K',
    alternative: 'CmdOrCtrl+Shift+P',
  },
  zoomIn: {
    label: 'Zoom in',
    menu: 'view',
    keys: 'CmdOrCtrl+Plus',
    alternative: 'CmdOrCtrl+=',
    role: 'zoomIn',
  },
  zoomOut: { label: 'Zoom out', menu: 'view', keys: 'CmdOrCtrl+-', role: 'zoomOut' },
  zoomReset: { label: 'Actual size', menu: 'view', keys: 'CmdOrCtrl+0', role: 'resetZoom' },
  back: { label: 'Back', menu: 'go', keys: 'Alt+Left', macKeys: 'CmdOrCtrl+[', when: 'past' },
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
  help: { label: 'Coldpress help', menu: 'help', keys: 'F1' },
  shortcuts: { label: 'Keyboard shortcuts', menu: 'help', keys: 'CmdOrCtrl+/' },
  revealHome: { label: 'Reveal data folder', menu: 'help' },
  copyDiagnostics: { label: 'Copy diagnostics', menu: 'help', when: 'always' },
} as const satisfies Readonly<Record<string, Command>>

export type CommandName = keyof typeof commands

/** The commands that the host does by itself. */
type HostCommand = {
  [N in CommandName]: (typeof commands)[N] extends { readonly role: string } ? N : never
}[CommandName]
/** The commands that the window runs. */
export type WindowCommand = Exclude<CommandName, HostCommand>

const isCommandName = (name: string): name is CommandName => Object.hasOwn(commands, name)

/** The names, in the order in which menus and lists show them. */
export const commandNames: readonly CommandName[] = Object.keys(commands).filter(isCommandName)

export const commandOfName = (name: CommandName): Command => commands[name]

const isOfWindow = (name: CommandName): name is WindowCommand =>
  commandOfName(name).role === undefined
export const windowCommands: readonly WindowCommand[] = commandNames.filter(isOfWindow)

/** The command's own keys on this system, if it has any. */
export const keysOf = (name: CommandName, isMac: boolean): string | undefined => {
  const { keys, macKeys } = commandOfName(name)
  return (isMac ? macKeys : undefined) ?? keys
}

/** Every shortcut of a command on this system, its own keys first. */
export const shortcutsOf = (name: CommandName, isMac: boolean): readonly string[] =>
  [keysOf(name, isMac), commandOfName(name).alternative].filter((keys) => keys !== undefined)

/** The parts of a keyboard event that decide about a shortcut. */
type KeyPress = {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** The window's command whose shortcut was pressed, if any. */
export const commandOf = (press: KeyPress, isMac: boolean): WindowCommand | undefined =>
  windowCommands.find((name) =>
    shortcutsOf(name, isMac).some((keys) => matches(press, keys, isMac)),
  )

const matches = (press: KeyPress, keys: string, isMac: boolean): boolean => {
  const parts = keys.split('+')
  const key = parts.at(-1) === 'Left' ? 'arrowleft' : parts.at(-1)?.toLowerCase()
  const isMain = parts.includes('CmdOrCtrl')
  // Some keyboard layouts need Shift for a slash.
  const isShiftRight = press.shiftKey === parts.includes('Shift') || key === '/'
  return (
    press.key.toLowerCase() === key &&
    press.ctrlKey === (isMain && !isMac) &&
    press.metaKey === (isMain && isMac) &&
    press.altKey === parts.includes('Alt') &&
    isShiftRight
  )
}

/** A shortcut as this system writes it: "Ctrl + K", or "⌘ K" on macOS. */
export const shortcutLabel = (keys: string, isMac: boolean): string => {
  const names: Readonly<Record<string, string>> = isMac
    ? { CmdOrCtrl: '⌘', Alt: '⌥', Shift: '⇧', Left: '←', Plus: '+', '-': '−' }
    : { CmdOrCtrl: 'Ctrl', Left: '←', Plus: '+', '-': '−' }
  const parts = keys.split('+').map((part) => names[part] ?? part)
  return parts.join(isMac ? ' ' : ' + ')
}
