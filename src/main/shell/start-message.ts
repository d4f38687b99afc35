import { resolve } from 'node:path'
import { z } from 'zod'
import { listOf, shortText } from '#values/bounds/bounded.ts'
import { isOffline, isOfflineOption } from '#platform/offline/offline.ts'

/**
 * What a second start tells the running app. It comes from another program of the user, so it is
 * parsed like anything from outside.
 */
const startMessage = z.object({
  offline: z.boolean(),
  /** What the user wants opened, as absolute paths: the running app is in another folder. */
  paths: listOf(shortText),
})
export type StartMessage = z.output<typeof startMessage>

/** The message of this start; unpacked, the first argument that is no option is the app itself. */
export const thisStart = (argv: readonly string[], isPackaged: boolean): StartMessage => ({
  offline: isOffline(),
  paths: pathsIn(argv.slice(1)).slice(isPackaged ? 0 : 1),
})

/** The message of a second start; undefined when it is not one. */
export const readStart = (message: unknown): StartMessage | undefined =>
  startMessage.safeParse(message).data

/**
 * The arguments with which the app starts again, now with the network. What it was given to open is
 * open; unpacked, the app itself stays.
 */
export const onlineArguments = (argv: readonly string[], isPackaged: boolean): string[] => {
  const given = argv.slice(1)
  const app = isPackaged ? undefined : given.find((argument) => !argument.startsWith('-'))
  return given.filter((argument) =>
    argument.startsWith('-') ? !isOfflineOption(argument) : argument === app,
  )
}

/** Arguments that are no options, as absolute paths. */
const pathsIn = (given: readonly string[]): readonly string[] =>
  given
    .filter((argument) => argument !== '' && !argument.startsWith('-'))
    .map((argument) => resolve(argument))

/** A sentence for whoever started Coldpress again in the other mode, which the running one keeps. */
export const otherMode = ({ offline }: StartMessage): string | undefined => {
  if (offline === isOffline()) return undefined
  return offline
    ? 'Coldpress runs already, with the network. Close it first, then start it with --offline.'
    : 'Coldpress runs already, offline. To give it the network, choose “Restart online…”.'
}

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
