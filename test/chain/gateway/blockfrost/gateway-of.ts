import { createBlockfrost, type BlockfrostOptions } from '#chain/gateway/blockfrost/client.ts'
import { TxId } from '#cardano/ids.ts'
import { Secret } from '#platform/secret/secret.ts'
import { recordWaits } from '../../../platform/http/recorded-waits.ts'
import vectors from '../../../vectors/cardano.json' with { type: 'json' }

export const plantedId = 'preprodPlantedProjectId0123456789'

/** A client that never really sleeps; `waits` are the milliseconds that it would have slept. */
export const gatewayOf = (
  baseUrl: string,
  options: Partial<Omit<BlockfrostOptions, 'baseUrl'>> = {},
) => {
  const { waits, retry } = recordWaits(options.retry)
  const gateway = createBlockfrost({
    baseUrl: `${baseUrl}/api/v0`,
    network: 'preprod',
    secret: Secret.ofText(plantedId),
    ...options,
    retry,
  })
  return { gateway, waits }
}

const [real] = vectors.realTx
if (real === undefined) throw new Error('no transaction in the vectors')

/** A signed transaction of mainnet. */
export const signed = Buffer.from(real.cbor, 'hex')
export const signedId = TxId(real.tx_hash)

export const hashA = TxId('aa'.repeat(32))
export const hashB = TxId('bb'.repeat(32))
export const policyId = '7eae28af2208be856f7a119668ae52a49b73725e326dc16579dcc373'
export const address = 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz'

export const wireBlock = {
  time: 1_767_225_600,
  height: 100,
  hash: hashA,
  slot: 111_456_000,
  epoch: 5,
  confirmations: 3,
}

export const wireTransaction = {
  hash: hashA,
  block: hashB,
  block_height: 100,
  slot: 111_456_000,
  fees: '170000',
  size: 300,
}

/** Mainnet's of epoch 645, as Blockfrost writes them, with some fields that are not used. */
export const wireParameters = {
  epoch: 645,
  min_fee_a: 44,
  min_fee_b: 155_381,
  max_block_size: 90_112,
  max_tx_size: 16_384,
  key_deposit: '2000000',
  pool_deposit: '500000000',
  a0: 0.3,
  extra_entropy: null,
  cost_models: { PlutusV1: { 'addInteger-cpu-arguments-intercept': 100_788 } },
  max_val_size: '5000',
  coins_per_utxo_size: '4310',
  coins_per_utxo_word: '4310',
}
