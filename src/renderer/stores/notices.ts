import { create } from 'zustand'
import type { ErrorInfo } from '#contract/window/call.ts'
import { errorInfoFrom } from '../bridge.ts'
import { withAdaSign } from '#values/text/format.ts'
import { text } from '../text/en.ts'
import { stepForError } from './error-steps.ts'
import { isSameRoute, useNavigation } from './navigation.ts'
import type { Route } from './routes.ts'

type Action = { readonly label: string; readonly run: () => void }

/** A message beside the view about a success or a failure. */
export type Notice = {
  readonly id: number
  readonly tone: 'good' | 'info' | 'warn' | 'bad'
  readonly text: string
  /** What a failed call answered beside its sentence. */
  readonly details?: ErrorInfo['details']
  /** An action; a notice with one stays until it is used or dismissed. */
  readonly action?: Action
  /** The view that shows more; the notice leaves when it opens. */
  readonly route?: Route
}

type Notices = {
  readonly notices: readonly Notice[]
  /**
   * About what the user does in this view. It leaves with the view, unless it has an action.
   * @returns its id, to dismiss it when it is outdated
   */
  readonly notify: (tone: Notice['tone'], text: string, action?: Action) => number
  /** About the app itself, whatever view is shown. It stays until it is dismissed. */
  readonly announce: (tone: Notice['tone'], text: string) => number
  /** About the app itself, and over: it leaves by itself, whatever view is shown. */
  readonly mention: (text: string) => number
  /**
   * The result of work that the user left behind, and the view that shows it. It stays until the
   * user opens that view or the collection that it is about, here or otherwise, or dismisses it.
   */
  readonly notifyResult: (
    tone: Notice['tone'],
    text: string,
    route: Route,
    collectionId?: string,
  ) => number
  /** The error of a click. It leaves with the view of the click, unless it has an action. */
  readonly notifyError: (error: ErrorInfo, action?: Action) => void
  readonly dismiss: (id: number) => void
  /** Shows the one that waits, and the shown one after all others. */
  readonly showNext: () => void
}

const shownMs = 6_000
/** Nobody expects it, and it may come while the user looks elsewhere. */
const mentionedMs = 12_000
const maxKept = 4
let lastId = 0

/**
 * Without notices of the same words or of the same work, and with the newest last. Where there are
 * too many, the oldest that asks for nothing leaves first.
 */
const withNotice = (notices: readonly Notice[], notice: Notice): readonly Notice[] => {
  const others = notices.filter(
    ({ text, route }) => text !== notice.text && !areSame(route, notice.route),
  )
  if (others.length < maxKept) return [...others, notice]
  const leaving = others.find(({ action }) => action === undefined) ?? others[0]
  return [...others.filter((notice) => notice !== leaving), notice]
}

/** The one in sight: older ones wait until it has left. */
export const shownOf = (notices: readonly Notice[]): Notice | undefined => notices.at(-1)

const areSame = (a: Route | undefined, b: Route | undefined): boolean =>
  a !== undefined && b !== undefined && isSameRoute(a, b)

export const useNotices = create<Notices>((set, get) => {
  const show = (notice: Omit<Notice, 'id'>): number => {
    const id = (lastId += 1)
    set({ notices: withNotice(get().notices, { ...notice, text: withAdaSign(notice.text), id }) })
    return id
  }
  const leaveWhen = (id: number, hasLeft: (route: Route) => boolean): void => {
    const stop = useNavigation.subscribe(({ route }) => {
      const isShown = get().notices.some((notice) => notice.id === id)
      if (isShown && !hasLeft(route)) return
      stop()
      get().dismiss(id)
    })
  }
  /** One that waits behind another has not been seen: its time begins anew. */
  const leaveOnceSeen = (id: number, ms: number): void =>
    void setTimeout(() => {
      const { notices, dismiss } = get()
      const isWaiting = notices.some((notice) => notice.id === id) && shownOf(notices)?.id !== id
      if (isWaiting) leaveOnceSeen(id, ms)
      else dismiss(id)
    }, ms)
  const showInView = (notice: Omit<Notice, 'id'>): number => {
    const id = show(notice)
    if (notice.action !== undefined) return id
    leaveWhen(id, () => true)
    if (notice.tone === 'good' || notice.tone === 'info') leaveOnceSeen(id, shownMs)
    return id
  }
  return {
    notices: [],
    notify: (tone, words, action) => showInView({ tone, text: words, ...optional(action) }),
    announce: (tone, words) => show({ tone, text: words }),
    mention: (words) => {
      const id = show({ tone: 'info', text: words })
      leaveOnceSeen(id, mentionedMs)
      return id
    },
    notifyResult: (tone, words, route, collectionId) => {
      const run = () => useNavigation.getState().go(route)
      const id = show({ tone, text: words, action: { label: text.common.open, run }, route })
      leaveWhen(
        id,
        (shown) =>
          isSameRoute(shown, route) ||
          (shown.view === 'collection' && shown.collectionId === collectionId),
      )
      return id
    },
    notifyError: ({ message, details }, action) =>
      void showInView({
        tone: 'bad',
        text: message,
        details,
        ...optional(action ?? stepForError({ details })),
      }),
    dismiss: (id) => set({ notices: get().notices.filter((notice) => notice.id !== id) }),
    showNext: () => {
      const { notices } = get()
      set({ notices: [...notices.slice(-1), ...notices.slice(0, -1)] })
    },
  }
})

const optional = (action: Action | undefined) => (action === undefined ? {} : { action })

/** Runs the action of a click; a failure becomes a notice. @returns undefined when it failed */
export const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work()
  } catch (error) {
    const info = errorInfoFrom(error)
    if (info.code !== 'cancelled') useNotices.getState().notifyError(info)
    return undefined
  }
}
