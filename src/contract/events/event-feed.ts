/** Events of the Local studio in the order in which it wrote them, each as JSON. */
export type EventBatch = {
  readonly events: readonly string[]
  /** True with the last batch; false while more events are waiting. */
  readonly isLast: boolean
}

/**
 * Receives the events that the Local studio pushes. The sender starts after `lastEventId` and
 * repeats a batch until `receive` resolves, so every event arrives at least once. A repeated event
 * is stored once.
 */
export type EventFeed = {
  /** Id of the last stored event; undefined before the first. */
  readonly lastEventId: () => string | undefined
  /** Resolves when the events are on disk. @throws ColdpressError `invalid` with none stored */
  readonly receive: (batch: EventBatch) => Promise<void>
}
