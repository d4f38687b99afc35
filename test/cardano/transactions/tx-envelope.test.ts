import { describe, expect, it } from 'vitest'
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { inspectTransaction } from '#cardano/transactions/inspect/inspect.ts'
import { readTransactionText, writeTransactionText } from '#cardano/transactions/tx-envelope.ts'
import { given as present, only, vectors } from '../vectors.ts'
import { bytes, raw } from './raw.ts'

const file = (type: string, cborHex: string) =>
  JSON.stringify({ type, description: 'Ledger Cddl Format', cborHex })
const whole = bytesToHex(raw())

describe('transaction files of cardano-cli', () => {
  it('are read as they stand, every one of the vectors', () => {
    const files = vectors.textEnvelope.flatMap(({ tx, unsigned, signed }) =>
      [tx, unsigned, signed].flatMap((one) => one ?? []),
    )
    expect(files.map(({ type }) => type)).toEqual([
      'Tx MaryEra',
      'Tx ConwayEra',
      'Unwitnessed Tx ConwayEra',
      'Tx ConwayEra',
    ])
    for (const one of files)
      expect(bytesToHex(readTransactionText(JSON.stringify(one)))).toBe(one.cborHex)
  })

  it('are written as cardano-cli writes them', () => {
    const { tx } = only(vectors.textEnvelope, ({ kind }) => kind.includes('build-raw mint'))
    const { type, cborHex } = present(tx)
    const written: unknown = JSON.parse(writeTransactionText(bytes(cborHex)))
    expect(written).toEqual({ type, description: 'Ledger Cddl Format', cborHex })
  })

  it('and the hex of real transactions come through unchanged', () => {
    for (const { cbor } of vectors.realTx) {
      expect(bytesToHex(readTransactionText(`${cbor.toUpperCase()}\n`))).toBe(cbor)
      expect(bytesToHex(readTransactionText(writeTransactionText(bytes(cbor))))).toBe(cbor)
    }
  })

  it.each([
    'Tx ConwayEra',
    'Tx DijkstraEra',
    'Witnessed Tx ConwayEra',
    'Signed Tx ConwayEra',
    'Unwitnessed Tx DijkstraEra',
    'TxBodyConway',
    'TxBodyDijkstra',
    '',
    'Transaction',
  ])('a transaction file may have the type %s', (type) => {
    expect(bytesToHex(readTransactionText(file(type, whole)))).toBe(whole)
  })

  it('are told from signatures without their transaction, in every form', () => {
    const [key, signature] = ['ab'.repeat(32), 'cd'.repeat(64)]
    const witness = `825820${key}5840${signature}`
    const set = `a10082${witness}${witness}`
    for (const [text, count] of [
      [witness, '1 signature'],
      [set, '2 signatures'],
      [`"${set}"`, '2 signatures'],
      [file('TxWitness ConwayEra', witness), '1 signature'],
      [file('', set), '2 signatures'],
      [`[${file('TxWitness ConwayEra', witness)}, ${file('', set)}]`, '3 signatures'],
    ] as const)
      expect(() => readTransactionText(text)).toThrow(
        `This is a witness set with ${count}, not a transaction.`,
      )
    expect(() => readTransactionText(file('Tx ConwayEra', set))).toThrow('changed or mixed up')
    expect(() => readTransactionText(file('TxWitness ConwayEra', whole))).toThrow(
      'changed or mixed up',
    )
  })

  it('may hold the body alone, which keeps its id', () => {
    const { body } = only(vectors.textEnvelope, (one) => one.body !== undefined)
    const id = bytesToHex(blake2b(bytes(present(body)), { dkLen: 32 }))
    for (const text of [
      file('TxBodyConway', present(body)),
      file('Tx ConwayEra', present(body)),
      present(body),
    ]) {
      const read = readTransactionText(text)
      expect(inspectTransaction(read)).toMatchObject({ txId: id, signatures: [], metadata: null })
    }
  })

  it.each([
    [
      file('TxWitness ConwayEra', whole),
      'type is "TxWitness ConwayEra", not that of a transaction',
    ],
    [
      file('PaymentSigningKeyShelley_ed25519', `5820${'07'.repeat(32)}`),
      'it is a key, not a transaction (its type is "PaymentSigningKeyShelley_ed25519")',
    ],
    [
      file('PaymentSigningKeyShelley_ed25519', whole),
      'type is "PaymentSigningKeyShelley_ed25519", not that of a transaction, which its bytes are',
    ],
    [file('Tx ConwayEra', `5820${'07'.repeat(32)}`), 'not that of a key, which its bytes are'],
    [file('', `5820${'07'.repeat(32)}`), 'it is a key, not a transaction (its type is empty)'],
    [file('', '00'), 'its type is empty, and its bytes are not those of a transaction'],
    ['{"a":1}', 'not a cardano-cli text envelope'],
    ['', 'This is not a transaction'],
    ['mint.tx', 'This is not a transaction'],
    [whole.slice(1), 'This is not a transaction'],
    [whole.slice(2), 'it cannot be read'],
    [`${whole}00`, 'more bytes follow'],
  ])('a file of another type is no transaction file', (text, reason) => {
    expect(() => readTransactionText(text)).toThrow(
      expect.objectContaining({ code: 'invalid', message: expect.stringContaining(reason) }),
    )
  })

  it('never repeat in a message what may be a key', () => {
    const key = '4a'.repeat(32)
    expect(() => readTransactionText(key)).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining(key) }),
    )
  })
})
