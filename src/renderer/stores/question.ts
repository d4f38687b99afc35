import { create } from 'zustand'
import type { CollectionDetails, TokenRow } from '#contract/collections/calls.ts'
import type { ImportJobView } from '#contract/imports/calls.ts'
import type { ImportDraft } from '#contract/imports/draft-view.ts'
import type { CollectionRef } from '../data/minting.ts'
import type { SaleRef } from '../data/sales.ts'

/** What is deleted, ended or accepted once the user confirms it. */
export type OpenQuestion =
  | {
      readonly about: 'collection'
      readonly collectionRef: CollectionRef
      readonly collection: CollectionDetails
    }
  | { readonly about: 'token'; readonly collectionRef: CollectionRef; readonly token: TokenRow }
  | { readonly about: 'sale'; readonly saleRef: SaleRef }
  | {
      readonly about: 'draft'
      readonly draft: ImportDraft
      readonly onDiscard: () => Promise<void>
    }
  | { readonly about: 'import'; readonly job: ImportJobView }
  | { readonly about: 'localImages'; readonly job: string; readonly images: number }

type QuestionStore = {
  readonly question: OpenQuestion | undefined
  readonly ask: (question: OpenQuestion) => void
  readonly close: () => void
}

/** The one open question; a button and a context menu ask the same. */
export const useQuestion = create<QuestionStore>((set) => ({
  question: undefined,
  ask: (question) => set({ question }),
  close: () => set({ question: undefined }),
}))
