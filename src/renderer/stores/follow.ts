import { useApp } from './app.ts'
import { useEvents } from './events.ts'
import { followEndedJobs } from './ended-jobs.ts'
import { saveRoute } from './navigation.ts'
import { useVault } from './vault.ts'
import { listen } from '../bridge.ts'
import { applyEvent, eventNames } from '../data/effects.ts'
import { applyProgress } from '../data/imports.ts'
import { queryClient } from '../data/query-client.ts'

/**
 * Subscribes to events of the main process. Called once, before anything is drawn: after a crash of
 * the window the main process reports as soon as the page is loaded.
 * @returns a function that ends the subscription
 */
export const followApp = (): (() => void) => {
  const ends = [
    saveRoute(),
    followEvents(),
    useApp.getState().follow(),
    useVault.getState().follow(),
    followEndedJobs(),
    useEvents.getState().follow(),
  ]
  return () => ends.forEach((end) => end())
}

/** Applies each event to the cached answers. @returns a function that stops it */
const followEvents = (): (() => void) => {
  const ends = eventNames.map((name) =>
    listen(name, (payload) => void applyEvent(queryClient, name, payload)),
  )
  ends.push(listen('imports.progress', applyProgress))
  return () => ends.forEach((end) => end())
}
