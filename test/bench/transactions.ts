import { createHash } from 'node:crypto'
import { cslMemoryBytes, withCsl, type Csl, type Own } from '#cardano/csl.ts'
import { hexToBytes } from '@noble/hashes/utils.js'
import { writeBech32 } from '#cardano/bech32.ts'
import { TxId } from '#cardano/ids.ts'
import { policyKeyOf, signBody } from '#cardano/keys.ts'
import { policyIdOf, scriptFromJson, scriptToCbor } from '#cardano/scripts.ts'
import { assemble } from '#cardano/transactions/assemble.ts'
import { buildMint } from '#cardano/transactions/build/build-mint.ts'
import type { BuildContext, TokenToMint } from '#cardano/transactions/build/types.ts'
import { lovelaceOnly } from '#cardano/value.ts'
import { parameters } from '../cardano/transactions/ingredients.ts'
import type { Measure } from './main.ts'
import { median } from './median.ts'

/**
 * Building and signing a mint, beside the library's own calls for the same steps with nothing around
 * them: its builder, a signature of each key, its verification, the signed bytes; no check of tokens,
 * addresses, signers or lock, no packing, keys not wiped. Both free what they make.
 */
const goal = 1.3
/** An odd number: the median counts. */
const countedRounds = 101
/** The first rounds are slow for both, until the code is compiled. */
const uncountedRounds = 100
const buildsForMemory = 1_000

const seed = (text: string): Uint8Array => createHash('sha256').update(text).digest()
const keys = [policyKeyOf(seed('payer')), policyKeyOf(seed('policy'))] as const
const [payer, minter] = keys
const addressOf = (keyHash: string) =>
  writeBech32('addr_test', Uint8Array.of(0x60, ...hexToBytes(keyHash)))
const home = addressOf(payer.keyHash)
const buyer = addressOf(policyKeyOf(seed('buyer')).keyHash)
const script = scriptFromJson({
  type: 'all',
  scripts: [
    { type: 'sig', keyHash: minter.keyHash },
    { type: 'before', slot: 100_000 },
  ],
})
const policyId = policyIdOf(script)
const funded = { txId: TxId('00'.repeat(32)), lovelace: 1_000_000_000n }

const context: BuildContext = {
  network: 'devnet',
  parameters,
  slot: 1_000n,
  funding: {
    utxos: [{ txId: funded.txId, index: 0, address: home, value: lovelaceOnly(funded.lovelace) }],
    changeAddress: home,
  },
}

type Content = Readonly<Record<string, string>>
type Token = { readonly name: string; readonly content: Content }

/** What reference/cardano.md measures: name, image, media type and ten attributes, 50 to a transaction. */
const attributes = {
  Background: 'Midnight Blue',
  Body: 'Golden Fur',
  Eyes: 'Laser Eyes',
  Mouth: 'Grin',
  Hat: 'Wizard Hat',
  Clothes: 'Leather Jacket',
  Weapon: 'Katana',
  Aura: 'Emerald',
  Rarity: 'Legendary',
  Series: 'Genesis',
}

const tokensOf = (count: number): readonly Token[] =>
  Array.from({ length: count }, (_, at) => ({
    name: `Coldpress${String(at).padStart(4, '0')}`,
    content: {
      name: `Coldpress #${String(at).padStart(4, '0')}`,
      image: 'ipfs://QmbQDvKJeo2NgGcGdnUiUFibTzuKNK5Uij7jzmK8ZccmWp',
      mediaType: 'image/png',
      ...attributes,
    },
  }))

const toMint = (tokens: readonly Token[]): readonly TokenToMint[] =>
  tokens.map(({ name, content }) => ({
    assetName: new TextEncoder().encode(name),
    address: buyer,
    metadata: { '721': { [policyId]: { [name]: content }, version: '1.0' } },
  }))

const ours = (tokens: readonly TokenToMint[]): Uint8Array => {
  const signers = new Set([minter.keyHash])
  const [built, ...more] = buildMint(context, { policy: { script, signers }, tokens })
  if (built === undefined || more.length > 0) throw new Error('not one transaction')
  return assemble(
    built.cbor,
    keys.map((key) => signBody(key, built.txId)),
  ).bytes
}

/** The same transaction by the library's builder. */
const bare = (tokens: readonly Token[]): Uint8Array =>
  withCsl((csl, own) => {
    const builder = own(csl.TransactionBuilder.new(builderConfig(csl, own)))
    const native = own(csl.NativeScript.from_hex(scriptToCbor(script)))
    const source = own(csl.NativeScriptSource.new(native))
    const witness = own(csl.MintWitness.new_native_script(source))
    const minting = own(csl.MintBuilder.new())
    const assets = own(csl.Assets.new())
    for (const { name } of tokens) {
      const assetName = own(csl.AssetName.new(Buffer.from(name)))
      minting.add_asset(witness, assetName, own(csl.Int.new_i32(1)))
      assets.insert(assetName, own(csl.BigNum.from_str('1')))
    }
    builder.set_mint_builder(minting)
    builder.set_auxiliary_data(bareMetadata(csl, own, tokens))
    builder.set_ttl_bignum(own(csl.BigNum.from_str('8200')))
    const held = own(csl.MultiAsset.new())
    held.insert(own(native.hash()), assets)
    builder.add_output(
      bareOutput(csl, own, own(csl.Value.new_with_assets(amount(csl, own, 0n), held))),
    )
    builder.add_inputs_from_and_change(
      bareUtxos(csl, own),
      csl.CoinSelectionStrategyCIP2.LargestFirstMultiAsset,
      own(csl.ChangeConfig.new(own(csl.Address.from_bech32(home)))),
    )
    const unsigned = own(builder.build_tx()).to_bytes()
    const transaction = own(csl.FixedTransaction.from_bytes(unsigned))
    const hash = own(transaction.transaction_hash())
    for (const { secret } of keys) {
      const key = secret.use((bytes) => own(csl.PrivateKey.from_normal_bytes(bytes)))
      const witness = own(csl.make_vkey_witness(hash, key))
      const publicKey = own(own(witness.vkey()).public_key())
      if (!publicKey.verify(hash.to_bytes(), own(witness.signature())))
        throw new Error('a wrong signature')
      transaction.add_vkey_witness(witness)
    }
    return transaction.to_bytes()
  })

const amount = (csl: Csl, own: Own, lovelace: bigint) => own(csl.BigNum.from_str(String(lovelace)))

const builderConfig = (csl: Csl, own: Own) => {
  const { parameters } = context
  const of = (value: bigint) => amount(csl, own, value)
  const ratio = (top: bigint, bottom: bigint) => own(csl.UnitInterval.new(of(top), of(bottom)))
  let config = own(csl.TransactionBuilderConfigBuilder.new())
  config = own(
    config.fee_algo(own(csl.LinearFee.new(of(parameters.minFeeA), of(parameters.minFeeB)))),
  )
  config = own(config.coins_per_utxo_byte(of(parameters.coinsPerUtxoByte)))
  config = own(config.pool_deposit(of(parameters.poolDeposit)))
  config = own(config.key_deposit(of(parameters.keyDeposit)))
  config = own(config.max_value_size(parameters.maxValueBytes))
  config = own(config.max_tx_size(parameters.maxTxBytes))
  const prices = own(csl.ExUnitPrices.new(ratio(577n, 10_000n), ratio(721n, 10_000_000n)))
  config = own(config.ex_unit_prices(prices))
  config = own(config.ref_script_coins_per_byte(ratio(15n, 1n)))
  return own(config.build())
}

const bareUtxos = (csl: Csl, own: Own) => {
  const input = own(csl.TransactionInput.new(own(csl.TransactionHash.from_hex(funded.txId)), 0))
  const value = own(csl.Value.new(amount(csl, own, funded.lovelace)))
  const output = own(csl.TransactionOutput.new(own(csl.Address.from_bech32(home)), value))
  const coins = own(csl.TransactionUnspentOutputs.new())
  coins.add(own(csl.TransactionUnspentOutput.new(input, output)))
  return coins
}

const bareOutput = (csl: Csl, own: Own, value: Csl['Value']['prototype']) => {
  const address = own(csl.Address.from_bech32(buyer))
  const cost = own(
    csl.DataCost.new_coins_per_byte(amount(csl, own, context.parameters.coinsPerUtxoByte)),
  )
  const empty = own(csl.TransactionOutput.new(address, value))
  value.set_coin(own(csl.min_ada_for_output(empty, cost)))
  return own(csl.TransactionOutput.new(address, value))
}

/** By hand, as the library's own conversion sorts keys. */
const bareMetadata = (csl: Csl, own: Own, tokens: readonly Token[]) => {
  const text = (content: string) => own(csl.TransactionMetadatum.new_text(content))
  const put = (map: Csl['MetadataMap']['prototype'], key: string, value: Metadatum): void => {
    const replaced = map.insert(text(key), value)
    if (replaced !== undefined) own(replaced)
  }
  const names = own(csl.MetadataMap.new())
  for (const { name, content } of tokens) {
    const fields = own(csl.MetadataMap.new())
    for (const [key, value] of Object.entries(content)) put(fields, key, text(value))
    put(names, name, own(csl.TransactionMetadatum.new_map(fields)))
  }
  const label = own(csl.MetadataMap.new())
  put(label, policyId, own(csl.TransactionMetadatum.new_map(names)))
  put(label, 'version', text('1.0'))
  const metadata = own(csl.GeneralTransactionMetadata.new())
  metadata.insert(amount(csl, own, 721n), own(csl.TransactionMetadatum.new_map(label)))
  const auxiliary = own(csl.AuxiliaryData.new())
  auxiliary.set_metadata(metadata)
  return auxiliary
}

type Metadatum = Csl['TransactionMetadatum']['prototype']

const millisOf = (work: () => unknown): number => {
  const started = performance.now()
  work()
  return performance.now() - started
}

const measureTokens = (count: number): Measure => {
  const tokens = tokensOf(count)
  const wanted = toMint(tokens)
  const [signed, reference] = [ours(wanted), bare(tokens)]
  if (signed.length !== reference.length)
    throw new Error(`${signed.length} bytes, the library's ${reference.length}: not the same`)
  // One after the other in turn, so that whatever else the machine does slows both.
  const rounds = Array.from({ length: uncountedRounds + countedRounds }, () => ({
    ours: millisOf(() => ours(wanted)),
    bare: millisOf(() => bare(tokens)),
  })).slice(uncountedRounds)
  const own = median(rounds.map((round) => round.ours))
  const floor = median(rounds.map((round) => round.bare))
  const ratio = median(rounds.map((round) => round.ours / round.bare))
  return {
    what: `building and signing a mint of ${count} (${own.toFixed(1)} ms), beside the library's calls alone (${floor.toFixed(1)} ms)`,
    value: `${ratio.toFixed(2)} times`,
    goal: `<= ${goal} times`,
    met: ratio <= goal,
  }
}

const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`

const measureMemory = (): Measure => {
  const wanted = toMint(tokensOf(20))
  for (let round = 0; round < 50; round += 1) ours(wanted)
  const before = cslMemoryBytes()
  const rss = process.memoryUsage.rss()
  for (let round = 0; round < buildsForMemory; round += 1) ours(wanted)
  const grown = cslMemoryBytes() - before
  const residents = process.memoryUsage.rss() - rss
  return {
    what: `memory of the library after ${buildsForMemory.toLocaleString('en')} builds of 20, more than after 50 (the process: ${mebibytes(residents)})`,
    value: mebibytes(grown),
    goal: '0.0 MiB',
    met: grown === 0,
  }
}

export const benchTransactions = (): Promise<readonly Measure[]> =>
  Promise.resolve([...[1, 10, 50].map(measureTokens), measureMemory()])
