import { stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { OpenedPath } from '#contract/settings/calls.ts'
import { messageOf } from '#values/errors/errors.ts'
import { printable } from '#values/text/printable.ts'
import type { App } from '#app/create-app.ts'
import { useAndWipe } from '#platform/secret/secret.ts'
import { readFileSource } from './read-source.ts'
import type { WindowHandlersOf, ServicesDeps } from './services-deps.ts'

/** More are a mistake, such as a pattern that a shell expanded. */
const mostPaths = 16

export type OpenedPaths = {
  readonly open: (paths: readonly string[]) => Promise<void>
  readonly handlers: Pick<WindowHandlersOf<'app'>, 'app.takeOpened'>
}

/**
 * Opens paths that the user gave to the program. Any program of the user can start Coldpress with a
 * path, so a path does nothing that needs trust: a folder is shown in the form of an import, or of
 * a first collection, which the user submits, and a request goes into the signing inbox, as if it
 * was dropped on it. Neither counts as a file that the user picked, so the page cannot read more
 * than before.
 */
export const createOpenedPaths = ({
  app,
  emit,
}: Pick<ServicesDeps, 'app' | 'emit'>): OpenedPaths => {
  let waiting: OpenedPath[] = []
  return {
    open: async (paths) => {
      for (const path of paths.slice(0, mostPaths)) waiting.push(await openedPath(app, path))
      if (waiting.length > 0) emit('app.opened', null)
    },
    handlers: {
      'app.takeOpened': () => {
        const taken = waiting
        waiting = []
        return taken
      },
    },
  }
}

const openedPath = async ({ signing }: App, path: string): Promise<OpenedPath> => {
  const details = await stat(path).catch(() => undefined)
  if (details?.isDirectory() === true) return { what: 'folder', folder: path }
  const name = basename(path)
  if (details?.isFile() !== true || extname(path).toLowerCase() !== '.cpreq') return rejected(name)
  try {
    // A file with a wrong name may contain a key.
    const text = await useAndWipe(await readFileSource(path), async (secret) => secret.fileText())
    await signing.prepare(text)
    return { what: 'request', id: signing.receive(text, { origin: 'file', name }).id }
  } catch (error) {
    return { what: 'rejected', message: messageOf(error) }
  }
}

const rejected = (name: string): OpenedPath => ({
  what: 'rejected',
  message: `Coldpress cannot open “${printable(name).slice(0, 100)}”. It opens a folder that exists, for an import, and a signing request (.cpreq).`,
})
