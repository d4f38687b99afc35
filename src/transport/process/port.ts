/** The channel to a child process. Posted messages are cloned, including byte arrays. */
export type Port = {
  readonly post: (message: unknown) => void
  /** Messages arrive in posting order. */
  readonly onMessage: (listener: (message: unknown) => void) => void
  /** Called once, after the last message. */
  readonly onExit: (listener: (code: number) => void) => void
  readonly kill: () => void
}

/** A child process ended unexpectedly. `message` is for the user. */
export type ProcessExit = {
  /** False: only the next call starts it again. */
  readonly restarted: boolean
  /** It keeps ending: see `often` of `platform/crash/count-deaths.ts`. */
  readonly isOften: boolean
  readonly message: string
}
