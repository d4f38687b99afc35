/** Events of the Local studio in the order in which it wrote them, each as JSON. */
export type EventBatch = {
  readonly events: readonly string[]
  /** False while more is written that the next batch brings. */
  readonly isLast: boolean
}

/**
 * Where the Local studio pushes its events. Whoever pushes begins after `lastEventId` and repeats a
 * batch until `receive` resolves, so every event arrives at least once; it is stored once.
 */
export type EventFeed = {
  /** Everything up to this event is stored; undefined before the first. */
  readonly lastEventId: () => string | undefined
  /** When it resolves, the events are on disk. @throws ColdpressError `invalid` with none stored */
  readonly receive: (batch: EventBatch) => Promise<void>
}
