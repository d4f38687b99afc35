import { z } from 'zod'
import { listOf, shortText, documentText, longText, type Json } from '#values/bounds/bounded.ts'
import {
  blockfrostAsset,
  blockfrostAssetHolder,
  blockfrostPolicyAsset,
} from '#contract/gateways/blockfrost.ts'
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
import type { Metadata } from '../chain/columns.ts'

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

/** CIP-25 metadata of one asset and its version; null without both. */
type AssetMetadata = {
  readonly metadata: Json
  readonly standard: 'CIP25v1' | 'CIP25v2' | null
}

/**
 * Fields that a wallet needs to show a token (CIP-25). Without them the metadata follows no
 * standard.
 */
const shown = z.object({ name: longText, image: z.union([documentText, listOf(documentText)]) })

/**
 * Looks an asset up under label 721 as wallets do: in version 1 by the policy's hex and the name's
 * text, in version 2 by the bytes of both. A hex name in version 1 is not found, as in wallets.
 */
const assetMetadata = (labels: Metadata, unit: Unit): AssetMetadata | undefined => {
  const all = labels.find(({ label }) => label === '721')?.json
  const isV2 = [2, '2', '2.0'].some((version) => version === partOf(all, 'version'))
  const name = Buffer.from(nameHexOf(unit), 'hex').toString('utf8')
  const metadata = isV2
    ? partOf(partOf(all, `0x${policyOf(unit)}`), `0x${nameHexOf(unit)}`)
    : partOf(partOf(all, policyOf(unit)), name)
  if (metadata === undefined) return undefined
  const standard = isV2 ? 'CIP25v2' : 'CIP25v1'
  return { metadata, standard: shown.safeParse(metadata).success ? standard : null }
}

/** Only own properties: a token may be called "constructor". */
const partOf = (json: Json | undefined, key: string): Json | undefined =>
  isObject(json) && Object.hasOwn(json, key) ? json[key] : undefined

const isObject = (json: Json | undefined): json is { [key: string]: Json } =>
  typeof json === 'object' && json !== null && !Array.isArray(json)
