import { create } from 'zustand'

type Draft = Readonly<Record<string, unknown>>

type Drafts = {
  /** The input so far, by the key of its form. */
  readonly drafts: Readonly<Record<string, Draft>>
  /** Adds to a draft; an open form shows it when it opens again. */
  readonly keep: (key: string, typed: Draft) => void
  readonly drop: (key: string) => void
}

/** The form of a new collection, which a folder that is handed over fills. */
export const newCollectionForm = 'new collection'

/**
 * Forms that the user left and may return to. A form with a secret has no key and is not stored.
 */
export const useDrafts = create<Drafts>((set, get) => ({
  drafts: {},
  keep: (key, typed) => {
    const { drafts } = get()
    set({ drafts: { ...drafts, [key]: { ...drafts[key], ...typed } } })
  },
  drop: (key) => {
    const { [key]: _dropped, ...drafts } = get().drafts
    set({ drafts })
  },
}))
