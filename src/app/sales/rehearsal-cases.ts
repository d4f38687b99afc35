import type { RehearsalCaseName, RehearsalPayerName } from '#contract/sales/rehearsal.ts'
import type { Sale } from '#contract/sales/sale.ts'
import type { SaleEventKind, SaleResolution, SaleStatus } from '#contract/sales/sale-status.ts'

/** The steps of a case. Each waits for its effect and throws if it fails. */
export type Stage = {
  readonly reserve: (seconds: number) => Promise<void>
  readonly pay: (lovelace: number, by?: RehearsalPayerName) => Promise<void>
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
  /** Some of the money may be too little to be sent back. */
  readonly leaves?: true
}

/** Ten ADA: a missing or surplus part must be large enough for its own output. */
export const price = 10_000_000
const part = 3_000_000
const enough = 1800
/** Seconds: over before anybody can pay. */
const tiny = 2
/** Seconds: a payment that follows at once is in time, and the end is soon. */
const short = 15
/** The least that wallets send; less than an output and a fee cost. */
const dust = 1_000_000

/** Refunds everything that was paid, and waits until that is confirmed. */
const giveBack = async ({
  resolve,
  reach,
  refunded,
}: Pick<Stage, 'resolve' | 'reach' | 'refunded'>): Promise<void> => {
  await resolve('refund')
  await reach('REFUNDED')
  await refunded()
}

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
      await giveBack({ resolve, reach, refunded })
    },
    end: 'REFUNDED',
    events: ['UNRESOLVED_UNDERPAID', 'REFUNDED'],
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
      await giveBack({ resolve, reach, refunded })
    },
    end: 'REFUNDED',
    events: ['UNRESOLVED_OVERPAID', 'REFUNDED'],
  },
  late: {
    play: async ({ reserve, pay, reach, resolve, refunded }) => {
      await reserve(tiny)
      await reach('EXPIRED')
      await pay(price)
      await reach('RESERVED_FAILED')
      await giveBack({ resolve, reach, refunded })
    },
    end: 'REFUNDED',
    events: ['RESERVED_FAILED', 'REFUNDED'],
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
  in_two_payments: {
    play: async ({ reserve, pay, reach }) => {
      await reserve(enough)
      await pay(price - part)
      await reach('UNRESOLVED_UNDERPAID')
      await pay(part)
      await reach('COMPLETED')
    },
    end: 'COMPLETED',
    events: ['UNRESOLVED_UNDERPAID', 'MINTING', 'COMPLETED'],
  },
  stranger_first: {
    play: async ({ reserve, pay, reach, resolve, refunded }) => {
      await reserve(enough)
      await pay(part, 'stranger')
      await reach('UNRESOLVED_UNDERPAID')
      await pay(price)
      await reach('COMPLETED', ({ surplus = 0, resolutions = [] }) => {
        return surplus >= part && resolutions.includes('refund')
      })
      await resolve('refund')
      await refunded()
    },
    end: 'COMPLETED',
    events: ['UNRESOLVED_UNDERPAID', 'MINTING', 'COMPLETED', 'UNRESOLVED_OVERPAID'],
  },
  halves: {
    play: async ({ reserve, pay, reach, resolve, refunded }) => {
      await reserve(enough)
      await pay(price / 2, 'stranger')
      await reach('UNRESOLVED_UNDERPAID')
      await pay(price / 2, 'other')
      await reach('UNRESOLVED_UNDERPAID', hasTwoPayments)
      await giveBack({ resolve, reach, refunded })
    },
    end: 'REFUNDED',
    events: ['UNRESOLVED_UNDERPAID', 'UNRESOLVED_UNDERPAID', 'REFUNDED'],
  },
  short_ended: {
    play: async ({ reserve, pay, reach, resolve, refunded }) => {
      await reserve(short)
      await pay(price - part)
      await reach('UNRESOLVED_UNDERPAID')
      await reach('UNRESOLVED_UNDERPAID', ({ tokens }) =>
        tokens.every(({ status }) => status === 'FOR_SALE'),
      )
      await giveBack({ resolve, reach, refunded })
    },
    end: 'REFUNDED',
    events: ['UNRESOLVED_UNDERPAID', 'REFUNDED'],
  },
  dust: {
    play: async ({ reserve, pay, reach, resolve, refunded }) => {
      await reserve(enough)
      await pay(price - part)
      await reach('UNRESOLVED_UNDERPAID')
      await pay(dust, 'stranger')
      await reach('UNRESOLVED_UNDERPAID', hasTwoPayments)
      await giveBack({ resolve, reach, refunded })
    },
    end: 'REFUNDED',
    events: ['UNRESOLVED_UNDERPAID', 'UNRESOLVED_UNDERPAID', 'REFUNDED'],
    leaves: true,
  },
}

const hasTwoPayments = ({ payments = [] }: Sale): boolean =>
  payments.filter(({ use }) => use !== 'unconfirmed').length === 2
