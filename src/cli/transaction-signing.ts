import { ColdpressError } from '../shared/errors.ts'
import { KeyHash } from '../core/cardano/ids.ts'
import { chosenKeys } from '../core/signing/desk-keys.ts'
import type { Session } from './session.ts'
import { plural } from './table.ts'
import { wantedKeys, type OpenedTransactions } from './transaction-input.ts'
import { openedText } from './transaction-text.ts'

/**
 * For each transaction the keys to sign it with: those that were named, or those of the vault that
 * are missing, and of a choice no more than it needs: each signature has its price in bytes.
 * @throws ColdpressError `key_missing` when the vault has none of them
 */
export const keysToSign = async (
  session: Session,
  { transactions }: OpenedTransactions,
  named: readonly string[] | undefined,
): Promise<readonly (readonly KeyHash[])[]> => {
  if (named !== undefined) {
    const keys = [...new Set(named.map((hash) => KeyHash(hash)))]
    return transactions.map(() => keys)
  }
  const { vault } = await session.core()
  const wanted = [...new Set(transactions.flatMap(({ summary }) => wantedKeys(summary)))]
  const here = new Set<string>()
  for (const key of wanted) if (await vault.hasKey(KeyHash(key))) here.add(key)
  const keys = transactions.map(({ summary }) =>
    chosenKeys(summary, here).map((key) => KeyHash(key)),
  )
  if (keys.every((chosen) => chosen.length === 0)) throw noKey(wanted)
  return keys
}

const noKey = (wanted: readonly string[]): ColdpressError =>
  new ColdpressError(
    'key_missing',
    wanted.length === 0
      ? 'No signature is known to be missing. If one is, name its key with --key KEYHASH.'
      : `The vault has none of the keys that are missing: ${wanted.join(', ')}. Sign on the machine that has one, or with tx witness --signing-key-file F.`,
  )

/**
 * Shows what was decoded from the bytes and lets the user confirm it. The word is typed, so that
 * nobody signs by habit.
 * @throws ColdpressError `usage` where nobody can be asked, `cancelled` for any other word
 */
export const confirmSigning = async (
  { terminal }: Session,
  opened: OpenedTransactions,
  isConfirmed: boolean,
): Promise<void> => {
  if (isConfirmed) {
    for (const { warnings } of opened.transactions)
      for (const { severity, message } of warnings)
        if (severity === 'error') terminal.warn(`STOP     ${message}`)
    return
  }
  if (!terminal.canAsk)
    throw new ColdpressError(
      'usage',
      'What is signed has to be confirmed. Run this in a terminal, or add --yes after looking at it with: coldpress tx inspect FILE',
    )
  terminal.warn(...openedText(opened).split('\n'), '')
  const answer = await terminal.askLine(
    `Type "sign" to sign ${plural(opened.transactions.length, 'transaction')}: `,
  )
  if (answer.trim().toLowerCase() !== 'sign')
    throw new ColdpressError('cancelled', 'Nothing was signed.')
}
