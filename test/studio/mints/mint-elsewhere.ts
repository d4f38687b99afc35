import { enterpriseAddress } from '#cardano/addresses.ts'
import type { TxId } from '#cardano/ids.ts'
import { type PolicyKey, signBody } from '#cardano/keys.ts'
import { policyIdOf, scriptFromJson } from '#cardano/scripts.ts'
import { assemble } from '#cardano/transactions/assemble.ts'
import { metadatumCbor, royaltyAuxiliary } from '#cardano/transactions/build/auxiliary.ts'
import { buildSingle } from '#cardano/transactions/build/build.ts'
import { royaltyDraft, royaltyPurpose } from '#cardano/transactions/build/build-royalty.ts'
import { map, unsigned } from '#cardano/transactions/build/encode.ts'
import { unitOf } from '#cardano/value.ts'
import type { policyOf } from '../open-studio.ts'
import { until } from '../../support/until.ts'
import { ada, type MintHarness } from './mint-harness.ts'

/** What another tool writes under label 777; `nothing`: it writes another label. */
type Written = { readonly addr: string[]; readonly rate: string } | 'nothing'

const auxiliaryOf = (written: Written): Uint8Array =>
  written === 'nothing'
    ? map([[unsigned(674n), metadatumCbor({ msg: 'no royalty' })]])
    : royaltyAuxiliary({ '777': written })

/** Mints the token without a name under the policy of a key, as another tool does that has the key. */
export const mintElsewhere = async (
  { gateway, fundAndWait }: Pick<MintHarness, 'gateway' | 'fundAndWait'>,
  key: PolicyKey,
  policy: Pick<ReturnType<typeof policyOf>, 'script'>,
  written: Written,
): Promise<TxId> => {
  const script = scriptFromJson(policy.script)
  const address = enterpriseAddress(key.keyHash, 'devnet')
  await fundAndWait(address, 10n * ada)
  const [{ slot }, { parameters }, utxos] = await Promise.all([
    gateway.tip(),
    gateway.parameters(),
    gateway.utxosAt(address),
  ])
  const context = {
    network: 'devnet' as const,
    parameters,
    slot,
    funding: { utxos, changeAddress: address },
  }
  const draft = royaltyDraft(context, {
    policy: { script, signers: new Set([key.keyHash]) },
    royalty: { address: [address], rate: '0' },
    address,
    // Other tools do not ask what was minted before.
    minted: [],
  })
  const built = buildSingle(context, { ...draft, auxiliary: auxiliaryOf(written) }, royaltyPurpose)
  const { bytes } = assemble(built.cbor, [signBody(key, built.txId)])
  await gateway.submit(bytes)
  await until(async () => (await gateway.asset(unitOf(policyIdOf(script), ''))) !== undefined)
  return built.txId
}
