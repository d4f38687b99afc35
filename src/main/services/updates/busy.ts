import { isMoving } from '#contract/sales/sale-status.ts'
import type { Handlers } from '#contract/window/calls.ts'

/** Work during which Coldpress neither looks for a newer version by itself nor installs one. */
export type Busy = 'import' | 'sale' | 'signing'

/** Calls that sign, or lead to a signature. */
const signs = /^(?:signing|minting|sales|policies|backups)\./u

export type CallsInFlight = {
  readonly isSigning: () => boolean
  /** The same handlers, counted while they run. */
  readonly counted: (handlers: Handlers) => Handlers
}

export const createCallsInFlight = (): CallsInFlight => {
  let running = 0
  return {
    isSigning: () => running > 0,
    counted: (handlers) => {
      const counting = Object.entries(handlers).map(([call, handler]) => [
        call,
        signs.test(call)
          ? async (input: never) => {
              running += 1
              try {
                return await handler(input)
              } finally {
                running -= 1
              }
            }
          : handler,
      ])
      // Each entry is a handler under its own name, which the type of fromEntries does not express.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return Object.fromEntries(counting) as Handlers
    },
  }
}

/** The parts of the app that a look for sales uses. */
export type SellingApp = {
  readonly vault: { readonly status: () => { readonly state: string } }
  readonly accounts: {
    readonly list: () => readonly { readonly id: string; readonly kind: string }[]
    readonly client: (id: string) => Promise<{
      readonly collections: (options: { size: number }) => AsyncIterable<{ readonly id: string }>
      readonly salePage: (
        collectionId: string,
        cursor: null,
      ) => Promise<{ readonly sales: readonly { readonly status: string }[] }>
    }>
  }
}

/** What is under way; undefined: nothing. */
export const findBusy = async (
  app: SellingApp,
  now: { readonly runningImports: () => number; readonly isSigning: () => boolean },
): Promise<Busy | undefined> => {
  if (now.runningImports() > 0) return 'import'
  if (now.isSigning()) return 'signing'
  return (await hasMovingSale(app)) ? 'sale' : undefined
}

/** Whether a Local studio has a sale whose buyer may pay, or waits for the tokens. */
const hasMovingSale = async ({ accounts, vault }: SellingApp): Promise<boolean> => {
  // without a vault a Local studio has no collections, and need not start
  if (vault.status().state === 'new') return false
  for (const { id, kind } of accounts.list()) {
    if (kind !== 'local') continue
    const client = await accounts.client(id)
    for await (const collection of client.collections({ size: 100 })) {
      const { sales } = await client.salePage(collection.id, null)
      if (sales.some(isMoving)) return true
    }
  }
  return false
}
