/** Pays, mints, burns and spends from a script with Mesh, and reads the token with its metadata. */
import * as lib from '@meshsdk/core'
import { BlockfrostProvider, MeshTxBuilder, MeshWallet } from '@meshsdk/core'
import { fund, metadataOf, receiver, report, token, url } from './devnet.mjs'

const words = MeshWallet.brew()
const provider = new BlockfrostProvider(url)
// oxlint-disable-next-line no-underscore-dangle -- Mesh has no other way
provider._axiosInstance.defaults.headers.common['project_id'] = token
const key = { type: 'mnemonic', words }
const wallet = new MeshWallet({ networkId: 0, fetcher: provider, submitter: provider, key })
await wallet.init()
const address = await wallet.getChangeAddress()
await fund(address)

const newTransaction = async () => {
  const builder = new MeshTxBuilder({ fetcher: provider }).changeAddress(address)
  builder.selectUtxosFrom(await wallet.getUtxos())
  return builder
}
const submit = async (builder) => {
  const signed = await wallet.signTx(await builder.complete())
  const id = await wallet.submitTx(signed)
  await new Promise((resolve) => provider.onTxConfirmed(id, resolve))
  return id
}
const { pubKeyHash: keyHash } = lib.deserializeAddress(address)
const script = lib.serializeNativeScript({ type: 'sig', keyHash }, undefined, 0)
const { scriptHash: policyId } = lib.deserializeAddress(script.address)
const name = lib.stringToHex('Peer')
const asset = policyId + name
const mintTokens = async (quantity) =>
  (await newTransaction()).mint(quantity, policyId, name).mintingScript(script.scriptCbor)

const builder = await newTransaction()
builder.txOut(receiver, [{ unit: 'lovelace', quantity: '5000000' }])
const pay = await submit(builder)
const mint = await submit((await mintTokens('2')).metadataValue(721, metadataOf(policyId)))
const burn = await submit(await mintTokens('-1'))
const locking = await newTransaction()
locking.txOut(script.address, [{ unit: 'lovelace', quantity: '7000000' }])
const lock = await submit(locking)
const [{ input, output }] = await provider.fetchAddressUTxOs(script.address)
const unlocking = await newTransaction()
unlocking.txIn(input.txHash, input.outputIndex, output.amount, output.address)
const unlock = await submit(unlocking.txInScript(script.scriptCbor))
const [{ quantity: held }] = await provider.fetchAssetAddresses(asset)
const { name: title } = await provider.fetchAssetMetadata(asset)
report({ asset, pay, mint, burn, lock, unlock, held, title })
