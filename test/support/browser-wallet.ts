import { parseTransaction } from '#cardano/transactions/parts/parse.ts'
import { inputCbor, list, outputCbor } from '#cardano/transactions/build/encode.ts'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { readBech32 } from '#cardano/bech32.ts'
import { type PolicyKey, signBody } from '#cardano/keys.ts'
import type { Utxo } from '#cardano/utxo.ts'
import type { Gateway } from '#chain/gateway/gateway.ts'
import { encode } from '../devnet/payments.ts'

/** An output as a wallet hands it over (CIP-30). */
export const offerOf = (utxo: Utxo): string => bytesToHex(list([inputCbor(utxo), outputCbor(utxo)]))

/** The witness set that a wallet returns for a transaction, with a signature of each key. */
export const witnessSetOf = (txHex: string, ...keys: readonly PolicyKey[]): string => {
  const { txId } = parseTransaction(hexToBytes(txHex))
  const signatures = keys.map((key) => {
    const { publicKey, signature } = signBody(key, txId)
    return [hexToBytes(publicKey), hexToBytes(signature)]
  })
  return bytesToHex(encode(new Map([[0n, new Set(signatures)]])))
}

const bytesOfAddress = (address: string): string => {
  const read = readBech32(address)
  if (read.outcome !== 'read') throw new Error(`${address} is no address`)
  return bytesToHex(read.bytes)
}

/** The functions of a wallet of one key, as CIP-30 has them. */
export const browserWallet = (
  gateway: Pick<Gateway, 'utxosAt'>,
  { key, address }: { readonly key: PolicyKey; readonly address: string },
) => ({
  getUtxos: async () => (await gateway.utxosAt(address)).map(offerOf),
  getChangeAddress: async () => bytesOfAddress(address),
  signTx: async (txHex: string) => witnessSetOf(txHex, key),
})
