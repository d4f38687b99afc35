import { create } from 'zustand'
import type { ErrorInfo } from '../../shared/calls/call.ts'
import type { MintFacts, MintJudgement } from '../../shared/calls/minting.ts'
import { call, errorInfoOf } from '../bridge.ts'
import type { CollectionRef } from './minting.ts'

export type MintAt = CollectionRef & { readonly mintId: string }

type MintStore = {
  readonly at: MintAt | undefined
  readonly mint: MintFacts | undefined
  /** What its transactions do, from their bytes; undefined until it is known. */
  readonly judgement: MintJudgement | undefined
  /** Why they cannot be judged. */
  readonly judgementError: ErrorInfo | undefined
  readonly error: ErrorInfo | undefined
  readonly open: (at: MintAt) => Promise<void>
  readonly refresh: () => Promise<void>
  /** Does something with the mint, and shows what became of it. */
  readonly act: (work: (at: MintAt) => Promise<MintFacts>) => Promise<void>
}

/** The mint that is looked at. */
export const useMint = create<MintStore>((set, get) => {
  const here = (at: MintAt): boolean => get().at === at
  const show = async (at: MintAt): Promise<void> => {
    try {
      const mint = await call('minting.show', at)
      if (here(at)) set({ mint, error: undefined })
    } catch (error) {
      if (here(at)) set({ error: errorInfoOf(error) })
    }
  }
  const judge = async (at: MintAt): Promise<void> => {
    try {
      const judgement = await call('minting.judge', at)
      if (here(at)) set({ judgement })
    } catch (error) {
      if (here(at)) set({ judgementError: errorInfoOf(error) })
    }
  }
  return {
    at: undefined,
    mint: undefined,
    judgement: undefined,
    judgementError: undefined,
    error: undefined,
    open: async (at) => {
      const cleared = { mint: undefined, judgement: undefined, judgementError: undefined }
      set({ at, error: undefined, ...(get().mint?.id === at.mintId ? {} : cleared) })
      await Promise.all([show(at), judge(at)])
    },
    refresh: async () => {
      const { at } = get()
      if (at !== undefined) await show(at)
    },
    act: async (work) => {
      const { at } = get()
      if (at === undefined) return
      const mint = await work(at)
      if (here(at)) set({ mint, error: undefined })
    },
  }
})
