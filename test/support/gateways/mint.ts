import { enterpriseAddress } from '#cardano/addresses.ts'
import { generatePolicyKey } from '#cardano/keys.ts'
import { tokenMetadata } from '#cardano/metadata.ts'
import { policyIdOf, scriptFromJson } from '#cardano/scripts.ts'
import { buildMint } from '#cardano/transactions/build/build-mint.ts'
import { unitOf } from '#cardano/value.ts'
import type { Gateway } from '#chain/gateway/gateway.ts'
import { signWith } from '../ledger.ts'

/** Somebody with an address of one key. */
export const newPayer = () => {
  const key = generatePolicyKey()
  return { key, address: enterpriseAddress(key.keyHash, 'devnet') }
}

const leaf = new TextEncoder().encode('Leaf')

/** A signed mint of one token to the payer's own address. */
export const mintOf = async (gateway: Gateway, payer: ReturnType<typeof newPayer>) => {
  const { slot } = await gateway.tip()
  const script = scriptFromJson({
    type: 'all',
    scripts: [
      { type: 'sig', keyHash: payer.key.keyHash },
      { type: 'before', slot: Number(slot) + 10_000 },
    ],
  })
  const policyId = policyIdOf(script)
  const content = {
    name: 'Leaf',
    asset_name: 'Leaf',
    metadata_attributes: [],
    custom_attributes: {},
    image: 'ipfs://QmbQDvKJeo2NgGcGdnUiUFibTzuKNK5Uij7jzmK8ZccmWp',
  }
  const [built] = buildMint(
    {
      network: 'devnet',
      parameters: (await gateway.parameters()).parameters,
      slot,
      funding: { utxos: await gateway.utxosAt(payer.address), changeAddress: payer.address },
    },
    {
      policy: { script, signers: new Set([payer.key.keyHash]) },
      tokens: [
        {
          assetName: leaf,
          metadata: tokenMetadata(undefined, content, policyId),
          address: payer.address,
        },
      ],
    },
  )
  if (built === undefined) throw new Error('nothing was built')
  const signed = signWith(built.cbor, built.requiredSigners, [payer.key])
  return { policyId, signed, unit: unitOf(policyId, Buffer.from(leaf).toString('hex')), built }
}
