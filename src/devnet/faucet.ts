import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { paymentAddress } from '#cardano/addresses.ts'
import { withCsl, type Csl, type Own } from '#cardano/csl.ts'
import { TxId } from '#cardano/ids.ts'
import type { Database } from '#platform/db/database.ts'
import type { Chain } from './chain/chain.ts'
import { amountColumn } from './chain/columns.ts'
import { newGenesisId } from './chain/genesis.ts'
import type { UnspentOutput } from './ledger/validate.ts'
import { protocolParameters } from './protocol-parameters.ts'

const ada = 1_000_000n
/** 500 million ADA in total, far below mainnet's supply. */
const outputs = { count: 50, lovelace: 10_000_000n * ada }
const maxLovelace = 1_000_000n * ada
/** Far more than fee and change of a payment: an output must hold the amount plus this. */
const spareLovelace = 5n * ada
const validitySlots = 7200n

const keyRow = z.object({ signing_key: z.instanceof(Uint8Array) })

/**
 * The signing key of the test wallet, generated at first use. It is stored in plain text in the
 * devnet's own database: it only protects test ADA, which anybody may request, and has no other
 * use.
 */
const faucetKey = (database: Database): Uint8Array =>
  database.transact(() => {
    const select = 'SELECT signing_key FROM faucet'
    const known = database.get(keyRow, select)?.signing_key
    if (known !== undefined) return known
    const made = Uint8Array.from(randomBytes(32))
    database.run('INSERT INTO faucet (id, signing_key) VALUES (1, :made)', { made })
    return made
  })

type Wallet = {
  readonly key: Csl['PrivateKey']['prototype']
  readonly address: Csl['Address']['prototype']
}

/** Its key and its only address, an enterprise address. */
const openWallet = (csl: Csl, own: Own, database: Database): Wallet => {
  const key = own(csl.PrivateKey.from_normal_bytes(faucetKey(database)))
  const hash = own(own(key.to_public()).hash())
  const credential = own(csl.Credential.from_keyhash(hash))
  return { key, address: own(own(csl.EnterpriseAddress.new(0, credential)).to_address()) }
}

/** The only address of the test wallet. */
export const faucetAddress = (database: Database): string =>
  withCsl((csl, own) => openWallet(csl, own, database).address.to_bech32())

/** The test wallet's outputs when a chain starts: many, to pay many at the same time. */
export const faucetOutputs = (database: Database): readonly UnspentOutput[] =>
  withCsl((csl, own) => {
    const { address } = openWallet(csl, own, database)
    const value = own(csl.Value.new(own(csl.BigNum.from_str(String(outputs.lovelace)))))
    const cbor = own(csl.TransactionOutput.new(address, value)).to_bytes()
    const txId = newGenesisId()
    return Array.from({ length: outputs.count }, (_, index) => ({ ref: { txId, index }, cbor }))
  })

/**
 * Pays from the test wallet with an ordinary transaction. Choosing inputs, building and accepting
 * are one database transaction, so that no two payments choose the same inputs.
 * @throws ColdpressError `invalid` for an address that cannot be paid here, or an amount that an
 * output may not hold or that is over a million ADA
 */
export const fund = (chain: Chain, to: string, lovelace: bigint): TxId => {
  const address = paymentAddress(to, 'devnet').bech32
  if (lovelace > maxLovelace)
    throw new ColdpressError(
      'invalid',
      `lovelace: ${lovelace} is over ${maxLovelace} (a million ADA), the most that one payment of the test wallet may be`,
    )
  return chain.database.transact(() =>
    chain.submit(
      withCsl((csl, own) => {
        const least = minLovelace(csl, own, address)
        if (lovelace < least)
          throw new ColdpressError(
            'invalid',
            `lovelace: ${lovelace} is below ${least}, the least that an output at this address may hold`,
          )
        return signedPayment(csl, own, chain, { address, lovelace })
      }),
    ),
  )
}

const minLovelace = (csl: Csl, own: Own, address: string): bigint => {
  const output = own(
    csl.TransactionOutput.new(
      own(csl.Address.from_bech32(address)),
      own(csl.Value.new(own(csl.BigNum.zero()))),
    ),
  )
  const price = own(csl.BigNum.from_str(protocolParameters.coins_per_utxo_size))
  const cost = own(csl.DataCost.new_coins_per_byte(price))
  return BigInt(own(csl.min_ada_for_output(output, cost)).to_str())
}

type Payment = { readonly address: string; readonly lovelace: bigint }

const signedPayment = (csl: Csl, own: Own, chain: Chain, payment: Payment): Uint8Array => {
  const wallet = openWallet(csl, own, chain.database)
  const bigNum = (amount: bigint) => own(csl.BigNum.from_str(String(amount)))
  const chosen = chooseOutput(chain.database, wallet.address.to_bech32(), payment.lovelace)
  const builder = own(csl.TransactionBuilder.new(builderConfig(csl, own)))
  const input = own(
    csl.TransactionInput.new(own(csl.TransactionHash.from_hex(chosen.txId)), chosen.index),
  )
  builder.add_regular_input(wallet.address, input, own(csl.Value.new(bigNum(chosen.lovelace))))
  const to = own(csl.Address.from_bech32(payment.address))
  builder.add_output(
    own(csl.TransactionOutput.new(to, own(csl.Value.new(bigNum(payment.lovelace))))),
  )
  builder.set_ttl_bignum(bigNum(chain.slot() + validitySlots))
  builder.add_change_if_needed(wallet.address)
  const unsigned = own(builder.build_tx())
  const fixed = own(csl.FixedTransaction.from_bytes(unsigned.to_bytes()))
  const hash = own(fixed.transaction_hash())
  fixed.add_vkey_witness(own(csl.make_vkey_witness(hash, wallet.key)))
  return fixed.to_bytes()
}

const builderConfig = (csl: Csl, own: Own) => {
  const p = protocolParameters
  const amount = (value: string | number) => own(csl.BigNum.from_str(String(value)))
  const config = own(csl.TransactionBuilderConfigBuilder.new())
  const withFee = own(
    config.fee_algo(own(csl.LinearFee.new(amount(p.min_fee_a), amount(p.min_fee_b)))),
  )
  const withPrice = own(withFee.coins_per_utxo_byte(amount(p.coins_per_utxo_size)))
  const withDeposits = own(
    own(withPrice.pool_deposit(amount(p.pool_deposit))).key_deposit(amount(p.key_deposit)),
  )
  const withLimits = own(
    own(withDeposits.max_value_size(Number(p.max_val_size))).max_tx_size(p.max_tx_size),
  )
  return own(withLimits.build())
}

const chosenRow = z.object({
  tx_id: shortText,
  output_index: z.int(),
  lovelace: amountColumn,
})

/** Outputs in a block before waiting ones: a rollback then removes fewer payments. */
const chooseOutput = (database: Database, address: string, lovelace: bigint) => {
  const chosen = database.get(
    chosenRow,
    `SELECT tx_id, output_index, lovelace FROM outputs
     WHERE address = :address AND spent_by IS NULL AND assets = '[]'
       AND CAST(lovelace AS INTEGER) >= :least
     ORDER BY created_height IS NULL, seq LIMIT 1`,
    { address, least: lovelace + spareLovelace },
  )
  if (chosen === undefined)
    throw new ColdpressError(
      'conflict',
      'The test wallet has no output left that holds so much. Ask for less.',
    )
  return {
    txId: TxId(chosen.tx_id),
    index: chosen.output_index,
    lovelace: chosen.lovelace,
  }
}
