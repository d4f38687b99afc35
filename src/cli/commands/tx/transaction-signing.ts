import { signingErrors } from '#contract/signing/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { neverAccepted, scriptsWarning } from '#contract/signing/transactions.ts'
import { KeyHash } from '#cardano/ids.ts'
import { chosenKeys } from '#app/signing/inbox-keys.ts'
import { reviewQuestion } from '#app/signing/signature-question.ts'
import { openErrors, requireKnownCodes } from './acceptance-code.ts'
import { keysPerTransaction } from './keys-per-transaction.ts'
import type { Session } from '#cli/session.ts'
import { asksInTerminal } from '#cli/terminal/confirmation.ts'
import type { OpenedTransactions } from '#app/signing/open-transactions.ts'
import { wantedKeys } from './transaction-input.ts'
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
 * Refuses errors that were not accepted, and lets the user confirm the rest, as it was decoded from the
 * bytes.
 * @throws ColdpressError `conflict` for an error that was not accepted, `usage` where nobody can be
 * asked, `cancelled` for any other word
 */
export const confirmSigning = async (
  { terminal }: Session,
  opened: OpenedTransactions,
  { yes = false, accept = [], allowScripts = false }: Confirmation,
): Promise<void> => {
  requireKnownCodes(opened, accept)
  const open = openErrors(opened, accept, allowScripts)
  if (open.length > 0) {
    if (!yes && terminal.canPrompt) terminal.warn(openedText(opened))
    throw notAccepted(open)
  }
  // Under --json too: what is asked goes to standard error.
  const asks = asksInTerminal({ terminal, options: {} }, { yes }, signing)
  await asks.confirm(reviewQuestion(opened))
}

const signing = {
  subject: 'A signature',
  look: ['tx inspect FILE'],
  otherwise: 'Nothing was signed.',
}

const notAccepted = (open: ReturnType<typeof openErrors>): ColdpressError => {
  const isFinal = open.some(({ warning: { code } }) => neverAccepted.has(code))
  const options = new Set(
    open.map(({ warning: { code }, acceptance }) =>
      code === scriptsWarning ? '--allow-scripts' : `--accept ${acceptance}`,
    ),
  )
  const codes = new Set(open.map(({ warning: { code } }) => code))
  return errorBy(
    signingErrors,
    'not_acknowledged',
    { codes: [...codes].join(', ') },
    `Nothing was signed. ${open[0]?.warning.message ?? ''}${
      isFinal
        ? ''
        : ` If you have checked ${open.length === 1 ? 'this' : `all ${open.length} errors`} and still want to sign, add ${[...options].join(' ')}`
    }`,
  )
}
