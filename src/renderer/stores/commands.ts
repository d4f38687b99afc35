import { type Command, type CommandName, commandOf, commands } from '#shared/commands.ts'
import { listen } from '../bridge.ts'
import { callQuery } from '../data/call-query.ts'
import { change } from '../data/change.ts'
import { queryClient } from '../data/query-client.ts'
import { useNavigation } from './navigation.ts'
import { attempt } from './notices.ts'
import type { Route } from './routes.ts'

/** Whether the window runs on macOS, which has keys of its own. */
export const isMac = navigator.userAgent.includes('Macintosh')

const goTo = (route: Route) => () => useNavigation.getState().go(route)

const actions: { readonly [N in CommandName]: () => void } = {
  newCollection: goTo({ view: 'new-collection' }),
  lock: () => void attempt(() => change('vault.lock', null)),
  back: () => useNavigation.getState().back(),
  collections: goTo({ view: 'collections' }),
  import: goTo({ view: 'import' }),
  policies: goTo({ view: 'policies' }),
  signing: goTo({ view: 'signing' }),
  events: goTo({ view: 'events' }),
  settings: goTo({ view: 'settings' }),
  shortcuts: goTo({ view: 'settings', section: 'shortcuts' }),
}

/** Leaving a view under an open dialog would lose what the user typed there; locking would not. */
const canRun = (name: CommandName): boolean => {
  const { when }: Command = commands[name]
  if (when === 'unlocked')
    return queryClient.getQueryData(callQuery('vault.status', null).queryKey)?.state === 'unlocked'
  return document.querySelector('[role=dialog]') === null
}

const run = (name: CommandName): void => {
  if (canRun(name)) actions[name]()
}

/** Runs commands from the keyboard and the menu bar. @returns a function that stops it */
export const followCommands = (): (() => void) => {
  const onKeyDown = (event: KeyboardEvent) => {
    const name = event.defaultPrevented || event.repeat ? undefined : commandOf(event, isMac)
    if (name === undefined) return
    // Otherwise a browser would do what it has under these keys.
    event.preventDefault()
    run(name)
  }
  window.addEventListener('keydown', onKeyDown)
  const end = listen('app.command', ({ name }) => run(name))
  return () => {
    window.removeEventListener('keydown', onKeyDown)
    end()
  }
}
