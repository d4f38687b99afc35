export type PathQueue = {
  readonly add: (paths: readonly string[]) => void
  /** Called once, with what was added before and with all that follows. */
  readonly follow: (open: (paths: readonly string[]) => void) => void
}

type OpenFileEvents = {
  readonly on: (
    event: 'open-file',
    listener: (event: { readonly preventDefault: () => void }, path: string) => void,
  ) => unknown
}

/**
 * What macOS opens with the app: a folder dropped on its icon, or "Open with". It may send it before
 * the app is ready.
 */
export const takeOpenedFiles = (app: OpenFileEvents, { add }: Pick<PathQueue, 'add'>): void => {
  app.on('open-file', (event, path) => {
    event.preventDefault()
    add([path])
  })
}

/** Paths to open. Some arrive before anything can open them. */
export const createPathQueue = (): PathQueue => {
  const early: string[] = []
  let open: (paths: readonly string[]) => void = (paths) => early.push(...paths)
  const add = (paths: readonly string[]): void => {
    if (paths.length > 0) open(paths)
  }
  return {
    add,
    follow: (opener) => {
      open = opener
      add(early)
    },
  }
}
