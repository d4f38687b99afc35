import { hexToBytes } from '@noble/hashes/utils.js'
import { withCsl } from '#cardano/csl.ts'
import { TxId, type KeyHash } from '#cardano/ids.ts'
import { signBody, type PolicyKey } from '#cardano/keys.ts'
import { refText, type Utxo } from '#cardano/utxo.ts'
import { nameHexOf, policyOf } from '#cardano/value.ts'
import { validateTransaction, type UnspentOutput } from '#devnet/ledger/validate.ts'
import { readLedgerTransaction } from '#devnet/ledger/read-transaction.ts'
import { messageOf } from '#values/errors/errors.ts'

/** The devnet's ledger without its chain: whatever it takes is spendable at once. */
export type TestLedger = {
  /** The reason to refuse it, or undefined when it was taken. */
  readonly submit: (signed: Uint8Array) => string | undefined
  /** As `submit`, but nothing changes. */
  readonly rejection: (signed: Uint8Array) => string | undefined
}

export const createTestLedger = (utxos: readonly Utxo[], slot: bigint): TestLedger => {
  const unspent = new Map<string, UnspentOutput>(
    utxos.map((utxo) => [refText(utxo), { ref: utxo, cbor: outputBytes(utxo) }]),
  )
  const look = (signed: Uint8Array) => {
    try {
      const transaction = readLedgerTransaction(signed)
      const known = transaction.inputs.flatMap((ref) => unspent.get(refText(ref)) ?? [])
      return { transaction, reason: validateTransaction(signed, known, slot) }
    } catch (error) {
      return { transaction: undefined, reason: messageOf(error) }
    }
  }
  return {
    rejection: (signed) => look(signed).reason,
    submit: (signed) => {
      const { transaction, reason } = look(signed)
      if (reason !== undefined || transaction === undefined) return reason
      for (const ref of transaction.inputs) unspent.delete(refText(ref))
      for (const [index, { cbor }] of transaction.outputs.entries()) {
        const ref = { txId: transaction.id, index }
        unspent.set(refText(ref), { ref, cbor })
      }
      return undefined
    },
  }
}

/** Written by the library, so that an output which the app writes wrongly is not taken for right. */
const outputBytes = ({ address, value, isSpecial, hasReferenceScript }: Utxo): Uint8Array =>
  withCsl((csl, own) => {
    const amount = (quantity: bigint) => own(csl.BigNum.from_str(String(quantity)))
    const assets = own(csl.MultiAsset.new())
    for (const [unit, quantity] of value.assets)
      assets.set_asset(
        own(csl.ScriptHash.from_hex(policyOf(unit))),
        own(csl.AssetName.new(hexToBytes(nameHexOf(unit)))),
        amount(quantity),
      )
    const held =
      value.assets.size === 0
        ? own(csl.Value.new(amount(value.lovelace)))
        : own(csl.Value.new_with_assets(amount(value.lovelace), assets))
    const receiver = own(csl.Address.from_bech32(address))
    const output = own(csl.TransactionOutput.new(receiver, held))
    if (hasReferenceScript === true) {
      const keys = own(csl.NativeScripts.new())
      const key = own(csl.Ed25519KeyHash.from_hex('5c'.repeat(28)))
      const one = own(csl.NativeScript.new_script_pubkey(own(csl.ScriptPubkey.new(key))))
      for (let left = mostKeysIn(value.lovelace); left > 0; left -= 1) keys.add(one)
      const script = own(csl.NativeScript.new_script_all(own(csl.ScriptAll.new(keys))))
      output.set_script_ref(own(csl.ScriptRef.new_native_script(script)))
    } else if (isSpecial === true) output.set_data_hash(own(csl.DataHash.from_hex('da'.repeat(32))))
    return output.to_bytes()
  })

/** As large a script as the ledger lets an output hold that has so much ADA, in keys of 32 bytes. */
const mostKeysIn = (lovelace: bigint): number =>
  Math.min(500, Math.floor((Number(lovelace) / 4_310 - 160 - 120) / 32))

/** Adds the witnesses that a transaction asks for, as any wallet does: its bytes stay as they are. */
export const signWith = (
  cbor: Uint8Array,
  signers: readonly KeyHash[],
  keys: readonly PolicyKey[],
): Uint8Array =>
  withCsl((csl, own) => {
    const transaction = own(csl.FixedTransaction.from_bytes(cbor))
    const txId = TxId(own(transaction.transaction_hash()).to_hex())
    for (const signer of signers) {
      const key = keys.find(({ keyHash }) => keyHash === signer)
      if (key === undefined) throw new Error(`no key ${signer} to sign with`)
      const { publicKey, signature } = signBody(key, txId)
      const vkey = own(csl.Vkey.new(own(csl.PublicKey.from_hex(publicKey))))
      const witness = csl.Vkeywitness.new(vkey, own(csl.Ed25519Signature.from_hex(signature)))
      transaction.add_vkey_witness(own(witness))
    }
    return transaction.to_bytes()
  })
