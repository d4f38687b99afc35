/** What Lucid Evolution does through each of its providers. */
import * as lib from '@lucid-evolution/lucid'
import { metadataOf, receiver } from './devnet.mjs'

/**
 * Pays, mints, burns and spends from a script, and finds what it holds.
 * @param lucid with a wallet that has 100 ADA
 */
export const tellStory = async (lucid) => {
  const address = await lucid.wallet().address()
  const submit = async (builder) => {
    const transaction = await builder.complete()
    const signed = await transaction.sign.withWallet().complete()
    const id = await signed.submit()
    await lucid.awaitTx(id)
    return id
  }
  const credential = lib.paymentCredentialOf(address)
  const script = lib.scriptFromNative({ type: 'sig', keyHash: credential.hash })
  const scriptAddress = lib.validatorToAddress('Preprod', script)
  const policyId = lib.mintingPolicyToId(script)
  const asset = policyId + lib.fromText('Peer')
  const mintTokens = (quantity) => {
    const assets = { [asset]: quantity }
    return lucid.newTx().mintAssets(assets).attach.MintingPolicy(script)
  }

  const builder = lucid.newTx().pay.ToAddress(receiver, { lovelace: 5_000_000n })
  const pay = await submit(builder)
  const mint = await submit(mintTokens(2n).attachMetadata(721, metadataOf(policyId)))
  const burn = await submit(mintTokens(-1n))
  const lock = await submit(lucid.newTx().pay.ToAddress(scriptAddress, { lovelace: 7_000_000n }))
  const locked = await lucid.utxosAt(scriptAddress)
  const unlock = await submit(lucid.newTx().collectFrom(locked).attach.SpendingValidator(script))
  const [utxo] = await lucid.utxosAtWithUnit(credential, asset)
  return { asset, pay, mint, burn, lock, unlock, held: String(utxo.assets[asset]) }
}
