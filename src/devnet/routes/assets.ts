import { z } from 'zod'
import { listOf, shortText, documentText, longText } from '#values/bounds/bounded.ts'
import {
  blockfrostAsset,
  blockfrostAssetHolder,
  blockfrostPolicyAsset,
} from '#contract/gateways/blockfrost.ts'
import { assetMetadataIn } from '#cardano/asset-metadata.ts'
import { fingerprintOf } from '#cardano/fingerprint.ts'
import { nameHexOf, policyOf, Unit } from '#cardano/value.ts'
import type { Chain } from '../chain/chain.ts'
import {
  holdersOf,
  metadataOfLatestMint,
  mintsOf,
  quantityOf,
  unitsOf,
} from '../chain/find-assets.ts'
import { notFound, devnetPageQuery, type DevnetApp } from './app-type.ts'

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
      const found = assetMetadataIn(metadataOfLatestMint(database, asset), asset)
      const isShown = shown.safeParse(found?.metadata).success
      return {
        asset,
        policy_id: policyOf(asset),
        asset_name: nameHexOf(asset) === '' ? null : nameHexOf(asset),
        fingerprint: fingerprintOf(policyOf(asset), nameHexOf(asset)),
        quantity: String(quantityOf(mints)),
        initial_mint_tx_hash: first.tx_id,
        mint_or_burn_count: mints.length,
        onchain_metadata: found?.metadata ?? null,
        onchain_metadata_standard: isShown ? `CIP25v${found?.version}` : null,
        onchain_metadata_extra: null,
        metadata: null,
      }
    },
  )
  app.get(
    '/assets/:asset/addresses',
    {
      schema: {
        params: assetParams,
        querystring: devnetPageQuery,
        response: { 200: listOf(blockfrostAssetHolder) },
      },
    },
    async ({ params: { asset }, query }) => {
      if (mintsOf(database, asset).length === 0) throw notFound()
      return holdersOf(database, asset, query).map(({ address, quantity }) => ({
        address,
        quantity: String(quantity),
      }))
    },
  )
  app.get(
    '/assets/policy/:policy_id',
    {
      schema: {
        params: policyParams,
        querystring: devnetPageQuery,
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

/**
 * Fields that a wallet needs to show a token (CIP-25). Without them the metadata follows no
 * standard.
 */
const shown = z.object({ name: longText, image: z.union([documentText, listOf(documentText)]) })
