import { ogmiosParameters, type ogmiosUtxo, ogmiosUtxos } from '#contract/gateways/ogmios.ts'
import type { KupoMatch } from '#contract/gateways/kupo.ts'
import type { z } from 'zod'
import { PolicyId, TxId } from '#cardano/ids.ts'
import type { Utxo } from '#cardano/utxo.ts'
import { type Unit, unitOf, type Value } from '#cardano/value.ts'
import { believedParameters, type StatedParameters } from '../parameters.ts'

/** What the two servers answer, as Coldpress's types. */

/** A price factor, such as 1.2, as a fraction. */
const fractionOf = (factor: number) => {
  const places = 6
  return {
    numerator: BigInt(Math.round(factor * 10 ** places)),
    denominator: 10n ** BigInt(places),
  }
}

const referenceScriptsOf = (
  stated: z.output<typeof ogmiosParameters>['minFeeReferenceScripts'],
): StatedParameters['referenceScripts'] =>
  stated === null || stated === undefined
    ? undefined
    : {
        perByte: BigInt(Math.ceil(stated.base)),
        stepBytes: BigInt(stated.range),
        steeper: fractionOf(stated.multiplier),
      }

export const parameters = ogmiosParameters.transform((wire, context) =>
  believedParameters(
    {
      minFeeA: BigInt(wire.minFeeCoefficient),
      minFeeB: BigInt(wire.minFeeConstant.ada.lovelace),
      coinsPerUtxoByte: BigInt(wire.minUtxoDepositCoefficient),
      maxTxBytes: wire.maxTransactionSize.bytes,
      maxValueBytes: wire.maxValueSize.bytes,
      keyDeposit: BigInt(wire.stakeCredentialDeposit.ada.lovelace),
      poolDeposit: BigInt(wire.stakePoolDeposit.ada.lovelace),
      referenceScripts: referenceScriptsOf(wire.minFeeReferenceScripts),
    },
    context,
  ),
)

const utxoOf = (row: z.output<typeof ogmiosUtxo>): Utxo => {
  const { ada, ...policies } = row.value
  const assets = new Map<Unit, bigint>()
  for (const [policyId, names] of Object.entries(policies))
    for (const [name, quantity] of Object.entries(names))
      assets.set(unitOf(PolicyId(policyId), name), BigInt(quantity))
  const hasReferenceScript = isThere(row.script)
  const isSpecial = hasReferenceScript || isThere(row.datum) || isThere(row.datumHash)
  return {
    txId: TxId(row.transaction.id),
    index: row.index,
    address: row.address,
    value: { lovelace: BigInt(ada?.['lovelace'] ?? 0), assets },
    ...(isSpecial ? { isSpecial, hasReferenceScript } : {}),
  }
}

export const utxos = ogmiosUtxos.transform((rows) => rows.map(utxoOf))

const isThere = (part: unknown): boolean => part !== null && part !== undefined

export const valueOfMatch = ({ value }: KupoMatch): Value => ({
  lovelace: BigInt(value.coins),
  assets: new Map(
    Object.entries(value.assets ?? {}).map(([id, quantity]) => {
      const [policyId = '', name = ''] = id.split('.')
      return [unitOf(PolicyId(policyId), name), BigInt(quantity)]
    }),
  ),
})

export const outputOfMatch = (match: KupoMatch): Utxo => {
  const hasReferenceScript = isThere(match.script_hash)
  const isSpecial = hasReferenceScript || isThere(match.datum_hash)
  return {
    txId: TxId(match.transaction_id),
    index: match.output_index,
    address: match.address,
    value: valueOfMatch(match),
    ...(isSpecial ? { isSpecial, hasReferenceScript } : {}),
  }
}
