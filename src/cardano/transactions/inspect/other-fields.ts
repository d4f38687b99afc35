import type { TransactionParts } from '../parts/parse.ts'
import { adaText } from '#values/text/format.ts'
import type { OtherFieldKind, TransactionSummary } from '#contract/signing/transactions.ts'
import type { CborItem } from '../../cbor-items.ts'
import { unknownFieldsOf } from './field-treatment.ts'
import type { Auxiliary } from './metadata.ts'
import { certificatesIn } from './certificates.ts'
import { countOf, withdrawalsIn } from './needs.ts'
import { bodyField, witnessField } from '../parts/fields.ts'
import { setOf, unsignedIn, bytesIn, itemsOf } from '../../cbor-access.ts'
import { addressOfBytes } from './addresses.ts'

type OtherFields = TransactionSummary['also']

/**
 * Everything that a transaction does besides paying, minting and metadata, so that none of it is
 * hidden.
 */
export const otherFieldsIn = (
  parts: TransactionParts,
  auxiliary: Auxiliary,
  unusedScripts: number,
): OtherFields => {
  const { fields, witnesses } = parts
  const withdrawals = withdrawalsIn(fields.get(bodyField.withdrawals))
  const unknown = unknownFieldsOf(parts)
  const counted = (kind: OtherFieldKind, field: bigint) =>
    countField(kind, countOf(fields.get(field)))
  return [
    ...withDeposits('certificates', certificatesIn(fields.get(bodyField.certificates))),
    ...countField(
      'withdrawals',
      withdrawals.length,
      withdrawals
        .map(({ address, lovelace }) => `${adaText(String(lovelace), 'ADA')} from ${address.text}`)
        .join(', '),
    ),
    ...counted('votes', bodyField.votes),
    ...withDeposits('proposals', proposalsIn(fields.get(bodyField.proposals))),
    ...donationIn(fields.get(bodyField.donation)),
    ...treasuryIn(fields.get(bodyField.treasury)),
    ...countField('protocol_update', fields.has(bodyField.update) ? 1 : 0),
    ...counted('collateral', bodyField.collateral),
    ...countField('collateral_return', fields.has(bodyField.collateralReturn) ? 1 : 0),
    ...counted('reference_inputs', bodyField.referenceInputs),
    ...countField('plutus_scripts', plutusScripts(parts) + auxiliary.plutusScripts),
    ...countField('redeemers', countOf(witnesses.get(witnessField.redeemers))),
    ...countField('datums', countOf(witnesses.get(witnessField.datums))),
    ...countField('byron_signatures', countOf(witnesses.get(witnessField.bootstrap))),
    ...countField('unused_scripts', unusedScripts),
    ...countField('unknown_fields', unknown.length, unknown.join(', ')),
    ...countField('fails_on_purpose', parts.isValid ? 0 : 1),
  ]
}

const countField = (
  kind: OtherFieldKind,
  count: number,
  detail: string | null = null,
  leaving = 0n,
): OtherFields =>
  count === 0
    ? []
    : [{ kind, count, detail: detail === '' ? null : detail, leaving: String(leaving) }]

type WithDeposit = { readonly text: string; readonly deposit: bigint }

/** Each with its text, equal ones counted, and the sum of their deposits. */
const withDeposits = (kind: OtherFieldKind, ones: readonly WithDeposit[]): OtherFields =>
  countField(
    kind,
    ones.length,
    [...Map.groupBy(ones, ({ text }) => text)]
      .map(([text, { length }]) => (length === 1 ? text : `${length} times ${text}`))
      .join(', '),
    ones.reduce((sum, { deposit }) => sum + deposit, 0n),
  )

const donationIn = (item: CborItem | undefined): OtherFields => {
  if (item === undefined) return []
  const lovelace = unsignedIn(item, 'the donation')
  return countField(
    'donation',
    1,
    `${adaText(String(lovelace), 'ADA')} to the treasury of the chain`,
    lovelace,
  )
}

const treasuryIn = (item: CborItem | undefined): OtherFields =>
  item === undefined
    ? []
    : countField(
        'treasury_value',
        1,
        adaText(String(unsignedIn(item, 'the value of the treasury')), 'ADA'),
      )

const plutusScripts = ({ witnesses }: TransactionParts): number =>
  witnessField.plutus.reduce(
    (count, field) => count + setOf(witnesses.get(field), 'the Plutus scripts').length,
    0,
  )

/** Governance actions by their number (conway.cddl, `gov_action`). */
const actionNames = [
  'parameter change',
  'hard fork',
  'treasury withdrawals',
  'no confidence',
  'committee update',
  'new constitution',
  'info',
] as const

type Proposal = { readonly text: string; readonly deposit: bigint }

/** What is proposed, its deposit, and who gets that back (conway.cddl, `proposal_procedure`). */
const proposalsIn = (item: CborItem | undefined): readonly Proposal[] =>
  setOf(item, 'the proposals').map((proposal) => {
    const [amount, account, action] = itemsOf(proposal, 'a proposal')
    const deposit = unsignedIn(amount, 'the deposit of a proposal')
    const back = addressOfBytes(bytesIn(account, 'the return address of a proposal'))
    const kind = Number(unsignedIn(itemsOf(action, 'a governance action')[0], 'its kind'))
    return {
      text: `${actionNames[kind] ?? `action of unknown kind ${kind}`} with a deposit of ${adaText(String(deposit), 'ADA')}, returned to ${back.text}`,
      deposit,
    }
  })
