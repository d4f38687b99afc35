import { create } from 'zustand'
import type { ErrorInfo } from '#shared/calls/call.ts'
import type { MintSummary, RoyaltyFacts } from '#shared/calls/minting.ts'
import { call, errorInfoOf } from '../bridge.ts'

export type CollectionRef = { readonly accountId: string; readonly collectionId: string }

type MintingStore = {
  readonly collectionRef: CollectionRef | undefined
  /** Undefined until it is known; false: the service does not mint for own use. */
  readonly canMint: boolean | undefined
  /** Newest first. */
  readonly mints: readonly MintSummary[]
  /** Null: the collection has none. Undefined: not known. */
  readonly royalty: RoyaltyFacts | null | undefined
  /** Why it is not known how far minting is; what was known stays. */
  readonly error: ErrorInfo | undefined
  readonly open: (collectionRef: CollectionRef) => Promise<void>
  readonly refresh: () => Promise<void>
  readonly payRoyalty: () => Promise<void>
  /** Confirms the royalty that was shown. */
  readonly confirmRoyalty: (shown: NonNullable<RoyaltyFacts['unconfirmed']>) => Promise<void>
  readonly retryRoyalty: () => Promise<void>
}

const nothing = { canMint: undefined, mints: [], royalty: undefined, error: undefined }

const isSame = (one: CollectionRef | undefined, other: CollectionRef): boolean =>
  one?.accountId === other.accountId && one.collectionId === other.collectionId

/** How far the minting of the collection is that is looked at. */
export const useMinting = create<MintingStore>((set, get) => {
  const here = (collectionRef: CollectionRef): boolean => isSame(get().collectionRef, collectionRef)
  const load = async (collectionRef: CollectionRef): Promise<void> => {
    try {
      const { canMint, mints } = await call('minting.list', collectionRef)
      if (here(collectionRef)) set({ canMint, mints })
      if (!canMint) return
      const royalty = await call('minting.royalty', collectionRef)
      if (here(collectionRef)) set({ royalty, error: undefined })
    } catch (error) {
      if (here(collectionRef)) set({ error: errorInfoOf(error) })
    }
  }
  const change = async (name: 'minting.payRoyalty' | 'minting.retryRoyalty'): Promise<void> => {
    const { collectionRef } = get()
    if (collectionRef === undefined) return
    const royalty = await call(name, collectionRef)
    if (here(collectionRef)) set({ royalty })
  }
  return {
    ...nothing,
    collectionRef: undefined,
    open: async (collectionRef) => {
      if (!here(collectionRef)) set({ ...nothing, collectionRef })
      await load(collectionRef)
    },
    refresh: async () => {
      const { collectionRef } = get()
      if (collectionRef !== undefined) await load(collectionRef)
    },
    payRoyalty: () => change('minting.payRoyalty'),
    confirmRoyalty: async (shown) => {
      const { collectionRef } = get()
      if (collectionRef === undefined) return
      const royalty = await call('minting.confirmRoyalty', { ...collectionRef, ...shown })
      if (here(collectionRef)) set({ royalty })
    },
    retryRoyalty: () => change('minting.retryRoyalty'),
  }
})

/** Something may still change by itself. */
export const isActive = ({ status }: Pick<MintSummary, 'status'>): boolean =>
  status === 'awaiting_witnesses' || status === 'submitting' || status === 'minting'

/** The royalty token is still to come, so nothing else can be minted. */
export const awaitsRoyalty = (royalty: RoyaltyFacts | null | undefined): boolean =>
  royalty !== null && royalty !== undefined && royalty.status !== 'minted'
