import { describe, expect, it } from 'vitest'
import { inspectTransaction } from '#cardano/transactions/inspect/inspect.ts'
import { warningsOf } from '#cardano/transactions/warnings/warnings.ts'
import { errorsToAccept } from '#app/signing/acceptance.ts'
import type { Editable } from '../cardano/transactions/editable.ts'
import { enterprise, home, keyOf } from '../cardano/transactions/ingredients.ts'
import { provedUtxo } from '../cardano/transactions/proved-utxo.ts'
import { bytes, map, payTo, raw, type Raw } from '../cardano/transactions/raw.ts'
import { outputsOfBody } from '#cardano/transactions/inspect/parents.ts'

const hash = bytes('cd'.repeat(32))
const reference: Editable = [[hash, 0n]]

/**
 * Every field of the current era by number, with a value of its shape (cardano-ledger,
 * eras/conway/impl/cddl-files/conway.cddl: `transaction_body` and `transaction_witness_set`).
 * `scripts`: signing must be allowed for it.
 */
type Field = readonly [number: bigint, value: Editable, kind?: 'scripts']
const body: readonly Field[] = [
  [4n, []],
  [5n, map()],
  [8n, 1n],
  [11n, hash, 'scripts'],
  [13n, reference, 'scripts'],
  [14n, []],
  [15n, 0n],
  [16n, payTo(home, 1_000_000n), 'scripts'],
  [17n, 1_000_000n, 'scripts'],
  [18n, reference, 'scripts'],
  [19n, map()],
  [20n, []],
  [21n, 1n],
  [22n, 1n],
]
/** 0 to 3, 7 and 9 are in every transaction that `raw` writes with metadata and a mint. */
const always = [0n, 1n, 2n, 3n, 7n, 9n]
const witnesses: readonly Field[] = [
  [0n, []],
  [1n, []],
  [2n, []],
  [3n, [], 'scripts'],
  [4n, [], 'scripts'],
  [5n, map(), 'scripts'],
  [6n, [], 'scripts'],
  [7n, [], 'scripts'],
]

const errorsOf = (parts: Raw) => {
  const found = warningsOf(inspectTransaction(raw(parts)))
  const everything = new Set(found.map(({ code }) => code))
  return {
    codes: [...everything],
    /** Errors that stay when every code is accepted. */
    final: errorsToAccept(found, everything).map(({ code }) => code),
  }
}

describe('every field of the current era', () => {
  it('is in the list above, from 0 to 22 without those that no era uses', () => {
    const unused = new Set([6n, 10n, 12n])
    const listed = [...always, ...body.map(([field]) => field)].toSorted((a, b) => Number(a - b))
    const all = Array.from({ length: 23 }, (_, field) => BigInt(field))
    expect(listed).toEqual(all.filter((field) => !unused.has(field)))
    expect(witnesses.map(([field]) => field)).toEqual([0n, 1n, 2n, 3n, 4n, 5n, 6n, 7n])
  })

  it.each(body.map((field) => ({ field })))(
    'of the body is classified: $field.0',
    ({ field: [field, value, kind] }) => {
      const { codes, final } = errorsOf({ body: [[field, value]] })
      expect(final).toEqual([])
      expect(codes.includes('runs_scripts')).toBe(kind === 'scripts')
    },
  )

  it.each(witnesses.map((field) => ({ field })))(
    'of the witness set is classified: $field.0',
    ({ field: [field, value, kind] }) => {
      const { codes, final } = errorsOf({ witnesses: [[field, value]] })
      expect(final).toEqual([])
      expect(codes.includes('runs_scripts')).toBe(kind === 'scripts')
    },
  )

  it.each([10n, 12n, 23n, 24n, 25n, 26n, 27n, 99n])(
    'that is unknown is never signed: body %s',
    (field) => {
      expect(errorsOf({ body: [[field, 1n]] }).final).toEqual(['unknown_fields'])
    },
  )

  it.each([8n, 99n])('that is unknown is never signed: witness set %s', (field) => {
    expect(errorsOf({ witnesses: [[field, 1n]] }).final).toEqual(['unknown_fields'])
  })
})

describe('a mint with collateral that its sender can flip to failing', () => {
  it('says what can be lost, and what of it returns to whom', () => {
    const { utxo, parent } = provedUtxo(50_000_000n)
    const thief = enterprise(keyOf('thief'))
    const summary = inspectTransaction(
      raw({
        body: [
          [13n, [[bytes(utxo.txId), BigInt(utxo.index)]]],
          [16n, payTo(thief, 45_000_000n)],
          [17n, 5_000_000n],
        ],
      }),
      { network: 'devnet', resolved: outputsOfBody(parent) },
    )
    expect(summary).toMatchObject({
      collateral: [{ lovelace: '50000000', source: 'parent' }],
      collateralReturn: { address: thief, lovelace: '45000000' },
      totalCollateral: '5000000',
      scriptFields: ['collateral', 'collateralReturn', 'totalCollateral'],
    })
    const found = warningsOf(summary).find(({ code }) => code === 'runs_scripts')
    expect(found).toMatchObject({ severity: 'error' })
    expect(found?.message).toContain(
      `the collateral is lost: 50 ADA, less 45 ADA that goes to ${thief}`,
    )
  })
})
