import { isSameRoute, useNavigation } from './navigation.ts'
import { useNotices } from './notices.ts'
import type { Route } from './routes.ts'
import { notifyUndoable } from './undo.ts'

/** Where the work of a click leads. */
type Result = {
  readonly route: Route
  /** What was done, as a sentence. */
  readonly done: string
  /** The view of the click no longer has a purpose: going back leads to the one before it. */
  readonly replaces?: boolean
  /** Says what was done even if the result's view opens. */
  readonly isSaid?: boolean
  /** As `isSaid`, with a way to undo it. */
  readonly undo?: () => Promise<string>
}

/** Leads from the view of a click to the result of its work. */
export type Lead = (result: Result) => void

/**
 * Remembers the view of a click. The function that it returns shows the view of the result; a user
 * who has moved on meanwhile stays there, and a notice leads to the result.
 */
export const fromThisView = (): Lead => {
  const { route: start } = useNavigation.getState()
  return ({ route, done, replaces = false, isSaid = false, undo }) => {
    const { route: now, go } = useNavigation.getState()
    const { notify, notifyResult } = useNotices.getState()
    if (!isSameRoute(now, start) && !isSameRoute(now, route)) {
      notifyResult('good', done, route)
      return
    }
    if (replaces) useNavigation.setState({ route })
    else if (!isSameRoute(now, route)) go(route)
    // Only now: notices leave with their view.
    if (undo !== undefined) notifyUndoable(done, undo)
    else if (isSaid) notify('good', done)
  }
}
