/** A menu of the menu bar that lists commands. Window holds the system's own entries. */
export type CommandMenu = 'file' | 'edit' | 'view' | 'go' | 'help'

/** Something the user can start from a menu, the palette or by keyboard. */
export type Command = {
  readonly label: string
  /** `context`: of the context menus of what it can be done with, and of the palette. */
  readonly menu: CommandMenu | 'context'
  /** As Electron writes an accelerator: modifiers, then one key, joined by `+`. */
  readonly keys?: string
  /** Where macOS uses `keys` for something else. */
  readonly macKeys?: string
  /** A second shortcut, such as one that a browser does not keep for itself. */
  readonly alternative?: string
  /** A browser keeps `keys` for itself, and the page never gets them. */
  readonly isKeptByBrowser?: true
  /**
   * When it can run; default: unless a dialog is open. `recent`: while a folder is remembered.
   * `offline`: where the app was started offline.
   * `always`: also in a dialog. A command of context menus runs where `stores/menu-entries.ts` of the
   * window offers it; its keys work while the thing has the focus.
   */
  readonly when?: 'unlocked' | 'recent' | 'past' | 'offline' | 'always'
  /**
   * The host does it, not the window: Electron's menu has it under this role, and a browser under
   * the same keys.
   */
  readonly role?: 'zoomIn' | 'zoomOut' | 'resetZoom'
  /** It deletes or ends something. */
  readonly isDangerous?: true
}

/**
 * Every command. The menu bar, the context menus, the palette, the keyboard and the list of shortcuts
 * in the settings read this table; `stores/commands.ts` and `stores/menu-entries.ts` of the window say
 * what each does (the types require it). An ellipsis says that a dialog follows.
 */
export const commands = {
  newCollection: {
    label: 'New collection…',
    menu: 'file',
    keys: 'CmdOrCtrl+N',
    alternative: 'Alt+N',
    isKeptByBrowser: true,
  },
  importFolder: { label: 'Import a folder…', menu: 'file', keys: 'CmdOrCtrl+O' },
  forgetRecent: { label: 'Forget recent folders', menu: 'file', when: 'recent' },
  restartOnline: { label: 'Restart online…', menu: 'file', when: 'offline' },
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
  sales: { label: 'Sales', menu: 'go', keys: 'CmdOrCtrl+3' },
  policies: { label: 'Policies', menu: 'go', keys: 'CmdOrCtrl+4' },
  signing: { label: 'Signing', menu: 'go', keys: 'CmdOrCtrl+5' },
  events: { label: 'Events', menu: 'go', keys: 'CmdOrCtrl+6' },
  settings: {
    label: 'Settings',
    menu: 'go',
    keys: 'CmdOrCtrl+,',
    alternative: 'CmdOrCtrl+7',
  },
  help: { label: 'Coldpress help', menu: 'help', keys: 'F1' },
  shortcuts: { label: 'Keyboard shortcuts', menu: 'help', keys: 'CmdOrCtrl+/' },
  revealHome: { label: 'Reveal data folder', menu: 'help' },
  copyDiagnostics: { label: 'Copy diagnostics', menu: 'help', when: 'always' },

  open: { label: 'Open', menu: 'context', keys: 'Enter' },
  showSales: { label: 'Show sales', menu: 'context' },
  importTokens: { label: 'Import tokens…', menu: 'context' },
  editTokens: { label: 'Edit tokens as a table…', menu: 'context' },
  payRoyalty: { label: 'Set up royalty…', menu: 'context' },
  mint: { label: 'Mint…', menu: 'context' },
  setPrice: { label: 'Set prices…', menu: 'context' },
  sell: { label: 'Create payment link…', menu: 'context' },
  backUp: { label: 'Back up the keys…', menu: 'context' },
  editCollection: { label: 'Edit collection…', menu: 'context' },
  testBackup: { label: 'Test a backup…', menu: 'context' },
  savePublicPolicy: { label: 'Export public policy file…', menu: 'context' },
  exportKeys: { label: 'Export the keys…', menu: 'context' },
  showLocks: { label: 'Show lock calendar', menu: 'context' },
  exportTokens: { label: 'Export tokens…', menu: 'context' },
  importAgain: { label: 'Import this folder…', menu: 'context' },
  continueDraft: { label: 'Continue preparing', menu: 'context' },
  resumeImport: { label: 'Resume', menu: 'context' },
  showDetails: { label: 'Show details', menu: 'context' },
  hideDetails: { label: 'Hide details', menu: 'context' },
  showInExplorer: { label: 'Show in explorer', menu: 'context' },
  openPaymentPage: { label: 'Open the payment page', menu: 'context' },
  openFolder: { label: 'Open folder', menu: 'context' },
  reveal: { label: 'Reveal in its folder', menu: 'context' },
  copyName: { label: 'Copy name', menu: 'context', keys: 'CmdOrCtrl+C' },
  copyPolicyId: { label: 'Copy policy ID', menu: 'context' },
  copyAssetName: { label: 'Copy asset name', menu: 'context' },
  copyCid: { label: 'Copy image CID', menu: 'context' },
  copyId: { label: 'Copy ID', menu: 'context' },
  copyTxId: { label: 'Copy transaction ID', menu: 'context' },
  copyTxIds: { label: 'Copy transaction IDs', menu: 'context' },
  copyPaymentLink: { label: 'Copy payment link', menu: 'context' },
  copyBuyer: { label: 'Copy buyer’s address', menu: 'context' },
  copySaleId: { label: 'Copy payment link ID', menu: 'context' },
  copyMessage: { label: 'Copy message', menu: 'context' },
  copyEntry: { label: 'Copy entry with details', menu: 'context' },
  copyPath: { label: 'Copy path', menu: 'context' },
  undo: { label: 'Undo', menu: 'context', keys: 'CmdOrCtrl+Z' },
  remove: {
    label: 'Delete…',
    menu: 'context',
    keys: 'Delete',
    macKeys: 'CmdOrCtrl+Backspace',
    isDangerous: true,
  },
  removeKeys: { label: 'Remove the keys…', menu: 'context', isDangerous: true },
  removePractice: { label: 'Delete practice collection', menu: 'context', isDangerous: true },
  discardDraft: { label: 'Discard draft', menu: 'context', isDangerous: true },
  discardEdits: { label: 'Discard draft…', menu: 'context', isDangerous: true },
  cancelSale: { label: 'Cancel payment link…', menu: 'context', isDangerous: true },
  cancelImport: { label: 'Cancel import…', menu: 'context', isDangerous: true },
} as const satisfies Readonly<Record<string, Command>>

export type CommandName = keyof typeof commands

/** The commands that the host does by itself. */
type HostCommand = {
  [N in CommandName]: (typeof commands)[N] extends { readonly role: string } ? N : never
}[CommandName]
/** The commands of context menus. */
export type ContextCommand = {
  [N in CommandName]: (typeof commands)[N] extends { readonly menu: 'context' } ? N : never
}[CommandName]
/** The commands that the window runs, whatever has the focus. */
export type WindowCommand = Exclude<CommandName, HostCommand | ContextCommand>

const isCommandName = (name: string): name is CommandName => Object.hasOwn(commands, name)

/** The names, in the order in which menus and lists show them. */
export const commandNames: readonly CommandName[] = Object.keys(commands).filter(isCommandName)

export const commandOfName = (name: CommandName): Command => commands[name]

const isOfWindow = (name: CommandName): name is WindowCommand =>
  commandOfName(name).role === undefined && commandOfName(name).menu !== 'context'
export const windowCommands: readonly WindowCommand[] = commandNames.filter(isOfWindow)

const isOfContext = (name: CommandName): name is ContextCommand =>
  commandOfName(name).menu === 'context'
export const contextCommands: readonly ContextCommand[] = commandNames.filter(isOfContext)

/** The command's own keys on this system, if it has any. */
export const keysOf = (name: CommandName, isMac: boolean): string | undefined => {
  const { keys, macKeys } = commandOfName(name)
  return (isMac ? macKeys : undefined) ?? keys
}

/** Every shortcut of a command on this system that reaches the window, its own keys first. */
export const shortcutsOf = (
  name: CommandName,
  isMac: boolean,
  host: 'electron' | 'chromium' = 'electron',
): readonly string[] => {
  const { alternative, isKeptByBrowser } = commandOfName(name)
  const isKept = isKeptByBrowser === true && host === 'chromium'
  return [isKept ? undefined : keysOf(name, isMac), alternative].filter(
    (keys) => keys !== undefined,
  )
}

/** The parts of a keyboard event that decide about a shortcut. */
export type KeyPress = {
  readonly key: string
  /** The key by its place on the keyboard, such as `KeyN`. */
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** The window's command whose shortcut was pressed, if any. */
export const commandOf = (press: KeyPress, isMac: boolean): WindowCommand | undefined =>
  windowCommands.find((name) => isPressed(name, press, isMac))

/** Whether a shortcut of the command was pressed. */
export const isPressed = (name: CommandName, press: KeyPress, isMac: boolean): boolean =>
  shortcutsOf(name, isMac).some((keys) => matchesKeys(press, keys, isMac))

const matchesKeys = (press: KeyPress, keys: string, isMac: boolean): boolean => {
  const parts = keys.split('+')
  const key = parts.at(-1) === 'Left' ? 'arrowleft' : parts.at(-1)?.toLowerCase()
  const isMain = parts.includes('CmdOrCtrl')
  // Some keyboard layouts need Shift for a slash.
  const isShiftRight = press.shiftKey === parts.includes('Shift') || key === '/'
  const isKey =
    isMac && parts.includes('Alt')
      ? press.code.toLowerCase() === codeOf(key)
      : press.key.toLowerCase() === key
  return (
    isKey &&
    press.ctrlKey === (isMain && !isMac) &&
    press.metaKey === (isMain && isMac) &&
    press.altKey === parts.includes('Alt') &&
    isShiftRight
  )
}

/**
 * Option writes another character on macOS, or one that waits for the next (`Dead` for Option+N), so
 * that the place of the key says which one it is (UI Events, `code`).
 */
const codeOf = (key: string | undefined): string | undefined =>
  key?.length === 1 ? `key${key}` : key

/** A shortcut as this system writes it: "Ctrl + K", or "⌘ K" on macOS. */
export const shortcutLabel = (keys: string, isMac: boolean): string => {
  const names: Readonly<Record<string, string>> = isMac
    ? {
        CmdOrCtrl: '⌘',
        Alt: '⌥',
        Shift: '⇧',
        Left: '←',
        Plus: '+',
        '-': '−',
        Enter: '↩',
        Backspace: '⌫',
      }
    : { CmdOrCtrl: 'Ctrl', Left: '←', Plus: '+', '-': '−' }
  const parts = keys.split('+').map((part) => names[part] ?? part)
  return parts.join(isMac ? ' ' : ' + ')
}
