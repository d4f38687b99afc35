/**
 * Pays, mints, burns and spends from a script through blockfrost-js; then reads every path that it
 * has and the devnet serves. It builds no transactions: the library that it depends on does.
 */
import { BlockFrostAPI } from '@blockfrost/blockfrost-js'
import * as csl from '@emurgo/cardano-serialization-lib-nodejs'
import { fund, metadataOf, receiver, report, token, until, url } from './devnet.mjs'

const api = new BlockFrostAPI({ projectId: token, network: 'preprod', customBackend: url })

const numberOf = (value) => csl.BigNum.from_str(String(value))
const testnet = 0
const signingKey = csl.PrivateKey.generate_ed25519()
const keyHash = signingKey.to_public().hash()
const credential = csl.Credential.from_keyhash(keyHash)
const owner = csl.BaseAddress.new(testnet, credential, credential).to_address()
const address = owner.to_bech32()
const stakeAddress = csl.RewardAddress.new(testnet, credential).to_address().to_bech32()
const script = csl.NativeScript.new_script_pubkey(csl.ScriptPubkey.new(keyHash))
const policyId = script.hash().to_hex()
const scriptCredential = csl.Credential.from_scripthash(script.hash())
const scriptAddress = csl.EnterpriseAddress.new(testnet, scriptCredential).to_address()
const name = Buffer.from('Peer')
const asset = policyId + name.toString('hex')
await fund(address)

const valueOf = (amounts) => {
  const value = csl.Value.new(numberOf(0))
  const assets = csl.MultiAsset.new()
  for (const { unit, quantity } of amounts) {
    if (unit === 'lovelace') value.set_coin(numberOf(quantity))
    else {
      const assetName = csl.AssetName.new(Buffer.from(unit.slice(56), 'hex'))
      assets.set_asset(csl.ScriptHash.from_hex(unit.slice(0, 56)), assetName, numberOf(quantity))
    }
  }
  value.set_multiasset(assets)
  return value
}
const inputOf = ({ tx_hash: id, output_index: index }) =>
  csl.TransactionInput.new(csl.TransactionHash.from_hex(id), index)

const parameters = await api.epochsLatestParameters()
const { min_fee_a: perByte, min_fee_b: constant } = parameters
const config = csl.TransactionBuilderConfigBuilder.new()
  .fee_algo(csl.LinearFee.new(numberOf(perByte), numberOf(constant)))
  .coins_per_utxo_byte(numberOf(parameters.coins_per_utxo_size))
  .pool_deposit(numberOf(parameters.pool_deposit))
  .key_deposit(numberOf(parameters.key_deposit))
  .max_value_size(Number(parameters.max_val_size))
  .max_tx_size(parameters.max_tx_size)
  .build()

/** Spends all that the owner holds on what `add` adds to the transaction. */
const submit = async (add) => {
  const builder = csl.TransactionBuilder.new(config)
  const inputs = csl.TxInputsBuilder.new()
  for (const utxo of await api.addressesUtxosAll(address))
    inputs.add_regular_input(owner, inputOf(utxo), valueOf(utxo.amount))
  add(builder, inputs)
  builder.set_inputs(inputs)
  builder.add_change_if_needed(owner)
  const transaction = csl.FixedTransaction.from_bytes(builder.build_tx().to_bytes())
  transaction.sign_and_add_vkey_signature(signingKey)
  const id = await api.txSubmit(transaction.to_bytes())
  await until(() => api.txs(id).then(Boolean, () => false))
  return id
}
const payTo = (to, lovelace) => (builder) => {
  const value = csl.Value.new(numberOf(lovelace))
  builder.add_output(csl.TransactionOutput.new(to, value))
}
const source = csl.NativeScriptSource.new(script)
const addMint = (builder, quantity) => {
  const mints = csl.MintBuilder.new()
  const witness = csl.MintWitness.new_native_script(source)
  mints.add_asset(witness, csl.AssetName.new(name), csl.Int.new_i32(quantity))
  builder.set_mint_builder(mints)
}

const pay = await submit(payTo(csl.Address.from_bech32(receiver), 5_000_000))
const mint = await submit((builder) => {
  addMint(builder, 2)
  builder.add_json_metadatum(numberOf(721), JSON.stringify(metadataOf(policyId)))
})
const burn = await submit((builder) => addMint(builder, -1))
const lock = await submit(payTo(scriptAddress, 7_000_000))
const [locked] = await api.addressesUtxosAll(scriptAddress.to_bech32())
const unlock = await submit((_, inputs) =>
  inputs.add_native_script_input(source, inputOf(locked), valueOf(locked.amount)),
)

console.log((await api.blocksLatest()).height)
console.log(await api.addressesUtxosAll(address))
const { epoch } = await api.epochsLatest()
const reads = [
  api.root(),
  api.health(),
  api.genesis(),
  api.network(),
  api.epochs(epoch),
  api.epochsParameters(epoch),
  api.mempool(),
  api.metrics(),
  api.blocksLatestTxs(),
  api.blocks(1),
  api.blocksTxs(1),
  api.blocksNext(0),
  api.blocksPrevious(1),
  api.addresses(address),
  api.addressesTotal(address),
  api.addressesUtxosAsset(address, asset),
  api.addressesTransactions(address),
  api.accounts(stakeAddress),
  api.txs(mint),
  api.txsUtxos(mint),
  api.txsMetadataCbor(mint),
  api.txsCbor(mint),
  api.txsRedeemers(mint),
  api.metadataTxsLabel('721'),
  api.assetsById(asset),
  api.assetsHistory(asset),
  api.assetsTransactions(asset),
  api.assetsPolicyById(policyId),
  api.scriptsByHash(policyId),
  api.scriptsJson(policyId),
  api.scriptsCbor(policyId),
  api.scriptsRedeemers(policyId),
]
await Promise.all(reads)
const [{ quantity: held }] = await api.assetsAddresses(asset)
const [{ json_metadata: metadata }] = await api.txsMetadata(mint)
const title = metadata[policyId].Peer.name
report({ asset, pay, mint, burn, lock, unlock, held, title })
