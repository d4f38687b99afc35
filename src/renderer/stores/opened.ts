import { create } from 'zustand'
import type { OpenedPath } from '#contract/settings/calls.ts'
import type { ImportFormat } from '#contract/imports/import-formats.ts'
import type { TableEncoding } from '#values/text/text-encoding.ts'
import type { CollectionRef } from '../data/minting.ts'
import { call, listen } from '../bridge.ts'
import { text } from '../text/en.ts'
import { newCollectionForm, useDrafts } from './drafts.ts'
import { fromThisView } from './from-this-view.ts'
import { collectionOf, useNavigation } from './navigation.ts'
import { attempt, useNotices } from './notices.ts'
import type { Route } from './routes.ts'

/** A folder, and a table with its sheet or its encoding where one was named. */
export type OpenedSource = {
  readonly folder: string
  readonly csv: string | null
  readonly sheet?: string | undefined
  readonly encoding?: TableEncoding | undefined
  /** How it is read, where somebody chose that. */
  readonly format?: ImportFormat | undefined
}

/** How a route names it. */
const routed = ({ folder, csv, sheet, encoding, format }: OpenedSource) => ({
  folder,
  ...(csv === null ? {} : { csv }),
  ...(sheet === undefined ? {} : { sheet }),
  ...(encoding === undefined ? {} : { encoding }),
  ...(format === undefined ? {} : { format }),
})

/**
 * Opens the form of a new collection with a folder, instead of a view that was opened with it: going
 * back would lead here again.
 */
export const proposeFrom = (source: OpenedSource): void => {
  const { route, go } = useNavigation.getState()
  const opened: Route = { view: 'new-collection', ...routed(source) }
  if ('folder' in route || route.view === opened.view) useNavigation.setState({ route: opened })
  else go(opened)
}

/** The folder that somebody handed over, until the user has said what it is for. */
export const useHandedOver = create<{ readonly source: OpenedSource | undefined }>(() => ({
  source: undefined,
}))

/**
 * Takes a folder that somebody hands over. The form of a new collection, where that is open, is what
 * it is for; elsewhere the user says it.
 */
export const takeFolder = (source: OpenedSource): void => {
  if (useNavigation.getState().route.view === 'new-collection') proposeFrom(source)
  else useHandedOver.setState({ source })
}

/** The import of a folder into a collection, if one is given. */
export const importRoute = (
  collectionRef: CollectionRef | undefined,
  source: OpenedSource,
): Route => ({
  view: 'import',
  ...collectionRef,
  ...routed(source),
})

/** Opens the import of a folder into a collection. */
export const importInto = (collectionRef: CollectionRef, source: OpenedSource): void =>
  useNavigation.getState().go(importRoute(collectionRef, source))

/** Opens the import with a folder, into the collection that is shown, if one is. */
export const importFrom = (folder: string): void => {
  const { route, go } = useNavigation.getState()
  go(importRoute(collectionOf(route), { folder, csv: null }))
}

/**
 * Asks for a folder and leads on with it: to the import into the collection that is shown, if one is,
 * or to a new collection. The window can be used while the system's dialog is open: a user who has
 * moved on stays there.
 */
export const chooseFolder = async (use: 'import' | 'new-collection' = 'import'): Promise<void> => {
  const lead = fromThisView()
  const { route } = useNavigation.getState()
  const folder = await attempt(() => call('app.pickFolder', null))
  if (folder === undefined || folder === null) return
  const source = { folder, csv: null }
  lead({
    route:
      use === 'import'
        ? importRoute(collectionOf(route), source)
        : { view: use, ...routed(source) },
    done: text.palette.chosenFolder(folder),
  })
}

/**
 * Leaving a view under an open dialog would lose what the user typed there, and any program may hand
 * over a folder that another form of a new collection was begun with: then a notice offers it.
 */
const isInTheMiddle = (): boolean =>
  document.querySelector('[role=dialog]') !== null ||
  (useNavigation.getState().route.view === 'new-collection' &&
    useDrafts.getState().drafts[newCollectionForm] !== undefined)

const show = (opened: OpenedPath): void => {
  const { announce, notify } = useNotices.getState()
  if (opened.what === 'rejected') {
    announce('warn', opened.message)
    return
  }
  const open = (): void => {
    if (opened.what === 'folder') takeFolder({ folder: opened.folder, csv: null })
    else useNavigation.getState().go({ view: 'signing', requestId: opened.id })
  }
  if (!isInTheMiddle()) open()
  else notify('info', text.palette.opened[opened.what], { label: text.palette.open, run: open })
}

const takeOpened = async (): Promise<void> => {
  for (const opened of (await attempt(() => call('app.takeOpened', null))) ?? []) show(opened)
}

/**
 * Shows what the user gave to the program to open, at its start too. @returns a function that stops
 * it
 */
export const followOpened = (): (() => void) => {
  void takeOpened()
  return listen('app.opened', () => void takeOpened())
}
