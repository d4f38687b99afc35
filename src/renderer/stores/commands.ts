import { commandOf, commandOfName, type WindowCommand, windowCommands } from '#contract/commands.ts'
import { call, listen } from '../bridge.ts'
import { callQuery } from '../data/call-query.ts'
import { change } from '../data/change.ts'
import { queryClient } from '../data/query-client.ts'
import { text } from '../text/en.ts'
import { copy } from './copy.ts'
import { isMac } from './is-mac.ts'
import { useNavigation } from './navigation.ts'
import { attempt, useNotices } from './notices.ts'
import { chooseFolder } from './opened.ts'
import { palette, paletteStore } from './palette.ts'
import type { Route } from './routes.ts'

const goTo = (route: Route) => () => useNavigation.getState().go(route)

const actions: { readonly [N in WindowCommand]: () => void } = {
  newCollection: goTo({ view: 'new-collection' }),
  importFolder: () => void chooseFolder(),
  forgetRecent: () => void attempt(() => change('app.forgetFolder', { folder: null })),
  restartOnline: () => void attempt(() => call('app.restartOnline', null)),
  lock: () => void attempt(() => change('vault.lock', null)),
  find: () => {
    const field = searchField()
    field?.focus()
    field?.select()
    if (field === undefined && !isDialogOpen()) palette.open()
  },
  palette: () => palette.toggle(),
  back: () => useNavigation.getState().back(),
  collections: goTo({ view: 'collections' }),
  import: goTo({ view: 'import' }),
  policies: goTo({ view: 'policies' }),
  signing: goTo({ view: 'signing' }),
  events: goTo({ view: 'events' }),
  settings: goTo({ view: 'settings' }),
  help: () => void attempt(() => call('app.openHelp', null)),
  shortcuts: goTo({ view: 'settings', section: 'shortcuts' }),
  revealHome: () => void attempt(() => call('app.showInFolder', { path: null, how: 'open' })),
  copyDiagnostics: () => void copyDiagnostics(),
}

const copyDiagnostics = async (): Promise<void> => {
  const diagnostics = await attempt(() => call('app.diagnostics', null))
  if (diagnostics !== undefined && (await copy(diagnostics.text)))
    useNotices.getState().notify('good', text.palette.diagnosticsCopied)
}

/** The search of the dialog that is open, else of the view; undefined when it has none. */
const searchField = (): HTMLInputElement | undefined => {
  const within = [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document
  return within.querySelector<HTMLInputElement>('input[data-search-field]') ?? undefined
}

const isDialogOpen = (): boolean => document.querySelector('[role=dialog]') !== null

/** Whether there is something for it to do. */
const isUseful = (name: WindowCommand): boolean => {
  const { when } = commandOfName(name)
  if (when === 'unlocked')
    return queryClient.getQueryData(callQuery('vault.status', null).queryKey)?.state === 'unlocked'
  if (when === 'offline')
    return queryClient.getQueryData(callQuery('app.info', null).queryKey)?.offline === true
  if (when === 'past') return useNavigation.getState().past.length > 0
  const recent = queryClient.getQueryData(callQuery('app.recentFolders', null).queryKey) ?? []
  return when !== 'recent' || recent.length > 0
}

/** Leaving a view under an open dialog would lose what the user typed there; locking would not. */
const isInWay = (name: WindowCommand): boolean => {
  const { when } = commandOfName(name)
  if (when === 'unlocked' || when === 'always' || !isDialogOpen()) return false
  // The palette is a dialog too, and its own keys close it.
  return name !== 'palette' || !paletteStore.getState().opened
}

/** Runs a command, unless it has nothing to do or a dialog is in its way. */
export const runCommand = (name: WindowCommand): void => {
  if (isUseful(name) && !isInWay(name)) actions[name]()
}

/** What the palette offers: every command that has something to do, but those that search. */
export const paletteCommands = (): readonly {
  readonly name: WindowCommand
  readonly run: () => void
}[] =>
  windowCommands
    .filter((name) => name !== 'palette' && name !== 'find' && isUseful(name))
    .map((name) => ({ name, run: actions[name] }))

/** Runs commands from the keyboard and the menu bar. @returns a function that stops it */
export const followCommands = (): (() => void) => {
  const onKeyDown = (event: KeyboardEvent) => {
    const name = event.defaultPrevented || event.repeat ? undefined : commandOf(event, isMac)
    if (name === undefined) return
    // Otherwise a browser would do what it has under these keys.
    event.preventDefault()
    runCommand(name)
  }
  window.addEventListener('keydown', onKeyDown)
  const end = listen('app.command', ({ name }) => runCommand(name))
  return () => {
    window.removeEventListener('keydown', onKeyDown)
    end()
  }
}
