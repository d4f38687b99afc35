import { countText } from '#values/text/format.ts'
import type { Collection, Outdated } from '#contract/collections/collection.ts'
import { withdrawableOf, withdrawOutdated, type Withdrawal } from '#app/sales/withdraw-outdated.ts'
import type { Session } from '#cli/session.ts'
import { canConfirm } from '#cli/terminal/confirmation.ts'
import { hint } from '#cli/terminal/hint.ts'

/**
 * Asks whether to withdraw what was built before a collection was changed and waits for signatures.
 * The change stays whatever the answer is.
 * @param isConfirmed by `--yes`
 */
export const offerWithdrawal = async (
  session: Session,
  changed: Collection,
  isConfirmed: boolean,
): Promise<Withdrawal> => {
  const found = withdrawableOf(changed)
  const nothing = { withdrawn: [], left: [] }
  if (found.length === 0) return nothing
  session.terminal.warn(
    `${countText(found.length, 'signing round or mint', 'signing rounds and mints')} built before the change: ${found.map(({ id }) => id).join(', ')}. Whoever signs them sends them as they are.`,
  )
  const isWanted = isConfirmed || (canConfirm(session) && (await isAnswered(session)))
  if (!isWanted) return nothing
  const { accounts } = await session.app()
  return withdrawOutdated(await accounts.client(session.account), changed.id, found)
}

const isAnswered = async ({ terminal }: Session): Promise<boolean> =>
  (await terminal.promptLine('Type "withdraw" to withdraw them: ')).trim().toLowerCase() ===
  'withdraw'

/** The command that takes back what was built before a change. */
export const withdrawalHint = ({ kind, id }: Outdated): string =>
  kind === 'sale_round'
    ? hint(`sale round withdraw ${id}`)
    : hint(kind === 'sale' ? `sale resolve ${id} refund` : `mint cancel ${id}`)
