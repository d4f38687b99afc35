import { listen } from '../bridge.ts'
import { applyEvent, eventsWithEffects } from './effects.ts'
import { queryClient } from './query-client.ts'

/** Takes each event that changes an answer into the cache. @returns a function that ends it */
export const followEvents = (): (() => void) => {
  const ends = eventsWithEffects.map((name) =>
    listen(name, (payload) => void applyEvent(queryClient, name, payload)),
  )
  return () => ends.forEach((end) => end())
}
