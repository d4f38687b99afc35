import { describe, expect, it } from 'vitest'
import { withCsl } from '#core/cardano/csl.ts'
import { mintCost } from '#core/imports/estimate/estimate.ts'

type Cbor = number | string | Uint8Array | readonly Cbor[] | ReadonlyMap<Cbor, Cbor> | Tagged
class Tagged {
  readonly tag: number
  readonly value: Cbor
  constructor(tag: number, value: Cbor) {
    this.tag = tag
    this.value = value
  }
}

/** As little of CBOR (RFC 8949) as a transaction needs, written apart from what is tested. */
const encode = (value: Cbor): Buffer => {
  if (typeof value === 'number') return head(0, value)
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (value instanceof Tagged) return Buffer.concat([head(6, value.tag), encode(value.value)])
  if (value instanceof Map)
    return Buffer.concat([
      head(5, value.size),
      ...[...value].flat().map((one: Cbor) => encode(one)),
    ])
  const items = Array.isArray(value) ? value : []
  return Buffer.concat([head(4, items.length), ...items.map((one: Cbor) => encode(one))])
}

const head = (major: number, argument: number): Buffer => {
  if (argument < 24) return Buffer.from([(major << 5) | argument])
  if (argument < 256) return Buffer.from([(major << 5) | 24, argument])
  if (argument < 65_536) return Buffer.from([(major << 5) | 25, argument >> 8, argument & 255])
  const bytes = Buffer.alloc(5)
  bytes[0] = (major << 5) | 26
  bytes.writeUInt32BE(argument, 1)
  return bytes
}

const bytes = (length: number): Uint8Array => new Uint8Array(length).fill(7)
const address = Uint8Array.of(0, ...bytes(56))
const policy = bytes(28)

const tokenOutput = (name: string): Cbor =>
  new Map<Cbor, Cbor>([
    [0, address],
    [1, [1_500_000, new Map([[policy, new Map([[Buffer.from(name), 1]])]])]],
  ])

/** One input, token and change, a policy of a key and a date, two signatures, this metadata. */
const transaction = (name: string, text: string): Buffer => {
  const script = [
    1,
    [
      [0, bytes(28)],
      [5, 123_456_789],
    ],
  ]
  const body = new Map<Cbor, Cbor>([
    [0, new Tagged(258, [[bytes(32), 1]])],
    [
      1,
      [
        tokenOutput(name),
        new Map<Cbor, Cbor>([
          [0, address],
          [1, 98_000_000],
        ]),
      ],
    ],
    [2, 200_000],
    [3, 123_456_789],
    [7, bytes(32)],
    [9, new Map([[policy, new Map([[Buffer.from(name), 1]])]])],
  ])
  const signature = [bytes(32), bytes(64)]
  const witnesses = new Map<Cbor, Cbor>([
    [0, new Tagged(258, [signature, [bytes(32).fill(8), bytes(64)]])],
    [1, new Tagged(258, [script])],
  ])
  return Buffer.concat([
    head(4, 4),
    encode(body),
    encode(witnesses),
    Buffer.from([0xf5]),
    encode(metadata(text)),
  ])
}

const metadata = (text: string): Cbor => new Map([[721, text]])

/** What the ledger's own rules say, by the library. */
const required = (name: string, text: string): number =>
  withCsl((csl, own) => {
    const fee = own(
      csl.min_fee(
        own(csl.Transaction.from_hex(transaction(name, text).toString('hex'))),
        own(csl.LinearFee.new(own(csl.BigNum.from_str('44')), own(csl.BigNum.from_str('155381')))),
      ),
    )
    const deposit = own(
      csl.min_ada_for_output(
        own(csl.TransactionOutput.from_hex(encode(tokenOutput(name)).toString('hex'))),
        own(csl.DataCost.new_coins_per_byte(own(csl.BigNum.from_str('4310')))),
      ),
    )
    return Number(fee.to_str()) + Number(deposit.to_str())
  })

describe('mintCost', () => {
  it.each([
    ['Bean1', 'x'],
    ['x'.repeat(32), 'x'.repeat(60)],
    ['B1', 'x'.repeat(23)],
  ])(
    'of %s is never below what the ledger asks, and at most 3 percent above (metadata: %s)',
    (name, text) => {
      const cost = Number(
        mintCost({ assetName: name, metadataBytes: encode(metadata(text)).length }),
      )
      const least = required(name, text)
      expect(cost).toBeGreaterThanOrEqual(least)
      expect(cost).toBeLessThan(least * 1.03)
    },
  )

  it('raises the fee, not the deposit, with the metadata', () => {
    const of = (metadataBytes: number) => Number(mintCost({ assetName: 'Bean1', metadataBytes }))
    expect(of(10_000) - of(0)).toBe(440_000)
  })
})
