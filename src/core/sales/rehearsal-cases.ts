import type { RehearsalCaseName } from '#shared/rehearsal.ts'
import type { Sale, SaleEventKind, SaleResolution, SaleStatus } from '#shared/wire/sale.ts'

/** The steps of a case. Each waits for its effect and throws if it fails. */
export type Stage = {
  readonly reserve: (seconds: number) => Promise<void>
  readonly pay: (lovelace: number) => Promise<void>
  /** Waits for the state; fails when the sale ends in another one. */
  readonly reach: (status: SaleStatus, also?: (sale: Sale) => boolean) => Promise<void>
  readonly resolve: (action: SaleResolution) => Promise<void>
  /** Waits until the refund's transaction is confirmed. */
  readonly refunded: () => Promise<void>
}

export type CasePlan = {
  readonly play: (stage: Stage) => Promise<void>
  /** The final status, which also decides the token's: sold, or for sale again. */
  readonly end: Extract<SaleStatus, 'COMPLETED' | 'REFUNDED'>
  /** Expected events, in any order except `MINTING` before `COMPLETED`. */
  readonly events: readonly SaleEventKind[]
}

/** Ten ADA: a missing or surplus part must be large enough for its own output. */
export const price = 10_000_000
const part = 3_000_000
const enough = 1800
const tinyPayment = 2

export const casePlans: Readonly<Record<RehearsalCaseName, CasePlan>> = {
  exact: {
    play: async ({ reserve, pay, reach }) => {
      await reserve(enough)
      await pay(price)
      await reach('COMPLETED')
    },
    end: 'COMPLETED',
    events: ['MINTING', 'COMPLETED'],
  },
  short_then_rest: {
    play: async ({ reserve, pay, reach, resolve }) => {
      await reserve(enough)
      await pay(price - part)
      await reach('UNRESOLVED_UNDERPAID')
      await resolve('wait')
      await pay(part)
      await reach('COMPLETED')
    },
    end: 'COMPLETED',
    events: ['UNRESOLVED_UNDERPAID', 'MINTING', 'COMPLETED'],
  },
  short_refunded: {
    play: async ({ reserve, pay, reach, resolve, refunded }) => {
      await reserve(enough)
      await pay(price - part)
      await reach('UNRESOLVED_UNDERPAID')
      await resolve('refund')
      await reach('REFUNDED')
      await refunded()
    },
    end: 'REFUNDED',
    events: ['UNRESOLVED_UNDERPAID'],
  },
  over_accepted: {
    play: async ({ reserve, pay, reach, resolve }) => {
      await reserve(enough)
      await pay(price + part)
      await reach('UNRESOLVED_OVERPAID')
      await resolve('accept')
      await reach('COMPLETED')
    },
    end: 'COMPLETED',
    events: ['UNRESOLVED_OVERPAID', 'MINTING', 'COMPLETED'],
  },
  over_refunded: {
    play: async ({ reserve, pay, reach, resolve, refunded }) => {
      await reserve(enough)
      await pay(price + part)
      await reach('UNRESOLVED_OVERPAID')
      await resolve('refund')
      await reach('REFUNDED')
      await refunded()
    },
    end: 'REFUNDED',
    events: ['UNRESOLVED_OVERPAID'],
  },
  late: {
    play: async ({ reserve, pay, reach, resolve, refunded }) => {
      await reserve(tinyPayment)
      await reach('EXPIRED')
      await pay(price)
      await reach('RESERVED_FAILED')
      await resolve('refund')
      await reach('REFUNDED')
      await refunded()
    },
    end: 'REFUNDED',
    events: ['RESERVED_FAILED'],
  },
  twice: {
    play: async ({ reserve, pay, reach, resolve, refunded }) => {
      await reserve(enough)
      await pay(price)
      await reach('COMPLETED')
      await pay(price)
      await reach('COMPLETED', ({ surplus = 0, resolutions = [] }) => {
        return surplus >= price && resolutions.includes('refund')
      })
      await resolve('refund')
      await refunded()
    },
    end: 'COMPLETED',
    events: ['MINTING', 'COMPLETED', 'UNRESOLVED_OVERPAID'],
  },
}
