import { create } from 'zustand'
import type { ErrorInfo } from '../../shared/calls/call.ts'
import type { MintLine, RoyaltyFacts } from '../../shared/calls/minting.ts'
import { call, errorInfoOf } from '../bridge.ts'

export type CollectionPlace = { readonly accountId: string; readonly collectionId: string }

type MintingStore = {
  readonly place: CollectionPlace | undefined
  /** Undefined until it is known; false: the service does not mint for own use. */
  readonly canMint: boolean | undefined
  /** Newest first. */
  readonly mints: readonly MintLine[]
  /** Null: the collection has none. Undefined: not known. */
  readonly royalty: RoyaltyFacts | null | undefined
  /** Why it is not known how far minting is; what was known stays. */
  readonly error: ErrorInfo | undefined
  readonly open: (place: CollectionPlace) => Promise<void>
  readonly refresh: () => Promise<void>
  readonly payRoyalty: () => Promise<void>
  /** Confirms the royalty that was shown. */
  readonly confirmRoyalty: (shown: NonNullable<RoyaltyFacts['unconfirmed']>) => Promise<void>
  readonly retryRoyalty: () => Promise<void>
}

const nothing = { canMint: undefined, mints: [], royalty: undefined, error: undefined }

const isSame = (one: CollectionPlace | undefined, other: CollectionPlace): boolean =>
  one?.accountId === other.accountId && one.collectionId === other.collectionId

/** How far the minting of the collection is that is looked at. */
export const useMinting = create<MintingStore>((set, get) => {
  const here = (place: CollectionPlace): boolean => isSame(get().place, place)
  const ask = async (place: CollectionPlace): Promise<void> => {
    try {
      const { canMint, mints } = await call('minting.list', place)
      if (here(place)) set({ canMint, mints })
      if (!canMint) return
      const royalty = await call('minting.royalty', place)
      if (here(place)) set({ royalty, error: undefined })
    } catch (error) {
      if (here(place)) set({ error: errorInfoOf(error) })
    }
  }
  const change = async (name: 'minting.payRoyalty' | 'minting.retryRoyalty'): Promise<void> => {
    const { place } = get()
    if (place === undefined) return
    const royalty = await call(name, place)
    if (here(place)) set({ royalty })
  }
  return {
    ...nothing,
    place: undefined,
    open: async (place) => {
      if (!here(place)) set({ ...nothing, place })
      await ask(place)
    },
    refresh: async () => {
      const { place } = get()
      if (place !== undefined) await ask(place)
    },
    payRoyalty: () => change('minting.payRoyalty'),
    confirmRoyalty: async (shown) => {
      const { place } = get()
      if (place === undefined) return
      const royalty = await call('minting.confirmRoyalty', { ...place, ...shown })
      if (here(place)) set({ royalty })
    },
    retryRoyalty: () => change('minting.retryRoyalty'),
  }
})

/** Something may still change by itself. */
export const isActive = ({ status }: Pick<MintLine, 'status'>): boolean =>
  status === 'awaiting_witnesses' || status === 'submitting' || status === 'minting'

/** The royalty token is still to come, so nothing else can be minted. */
export const awaitsRoyalty = (royalty: RoyaltyFacts | null | undefined): boolean =>
  royalty !== null && royalty !== undefined && royalty.status !== 'minted'
