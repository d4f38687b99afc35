import type { CborItem } from '#core/cardano/cbor-items.ts'
import { entriesOf, fieldsOf, meaningOf, membersOf, setTag, wholeNumber } from './cbor-parts.ts'

/** The parts of a transaction: body, witnesses, whether its scripts hold, metadata and scripts. */
export type TransactionParts = {
  readonly body: CborItem
  readonly witnesses: CborItem
  readonly isValid: CborItem
  readonly auxiliary: CborItem
}

/** Fields of a body by their names in the ledger's CDDL (Conway). */
export const bodyField = {
  inputs: 0n,
  outputs: 1n,
  fee: 2n,
  invalidHereafter: 3n,
  invalidBefore: 8n,
  mint: 9n,
  requiredSigners: 14n,
  referenceInputs: 18n,
} as const

/** What a devnet for minting has no state for; taken, it would have no effect later on. */
const unsupported: readonly (readonly [bigint, string])[] = [
  [4n, 'certificates'],
  [5n, 'withdrawals of rewards'],
  [11n, 'Plutus scripts'],
  [13n, 'collateral'],
  [16n, 'collateral'],
  [17n, 'collateral'],
  [19n, 'votes'],
  [20n, 'proposals'],
  [21n, 'a statement about the treasury'],
  [22n, 'donations to the treasury'],
]
const redeemers = 5n

/**
 * Refuses what a node's decoder refuses and scalus takes: a key of a map or a member of a set that
 * comes twice, quantities of zero, assets without quantities. And what this ledger does not know.
 * @throws Error whose message completes a sentence
 */
export const checkStrictForm = ({
  body,
  witnesses,
  isValid,
  auxiliary,
}: TransactionParts): void => {
  requireNoRepetition(body, 'the body')
  requireNoRepetition(witnesses, 'the witness set')
  // Below its labels metadata is free: there the ledger keeps a map as the list that was sent.
  requireDistinctKeys(auxiliary, 'the metadata')
  if (auxiliary.kind === 'tag') requireDistinctKeys(auxiliary.item, 'the metadata')
  const fields = fieldsOf(body)
  for (const field of [bodyField.inputs, bodyField.referenceInputs, bodyField.requiredSigners]) {
    const members = fields.get(field)
    if (members !== undefined)
      requireDistinctMembers(membersOf(members), `field ${field} of the body`)
  }
  for (const [field, name] of unsupported)
    if (fields.has(field)) throw new Error(`it has ${name}, which the devnet does not know`)
  if (fieldsOf(witnesses).has(redeemers) || isValid.kind !== 'simple' || isValid.value !== 21n)
    throw new Error('it has Plutus scripts, which the devnet does not know')
  const mint = fields.get(bodyField.mint)
  if (mint !== undefined) requireAssets(mint, 'the mint')
  const outputs = fields.get(bodyField.outputs)
  if (outputs === undefined) throw new Error('it has no outputs')
  for (const output of membersOf(outputs)) checkOutputAssets(output)
}

const requireNoRepetition = (item: CborItem, where: string): void => {
  requireDistinctKeys(item, where)
  if (item.kind === 'map') {
    for (const { key, value } of item.entries) {
      requireNoRepetition(key, where)
      requireNoRepetition(value, where)
    }
  }
  if (item.kind === 'list') for (const member of item.items) requireNoRepetition(member, where)
  if (item.kind !== 'tag') return
  if (item.tag === setTag) requireDistinctMembers(membersOf(item), where)
  requireNoRepetition(item.item, where)
}

const requireDistinctKeys = (item: CborItem, where: string): void => {
  if (item.kind !== 'map') return
  const keys = new Set(item.entries.map(({ key }) => meaningOf(key)))
  if (keys.size < item.entries.length) throw new Error(`a map in ${where} has a key twice`)
}

const requireDistinctMembers = (members: readonly CborItem[], where: string): void => {
  if (new Set(members.map(meaningOf)).size < members.length)
    throw new Error(`a set in ${where} has a member twice`)
}

/** @param assets policies → asset names → quantities */
const requireAssets = (assets: CborItem, where: string): void => {
  const policies = entriesOf(assets)
  const byName = policies.flatMap(({ value }) => [entriesOf(value)])
  if (policies.length === 0 || byName.some((names) => names.length === 0))
    throw new Error(`${where} has a policy without assets, or none`)
  if (byName.flat().some(({ value }) => wholeNumber(value) === 0n))
    throw new Error(`${where} has an asset with the quantity zero`)
}

const checkOutputAssets = (output: CborItem): void => {
  const value = output.kind === 'map' ? fieldsOf(output).get(1n) : membersOf(output)[1]
  if (value === undefined || value.kind === 'int') return
  const assets = membersOf(value)[1]
  if (assets !== undefined) requireAssets(assets, 'an output')
}
