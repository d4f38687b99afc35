import { policyIdOf, scriptFromJson } from '#cardano/scripts.ts'
import { buildSingle } from '#cardano/transactions/build/build.ts'
import { atLeastMin } from '#cardano/transactions/build/outputs.ts'
import { plainValidity } from '#cardano/transactions/build/validity.ts'
import { noAssets, type Unit, unitOf } from '#cardano/value.ts'
import { signWith } from '../../support/ledger.ts'
import { until } from '../../support/until.ts'
import type { MintHarness } from '../mints/mint-harness.ts'
import type { Buyer } from './buyer.ts'

/** The most that the ledger accepts of one token in an output. */
export const most = 2n ** 63n - 1n

/** Mints tokens under a policy of somebody's own, into outputs of theirs; answers their units. */
export const mintForeign = async (
  { gateway }: Pick<MintHarness, 'gateway'>,
  { key, address }: Buyer,
  names: readonly string[],
  quantity = 1n,
): Promise<readonly Unit[]> => {
  const script = scriptFromJson({ type: 'sig', keyHash: key.keyHash })
  const policyId = policyIdOf(script)
  const units = names.map((name) => unitOf(policyId, Buffer.from(name).toString('hex')))
  const [{ slot }, { parameters }, utxos] = await Promise.all([
    gateway.tip(),
    gateway.parameters(),
    gateway.utxosAt(address),
  ])
  const assets = new Map(units.map((unit) => [unit, quantity]))
  const outputs = atLeastMin([{ address, value: { lovelace: 0n, assets } }], parameters)
  const context = { network: 'devnet' as const, parameters, slot }
  const built = buildSingle(
    { ...context, funding: { utxos, changeAddress: address } },
    {
      outputs,
      mint: assets.size === 0 ? noAssets : assets,
      validity: plainValidity(context),
      script,
      policySigners: new Set([key.keyHash]),
    },
    { what: 'mint', advice: 'fewer' },
  )
  await gateway.submit(signWith(built.cbor, built.requiredSigners, [key]))
  await until(async () => (await gateway.transaction(built.txId)) !== undefined)
  return units
}
