import type { EventEmitter } from 'node:events'

export type HostEvent = { defaultPrevented: boolean; readonly preventDefault: () => void }

export const createEvent = <T extends object>(facts: T): T & HostEvent => {
  const event = {
    ...facts,
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true
    },
  }
  return event
}

/** Tells the listeners; answers whether one of them prevented what comes after. */
export const isPrevented = (
  emitter: EventEmitter,
  name: string,
  facts: object,
  ...args: readonly unknown[]
): boolean => {
  const event = createEvent(facts)
  emitter.emit(name, event, ...args)
  return event.defaultPrevented
}
