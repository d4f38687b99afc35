import { randomUUID } from 'node:crypto'
import { ColdpressError } from '#values/errors/errors.ts'
import type { DraftState } from './draft-state.ts'

/** Runs the changes of a draft one after another, in the order of the calls. */
export type Draft = {
  readonly id: string
  readonly state: () => DraftState
  readonly inTurn: <T>(work: (state: DraftState) => Promise<T>) => Promise<T>
  /** The result of `work` becomes the state, unless it throws. */
  readonly change: (work: (state: DraftState) => Promise<DraftState>) => Promise<DraftState>
}

export const createDraft = (first: DraftState): Draft => {
  let state = first
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: (state: DraftState) => Promise<T>): Promise<T> => {
    const done = last.then(() => work(state))
    last = done.catch(() => undefined)
    return done
  }
  return {
    id: randomUUID(),
    state: () => state,
    inTurn,
    change: (work) =>
      inTurn(async (before) => {
        state = await work(before)
        return state
      }),
  }
}

/** The drafts of this process, in memory only: a few, the most recently used. */
export interface Drafts {
  /** @throws ColdpressError `not_found` when it is closed. */
  get(id: string): Draft
  open(state: DraftState): Promise<Draft>
  /** The most recently used last. Listing does not count as use. */
  all(): readonly Draft[]
  /** Closing a closed draft is no error. */
  close(id: string): Promise<void>
  closeAll(): Promise<void>
}

/** A plan of 10,000 rows with its table takes some 30 MB. */
const most = 4

export const createDrafts = ({
  onOpen,
  onClose,
}: {
  readonly onOpen: (draft: Draft) => void
  readonly onClose: (draft: Draft) => Promise<void>
}): Drafts => {
  // In the order of their last use.
  const drafts = new Map<string, Draft>()
  const close = async (id: string): Promise<void> => {
    const draft = drafts.get(id)
    drafts.delete(id)
    // A start in progress needs the files that are removed with the draft.
    await draft?.inTurn(() => onClose(draft))
  }
  return {
    get: (id) => {
      const draft = drafts.get(id)
      if (draft === undefined)
        throw new ColdpressError(
          'not_found',
          'This import was closed meanwhile. Open its folder again.',
          { details: { draft: id } },
        )
      drafts.delete(id)
      drafts.set(id, draft)
      return draft
    },
    open: async (state) => {
      const draft = createDraft(state)
      drafts.set(draft.id, draft)
      for (const id of [...drafts.keys()].slice(0, -most)) await close(id)
      onOpen(draft)
      return draft
    },
    all: () => [...drafts.values()],
    close,
    closeAll: async () => {
      for (const id of drafts.keys()) await close(id)
    },
  }
}
