import { hexToBytes } from '@noble/hashes/utils.js'
import { caseNamed, replacing, withBody } from './cases.ts'

/** `good` mints two of these, and sends them along. */
const mintedName = '4d436f6c6470726573733030303101'
const good = (): Uint8Array<ArrayBuffer> => caseNamed('good')
const bytes = (data: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(data)
const field = (key: number, change: (cbor: Uint8Array) => Uint8Array): Uint8Array<ArrayBuffer> =>
  withBody((fields) =>
    fields.map(([number, cbor]) => [number, number === key ? change(cbor) : cbor] as const),
  )

/** One input in hex, without the head of the set that holds it. */
const inputHex = (inputs: Uint8Array): string =>
  Buffer.from(inputs).toString('hex').slice('d9010281'.length)

/** The transaction says itself that its scripts fail, and would lose its collateral. */
const failing = (): Uint8Array<ArrayBuffer> => bytes(replacing(good(), 'f5a11902d1', 'f4a11902d1'))

/** The address of the buyer in `good`, as a byte string. */
const buyer = '581d608f89f734568d1b8c6886e1c5f2cc6a0574d9c53821462319705916b7'

/** The policy ID in the metadata of `good` is a text of 56 bytes. */
const longText = (): Uint8Array<ArrayBuffer> => {
  const text = Buffer.from('e7df402913b94dd07793dbfbca2d4ac499a08e8c352d2b023a84af9a').toString(
    'hex',
  )
  return bytes(replacing(good(), `7838${text}`, `7841${text}${'61'.repeat(9)}`))
}

/** Transactions that a node's decoder refuses and that scalus would take, and what says so. */
export const malformed: readonly (readonly [string, Uint8Array<ArrayBuffer>, RegExp])[] = [
  ['nothing', new Uint8Array(), /too early/u],
  ['a byte that is no transaction', Uint8Array.of(0x01), /not a list/u],
  ['text', new TextEncoder().encode('not a transaction'), /cannot be read/u],
  ['one byte missing', good().subarray(0, -1), /too early/u],
  ['one byte more', Uint8Array.of(...good(), 0), /more bytes/u],
  ['lists without end', new Uint8Array(60_000).fill(0x81), /nested deeper/u],
  [
    'a list of stated length that is not there',
    Uint8Array.of(0x9b, ...Array(8).fill(0x7f)),
    /too early/u,
  ],
  ['a body that is text', hexToBytes('846161a0f5f6'), /not a map|cannot be read/u],
  [
    'a mint of nothing',
    field(9, (mint) => replacing(mint, mintedName, `${mintedName.slice(0, -2)}00`)),
    /quantity zero/u,
  ],
  [
    'an output with nothing of an asset',
    field(1, (outputs) => replacing(outputs, mintedName, `${mintedName.slice(0, -2)}00`)),
    /quantity zero/u,
  ],
  ['a mint without policies', field(9, () => Uint8Array.of(0xa0)), /without assets/u],
  [
    'an input twice',
    field(0, (inputs) => bytes(hexToBytes(`d9010282${inputHex(inputs)}${inputHex(inputs)}`))),
    /member twice/u,
  ],
  [
    'an input twice, in a set without its tag',
    field(0, (inputs) => bytes(hexToBytes(`82${inputHex(inputs)}${inputHex(inputs)}`))),
    /member twice/u,
  ],
  [
    'an input twice, written otherwise',
    field(0, (inputs) =>
      bytes(hexToBytes(`d9010282${inputHex(inputs)}${inputHex(inputs).slice(0, -2)}1800`)),
    ),
    /member twice/u,
  ],
  [
    'the fee twice',
    withBody((fields) => [...fields, ...fields.filter(([key]) => key === 2)]),
    /key twice/u,
  ],
  ['no inputs', field(0, () => bytes(hexToBytes('d9010280'))), /no inputs/u],
  ['certificates', withBody((fields) => [...fields, [4, Uint8Array.of(0x80)]]), /certificates/u],
  ['a Plutus script said to fail', failing(), /Plutus/u],
  [
    'an output to a stake address',
    field(1, (outputs) => replacing(outputs, '581d608f89', '581de08f89')),
    /address: /u,
  ],
  [
    'an output to an empty address',
    field(1, (outputs) => replacing(outputs, buyer, '40')),
    /empty/u,
  ],
  [
    'an output to an address cut short',
    field(1, (outputs) => replacing(outputs, buyer, `581c${buyer.slice(4, -2)}`)),
    /wrong length/u,
  ],
  ['a text of metadata over 64 bytes', longText(), /metadata/u],
  [
    'metadata with a fraction',
    bytes(replacing(good(), 'f5a11902d1', 'f5a201f93c001902d1')),
    /metadata/u,
  ],
  [
    'a field that nobody knows',
    withBody((fields) => [...fields, [30, Uint8Array.of(0)]]),
    /cannot be read/u,
  ],
]
