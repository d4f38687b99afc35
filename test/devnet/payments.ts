import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { writeBech32 } from '#cardano/bech32.ts'
import { major, writeHead } from '#cardano/cbor.ts'
import { PolicyId, TxId } from '#cardano/ids.ts'
import { type PolicyKey, generatePolicyKey, signBody } from '#cardano/keys.ts'
import type { OutputRef } from '#cardano/utxo.ts'
import { nameHexOf, policyOf, type Unit, unitOf } from '#cardano/value.ts'

/** What CBOR is written from; a `Set` is written as a tagged one. */
export type Plain =
  | bigint
  | string
  | Uint8Array
  | readonly Plain[]
  | ReadonlyMap<Plain, Plain>
  | ReadonlySet<Plain>

export const encode = (value: Plain): Uint8Array => {
  if (typeof value === 'bigint')
    return value < 0n ? writeHead(major.negative, -1n - value) : writeHead(major.unsigned, value)
  if (typeof value === 'string') {
    const bytes = new TextEncoder().encode(value)
    return concatBytes(writeHead(major.text, bytes.length), bytes)
  }
  if (value instanceof Uint8Array) return concatBytes(writeHead(major.bytes, value.length), value)
  if (value instanceof Map)
    return concatBytes(
      writeHead(major.map, value.size),
      ...[...value].flatMap(([key, item]) => [encode(key), encode(item)]),
    )
  if (value instanceof Set) return concatBytes(writeHead(major.tag, 258), encodeList([...value]))
  return encodeList([...value.values()])
}

const encodeList = (items: readonly Plain[]): Uint8Array =>
  concatBytes(writeHead(major.list, items.length), ...items.map(encode))

/** A key with its address, and the policy that its signature alone opens. */
export type Party = {
  readonly key: PolicyKey
  readonly address: string
  readonly addressBytes: Uint8Array
  readonly policyId: PolicyId
  readonly unit: (name: string) => Unit
}

/** Of an enterprise address. */
const headers = { addr_test: 0x60, addr: 0x61 } as const

export const newParty = (prefix: keyof typeof headers = 'addr_test'): Party => {
  const key = generatePolicyKey()
  const payment = hexToBytes(key.keyHash)
  const policyId = PolicyId(
    Buffer.from(
      blake2b(concatBytes(Uint8Array.of(0), encode([0n, payment])), { dkLen: 28 }),
    ).toString('hex'),
  )
  const addressBytes = concatBytes(Uint8Array.of(headers[prefix]), payment)
  return {
    key,
    address: writeBech32(prefix, addressBytes),
    addressBytes,
    policyId,
    unit: (name) => unitOf(policyId, Buffer.from(name).toString('hex')),
  }
}

type Amount = { readonly lovelace: bigint; readonly assets?: ReadonlyMap<Unit, bigint> }

export type Payment = {
  readonly spends: readonly (OutputRef & Amount)[]
  /** To the party itself where no address bytes are given; what is left comes last, as change. */
  readonly pays?: readonly (Amount & { readonly to: Pick<Party, 'addressBytes'> })[]
  readonly mints?: ReadonlyMap<Unit, bigint>
  readonly metadata?: ReadonlyMap<bigint, Plain>
  readonly ttl?: bigint
  readonly reads?: readonly OutputRef[]
  readonly fee?: bigint
  /** Whether the party's script is a witness without a mint too: it spends from the script's address. */
  readonly showsScript?: boolean
  /** Whether each witness is sent twice. */
  readonly repeatsWitnesses?: boolean
}

/** More than the least fee of any small transaction of these tests. */
export const fee = 300_000n

/** A payment signed by the one party, with its id; what it leaves over is change for the party. */
export const sign = (party: Party, payment: Payment) => {
  const {
    spends,
    pays = [],
    mints = new Map(),
    metadata,
    ttl,
    reads = [],
    fee: paid = fee,
  } = payment
  const auxiliary = metadata === undefined ? undefined : encode(metadata)
  const sent = pays.map(({ to, ...amount }) => output(to, amount))
  const body = new Map<Plain, Plain>([
    [0n, new Set(spends.map(refCbor))],
    [1n, [...sent, output(party, changeOf(payment, mints))]],
    [2n, paid],
  ])
  if (ttl !== undefined) body.set(3n, ttl)
  if (auxiliary !== undefined) body.set(7n, blake2b(auxiliary, { dkLen: 32 }))
  if (mints.size > 0) body.set(9n, assetsCbor(mints))
  if (reads.length > 0) body.set(18n, new Set(reads.map(refCbor)))
  const bodyBytes = encode(body)
  const id = TxId(Buffer.from(blake2b(bodyBytes, { dkLen: 32 })).toString('hex'))
  const witness = signBody(party.key, id)
  // A set holds two arrays of equal content as two members.
  const copies = payment.repeatsWitnesses === true ? [0, 1] : [0]
  const witnessSet = (member: Plain[]): Plain => new Set(copies.map(() => [...member]))
  const signature = [hexToBytes(witness.publicKey), hexToBytes(witness.signature)]
  const witnesses = new Map<Plain, Plain>([[0n, witnessSet(signature)]])
  if (mints.size > 0 || payment.showsScript === true)
    witnesses.set(1n, witnessSet([0n, hexToBytes(party.key.keyHash)]))
  const cbor = concatBytes(
    writeHead(major.list, 4),
    bodyBytes,
    encode(witnesses),
    Uint8Array.of(0xf5),
    auxiliary ?? Uint8Array.of(0xf6),
  )
  return { id, cbor: Uint8Array.from(cbor) }
}

const refCbor = ({ txId, index }: OutputRef): Plain => [hexToBytes(txId), BigInt(index)]

const output = (
  { addressBytes }: Pick<Party, 'addressBytes'>,
  { lovelace, assets = new Map() }: Amount,
): Plain => {
  return [addressBytes, assets.size === 0 ? lovelace : [lovelace, assetsCbor(assets)]]
}

const assetsCbor = (assets: ReadonlyMap<Unit, bigint>): Plain => {
  const policies = new Map<string, Map<Plain, Plain>>()
  for (const [unit, quantity] of assets) {
    const names = policies.get(policyOf(unit)) ?? new Map<Plain, Plain>()
    policies.set(policyOf(unit), names.set(hexToBytes(nameHexOf(unit)), quantity))
  }
  return new Map([...policies].map(([policyId, names]) => [hexToBytes(policyId), names]))
}

const changeOf = (
  { spends, pays = [], fee: paid = fee }: Payment,
  mints: ReadonlyMap<Unit, bigint>,
): Amount => {
  const assets = new Map<Unit, bigint>()
  const add = (more: ReadonlyMap<Unit, bigint> | undefined, sign: bigint): void => {
    for (const [unit, quantity] of more ?? [])
      assets.set(unit, (assets.get(unit) ?? 0n) + sign * quantity)
  }
  for (const spent of spends) add(spent.assets, 1n)
  for (const sent of pays) add(sent.assets, -1n)
  add(mints, 1n)
  const sum = (amounts: readonly Amount[]): bigint =>
    amounts.reduce((total, { lovelace }) => total + lovelace, 0n)
  return {
    lovelace: sum(spends) - sum(pays) - paid,
    assets: new Map([...assets].filter(([, quantity]) => quantity !== 0n)),
  }
}
