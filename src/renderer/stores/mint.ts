import { create } from 'zustand'
import type { ErrorInfo } from '#shared/calls/call.ts'
import type { MintFacts, MintReview } from '#shared/calls/minting.ts'
import { call, errorInfoOf } from '../bridge.ts'
import type { CollectionRef } from './minting.ts'

export type MintRef = CollectionRef & { readonly mintId: string }

type MintStore = {
  readonly mintRef: MintRef | undefined
  readonly mint: MintFacts | undefined
  /** What its transactions do, from their bytes; undefined until it is known. */
  readonly review: MintReview | undefined
  /** Why they cannot be judged. */
  readonly reviewError: ErrorInfo | undefined
  readonly error: ErrorInfo | undefined
  readonly open: (mintRef: MintRef) => Promise<void>
  readonly refresh: () => Promise<void>
  /** Does something with the mint, and shows what became of it. */
  readonly act: (work: (mintRef: MintRef) => Promise<MintFacts>) => Promise<void>
}

/** The mint that is looked at. */
export const useMint = create<MintStore>((set, get) => {
  const here = (mintRef: MintRef): boolean => get().mintRef === mintRef
  const show = async (mintRef: MintRef): Promise<void> => {
    try {
      const mint = await call('minting.show', mintRef)
      if (here(mintRef)) set({ mint, error: undefined })
    } catch (error) {
      if (here(mintRef)) set({ error: errorInfoOf(error) })
    }
  }
  const loadReview = async (mintRef: MintRef): Promise<void> => {
    try {
      const review = await call('minting.review', mintRef)
      if (here(mintRef)) set({ review })
    } catch (error) {
      if (here(mintRef)) set({ reviewError: errorInfoOf(error) })
    }
  }
  return {
    mintRef: undefined,
    mint: undefined,
    review: undefined,
    reviewError: undefined,
    error: undefined,
    open: async (mintRef) => {
      const cleared = { mint: undefined, review: undefined, reviewError: undefined }
      set({ mintRef, error: undefined, ...(get().mint?.id === mintRef.mintId ? {} : cleared) })
      await Promise.all([show(mintRef), loadReview(mintRef)])
    },
    refresh: async () => {
      const { mintRef } = get()
      if (mintRef !== undefined) await show(mintRef)
    },
    act: async (work) => {
      const { mintRef } = get()
      if (mintRef === undefined) return
      const mint = await work(mintRef)
      if (here(mintRef)) set({ mint, error: undefined })
    },
  }
})
