import { printable } from '#values/text/printable.ts'
import type { App } from '../create-app.ts'

/** Newest entries of the app's log in a report. */
export const loggedEntries = 50

/** The end of the app's log, a line for each entry. */
export const logLines = ({ log }: Pick<App, 'log'>): readonly string[] =>
  log
    .page({ before: null, limit: loggedEntries, kinds: null, levels: null, search: '' })
    .entries.toReversed()
    .map(({ at, level, kind, message }) => printable(`${at} ${level} ${kind}: ${message}`))
