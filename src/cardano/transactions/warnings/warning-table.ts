import { adaText, countText, numberText } from '#values/text/format.ts'
import { printable } from '#values/text/printable.ts'
import { quoted } from '#values/text/text.ts'
import type {
  MetadataErrorCode,
  TransactionWarning,
  WarningCode,
} from '#contract/signing/transactions.ts'

type Unit = Readonly<Record<string, never>>

/** The details of each warning, for other texts of it such as the window's. */
type WarningDetails = {
  ada_to_unknown_address: { address: string; addresses: number; label: string; lovelace: string }
  tokens_to_unknown_address: { address: string; addresses: number; tokens: number }
  foreign_stake: { address: string; addresses: number; lovelace: string }
  key_unconfirmed: { keyHash: string; keys: number }
  other_policy: { policyId: string; expected: string }
  name_of_own_policy: { name: string; policyId: string; own: string }
  script_missing: { hash: string }
  script_unsatisfiable: { hash: string }
  quantity_not_one: { name: string; quantity: string; tokens: number }
  no_ttl: Unit
  valid_long: { days: number }
  validity_not_evaluated: Unit
  expired: { slot: string }
  not_yet_valid: { slot: string }
  policy_locked: { policyId: string; lockSlot: string }
  ttl_after_lock: { policyId: string; lockSlot: string; ttl: string }
  royalty_too_late: { policyId: string }
  royalty_not_yet: { policyId: string }
  royalty_with_other_tokens: { tokens: number }
  royalty_several_policies: { policies: number }
  royalty_not_minted: Unit
  royalty_metadata_missing: { policyId: string }
  royalty_rate: Unit
  royalty_address: { reason: string }
  oversized: { bytes: number; limit: number }
  metadata_unreadable: { error: MetadataErrorCode; at: string; count: number }
  metadata_missing: { tokens: number; name: string }
  metadata_hash: { state: string }
  fee_below_minimum: { fee: string; minimum: string }
  fee_high: { fee: string; usual: string }
  networks_mixed: Unit
  other_network: { expected: string; actual: string }
  duplicate_inputs: { input: string }
  signer_unexplained: { keyHash: string; plutusRuns: number; unprovedInputs: number }
  wrong_signature: { keyHash: string }
  unasked_signature: { keyHash: string }
  imbalance: { lovelace: string; tokens: number }
  inputs_unproved: {
    count: number
    address: string
    addresses: number
    label: string
    lovelace: string
    /** Other ways to lose something: deposits, donations, burned tokens, a high fee. */
    spendings: number
  }
  runs_scripts: { fields: string; collateral: string; returned: string; returnedTo: string }
  fails_on_purpose: Unit
  unknown_fields: { fields: string }
  other_effects: { kind: string; count: number; detail: string }
}

type Severity = TransactionWarning['severity']

export const warning = <Code extends WarningCode>(
  code: Code,
  details: WarningDetails[Code],
): TransactionWarning => {
  const { severity, text } = table[code]
  return {
    code,
    severity: typeof severity === 'string' ? severity : severity(details),
    facts: { ...details },
    // names and paths in it come out of the transaction
    message: printable(text(details)),
  }
}

type Row<F> = {
  readonly severity: Severity | ((details: F) => Severity)
  readonly text: (shown: F) => string
}

const receiverText = ({
  address,
  addresses,
}: {
  readonly address: string
  readonly addresses: number
}) =>
  addresses === 1
    ? `to ${address}, which is neither in this vault nor in your address book`
    : `to ${addresses} addresses that are neither in this vault nor in your address book; the first is ${address}`

const called = (label: string): string =>
  label === ''
    ? ''
    : ` The request calls it "${label}", which proves nothing. Check that it is the right address.`

const metadataErrorText: Readonly<Record<MetadataErrorCode, string>> = {
  text_too_long: 'a text is longer than 64 bytes, so the ledger rejects the transaction',
  key_twice: 'a key appears twice, and readers may use either value',
  not_a_map: 'CIP-25 requires a map here',
  version_unknown: 'the version is neither 1 nor 2',
  version_missing: 'it is written in bytes, as version 2 is, but "version": 2 is missing',
  version_mixed: 'it is written as text, as version 1 is, but the version is 2',
  policy_unreadable: 'the key is not a policy ID',
  name_in_hex: 'the token is named in hex, but version 1 requires its name as text',
  not_minted: 'it describes a token that this transaction does not mint, so it has no effect',
  name_missing: 'the name is missing or is not a single text',
  image_missing: 'the image is missing',
  image_without_scheme: 'the image is not a URI such as ipfs://…',
}

/** Errors that wallets tolerate. */
const harmlessErrors: ReadonlySet<MetadataErrorCode> = new Set(['not_minted', 'policy_unreadable'])

const metadataSeverity = ({ error }: { readonly error: MetadataErrorCode }): Severity => {
  if (error === 'text_too_long') return 'error'
  return harmlessErrors.has(error) ? 'info' : 'warning'
}

const hashText: Readonly<Record<string, string>> = {
  differs: 'The metadata does not match the hash in the transaction: somebody changed it later.',
  not_in_body: 'The transaction carries metadata that its body does not refer to.',
  data_missing: 'The transaction refers to metadata that it does not carry.',
}

const table: { readonly [Code in WarningCode]: Row<WarningDetails[Code]> } = {
  ada_to_unknown_address: {
    severity: 'warning',
    text: (details) =>
      `${adaText(details.lovelace, 'ADA')} leaves ${receiverText(details)}.${called(details.label)}`,
  },
  tokens_to_unknown_address: {
    severity: 'warning',
    text: (shown) =>
      `${countText(shown.tokens, 'token', 'tokens')} that this transaction did not mint ${shown.tokens === 1 ? 'leaves' : 'leave'} ${receiverText(shown)}.`,
  },
  foreign_stake: {
    severity: 'warning',
    text: ({ address, addresses, lovelace }) =>
      `${adaText(lovelace, 'ADA')} goes to ${addresses === 1 ? address : `${addresses} addresses; the first is ${address}`}. A key of this vault can spend it, but somebody else would get its staking rewards: the stake part is not yours. Use an address of your own wallet.`,
  },
  key_unconfirmed: {
    severity: 'warning',
    text: ({ keyHash, keys }) =>
      `${keys === 1 ? `The key ${keyHash} is in the vault, but nothing proves that you put it there, so its address does not count as yours.` : `${keys} keys are in the vault, but nothing proves that you put them there, so their addresses do not count as yours; the first is ${keyHash}.`} It may have been stored while the vault was locked, or by an older version. If it is yours, confirm it.`,
  },
  other_policy: {
    severity: 'error',
    text: ({ policyId, expected }) =>
      `It mints under policy ${policyId}, not under the collection's (${expected}).`,
  },
  name_of_own_policy: {
    severity: 'error',
    text: ({ name, policyId, own }) =>
      `It uses the name of your policy ${quoted(name)} (${own}), but mints under another one (${policyId}) that is not in your list. The tokens do not belong to your collection, and whoever holds the keys of that policy can mint more. Sign it only if you know that policy.`,
  },
  script_missing: {
    severity: 'warning',
    text: ({ hash }) =>
      `The transaction does not include the script ${hash}. The ledger rejects it, unless a referenced output holds the script.`,
  },
  script_unsatisfiable: {
    severity: 'error',
    text: ({ hash }) =>
      `No signature can satisfy the script ${hash} within this transaction's validity interval, so the ledger rejects it. Build it again with another interval.`,
  },
  quantity_not_one: {
    severity: 'warning',
    text: ({ name, quantity, tokens }) =>
      `It ${quantity.startsWith('-') ? 'burns' : 'mints'} ${numberText(BigInt(quantity.replace('-', '')))} of ${name}${tokens === 1 ? '' : ` and more than one of ${countText(tokens - 1, 'other token', 'other tokens')}`}. An NFT has a quantity of 1.`,
  },
  no_ttl: {
    severity: 'warning',
    text: () =>
      'It never expires: anyone with the signed transaction can send it at any time, even years later.',
  },
  valid_long: {
    severity: ({ days }) => (days > 7 ? 'warning' : 'info'),
    text: ({ days }) =>
      `It stays valid for ${countText(days, 'day', 'days')}: anyone with the signed transaction can send it at any time until then.`,
  },
  validity_not_evaluated: {
    severity: 'warning',
    text: () =>
      'The clock of this computer cannot be right, so Coldpress did not check whether the transaction is valid now, has expired, or mints under a locked policy. Compare its validity with a correct clock.',
  },
  expired: {
    severity: 'error',
    text: ({ slot }) =>
      `It expired at slot ${slot}, so a signature has no effect. Ask for a new transaction.`,
  },
  not_yet_valid: {
    severity: 'warning',
    text: ({ slot }) => `It is not valid before slot ${slot}.`,
  },
  policy_locked: {
    severity: 'error',
    text: ({ policyId, lockSlot }) =>
      lockSlot === '0'
        ? `No signatures and no slot fulfil the script of the policy ${policyId}: nobody can ever mint or burn under it.`
        : `The policy ${policyId} is locked since slot ${lockSlot}: nobody can mint or burn under it.`,
  },
  ttl_after_lock: {
    severity: 'error',
    text: ({ policyId, lockSlot, ttl }) =>
      `The policy ${policyId} locks at slot ${lockSlot}, but the transaction's TTL is ${ttl === 'none' ? 'missing' : ttl}: the ledger requires a TTL no later than that.`,
  },
  royalty_too_late: {
    severity: 'error',
    text: ({ policyId }) =>
      `Something was minted under policy ${policyId} before, so this royalty token has no effect (CIP-27).`,
  },
  royalty_not_yet: {
    severity: 'error',
    text: ({ policyId }) =>
      `The royalty token of policy ${policyId} is not minted yet. It must come first: after another token is minted, nobody can set a royalty.`,
  },
  royalty_with_other_tokens: {
    severity: 'error',
    text: ({ tokens }) =>
      `The royalty token is minted together with ${countText(tokens, 'other token', 'other tokens')}; it must be alone and first, and this can never be corrected.`,
  },
  royalty_several_policies: {
    severity: 'error',
    text: ({ policies }) =>
      `Royalty metadata does not say which policy it is for, but this transaction mints under ${policies}.`,
  },
  royalty_not_minted: {
    severity: 'warning',
    text: () =>
      'It carries royalty metadata but mints no royalty token (one without a name), so the metadata has no effect.',
  },
  royalty_metadata_missing: {
    severity: 'warning',
    text: ({ policyId }) =>
      `It mints the royalty token of policy ${policyId} (the one without a name) without royalty metadata (label 777): nobody could set a royalty later.`,
  },
  royalty_rate: {
    severity: 'error',
    text: () => 'The royalty rate is not a decimal from 0.0 to 1.0, and it can never be changed.',
  },
  royalty_address: {
    severity: 'error',
    text: ({ reason }) => `The royalty address is wrong: ${reason}. It can never be changed.`,
  },
  oversized: {
    severity: 'error',
    text: ({ bytes, limit }) =>
      `It has ${bytes} bytes with all signatures; the ledger's limit is ${limit}. Mint fewer tokens at once.`,
  },
  metadata_unreadable: {
    severity: metadataSeverity,
    text: ({ error, at, count: times }) =>
      `Metadata at ${at}${times === 1 ? '' : ` and ${countText(times - 1, 'other entry', 'other entries')}`}: ${metadataErrorText[error]}.`,
  },
  metadata_missing: {
    severity: 'warning',
    text: ({ tokens, name }) =>
      `${countText(tokens, 'minted token has', 'minted tokens have')} no metadata, so wallets show no image: ${name}${tokens === 1 ? '' : ' and others'}.`,
  },
  metadata_hash: {
    severity: 'error',
    text: ({ state }) => `${hashText[state] ?? ''} The ledger rejects it.`,
  },
  fee_below_minimum: {
    severity: 'error',
    text: ({ fee, minimum }) =>
      `The fee of ${adaText(fee, 'ADA')} is below the minimum of ${adaText(minimum, 'ADA')} with all signatures: the ledger rejects it.`,
  },
  fee_high: {
    severity: 'warning',
    text: ({ fee, usual }) =>
      `The fee is ${adaText(fee, 'ADA')}, far more than such a transaction needs (at most ${adaText(usual, 'ADA')}). A fee can't be recovered.`,
  },
  networks_mixed: {
    severity: 'error',
    text: () => 'Its addresses are of different networks: the ledger rejects it.',
  },
  other_network: {
    severity: 'error',
    text: ({ expected, actual }) => `It is for ${actual}, but ${expected} was expected.`,
  },
  duplicate_inputs: {
    severity: 'error',
    text: ({ input }) => `It names the input ${input} twice: the ledger rejects it.`,
  },
  signer_unexplained: {
    // Plutus scripts may ask who signs, and where all inputs are proved the key owns none of them.
    severity: ({ plutusRuns, unprovedInputs }) =>
      plutusRuns === 0 && unprovedInputs > 0 ? 'error' : 'info',
    text: ({ keyHash, unprovedInputs }) =>
      `It requires the signature of key ${keyHash}, but no known input or script needs it.${unprovedInputs === 0 ? '' : ' An input whose contents are unproved may belong to that key.'}`,
  },
  wrong_signature: {
    severity: 'error',
    text: ({ keyHash }) =>
      `The signature of key ${keyHash} is wrong: it belongs to another transaction, or it is damaged.`,
  },
  unasked_signature: {
    severity: 'info',
    text: ({ keyHash }) =>
      `The transaction does not need the signature of key ${keyHash}, which only makes it larger.`,
  },
  imbalance: {
    severity: 'error',
    text: ({ lovelace, tokens }) =>
      `Inputs and outputs differ (by ${adaText(lovelace, 'ADA')}${tokens === 0 ? '' : ` and ${countText(tokens, 'token', 'tokens')}`}): the stated contents of the inputs are wrong, or the ledger rejects it.`,
  },
  inputs_unproved: {
    severity: ({ addresses, spendings }) => (addresses + spendings > 0 ? 'error' : 'info'),
    text: ({ count: inputs, lovelace }) =>
      `Nothing proves the contents of ${countText(inputs, 'input', 'inputs')}, so ${inputs === 1 ? 'it' : 'they'} may be yours${lovelace === '0' ? '' : `, and so may the ${adaText(lovelace, 'ADA')} that leaves`}. Ask for a request that has the parents of its inputs, or add the parents on a computer that is online.`,
  },
  runs_scripts: {
    severity: 'error',
    text: ({ fields, collateral, returned, returnedTo }) =>
      `It runs Plutus scripts (${fields}).${collateral === '' ? '' : ` If they fail, the collateral is lost: ${collateral}${returned === '' ? '' : `, less ${adaText(returned, 'ADA')} that goes to ${returnedTo}`}. Anyone who sends it can make them fail.`} Sign it only if you know the scripts, and allow it for this request.`,
  },
  fails_on_purpose: {
    severity: 'error',
    text: () => 'It is marked as failing: it would lose its collateral and do nothing else.',
  },
  unknown_fields: {
    severity: 'error',
    text: ({ fields }) =>
      `It has fields that Coldpress does not know (${fields}), so Coldpress does not sign it. Update Coldpress, or ask for a transaction without them.`,
  },
  other_effects: {
    severity: 'warning',
    text: ({ kind, count: times, detail }) =>
      `It also has ${kind.replaceAll('_', ' ')} (${detail === '' ? times : detail}).`,
  },
}
