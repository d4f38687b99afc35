import { useApp } from './app.ts'
import { useEvents } from './events.ts'
import { useImports } from './imports.ts'
import { saveRoute } from './navigation.ts'
import { useVault } from './vault.ts'
import { listen } from '../bridge.ts'
import { applyEvent, eventsWithEffects } from '../data/effects.ts'
import { queryClient } from '../data/query-client.ts'

/**
 * Begins to hear what the main process tells. Called once and before anything is drawn: what it has
 * to say of a window that crashed it says as soon as the page is loaded.
 * @returns a function that ends it
 */
export const follow = (): (() => void) => {
  const ends = [
    saveRoute(),
    followEvents(),
    useApp.getState().follow(),
    useVault.getState().follow(),
    useImports.getState().follow(),
    useEvents.getState().follow(),
  ]
  return () => ends.forEach((end) => end())
}

/** Takes each event that changes an answer into the cache. @returns a function that ends it */
const followEvents = (): (() => void) => {
  const ends = eventsWithEffects.map((name) =>
    listen(name, (payload) => void applyEvent(queryClient, name, payload)),
  )
  return () => ends.forEach((end) => end())
}
