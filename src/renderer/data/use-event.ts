import { useEffect, useState } from 'react'
import type { EventName, EventPayload } from '#contract/window/calls.ts'
import { listen } from '../bridge.ts'

/** The newest payload of an event since the component is there; undefined before the first. */
export const useEvent = <N extends EventName>(name: N): EventPayload<N> | undefined => {
  const [newest, setNewest] = useState<EventPayload<N>>()
  useEffect(() => listen(name, setNewest), [name])
  return newest
}
