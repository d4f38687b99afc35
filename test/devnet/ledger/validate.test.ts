import { describe, expect, it } from 'vitest'
import { validateTransaction } from '#devnet/ledger/validate.ts'
import { readLedgerTransaction } from '#devnet/ledger/read-transaction.ts'
import { caseNamed, givenOutputs, vectors } from '../cases.ts'
import { malformed } from '../invalid-transactions.ts'
import { outputsFor } from '../open-devnet.ts'
import { newParty, sign } from '../payments.ts'

const slot = BigInt(vectors.slot)

describe('the ledger', () => {
  it('takes a transaction at one slot and not at another', () => {
    const good = caseNamed('good')
    expect(validateTransaction(good, givenOutputs, slot)).toBeUndefined()
    expect(validateTransaction(good, givenOutputs, 50_000n)).toMatch(
      /outside the validity interval/u,
    )
  })

  it('keeps nothing from one question to the next', () => {
    const good = caseNamed('good')
    expect(validateTransaction(good, givenOutputs, slot)).toBeUndefined()
    expect(validateTransaction(good, givenOutputs, slot)).toBeUndefined()
    expect(validateTransaction(good, [], slot)).toMatch(/missing inputs/u)
  })

  it('takes a signature and a script that are sent twice, as a node does until protocol 12', () => {
    const party = newParty()
    const [given] = outputsFor(party, 1, 100_000_000n)
    if (given === undefined) throw new Error('no output')
    const { id, cbor } = sign(party, {
      spends: [given.spend],
      mints: new Map([[party.unit('Red'), 1n]]),
      repeatsWitnesses: true,
    })
    expect(readLedgerTransaction(cbor).id).toBe(id)
    expect(validateTransaction(cbor, [given], slot)).toBeUndefined()
  })

  it.each([
    ['unknown input', 'BadInputsUTxO'],
    ['expired validity (ttl 500 < slot 1000)', 'OutsideValidityIntervalUTxO'],
    ['fee 1 lovelace below ledger minimum', 'FeeTooSmallUTxO'],
    ['unbalanced: 1 lovelace lost', 'ValueNotConservedUTxO'],
    ['min-UTxO: 1 lovelace below', 'BabbageOutputTooSmallUTxO'],
    ['max value size > 5000', 'OutputTooBigUTxO'],
    ['oversized tx (17 KB)', 'MaxTxSizeUTxO'],
    ['wrong network (mainnet address in output)', 'WrongNetwork'],
    ['wrong signature (bit flip)', 'InvalidWitnessesUTXOW'],
    ['missing payment witness', 'MissingVKeyWitnessesUTXOW'],
    ['mint without any script', 'MissingScriptWitnessesUTXOW'],
    ['extraneous extra script', 'ExtraneousScriptWitnessesUTXOW'],
    ['native before violated (before 900, ttl 50000)', 'ScriptWitnessNotValidatingUTXOW'],
    ['wrong aux-data hash (metadata edited after signing)', 'ConflictingMetadataHash'],
    ['metadata but no aux hash in body', 'MissingTxBodyMetadataHash'],
    ['aux hash in body but no metadata', 'MissingTxMetadata'],
  ])('names the rule as a node does, before its own words: %s is %s', (name, rule) => {
    const reason = validateTransaction(caseNamed(name), givenOutputs, slot)
    expect(reason).toMatch(new RegExp(`^${rule}: .{20,}`, 'u'))
  })

  it('says why in at most 2,001 characters, also when it quotes large outputs', () => {
    const reason = validateTransaction(caseNamed('max value size > 5000'), givenOutputs, slot)
    expect(reason).toMatch(/maximum value storage size/u)
    expect(reason?.length).toBe(2001)
  })

  it('gives a reason for bytes that the emulator throws at', () => {
    expect(validateTransaction(Uint8Array.of(1, 2, 3), givenOutputs, slot)).not.toBe('')
    expect(validateTransaction(Uint8Array.of(1, 2, 3), givenOutputs, slot)).toBeDefined()
  })
})

describe('reading a transaction', () => {
  it.each(malformed)("the devnet's ledger refuses to read %s", (_, cbor, message) => {
    expect(() => readLedgerTransaction(cbor)).toThrow(
      expect.objectContaining({ code: 'invalid', message: expect.stringMatching(message) }),
    )
  })

  it('gives its id, fee, validity, outputs with their own bytes, mint and metadata', () => {
    const good = caseNamed('good')
    const read = readLedgerTransaction(good)
    expect(read).toMatchObject({
      id: 'b11037d525c6664323aea3dc0102b23364ec3b37c2d1f75bd8e57ba1405b92bd',
      fee: 207_037n,
      invalidBefore: undefined,
      invalidHereafter: 50_000n,
    })
    expect(read.inputs).toEqual([givenOutputs[0]?.ref])
    expect([...read.mint.values()]).toEqual([1n, 1n])
    expect(read.metadata.map(({ label }) => label)).toEqual(['721'])
    for (const { cbor } of read.outputs)
      expect(Buffer.from(good).includes(Buffer.from(cbor))).toBe(true)
  })
})
