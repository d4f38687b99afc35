/** Pays, mints, burns and spends from a script with Blaze, and finds the token. */
import { randomBytes } from 'node:crypto'
import * as core from '@blaze-cardano/core'
import { Blaze, Blockfrost, HotWallet } from '@blaze-cardano/sdk'
import { fund, metadataOf, receiver, report, token, until, url } from './devnet.mjs'

const masterKey = core.Bip32PrivateKey.fromBip39Entropy(randomBytes(32), '').hex()
const provider = new Blockfrost({ network: 'cardano-preprod', projectId: token })
provider.url = `${url}/`
const wallet = await HotWallet.fromMasterkey(masterKey, provider)
const blaze = await Blaze.from(provider, wallet)
await fund(wallet.address.toBech32())

const submit = async (builder) => {
  const transaction = await builder.complete()
  const signed = await blaze.signTransaction(transaction)
  const id = await provider.postTransactionToChain(signed)
  await until(() => provider.awaitTransactionConfirmation(id))
  return id
}
const { hash: keyHash } = wallet.address.asBase().getPaymentCredential()
const native = core.NativeScript.newScriptPubkey(new core.ScriptPubkey(keyHash))
const script = core.Script.newNativeScript(native)
const credential = core.Credential.fromCore({
  type: core.CredentialType.ScriptHash,
  hash: script.hash(),
})
const scriptAddress = core.addressFromCredential(core.NetworkId.Testnet, credential)
const policyId = core.PolicyId(script.hash())
const name = core.AssetName(core.toHex(Buffer.from('Peer')))
const asset = core.AssetId.fromParts(policyId, name)
/** Blaze takes the objects of metadata as maps. */
const mapOf = (value) =>
  typeof value === 'object'
    ? new Map(Object.entries(value).map(([key, item]) => [key, mapOf(item)]))
    : value
const metadata = core.Metadatum.fromCore(mapOf(metadataOf(policyId)))
const mintTokens = (quantity) =>
  blaze
    .newTransaction()
    .addMint(policyId, new Map([[name, quantity]]))
    .provideScript(script)

const address = core.Address.fromBech32(receiver)
const builder = blaze.newTransaction().payLovelace(address, 5_000_000n)
const pay = await submit(builder)
const mint = await submit(
  mintTokens(2n).setMetadata(new core.Metadata(new Map([[721n, metadata]]))),
)
const burn = await submit(mintTokens(-1n))
// payLovelace accepts no address of a script, and lockLovelace asks for a datum.
const output = new core.TransactionOutput(scriptAddress, new core.Value(7_000_000n))
const lock = await submit(blaze.newTransaction().addOutput(output))
const [locked] = await provider.getUnspentOutputs(scriptAddress)
// Blaze counts no signature for a native script: without this line, the fee is too small.
const unlocking = blaze.newTransaction().addInput(locked).addAdditionalSigners(1)
const unlock = await submit(unlocking.provideScript(script))
const found = await provider.getUnspentOutputByNFT(asset)
const held = String(found.output().amount().multiasset().get(asset))
report({ asset, pay, mint, burn, lock, unlock, held })
