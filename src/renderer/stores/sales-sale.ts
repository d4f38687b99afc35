import { create } from 'zustand'
import type { ErrorInfo } from '../../shared/calls/call.ts'
import type { SaleFacts } from '../../shared/calls/sales.ts'
import { call, errorInfoOf } from '../bridge.ts'
import type { CollectionRef } from './minting.ts'
import { steady } from './sales.ts'

export type SaleAt = CollectionRef & { readonly saleId: string }

type SaleStore = {
  readonly at: SaleAt | undefined
  readonly sale: SaleFacts | undefined
  readonly error: ErrorInfo | undefined
  readonly open: (at: SaleAt) => Promise<void>
  readonly refresh: () => Promise<void>
  /** Shows what became of it. */
  readonly take: (sale: SaleFacts) => void
}

/** The sale that is looked at. */
export const useSale = create<SaleStore>((set, get) => {
  let asked = 0
  const show = async (at: SaleAt): Promise<void> => {
    const question = (asked += 1)
    const isCurrent = (): boolean => question === asked && get().at === at
    try {
      const sale = await call('sales.show', at)
      if (isCurrent()) set({ sale: steady(sale, get().sale), error: undefined })
    } catch (error) {
      if (isCurrent()) set({ error: errorInfoOf(error) })
    }
  }
  return {
    at: undefined,
    sale: undefined,
    error: undefined,
    open: async (at) => {
      const isSame = get().sale?.id === at.saleId
      set({ at, error: undefined, ...(isSame ? {} : { sale: undefined }) })
      await show(at)
    },
    refresh: async () => {
      const { at } = get()
      if (at !== undefined) await show(at)
    },
    take: (sale) => {
      // What was asked before tells less.
      asked += 1
      if (get().at?.saleId === sale.id) set({ sale, error: undefined })
    },
  }
})
