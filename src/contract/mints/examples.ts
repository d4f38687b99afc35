import {
  exampleAddress,
  exampleIds,
  exampleKeyHash,
  exampleParentId,
  examplePolicy,
  exampleTime,
  exampleTxId,
} from '../examples.ts'

export const exampleMintRequest = { tokens: [exampleIds.token], to: exampleAddress }

export const exampleEstimate = {
  tokens: 1,
  transactions: 1,
  total: 1_398_477,
  with_tokens: 1_206_800,
  fees: 191_677,
  address: exampleAddress,
  missing: 0,
  left: 48_601_523,
}

export const exampleMint = {
  id: exampleIds.mint,
  collection_id: exampleIds.collection,
  kind: 'tokens',
  status: 'completed',
  message: null,
  funding_address: exampleAddress,
  policy_id: examplePolicy.policy_id,
  script: examplePolicy.script,
  parameters: {
    min_fee_a: 44,
    min_fee_b: 155_381,
    coins_per_utxo_size: 4_310,
    max_tx_size: 16_384,
    max_val_size: 5_000,
    key_deposit: 2_000_000,
    pool_deposit: 500_000_000,
    epoch: 420,
    fetched_at: exampleTime,
  },
  tokens: [
    {
      id: exampleIds.token,
      asset_name: 'Herbarium01',
      address: exampleAddress,
      tx_id: exampleTxId,
    },
  ],
  transactions: [
    {
      tx_id: exampleTxId,
      cbor: '84a400818258208a2f1c7d9e0b4635a1d8c2f7e6b503948a7c1d2e3f405162738495a6b7c8d9e000f5f6',
      fee: 191_677,
      size: 618,
      inputs: [
        {
          tx_id: exampleParentId,
          index: 0,
          address: exampleAddress,
          lovelace: 50_000_000,
          assets: [],
        },
      ],
      outputs: [
        {
          address: exampleAddress,
          lovelace: 1_206_800,
          assets: [{ unit: `${examplePolicy.policy_id}48657262617269756d3031`, quantity: '1' }],
        },
        { address: exampleAddress, lovelace: 48_601_523, assets: [] },
      ],
      valid_until: exampleTime,
      valid_until_slot: 100_000_000,
      status: 'confirmed',
      confirmations: 3,
      final_after: 2_160,
      block_height: 4_712,
      required_signers: [exampleKeyHash],
      signed_by: [exampleKeyHash],
      missing: [],
      message: null,
    },
  ],
  created_at: exampleTime,
  updated_at: exampleTime,
} as const

export const exampleRoyalty = {
  status: 'unpaid',
  confirmed: true,
  message: null,
  address: exampleAddress,
  amount: 1_400_000,
  paid: 0,
  cost: { with_token: 1_159_390, fee: 180_461, left: 60_149 },
  payment_link: `http://127.0.0.1:4800/pay/royalty/${exampleIds.collection}`,
  mint_id: null,
  tx_id: null,
  confirmations: 3,
} as const

/** A witness of the zero key over nothing: its form is right, its signature is not. */
export const exampleWitness = `825820${'00'.repeat(32)}5840${'00'.repeat(64)}`
