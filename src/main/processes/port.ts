/** The channel to a child process. Posted messages are cloned, including byte arrays. */
export type Port = {
  readonly post: (message: unknown) => void
  /** Messages arrive in posting order. */
  readonly onMessage: (listener: (message: unknown) => void) => void
  /** Called once, after the last message. */
  readonly onExit: (listener: (code: number) => void) => void
  readonly kill: () => void
}

/** The child programs of the bundle. */
export type ProcessName = 'keys' | 'studio'

/** Starts `out/main/<name>.js` in its own process with only that environment. */
export type StartProcess = (name: ProcessName, env: Readonly<Record<string, string>>) => Port

/** A child process ended unexpectedly. `message` is for the user. */
export type ProcessExit = {
  /** False: only the next call starts it again. */
  readonly restarted: boolean
  readonly message: string
}
