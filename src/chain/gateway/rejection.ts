import type { RequestError } from '#platform/http/retry.ts'

/** Why a ledger rejects a transaction, as far as the node's message shows. */
export type RejectionCause =
  | 'known'
  | 'inputs_spent'
  | 'outside_validity'
  | 'witnesses'
  | 'script'
  | 'value'
  | 'fee'
  | 'least_amount'
  | 'size'
  | 'network'
  | 'metadata'
  | 'other'

/**
 * Nodes write the names of ledger rules (cardano-ledger) with their arguments; the devnet's ledger
 * writes sentences. Both are matched without spaces. The first match wins: a transaction with a
 * spent input is out of balance too, but that is not its cause.
 */
const causes: readonly (readonly [RejectionCause, RegExp, string])[] = [
  [
    'known',
    /(?:tx|transaction)(?:is)?already(?:known|exists|in(?:the)?(?:mempool|ledger|chain)|submitted)/iu,
    'it is known already',
  ],
  [
    'inputs_spent',
    /BadInputsUTxO|AllInputsAreSpent|unknown(?:input|outputref|utxo)|(?:Missing|reference)inputsinUTxOstate/iu,
    'an input is spent already or does not exist',
  ],
  [
    'outside_validity',
    /Outside(?:the)?(?:Validity|Forecast)/iu,
    'its validity has ended or has not started',
  ],
  [
    'script',
    /ScriptWitnessNotValidating|InvalidNativeScript|(?:Missing|Extraneous)ScriptWitness|MissingOrExtraScript/iu,
    'a minting script is not satisfied: its lock has passed, or a signature or the script is missing',
  ],
  [
    'witnesses',
    /(?:Missing|Invalid)(?:VKey)?Witness|MissingKeyHash|InvalidVerifiedSignature/iu,
    'a signature is missing or wrong',
  ],
  ['fee', /FeeTooSmall|fee\S*islessthanminimum/iu, 'its fee is below the least'],
  [
    'least_amount',
    /OutputTooSmall|outputsaretoosmall/iu,
    'an output holds less ADA than the ledger asks for',
  ],
  [
    'size',
    /MaxTxSize|OutputTooBig|exceeds?maximum(?:allowed|value)/iu,
    'it, or an output of it, is too large',
  ],
  ['network', /WrongNetwork/iu, 'it is for another network'],
  [
    'metadata',
    /(?:Missing|Conflicting|Invalid)\S{0,20}(?:Metadata|AuxiliaryData)/iu,
    'its metadata does not fit its body',
  ],
  ['value', /ValueNotConserved/iu, 'what goes in is not what comes out'],
]

/** Ogmios numbers the rules of the ledger (`SubmitTransactionFailure` of its API reference). */
const numberedCauses: Readonly<Record<string, RejectionCause>> = {
  3100: 'witnesses',
  3101: 'witnesses',
  3102: 'script',
  3103: 'script',
  3104: 'script',
  3105: 'metadata',
  3106: 'metadata',
  3107: 'metadata',
  3108: 'metadata',
  3117: 'inputs_spent',
  3118: 'outside_validity',
  3119: 'size',
  3120: 'size',
  3122: 'fee',
  3123: 'value',
  3124: 'network',
  3125: 'least_amount',
}

/** How the number of an error stands in a reason. */
export const numberedReason = (message: string, code: number): string =>
  `${message} (Ogmios error ${code})`

/** The cause of a node's message, with a sentence for it. */
export const rejectionCauseOf = (
  reason: string,
): { readonly cause: RejectionCause; readonly words: string | undefined } => {
  const text = reason.replaceAll(/\s+/gu, '')
  const numbered =
    numberedCauses[/\(Ogmios error (?<code>\d{4})\)$/u.exec(reason)?.groups?.['code'] ?? '']
  const found = causes.find(([cause, pattern]) =>
    numbered === undefined ? pattern.test(text) : cause === numbered,
  )
  return { cause: found?.[0] ?? 'other', words: found?.[2] }
}

/** What stands for the reason of a server that gives none, such as Dolos. */
export const noReason = 'no reason given'

/** A submission that the ledger rejected. @param reason in the node's own words */
export const rejectionError = (operation: string, reason: string): RequestError => {
  const { cause, words } = rejectionCauseOf(reason)
  const why = words === undefined ? '' : `: ${words}`
  return {
    code: 'rejected',
    message: `The ledger rejected the transaction${why}. The node said: ${reason}`,
    details: { operation, status: 400, reason, cause },
    mayHaveArrived: false,
    transient: false,
  }
}

/**
 * Newer nodes say it of a transaction of which no input is left. Mostly it is the same transaction,
 * but one that spent the same inputs in another way reads no different.
 */
export const meansProbablyIncluded = (reason: string): boolean =>
  /all\s*inputs\s*are\s*spent/iu.test(reason)
