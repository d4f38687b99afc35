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

/** The cause of a node's message, with a sentence for it. */
export const rejectionCauseOf = (
  reason: string,
): { readonly cause: RejectionCause; readonly words: string | undefined } => {
  const text = reason.replaceAll(/\s+/gu, '')
  const found = causes.find(([, pattern]) => pattern.test(text))
  return { cause: found?.[0] ?? 'other', words: found?.[2] }
}

/**
 * Newer nodes say it of a transaction of which no input is left. Mostly it is the same transaction,
 * but one that spent the same inputs in another way reads no different.
 */
export const meansProbablyIncluded = (reason: string): boolean =>
  /all\s*inputs\s*are\s*spent/iu.test(reason)
