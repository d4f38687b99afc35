import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { readBech32 } from '#cardano/bech32.ts'
import { TxId } from '#cardano/ids.ts'
import { signBody, type PolicyKey } from '#cardano/keys.ts'
import { scriptFromJson, scriptToCbor } from '#cardano/scripts.ts'
import type { ScriptJson } from '#contract/policies/script.ts'
import { readEditable, writeEditable, type Editable } from './editable.ts'
import { home } from './ingredients.ts'

/** A transaction written field by field, also one that no ledger would take. */
export type Raw = {
  readonly inputs?: readonly (readonly [txId: string, index: number])[]
  readonly outputs?: readonly Editable[]
  readonly fee?: bigint
  readonly ttl?: bigint | undefined
  readonly mint?: Editable
  readonly scripts?: readonly ScriptJson[]
  /** Label 721 and others; the hash goes into the body. */
  readonly metadata?: readonly [bigint, Editable][]
  /** Further fields of the body and the witness set, by number. */
  readonly body?: readonly [bigint, Editable][]
  readonly witnesses?: readonly [bigint, Editable][]
  readonly auxiliary?: Editable
  readonly signers?: readonly PolicyKey[]
  readonly isValid?: boolean
}

export const someInput = ['ab'.repeat(32), 0] as const

export const bytes = (hex: string): Uint8Array => hexToBytes(hex)
export const text = (name: string): Uint8Array => new TextEncoder().encode(name)
export const map = (...entries: [Editable, Editable][]): Editable => ({ entries })

export const payTo = (address: string, lovelace: bigint, assets?: Editable): Editable => {
  const reading = readBech32(address)
  if (reading.outcome !== 'read') throw new Error('no address')
  return [reading.bytes, assets === undefined ? lovelace : [lovelace, assets]]
}

export const raw = (parts: Raw = {}): Uint8Array => {
  const { inputs = [someInput], outputs = [payTo(home, 5_000_000n)], fee = 200_000n } = parts
  const auxiliary = parts.auxiliary ?? (parts.metadata && map(...parts.metadata))
  const ttl = 'ttl' in parts ? parts.ttl : 50_000n
  const body = map(
    [0n, inputs.map(([txId, index]) => [bytes(txId), BigInt(index)])],
    [1n, [...outputs]],
    [2n, fee],
    ...(ttl === undefined ? [] : [[3n, ttl] satisfies [Editable, Editable]]),
    ...(auxiliary === undefined
      ? []
      : [[7n, blake2b(writeEditable(auxiliary), { dkLen: 32 })] satisfies [Editable, Editable]]),
    ...(parts.mint === undefined ? [] : [[9n, parts.mint] satisfies [Editable, Editable]]),
    ...(parts.body ?? []),
  )
  const txId = TxId(bytesToHex(blake2b(writeEditable(body), { dkLen: 32 })))
  const signatures = (parts.signers ?? []).map((key) => {
    const { publicKey, signature } = signBody(key, txId)
    return [bytes(publicKey), bytes(signature)]
  })
  const scripts = (parts.scripts ?? []).map((json) =>
    readEditable(bytes(scriptToCbor(scriptFromJson(json)))),
  )
  const witnesses = map(
    ...(signatures.length === 0 ? [] : [[0n, signatures] satisfies [Editable, Editable]]),
    ...(scripts.length === 0 ? [] : [[1n, scripts] satisfies [Editable, Editable]]),
    ...(parts.witnesses ?? []),
  )
  const flag = parts.isValid === false ? 20n : 21n
  return writeEditable([body, witnesses, { simple: flag }, auxiliary ?? { simple: 22n }])
}
