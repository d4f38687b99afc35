import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withCsl } from '#cardano/csl.ts'
import { PolicyId } from '#cardano/ids.ts'
import { metadataCbor } from '#cardano/metadata.ts'
import { royaltyMetadata } from '#cardano/royalty.ts'
import { splitAddress } from '../../split-address.ts'
import {
  metadatumCbor,
  nameKey,
  nftAuxiliary,
  royaltyAuxiliary,
} from '#cardano/transactions/build/auxiliary.ts'
import { mintCbor, outputCbor } from '#cardano/transactions/build/encode.ts'
import { minLovelace } from '#cardano/transactions/build/outputs.ts'
import { nameHexOf, policyOf, unitOf, type Unit } from '#cardano/value.ts'
import * as given from '../ingredients.ts'
import { anyMetadatum } from '../../any-metadatum.ts'

const name = fc.uint8Array({ maxLength: 32 }).map(bytesToHex)
const policy = fc.constantFrom('00', '5c', 'ff').map((byte) => PolicyId(byte.repeat(28)))
const unit = fc.tuple(policy, name).map(([policyId, nameHex]) => unitOf(policyId, nameHex))
const amount = fc.oneof(fc.bigInt(1n, 300n), fc.bigInt(1n, 2n ** 63n - 1n))
const assets = (quantity: fc.Arbitrary<bigint>) =>
  fc.array(fc.tuple(unit, quantity), { maxLength: 12 }).map((held) => new Map(held))
const address = fc.constantFrom(given.home, given.buyer, given.scriptAddress(given.plainId))

/** By the library's own objects. */
const libraryOutput = (to: string, lovelace: bigint, held: ReadonlyMap<Unit, bigint>) =>
  withCsl((csl, own) => {
    const multi = own(csl.MultiAsset.new())
    for (const [unit, quantity] of held)
      multi.set_asset(
        own(csl.ScriptHash.from_hex(policyOf(unit))),
        own(csl.AssetName.new(hexToBytes(nameHexOf(unit)))),
        own(csl.BigNum.from_str(String(quantity))),
      )
    const coins = own(csl.BigNum.from_str(String(lovelace)))
    const value =
      held.size === 0 ? own(csl.Value.new(coins)) : own(csl.Value.new_with_assets(coins, multi))
    const output = own(csl.TransactionOutput.new(own(csl.Address.from_bech32(to)), value))
    const perByte = own(csl.BigNum.from_str(String(given.parameters.coinsPerUtxoByte)))
    const cost = own(csl.DataCost.new_coins_per_byte(perByte))
    return {
      cbor: output.to_hex(),
      least: BigInt(own(csl.min_ada_for_output(output, cost)).to_str()),
    }
  })

describe('outputs', () => {
  it('are the bytes that the library writes, with the least lovelace that it wants', () => {
    fc.assert(
      fc.property(address, amount, assets(amount), (to, lovelace, held) => {
        const output = { address: to, value: { lovelace, assets: held } }
        const { cbor, least } = libraryOutput(to, lovelace, held)
        expect(bytesToHex(outputCbor(output))).toBe(cbor)
        const own = minLovelace(output, given.parameters)
        // The library counts the amount that is there, however much longer it is.
        expect(lovelace >= own ? own <= least : own === least).toBe(true)
        expect(libraryOutput(to, own, held).least).toBe(own)
      }),
    )
  })
})

describe('what is minted', () => {
  const quantity = fc.oneof(
    amount,
    amount.map((minted) => -minted),
  )
  it('is the bytes that the library writes', () => {
    fc.assert(
      fc.property(assets(quantity), (minted) => {
        const hex = bytesToHex(mintCbor(minted))
        const again = withCsl((csl, own) => own(csl.Mint.from_hex(hex)).to_hex())
        expect(again).toBe(hex)
      }),
    )
  })
})

describe('metadata', () => {
  // 16 graphemes may have more bytes than a metadata string holds.
  const piece = fc
    .string({ maxLength: 16, unit: 'grapheme' })
    .filter((text) => Buffer.byteLength(text) <= 64)
  const value = anyMetadatum(piece)

  it('is the bytes that the library writes', () => {
    fc.assert(
      fc.property(value, (metadatum) => {
        const whole = metadataCbor({ '0': metadatum })
        expect(`a100${bytesToHex(metadatumCbor(metadatum))}`).toBe(whole)
      }),
      { numRuns: 60 },
    )
  })

  it('of tokens in version 1 is that of their own metadata', () => {
    const entries = ['A', 'B'].map(
      (text) => [nameKey(1, Buffer.from(text)), metadatumCbor(given.described(text))] as const,
    )
    const content = { A: given.described('A'), B: given.described('B') }
    for (const version of ['1.0', '1'])
      expect(bytesToHex(nftAuxiliary(1, given.plainId, entries, version))).toBe(
        metadataCbor({ '721': { [given.plainId]: content, version } }),
      )
  })

  it('of tokens in version 2 has bytes for policy and name, and the number 2', () => {
    const entry = [nameKey(2, Uint8Array.of(0xff)), metadatumCbor('x')] as const
    expect(bytesToHex(nftAuxiliary(2, given.plainId, [entry], '1.0'))).toBe(
      `a11902d1a2581c${given.plainId}a141ff6178${Buffer.from('gversion').toString('hex')}02`,
    )
  })

  it('of a royalty is that of the royalty', () => {
    const metadata = royaltyMetadata({ address: splitAddress(given.home), rate: 0.2 })
    expect(bytesToHex(royaltyAuxiliary(metadata))).toBe(metadataCbor(metadata))
  })
})
