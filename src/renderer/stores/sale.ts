import { create } from 'zustand'
import type { ErrorInfo } from '#shared/calls/call.ts'
import type { SaleFacts } from '#shared/calls/sales.ts'
import { call, errorInfoOf } from '../bridge.ts'
import type { CollectionRef } from './minting.ts'
import { steady } from './sales.ts'

export type SaleRef = CollectionRef & { readonly saleId: string }

type SaleStore = {
  readonly saleRef: SaleRef | undefined
  readonly sale: SaleFacts | undefined
  readonly error: ErrorInfo | undefined
  readonly open: (saleRef: SaleRef) => Promise<void>
  readonly refresh: () => Promise<void>
  /** Shows what became of it. */
  readonly setSale: (sale: SaleFacts) => void
}

/** The sale that is looked at. */
export const useSale = create<SaleStore>((set, get) => {
  let asked = 0
  const show = async (saleRef: SaleRef): Promise<void> => {
    const question = (asked += 1)
    const isCurrent = (): boolean => question === asked && get().saleRef === saleRef
    try {
      const sale = await call('sales.show', saleRef)
      if (isCurrent()) set({ sale: steady(sale, get().sale), error: undefined })
    } catch (error) {
      if (isCurrent()) set({ error: errorInfoOf(error) })
    }
  }
  return {
    saleRef: undefined,
    sale: undefined,
    error: undefined,
    open: async (saleRef) => {
      const isSame = get().sale?.id === saleRef.saleId
      set({ saleRef, error: undefined, ...(isSame ? {} : { sale: undefined }) })
      await show(saleRef)
    },
    refresh: async () => {
      const { saleRef } = get()
      if (saleRef !== undefined) await show(saleRef)
    },
    setSale: (sale) => {
      // What was asked before tells less.
      asked += 1
      if (get().saleRef?.saleId === sale.id) set({ sale, error: undefined })
    },
  }
})
