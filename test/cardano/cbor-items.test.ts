import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCborItem } from '#cardano/cbor-items.ts'
import { readEditable, writeEditable, type Editable } from './transactions/editable.ts'

const read = (hex: string) => readCborItem(Buffer.from(hex, 'hex'))

const unsigned = fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n - 1n })
const { item } = fc.letrec<{ item: Editable }>((tie) => ({
  item: fc.oneof(
    { depthSize: 'small' },
    unsigned,
    fc.string({ unit: 'grapheme' }),
    fc.uint8Array({ maxLength: 80 }),
    fc.array(tie('item'), { maxLength: 5 }),
    fc
      .array(fc.tuple(tie('item'), tie('item')), { maxLength: 5 })
      .map((entries): Editable => ({ entries })),
    fc.record({ tag: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), item: tie('item') }),
  ),
}))

describe('reading CBOR', () => {
  it('gives back whatever was written', () => {
    fc.assert(
      fc.property(item, (value) => {
        expect(readEditable(writeEditable(value))).toEqual(value)
      }),
    )
  })

  it('knows the place of every part', () => {
    expect(read('82187b8102')).toEqual({
      start: 0,
      end: 5,
      kind: 'list',
      items: [
        { start: 1, end: 3, kind: 'int', value: 123n },
        {
          start: 3,
          end: 5,
          kind: 'list',
          items: [{ start: 4, end: 5, kind: 'int', value: 2n }],
        },
      ],
    })
  })

  it('reads lists, maps and strings of unstated length', () => {
    expect(read('9f01ff')).toMatchObject({ kind: 'list', items: [{ value: 1n }] })
    expect(read('bf0102ff')).toMatchObject({ kind: 'map', entries: [{ value: { value: 2n } }] })
    expect(read('7f616161c3ff'.replace('61c3', '6162'))).toMatchObject({ value: 'ab' })
    expect(read('5f4101420203ff')).toMatchObject({ value: Uint8Array.of(1, 2, 3) })
  })

  it.each([
    ['', 'it ends too early'],
    ['8201', 'it ends too early'],
    ['0101', 'more bytes follow'],
    ['9bffffffffffffffff', 'it ends too early'],
    ['bbffffffffffffffff', 'it ends too early'],
    ['5bffffffffffffffff00', 'it ends too early'],
    ['61c3', 'not UTF-8'],
    ['1c', 'it is not CBOR'],
    ['1f', 'it is not CBOR'],
    ['ff', 'it is not CBOR'],
    ['5f6161ff', 'it is not CBOR'],
    ['5f5fffff', 'it is not CBOR'],
    ['81'.repeat(5000) + '01', 'nested deeper than 256'],
    ['c1'.repeat(5000) + '01', 'nested deeper than 256'],
    ['9f'.repeat(5000), 'nested deeper than 256'],
  ])('reading CBOR refuses %s', (hex, reason) => {
    expect(() => read(hex)).toThrow(reason)
  })
})
