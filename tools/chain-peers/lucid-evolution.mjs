/** Pays, mints, burns and spends from a script with Lucid Evolution, and finds what it holds. */
import * as lib from '@lucid-evolution/lucid'
import { Blockfrost, Lucid } from '@lucid-evolution/lucid'
import { fund, metadataOf, receiver, report, token, url } from './devnet.mjs'

const seedPhrase = lib.generateSeedPhrase()
const lucid = await Lucid(new Blockfrost(url, token), 'Preprod')
lucid.selectWallet.fromSeed(seedPhrase)
const address = await lucid.wallet().address()
await fund(address)

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
report({ asset, pay, mint, burn, lock, unlock, held: String(utxo.assets[asset]) })
