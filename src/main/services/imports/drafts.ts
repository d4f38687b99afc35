import { ColdpressError } from '#values/errors/errors.ts'
import type { Draft } from './draft.ts'

/** The drafts of this process, in memory only: a few, the most recently used. */
export interface Drafts {
  /** @throws ColdpressError `not_found` when it is closed. */
  get(id: string): Draft
  add(draft: Draft): Promise<void>
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
  const open = new Map<string, Draft>()
  const close = async (id: string): Promise<void> => {
    const draft = open.get(id)
    open.delete(id)
    // A start in progress needs the files that are removed with the draft.
    await draft?.inTurn(() => onClose(draft))
  }
  return {
    get: (id) => {
      const draft = open.get(id)
      if (draft === undefined)
        throw new ColdpressError(
          'not_found',
          'This import was closed meanwhile. Open its folder again.',
          { details: { draft: id } },
        )
      open.delete(id)
      open.set(id, draft)
      return draft
    },
    add: async (draft) => {
      open.set(draft.id, draft)
      for (const id of [...open.keys()].slice(0, -most)) await close(id)
      onOpen(draft)
    },
    all: () => [...open.values()],
    close,
    closeAll: async () => {
      for (const id of open.keys()) await close(id)
    },
  }
}
