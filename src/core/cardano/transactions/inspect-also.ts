import type { AlsoKind, TransactionSummary } from '../../../shared/transactions.ts'
import { unknownFieldsOf } from './field-treatment.ts'
import type { Auxiliary } from './inspect-metadata.ts'
import { bodyField, certificatesIn, countOf, withdrawalsIn } from './inspect-needs.ts'
import { setOf, unsignedIn, type TransactionParts } from './inspect-parts.ts'
import { witnessField } from './inspect-signatures.ts'

type Also = TransactionSummary['also']

/** Everything that a transaction does besides paying, minting and describing, so that it is seen. */
export const alsoIn = (
  parts: TransactionParts,
  auxiliary: Auxiliary,
  unusedScripts: number,
): Also => {
  const { fields, witnesses } = parts
  const certificates = certificatesIn(fields.get(bodyField.certificates)).map(({ name }) => name)
  const withdrawals = withdrawalsIn(fields.get(bodyField.withdrawals))
  const unknown = unknownFieldsOf(parts)
  const counted = (kind: AlsoKind, field: bigint) => some(kind, countOf(fields.get(field)))
  return [
    ...some('certificates', certificates.length, certificates.join(', ')),
    ...some(
      'withdrawals',
      withdrawals.length,
      withdrawals
        .map(({ address, lovelace }) => `${lovelace} lovelace from ${address.text}`)
        .join(', '),
    ),
    ...counted('votes', bodyField.votes),
    ...counted('proposals', bodyField.proposals),
    ...amount('donation', parts, bodyField.donation),
    ...amount('treasury_value', parts, bodyField.treasury),
    ...some('protocol_update', fields.has(bodyField.update) ? 1 : 0),
    ...counted('collateral', bodyField.collateral),
    ...some('collateral_return', fields.has(bodyField.collateralReturn) ? 1 : 0),
    ...counted('reference_inputs', bodyField.referenceInputs),
    ...some('plutus_scripts', plutusScripts(parts) + auxiliary.plutusScripts),
    ...some('redeemers', countOf(witnesses.get(witnessField.redeemers))),
    ...some('datums', countOf(witnesses.get(witnessField.datums))),
    ...some('byron_signatures', countOf(witnesses.get(witnessField.bootstrap))),
    ...some('unused_scripts', unusedScripts),
    ...some('unknown_fields', unknown.length, unknown.join(', ')),
    ...some('fails_on_purpose', parts.isValid ? 0 : 1),
  ]
}

const some = (kind: AlsoKind, count: number, detail: string | null = null): Also =>
  count === 0 ? [] : [{ kind, count, detail: detail === '' ? null : detail }]

const amount = (kind: AlsoKind, { fields }: TransactionParts, field: bigint): Also => {
  const item = fields.get(field)
  if (item === undefined) return []
  return some(kind, 1, `${unsignedIn(item, 'an amount of the body')} lovelace`)
}

const plutusScripts = ({ witnesses }: TransactionParts): number =>
  witnessField.plutus.reduce(
    (count, field) => count + setOf(witnesses.get(field), 'the Plutus scripts').length,
    0,
  )
