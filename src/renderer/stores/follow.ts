import { followEvents } from '../data/follow-events.ts'
import { useApp } from './app.ts'
import { useEvents } from './events.ts'
import { useImports } from './imports.ts'
import { saveRoute } from './navigation.ts'
import { useVault } from './vault.ts'

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
