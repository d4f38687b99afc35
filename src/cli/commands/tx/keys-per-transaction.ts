import { ColdpressError } from '#values/errors/errors.ts'
import type { KeyHash } from '#cardano/ids.ts'
import { mayNeed } from '#app/signing/ledger-verdict.ts'
import type { OpenedTransactions } from '#app/signing/open-transactions.ts'

/**
 * The keys that were named, each for the transactions that may need its signature.
 * @throws ColdpressError `invalid` for a key that none of them needs
 */
export const keysPerTransaction = (
  { transactions }: Pick<OpenedTransactions, 'transactions'>,
  named: readonly KeyHash[],
): readonly (readonly KeyHash[])[] => {
  const unasked = named.find((key) => !transactions.some(({ summary }) => mayNeed(summary, key)))
  if (unasked === undefined)
    return transactions.map(({ summary }) => named.filter((key) => mayNeed(summary, key)))
  throw new ColdpressError(
    'invalid',
    `Nothing was signed. ${transactions.length === 1 ? 'The transaction does' : 'The transactions do'} not need a signature of key ${unasked}: no input, script or required signer names it, and the fee does not cover its bytes.`,
  )
}
