import { bodyField, witnessField } from '../parts/fields.ts'
import type { Fields } from '../../cbor-access.ts'
import type { TransactionParts } from '../parts/parse.ts'

/**
 * How a field is presented to the signer:
 * - `summed`: it moves money or tokens and is included in the sums.
 * - `shown`: the summary lists it.
 * - `scripts`: it belongs to Plutus scripts. It is shown, and is signed only if the user allowed
 *   it: a transaction with collateral can be changed into one that takes the collateral alone.
 *
 * A field in neither table is unknown and never signed.
 */
type Treatment = 'summed' | 'shown' | 'scripts'

/** Every field of a body (conway.cddl, `transaction_body`; `update` is of earlier eras). */
const bodyTreatment: Readonly<Record<keyof typeof bodyField, Treatment>> = {
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
const witnessTreatment: Readonly<Record<keyof typeof witnessField, Treatment>> = {
  vkeys: 'shown',
  nativeScripts: 'shown',
  bootstrap: 'shown',
  plutus: 'scripts',
  datums: 'scripts',
  redeemers: 'scripts',
}

type Field = { readonly name: string; readonly number: bigint; readonly treatment: Treatment }

const fieldsOf = (
  numbers: Readonly<Record<string, bigint | readonly bigint[]>>,
  treatments: Readonly<Record<string, Treatment>>,
): readonly Field[] =>
  Object.entries(numbers).flatMap(([name, number]) => {
    const treatment = treatments[name]
    return treatment === undefined
      ? []
      : [number].flat().map((key) => ({ name, number: key, treatment }))
  })

const bodyFields = fieldsOf(bodyField, bodyTreatment)
const witnessFields = fieldsOf(witnessField, witnessTreatment)

/** Names of the fields of a transaction that belong to Plutus scripts. */
export const scriptFieldsOf = ({ fields, witnesses }: TransactionParts): readonly string[] => {
  const there = [
    ...bodyFields.filter(({ number }) => fields.has(number)),
    ...witnessFields.filter(({ number }) => witnesses.has(number)),
  ]
  return [
    ...new Set(there.flatMap(({ name, treatment }) => (treatment === 'scripts' ? [name] : []))),
  ]
}

const unknownIn = (fields: Fields, known: readonly Field[], part: string) =>
  [...fields.keys()]
    .filter((key) => known.every(({ number }) => number !== key))
    .map((key) => ({ field: `${part} ${key}`, key }))

/**
 * Fields of a body in the era after Conway, which nobody signs before they are summed and shown: 23 and
 * 25 move value. Source: https://github.com/IntersectMBO/cardano-ledger,
 * eras/dijkstra/impl/cddl/data/dijkstra.cddl.
 */
const nextEraFields: ReadonlyMap<bigint, string> = new Map([
  [23n, 'sub-transactions'],
  [24n, 'required guards'],
  [25n, 'direct deposits'],
  [26n, 'account balance intervals'],
  [27n, 'starting account balances'],
])

const nextEraText = (field: string, key: bigint): string => {
  const name = nextEraFields.get(key)
  return name === undefined ? field : `${field}: ${name} of the Dijkstra era`
}

/** Fields that are in neither table, named with their part. */
export const unknownFieldsOf = ({ fields, witnesses }: TransactionParts): readonly string[] => [
  ...unknownIn(fields, bodyFields, 'body').map(({ field, key }) => nextEraText(field, key)),
  ...unknownIn(witnesses, witnessFields, 'witness set').map(({ field }) => field),
]
