import { receiverWarnings } from '#cardano/receiver-warnings.ts'
import type { Studio } from '../options.ts'
import { outdatedWarnings } from './outdated.ts'
import { type MintRow, mintTransactions } from './store.ts'

const over: ReadonlySet<MintRow['status']> = new Set(['completed', 'failed', 'cancelled'])

/** Of a mint that is not over: receivers that are scripts, and what its collection says otherwise by now. */
export const mintWarnings = (
  studio: Pick<Studio, 'database'>,
  mint: MintRow,
): readonly string[] => {
  if (over.has(mint.status)) return []
  return [
    ...receiverWarnings('receiver', receiversOf(studio, mint)),
    ...outdatedWarnings(studio, mint),
  ]
}

/** What goes back to where it came from has no new receiver. */
const receiversOf = ({ database }: Pick<Studio, 'database'>, mint: MintRow): readonly string[] => {
  const transactions = mintTransactions(database, mint.id)
  const payers = new Set([
    mint.funding_address,
    ...transactions.flatMap(({ inputs }) => inputs.map(({ address }) => address)),
  ])
  return transactions
    .flatMap(({ outputs }) => outputs.map(({ address }) => address))
    .filter((address) => !payers.has(address))
}
