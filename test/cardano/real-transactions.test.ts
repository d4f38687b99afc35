import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, it } from 'vitest'
import { withCsl, type Csl, type Own } from '#cardano/csl.ts'
import { verifyWitness } from '#cardano/keys.ts'
import { metadataBytes, metadataCbor, type Metadatum } from '#cardano/metadata.ts'
import { policyIdOf, scriptFromCbor, scriptToCbor } from '#cardano/scripts.ts'
import { readTransaction } from './transaction.ts'
import { vectors } from './vectors.ts'

const hash = (hex: string, dkLen: number) => bytesToHex(blake2b(hexToBytes(hex), { dkLen }))

/** Metadata as JSON in the order of the chain; undefined where it holds more than text. */
const readMetadata = (auxiliary: string): Record<string, Metadatum> | undefined =>
  withCsl((csl, own) => {
    const data = own(csl.AuxiliaryData.from_hex(auxiliary))
    const metadata = data.metadata()
    if (metadata === undefined) return undefined
    const labels = own(own(metadata).keys())
    const entries = [...Array(labels.len()).keys()].map((at) => {
      const label = own(labels.get(at))
      const value = metadata.get(label)
      return [label.to_str(), value && toJson(csl, own, own(value))] as const
    })
    return entries.some(([, value]) => value === undefined)
      ? undefined
      : Object.fromEntries(entries.map(([label, value]) => [label, value ?? '']))
  })

const toJson = (
  csl: Csl,
  own: Own,
  value: Csl['TransactionMetadatum']['prototype'],
): Metadatum | undefined => {
  if (value.kind() === csl.TransactionMetadatumKind.Text) return value.as_text()
  if (value.kind() === csl.TransactionMetadatumKind.MetadataList) {
    const list = own(value.as_list())
    const items = [...Array(list.len()).keys()].map((at) => toJson(csl, own, own(list.get(at))))
    return items.every((item) => item !== undefined) ? items : undefined
  }
  if (value.kind() !== csl.TransactionMetadatumKind.MetadataMap) return undefined
  const map = own(value.as_map())
  const keys = own(map.keys())
  const entries = [...Array(keys.len()).keys()].map((at) => {
    const key = own(keys.get(at))
    const item = toJson(csl, own, own(map.get(key)))
    return key.kind() === csl.TransactionMetadatumKind.Text && item !== undefined
      ? ([key.as_text(), item] as const)
      : undefined
  })
  const textual = entries.filter((entry) => entry !== undefined)
  return textual.length === entries.length ? Object.fromEntries(textual) : undefined
}

describe('real minting transactions', () => {
  it('all real minting transactions of the vectors are there', () =>
    expect(vectors.realTx).toHaveLength(24))

  it.each(vectors.realTx)(
    'a real minting transaction keeps its bytes and ID: $tx_hash',
    ({ cbor, tx_hash, policies, scripts }) => {
      const transaction = readTransaction(cbor)
      expect(transaction.txId).toBe(tx_hash)
      expect(hash(transaction.body, 32)).toBe(tx_hash)
      expect(transaction.policies).toEqual(policies)
      expect(transaction.scripts).toEqual(scripts.map((script) => script.cbor))
      for (const script of scripts) {
        const native = scriptFromCbor(script.cbor)
        expect(policyIdOf(native)).toBe(script.hash)
        expect(scriptToCbor(native)).toBe(script.cbor)
        expect(policies).toContain(script.hash)
      }
      expect(transaction.witnesses.length).toBeGreaterThan(0)
      for (const witness of transaction.witnesses)
        expect(verifyWitness(witness, transaction.txId)).toBe(true)
      expect(transaction.auxiliary && hash(transaction.auxiliary, 32)).toBe(
        transaction.auxiliaryHash,
      )
    },
  )

  it('that hold only text are written again byte for byte', () => {
    const rewritten = vectors.realTx.flatMap(({ cbor }) => {
      const { auxiliary } = readTransaction(cbor)
      const metadata = auxiliary === undefined ? undefined : readMetadata(auxiliary)
      return metadata === undefined ? [] : [{ auxiliary, metadata }]
    })
    // The others hold numbers or bytes. Some wrap the metadata in a list or a tag of later eras.
    expect(rewritten).toHaveLength(14)
    for (const { auxiliary, metadata } of rewritten) {
      const cbor = metadataCbor(metadata)
      expect(auxiliary).toContain(cbor)
      expect(metadataBytes(metadata)).toBe(cbor.length / 2)
    }
  })
})
