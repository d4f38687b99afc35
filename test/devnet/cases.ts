import { z } from 'zod'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { major, writeHead } from '#cardano/cbor.ts'
import { readCborItem, type CborItem } from '#cardano/cbor-items.ts'
import { TxId } from '#cardano/ids.ts'
import cases from '../vectors/devnet-cases.json' with { type: 'json' }

const signed = z.object({ hex: z.string() })
const file = z.object({
  slot: z.int(),
  utxos: z.array(
    z.object({ tx: z.string(), ix: z.int(), outCbor: z.string(), address: z.string() }),
  ),
  cases: z.array(signed.extend({ name: z.string(), expect: z.enum(['accept', 'reject']) })),
  doubleSpend: z.object({ first: signed, second: signed }),
})
export const vectors = file.parse(cases)

/** The outputs that the transactions of the cases spend: what a devnet starts with. */
export const givenOutputs = vectors.utxos.map(({ tx, ix, outCbor }) => ({
  ref: { txId: TxId(tx), index: ix },
  cbor: hexToBytes(outCbor),
}))

export const givenAddress = vectors.utxos[0]?.address ?? ''

export const caseNamed = (name: string): Uint8Array<ArrayBuffer> => {
  const found = vectors.cases.find((one) => one.name === name)
  if (found === undefined) throw new Error(`no case "${name}"`)
  return Uint8Array.from(hexToBytes(found.hex))
}

/** The time of a slot on the devnet, whose slots last a second. */
export const atSlot = (slot: number): Date =>
  new Date(Date.parse('2025-01-01T00:00:00Z') + slot * 1000)

/** The signed transaction `good` with its body put together again from changed fields. */
export const withBody = (
  change: (
    fields: readonly (readonly [key: number, cbor: Uint8Array])[],
  ) => readonly (readonly [number, Uint8Array])[],
): Uint8Array<ArrayBuffer> => {
  const good = caseNamed('good')
  const whole = readCborItem(good)
  if (whole.kind !== 'list') throw new Error('no list')
  const [body, ...others] = whole.items
  if (body?.kind !== 'map') throw new Error('no body')
  const cut = ({ start, end }: CborItem): Uint8Array => good.subarray(start, end)
  const fields = change(body.entries.map(({ key, value }) => [numberOf(key), cut(value)] as const))
  return Uint8Array.from(
    concatBytes(
      writeHead(major.list, 4),
      writeHead(major.map, fields.length),
      ...fields.flatMap(([key, cbor]) => [writeHead(major.unsigned, key), cbor]),
      ...others.map(cut),
    ),
  )
}

const numberOf = (item: CborItem): number => {
  if (item.kind !== 'int') throw new Error('no number')
  return Number(item.value)
}

/** The bytes with one piece of hex put in the place of another, which must be there once. */
export const replacing = (bytes: Uint8Array, from: string, to: string): Uint8Array => {
  const [before, after, ...more] = bytesToHex(bytes).split(from)
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`${from} is not there once`)
  return hexToBytes(before + to + after)
}
