import { bodyOf, outputsOfBody } from '#cardano/transactions/inspect/parents.ts'
import { nameHexOf, policyOf, type Value } from '#cardano/value.ts'
import { given as present } from '../vectors.ts'
import { home } from './ingredients.ts'
import { bytes, map, payTo, raw } from './raw.ts'

let count = 0n

/** An unspent output with the body of the transaction that made it, which proves what it holds. */
export const provedUtxo = (value: Value | bigint, address: string = home) => {
  count += 1n
  const output =
    typeof value === 'bigint'
      ? payTo(address, value)
      : payTo(address, value.lovelace, assetsOf(value))
  const parent = bodyOf(raw({ outputs: [output], fee: 200_000n + count }))
  const { source: _, ...utxo } = present(outputsOfBody(parent)[0])
  return { utxo, parent }
}

const assetsOf = ({ assets }: Value) =>
  map(
    ...[...Map.groupBy(assets, ([unit]) => policyOf(unit))].map(
      ([policyId, its]): Parameters<typeof map>[number] => [
        bytes(policyId),
        map(
          ...its.map(([unit, quantity]): Parameters<typeof map>[number] => [
            bytes(nameHexOf(unit)),
            quantity,
          ]),
        ),
      ],
    ),
  )
