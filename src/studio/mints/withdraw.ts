import { ColdpressError, isColdpressError } from '../../shared/errors.ts'
import { paymentAddress } from '../../core/cardano/addresses.ts'
import { buildPayment } from '../../core/cardano/transactions/build-payment.ts'
import type { BuildContext, BuiltTransaction } from '../../core/cardano/transactions/types.ts'
import { sumOf } from '../../core/cardano/value.ts'
import { existingCollection } from '../collections.ts'
import type { Studio } from '../options.ts'
import { chainFacts } from './build-context.ts'
import { takeMint } from './create-mint.ts'
import { paymentKeyOf } from './payment-key.ts'
import { signHere } from './sign.ts'

/**
 * Sends everything that is free at a collection's payment address to another one. It is written
 * down, signed and followed like a mint.
 * @returns the mint's id
 * @throws ColdpressError `not_found`, `invalid`; `conflict` when there is nothing, or too little to
 * be worth its fee; of the vault's store and of the gateway
 */
export const withdraw = async (
  studio: Studio,
  collectionId: string,
  to: string,
): Promise<string> => {
  const collection = existingCollection(studio, collectionId)
  const { bech32: receiver } = paymentAddress(to, studio.network)
  const { address } = await paymentKeyOf(studio, collectionId)
  const { context, dated } = await chainFacts(studio, {
    policyId: collection.policy_id,
    fundingAddress: address,
  })
  const built = [buildSweep(context, receiver)]
  const id = takeMint(studio, collection, 'withdrawal', { built, tokens: [], dated })
  await signHere(studio, id)
  return id
}

/**
 * Spends every output. What is asked for at first is all there is; the builder says how much of it
 * goes into fee and least change, and that change goes to the receiver too.
 */
const buildSweep = (context: BuildContext, receiver: string): BuiltTransaction => {
  const utxos = context.funding.utxos.filter(({ isSpecial }) => isSpecial !== true)
  if (utxos.length === 0) {
    throw new ColdpressError('conflict', 'funding: nothing that is free is there to be sent')
  }
  const all = sumOf(utxos.map(({ value }) => value))
  const whole = { ...context, funding: { utxos, changeAddress: receiver } }
  const paying = (lovelace: bigint) =>
    buildPayment(whole, [{ address: receiver, value: { ...all, lovelace } }])
  try {
    return paying(all.lovelace)
  } catch (error) {
    if (!isColdpressError(error, 'conflict')) throw error
    const { missingLovelace } = error.details
    if (typeof missingLovelace !== 'string') throw error
    const rest = all.lovelace - BigInt(missingLovelace)
    if (rest > 0n) return paying(rest)
    throw new ColdpressError(
      'conflict',
      'funding: too little is there to be sent; the fee and the least that an output holds would take it all',
    )
  }
}
