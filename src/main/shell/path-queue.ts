export type PathQueue = {
  readonly add: (paths: readonly string[]) => void
  /** Called once, with what was added before and with all that follows. */
  readonly follow: (open: (paths: readonly string[]) => void) => void
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
