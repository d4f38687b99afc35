/** The way to a child process. Messages are cloned as they are posted, so byte arrays travel as they are. */
export type Port = {
  readonly post: (message: unknown) => void
  /** Messages come in the order in which they were posted. */
  readonly onMessage: (listener: (message: unknown) => void) => void
  /** Called once; no message comes after it. */
  readonly onExit: (listener: (code: number) => void) => void
  readonly kill: () => void
}

/** The child programs of the bundle. */
export type ProcessName = 'keys' | 'studio'

/** Starts the program `out/main/<name>.js` in a process of its own, with that environment alone. */
export type StartProcess = (name: ProcessName, env: Readonly<Record<string, string>>) => Port

/** A child process ended by itself. `message` is for the user. */
export type ProcessExit = {
  /** False: it runs again only when the next call starts it. */
  readonly restarted: boolean
  readonly message: string
}
