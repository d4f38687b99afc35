import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codec } from '../../../tools/chromium-host/electron/node-codec.ts'

const across = (value: unknown): unknown => codec.decode(codec.encode(value))

describe('the codec between Node and Chromium', () => {
  it('brings across what structured clone takes', () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSet: true,
          withTypedArray: true,
          withSparseArray: false,
        }),
        (value) => {
          expect(across(value)).toEqual(structuredClone(value))
        },
      ),
    )
  })

  it.each([[-0], [Number.NaN], [Number.POSITIVE_INFINITY], [undefined], [2n ** 70n]])(
    'keeps %s apart from what JSON would make of it',
    (value) => {
      expect(across([value])).toStrictEqual([value])
    },
  )

  it('keeps a date that is none', () => {
    expect(across(new Date(Number.NaN))).toStrictEqual(new Date(Number.NaN))
  })

  it('gives a Buffer as a Uint8Array with these bytes alone', () => {
    const part = Buffer.from('xxabcxx').subarray(2, 5)
    expect(across(part)).toStrictEqual(Uint8Array.from([97, 98, 99]))
  })

  it('keeps kind, message and stack of an error', () => {
    const error = new RangeError('too far')
    const copy = across(error)
    expect(copy).toBeInstanceOf(RangeError)
    expect(copy).toMatchObject({ message: 'too far', stack: error.stack })
  })

  it('makes no prototype of a key called __proto__', () => {
    const copy = across(JSON.parse('{"__proto__": {"admin": true}}'))
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
    expect(Object.keys(Object(copy))).toEqual(['__proto__'])
  })

  it.each([
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['a promise', Promise.resolve()],
  ])('refuses %s as structured clone does', (_, value) => {
    expect(() => codec.encode({ value })).toThrow(
      expect.objectContaining({ name: 'DataCloneError' }),
    )
  })

  it('says that it cannot send a value that holds itself', () => {
    const loop: unknown[] = []
    loop.push(loop)
    expect(() => codec.encode(loop)).toThrow(/holds itself/u)
  })
})
