import { bytesToHex } from '@noble/hashes/utils.js'
import { fieldsOf, integerIn, itemsOf, mapIn, setOf, setTag } from '#cardano/cbor-access.ts'
import { simple, type CborItem } from '#cardano/cbor-items.ts'
import { bodyField, witnessField } from '#cardano/transactions/parts/fields.ts'

/** The parts of a transaction: body, witnesses, whether its scripts hold, metadata and scripts. */
export type LedgerParts = {
  readonly body: CborItem
  readonly witnesses: CborItem
  readonly isValid: CborItem
  readonly auxiliary: CborItem
}

/** Fields for which this ledger has no state. If accepted, they would have no effect. */
const unsupported: readonly (readonly [keyof typeof bodyField, string])[] = [
  ['certificates', 'certificates'],
  ['withdrawals', 'withdrawals of rewards'],
  ['scriptDataHash', 'Plutus scripts'],
  ['collateral', 'collateral'],
  ['collateralReturn', 'collateral'],
  ['totalCollateral', 'collateral'],
  ['votes', 'votes'],
  ['proposals', 'proposals'],
  ['treasury', 'a statement about the treasury'],
  ['donation', 'donations to the treasury'],
]

/**
 * Fields of the witness set in which a node accepts a member twice until protocol 12: it keeps them
 * by key or by hash. Blaze sends a script twice. Source: txWitnessField of
 * https://github.com/IntersectMBO/cardano-ledger/blob/master/eras/alonzo/impl/src/Cardano/Ledger/Alonzo/TxWits.hs
 */
const repeatable: ReadonlySet<bigint> = new Set([
  witnessField.vkeys,
  witnessField.nativeScripts,
  witnessField.bootstrap,
])

/**
 * Rejects what a node's decoder rejects and scalus accepts: a repeated map key or set member,
 * quantities of zero, assets without quantities. Also rejects fields that this ledger does not
 * know.
 * @throws Error whose message completes a sentence
 */
export const checkStrictForm = ({ body, witnesses, isValid, auxiliary }: LedgerParts): void => {
  requireNoRepetition(body, 'the body')
  const witnessFields = fieldsOf(witnesses, 'the witness set')
  for (const [field, value] of witnessFields)
    if (!repeatable.has(field)) requireNoRepetition(value, 'the witness set')
  // Below its labels, metadata is free: the ledger keeps a map as the list that was sent.
  requireDistinctKeys(auxiliary, 'the metadata')
  if (auxiliary.kind === 'tag') requireDistinctKeys(auxiliary.item, 'the metadata')
  const fields = fieldsOf(body, 'the body')
  for (const field of [bodyField.inputs, bodyField.referenceInputs, bodyField.requiredSigners]) {
    const where = `field ${field} of the body`
    requireDistinctMembers(setOf(fields.get(field), where), where)
  }
  for (const [field, name] of unsupported)
    if (fields.has(bodyField[field]))
      throw new Error(`it has ${name}, which the devnet does not know`)
  const hasRedeemers = witnessFields.has(witnessField.redeemers)
  if (hasRedeemers || isValid.kind !== 'simple' || isValid.value !== simple.true)
    throw new Error('it has Plutus scripts, which the devnet does not know')
  const mint = fields.get(bodyField.mint)
  if (mint !== undefined) requireAssets(mint, 'the mint')
  const outputs = fields.get(bodyField.outputs)
  if (outputs === undefined) throw new Error('it has no outputs')
  for (const output of itemsOf(outputs, 'the outputs')) checkOutputAssets(output)
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
  if (item.tag === setTag) requireDistinctMembers(setOf(item, where), where)
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
  const policies = mapIn(assets, where)
  const byName = policies.map(({ value }) => mapIn(value, where))
  if (policies.length === 0 || byName.some((names) => names.length === 0))
    throw new Error(`${where} has a policy without assets, or none`)
  if (byName.flat().some(({ value }) => integerIn(value, where) === 0n))
    throw new Error(`${where} has an asset with the quantity zero`)
}

const checkOutputAssets = (output: CborItem): void => {
  const what = 'an output'
  const value = output.kind === 'map' ? fieldsOf(output, what).get(1n) : itemsOf(output, what)[1]
  if (value === undefined || value.kind === 'int') return
  const assets = itemsOf(value, 'an amount')[1]
  if (assets !== undefined) requireAssets(assets, what)
}

/**
 * A text that is the same for two items exactly when they have the same meaning, in any encoding.
 */
const meaningOf = (item: CborItem): string => {
  if (item.kind === 'bytes') return `bytes ${bytesToHex(item.value)}`
  if (item.kind === 'text') return `text ${JSON.stringify(item.value)}`
  if (item.kind === 'list') return `[${item.items.map(meaningOf).join()}]`
  if (item.kind === 'tag') return `${item.tag}(${meaningOf(item.item)})`
  if (item.kind !== 'map') return `${item.kind} ${item.value}`
  const entries = item.entries.map(({ key, value }) => `${meaningOf(key)}:${meaningOf(value)}`)
  return `{${entries.join()}}`
}
