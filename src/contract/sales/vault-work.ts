import { z } from 'zod'
import { listOf, longText, shortText } from '#values/bounds/bounded.ts'
import { countText } from '#values/text/format.ts'
import { exampleIds } from '../examples.ts'

const count = z.int().nonnegative()

const exampleWork = {
  collection_id: exampleIds.collection,
  collection_name: 'Herbarium',
  paid_sales: 2,
  open_sales: 1,
  mints: 0,
}

/** What a collection's sales and mints need of the vault that signs for its studio. */
export const vaultWork = z
  .object({
    collection_id: shortText,
    collection_name: longText,
    /** Sales that are paid and not signed. */
    paid_sales: count,
    /** Sales that a buyer may still pay for. */
    open_sales: count,
    /** Mints, burns, refunds and withdrawals that a key of the vault has not signed. */
    mints: count,
  })
  .meta({
    id: 'VaultWork',
    examples: [exampleWork],
  })
export type VaultWork = z.output<typeof vaultWork>

export const vaultWorkList = z
  .object({ data: listOf(vaultWork) })
  .meta({ id: 'VaultWorkList', examples: [{ data: [exampleWork] }] })

type Counts = Pick<VaultWork, 'paid_sales' | 'open_sales' | 'mints'>

/** What waits while the vault is locked, as sentences; empty when nothing does. */
export const vaultWorkText = (work: readonly Counts[]): string => {
  const sum = (of: keyof Counts): number => work.reduce((all, counts) => all + counts[of], 0)
  const [paid, open, mints] = [sum('paid_sales'), sum('open_sales'), sum('mints')]
  const waiting = [
    ...(paid === 0 ? [] : [countText(paid, 'paid sale')]),
    ...(mints === 0 ? [] : [countText(mints, 'mint')]),
  ]
  const verb = paid + mints === 1 ? 'waits' : 'wait'
  return [
    ...(waiting.length === 0 ? [] : [`${waiting.join(' and ')} ${verb} for a signature.`]),
    ...(open === 0
      ? []
      : [
          `${countText(open, 'reserved link')} can still be paid, and ${open === 1 ? 'its' : 'their'} delivery then waits too.`,
        ]),
  ].join(' ')
}
