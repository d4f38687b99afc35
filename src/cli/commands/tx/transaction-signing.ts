import { signingErrors } from '#contract/signing/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import { neverAccepted, scriptsWarning } from '#contract/signing/transactions.ts'
import { KeyHash } from '#cardano/ids.ts'
import { chosenKeys } from '#app/signing/inbox-keys.ts'
import { openErrors, requireKnownCodes } from './acceptance-code.ts'
import { keysPerTransaction } from './keys-per-transaction.ts'
import type { Session } from '#cli/session.ts'
import { hint } from '#cli/terminal/hint.ts'
import { wantedKeys, type OpenedTransactions } from './transaction-input.ts'
import { netChangeText, openedText, warningLine } from './transaction-text.ts'

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
    return keysPerTransaction({ transactions }, [...new Set(named.map((hash) => KeyHash(hash)))])
  }
  const { signer } = await session.app()
  const wanted = [...new Set(transactions.flatMap(({ summary }) => wantedKeys(summary)))]
  const here = new Set<string>()
  for (const key of wanted) if (await signer.hasKey(KeyHash(key))) here.add(key)
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
      ? 'No signature is known to be missing. If one is, name its key with --key-hash HASH.'
      : `The vault has none of the keys that are missing: ${wanted.join(', ')}. Sign on the computer that has one, or use tx witness --signing-key-file FILE.`,
  )

/** The options that confirm a signature; without them the user types a word. */
export type Confirmation = {
  /** Replaces the typed word, and nothing else. */
  readonly yes?: boolean
  /** Codes of the errors that the user accepts; `CODE@2` for those of the second transaction. */
  readonly accept?: readonly string[]
  /** Accepts that the transactions belong to Plutus scripts. */
  readonly allowScripts?: boolean
}

/**
 * Shows what was decoded from the bytes, refuses errors that were not accepted, and lets the user
 * confirm the rest. The word is typed, so that nobody signs by habit, right below what the vault
 * gains or loses.
 * @throws ColdpressError `conflict` for an error that was not accepted, `usage` where nobody can be
 * asked, `cancelled` for any other word
 */
export const confirmSigning = async (
  { terminal }: Session,
  opened: OpenedTransactions,
  { yes = false, accept = [], allowScripts = false }: Confirmation,
): Promise<void> => {
  requireKnownCodes(opened, accept)
  if (!yes && terminal.canPrompt) terminal.warn(...openedText(opened).split('\n'))
  requireAcceptedErrors(opened, accept, allowScripts)
  if (yes) {
    const { transactions } = opened
    const grave = transactions.flatMap(({ warnings }, at) =>
      warnings
        .filter(({ severity }) => severity !== 'info')
        .map((warning) => warningLine(warning, transactions.length === 1 ? undefined : at + 1)),
    )
    terminal.warn(...grave, ...netChangeText(opened).join('\n').split('\n'))
    return
  }
  if (!terminal.canPrompt)
    throw new ColdpressError(
      'usage',
      `A signature has to be confirmed, and there is no terminal. Run this in a terminal, or add --yes after you have looked at it: ${hint('tx inspect FILE')}`,
    )
  const question = [
    '',
    ...netChangeText(opened),
    `Type "sign" to sign ${countText(opened.transactions.length, 'transaction')}: `,
  ].join('\n')
  if ((await terminal.promptLine(question)).trim().toLowerCase() !== 'sign')
    throw new ColdpressError('cancelled', 'Nothing was signed.')
}

const requireAcceptedErrors = (
  opened: OpenedTransactions,
  accept: readonly string[],
  allowScripts: boolean,
): void => {
  const open = openErrors(opened, accept, allowScripts)
  const [first] = open
  if (first === undefined) return
  const isFinal = open.some(({ warning: { code } }) => neverAccepted.has(code))
  const options = new Set(
    open.map(({ warning: { code }, acceptance }) =>
      code === scriptsWarning ? '--allow-scripts' : `--accept ${acceptance}`,
    ),
  )
  const codes = new Set(open.map(({ warning: { code } }) => code))
  throw errorBy(
    signingErrors,
    'not_acknowledged',
    { codes: [...codes].join(', ') },
    `Nothing was signed. ${first.warning.message}${
      isFinal
        ? ''
        : ` If you have checked ${open.length === 1 ? 'this' : `all ${open.length} errors`} and still want to sign, add ${[...options].join(' ')}`
    }`,
  )
}
