import { z } from 'zod'
import { listOf, shortText } from '#shared/bounded.ts'
import { blockfrostAsset, blockfrostPolicyAsset } from '#shared/wire/blockfrost.ts'
import { fingerprintOf } from '#core/cardano/fingerprint.ts'
import { nameHexOf, policyOf, Unit } from '#core/cardano/value.ts'
import { assetMetadata } from '../chain/asset-metadata.ts'
import type { Chain } from '../chain/chain.ts'
import { metadataOfLatestMint, mintsOf, quantityOf, unitsOf } from '../chain/find-assets.ts'
import { notFound, pageQuery, type DevnetApp } from './app-type.ts'

const assetParams = z.object({
  asset: shortText
    .regex(/^[0-9a-f]{56}(?:[0-9a-f]{2}){0,32}$/u, 'Invalid or malformed asset format.')
    .transform(Unit),
})

const policyParams = z.object({
  policy_id: shortText.regex(/^[0-9a-f]{56}$/u, 'Invalid or malformed policy format.'),
})

export const addAssetRoutes = (app: DevnetApp, { database }: Chain): void => {
  app.get(
    '/assets/:asset',
    { schema: { params: assetParams, response: { 200: blockfrostAsset } } },
    async ({ params: { asset } }) => {
      const mints = mintsOf(database, asset)
      const [first] = mints
      if (first === undefined) throw notFound()
      const found = assetMetadata(metadataOfLatestMint(database, asset), asset)
      return {
        asset,
        policy_id: policyOf(asset),
        asset_name: nameHexOf(asset) === '' ? null : nameHexOf(asset),
        fingerprint: fingerprintOf(policyOf(asset), nameHexOf(asset)),
        quantity: String(quantityOf(mints)),
        initial_mint_tx_hash: first.tx_id,
        mint_or_burn_count: mints.length,
        onchain_metadata: found?.metadata ?? null,
        onchain_metadata_standard: found?.standard ?? null,
        onchain_metadata_extra: null,
        metadata: null,
      }
    },
  )
  app.get(
    '/assets/policy/:policy_id',
    {
      schema: {
        params: policyParams,
        querystring: pageQuery,
        response: { 200: listOf(blockfrostPolicyAsset) },
      },
    },
    async ({ params: { policy_id: policyId }, query }) => {
      const units = unitsOf(database, policyId, query)
      if (units.length === 0 && query.page === 1) throw notFound()
      return units.map((asset) => ({
        asset,
        quantity: String(quantityOf(mintsOf(database, asset))),
      }))
    },
  )
}
