import { isPressed } from '#contract/commands.ts'
import { text } from '../text/en.ts'
import { isMac } from './is-mac.ts'
import { isSameRoute, useNavigation } from './navigation.ts'
import { attempt, shownOf, useNotices } from './notices.ts'
import type { Route } from './routes.ts'

/** What the newest notice of its kind can undo. */
let latest: { readonly notice: number; readonly run: () => void } | undefined

/**
 * Says what was done, with a button that undoes it; the undo key does so too. The notice stays until
 * it is used or dismissed, the next one takes its place, or the user leaves the view.
 * @param undo returns what it says once it is done
 * @param ownRoute the view of what was done, which may open after its end
 */
export const notifyUndoable = (
  said: string,
  undo: () => Promise<string>,
  ownRoute?: Route,
): void => {
  const { notify, dismiss } = useNotices.getState()
  if (latest !== undefined) dismiss(latest.notice)
  const run = () =>
    void attempt(async () => {
      notify('good', await undo())
    })
  const notice = notify('good', said, { label: text.common.undo, run })
  latest = { notice, run }
  const stop = useNavigation.subscribe(({ route }) => {
    if (ownRoute !== undefined && isSameRoute(route, ownRoute)) return
    stop()
    dismiss(notice)
  })
}

/** Elements that undo what is typed in them. */
const ownUndo = 'input, textarea, select, [contenteditable]'

/** Undoes what the notice says that is shown, also under a dialog. */
export const undoByKey = (event: KeyboardEvent): void => {
  if (event.defaultPrevented || event.repeat || !isPressed('undo', event, isMac)) return
  if (event.target instanceof Element && event.target.closest(ownUndo) !== null) return
  const { notices, dismiss } = useNotices.getState()
  const shown = shownOf(notices)
  if (shown === undefined || latest === undefined || shown.id !== latest.notice) return
  event.preventDefault()
  dismiss(shown.id)
  latest.run()
}
