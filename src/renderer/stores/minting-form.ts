import { create } from 'zustand'
import type { CollectionRef } from '../data/minting.ts'

/** How long there is to sign and send, in seconds. */
export const durations = ['7200', '86400', '604800'] as const
export type Duration = (typeof durations)[number]

/** The form of a new mint as it stands. */
export type MintDraft = {
  readonly tokens: 'all' | 'picked'
  readonly picked: ReadonlySet<string>
  readonly search: string
  readonly to: 'payout' | 'other' | 'own'
  readonly address: string
  readonly funding: 'own' | 'other'
  readonly payer: string
  /** Undefined: as many as suffice, chosen by the service. */
  readonly signers: ReadonlySet<string> | undefined
  readonly validFor: Duration
}

const emptyDraft: MintDraft = {
  tokens: 'all',
  picked: new Set(),
  search: '',
  to: 'payout',
  address: '',
  funding: 'own',
  payer: '',
  signers: undefined,
  validFor: '7200',
}

type MintFormStore = {
  readonly draft: MintDraft
  /** Fields that the user has left once: only these may show an error before the form is sent. */
  readonly touched: ReadonlySet<string>
  readonly wasTried: boolean
  /** Begins again for another collection; what was typed for the same one is still there. */
  readonly open: (collectionRef: CollectionRef) => void
  readonly change: (change: Partial<MintDraft>) => void
  readonly touch: (field: string) => void
  readonly markTried: () => void
  readonly clear: () => void
}

export const useMintForm = create<MintFormStore>((set, get) => {
  let collectionKey = ''
  const clear = (): void => set({ draft: emptyDraft, touched: new Set(), wasTried: false })
  return {
    draft: emptyDraft,
    touched: new Set(),
    wasTried: false,
    open: ({ accountId, collectionId }) => {
      const next = `${accountId} ${collectionId}`
      if (next !== collectionKey) clear()
      collectionKey = next
    },
    change: (change) => set({ draft: { ...get().draft, ...change } }),
    touch: (field) => {
      if (!get().touched.has(field)) set({ touched: new Set([...get().touched, field]) })
    },
    markTried: () => set({ wasTried: true }),
    clear,
  }
})
