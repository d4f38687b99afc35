import { bodyField } from './inspect-needs.ts'
import type { TransactionParts } from './inspect-parts.ts'
import { witnessField } from './inspect-signatures.ts'

/**
 * What a person who signs learns of a field:
 * - `summed`: it moves money or tokens and enters the sums.
 * - `shown`: it stands in the summary.
 * - `scripts`: it belongs to Plutus scripts, is shown, and is not signed unless that was allowed:
 *   a transaction with collateral can be changed into one that takes the collateral alone.
 * A field that is in neither table is unknown and never signed.
 */
type Treatment = 'summed' | 'shown' | 'scripts'

/** Every field of a body (conway.cddl, `transaction_body`; `update` is of earlier eras). */
export const bodyTreatment: Readonly<Record<keyof typeof bodyField, Treatment>> = {
  inputs: 'summed',
  outputs: 'summed',
  fee: 'summed',
  ttl: 'shown',
  certificates: 'shown',
  withdrawals: 'summed',
  update: 'shown',
  auxiliaryHash: 'shown',
  start: 'shown',
  mint: 'summed',
  scriptDataHash: 'scripts',
  collateral: 'scripts',
  requiredSigners: 'shown',
  networkId: 'shown',
  collateralReturn: 'scripts',
  totalCollateral: 'scripts',
  referenceInputs: 'scripts',
  votes: 'shown',
  proposals: 'shown',
  treasury: 'shown',
  donation: 'summed',
}

/** Every field of a witness set (conway.cddl, `transaction_witness_set`). */
export const witnessTreatment: Readonly<Record<keyof typeof witnessField, Treatment>> = {
  vkeys: 'shown',
  nativeScripts: 'shown',
  bootstrap: 'shown',
  plutus: 'scripts',
  datums: 'scripts',
  redeemers: 'scripts',
}

const namesOf = (treatments: Readonly<Record<string, Treatment>>, wanted: Treatment) =>
  Object.keys(treatments).filter((name) => treatments[name] === wanted)

/** Names of the fields of a transaction that belong to Plutus scripts. */
export const scriptFieldsOf = ({ fields, witnesses }: TransactionParts): readonly string[] => [
  ...namesOf(bodyTreatment, 'scripts').filter((name) =>
    fields.has(bodyField[name as keyof typeof bodyField]),
  ),
  ...namesOf(witnessTreatment, 'scripts').filter((name) =>
    [witnessField[name as keyof typeof witnessField]].flat().some((field) => witnesses.has(field)),
  ),
]

const known = {
  body: new Set<bigint>(Object.values(bodyField)),
  witnesses: new Set<bigint>(Object.values(witnessField).flat()),
}

/** Fields whose meaning is not known, named with their part. */
export const unknownFieldsOf = ({ fields, witnesses }: TransactionParts): readonly string[] => [
  ...[...fields.keys()].filter((key) => !known.body.has(key)).map((key) => `body ${key}`),
  ...[...witnesses.keys()]
    .filter((key) => !known.witnesses.has(key))
    .map((key) => `witness set ${key}`),
]
