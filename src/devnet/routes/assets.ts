import { z } from 'zod'
import { listOf, shortText, documentText, longText, type Json } from '#values/bounds/bounded.ts'
import { fingerprintOf } from '#cardano/fingerprint.ts'
import { nameHexOf, policyOf, Unit } from '#cardano/value.ts'
import type { Chain } from '../chain/chain.ts'
import { holdersOf, metadataOfLatestMint, mintsOf, totalOf, unitsOf } from '../chain/find-assets.ts'
import { findTransactionsOfAsset } from '../chain/find-transactions.ts'
import type { Metadata } from '../chain/columns.ts'
import { found, listParameters, route, type DevnetRoute } from './route.ts'
import { transactionRefView } from './transactions.ts'

const malformed = 'Invalid or malformed asset format.'

const assetText = shortText.regex(/^[0-9a-f]{56}(?:[0-9a-f]{2}){0,32}$/u, malformed).transform(Unit)

export const assetOrLovelace = shortText.regex(
  /^(?:lovelace|[0-9a-f]{56}(?:[0-9a-f]{2}){0,32})$/u,
  malformed,
)

const assetList = { asset: assetText, ...listParameters }

const policyList = {
  policy_id: shortText.regex(/^[0-9a-f]{56}$/u, 'Invalid or malformed policy format.'),
  ...listParameters,
}

export const assetRoutes = ({ database }: Chain): readonly DevnetRoute[] => {
  /** The routes of one asset are 404 until it was minted once. */
  const known = (asset: Unit): Unit => {
    found(totalOf(database, asset))
    return asset
  }
  return [
    route('/assets/{asset}', { asset: assetText }, ({ asset }) => assetView(database, asset)),
    route('/assets/{asset}/history', assetList, ({ asset, ...page }) =>
      mintsOf(database, known(asset), page).map(({ tx_id: id, quantity }) => ({
        tx_hash: id,
        // Of a burn it is negative: https://github.com/blockfrost/blockfrost-backend-ryo
        amount: String(quantity),
        action: quantity < 0n ? 'burned' : 'minted',
      })),
    ),
    route('/assets/{asset}/transactions', assetList, ({ asset, ...page }) =>
      findTransactionsOfAsset(database, known(asset), page).map(transactionRefView),
    ),
    route('/assets/{asset}/addresses', assetList, ({ asset, ...page }) =>
      holdersOf(database, known(asset), page).map(({ address, quantity }) => ({
        address,
        quantity: String(quantity),
      })),
    ),
    route('/assets/policy/{policy_id}', policyList, ({ policy_id: policyId, ...page }) => {
      const units = unitsOf(database, policyId, page)
      if (page.page === 1) found(units[0])
      return units.map(({ unit, quantity }) => ({ asset: unit, quantity: String(quantity) }))
    }),
  ]
}

const assetView = (database: Chain['database'], asset: Unit) => {
  const { quantity, mints } = found(totalOf(database, asset))
  const [first] = mintsOf(database, asset, { count: 1, page: 1, order: 'asc' })
  const shownMetadata = assetMetadata(metadataOfLatestMint(database, asset), asset)
  return {
    asset,
    policy_id: policyOf(asset),
    asset_name: nameHexOf(asset) === '' ? null : nameHexOf(asset),
    fingerprint: fingerprintOf(policyOf(asset), nameHexOf(asset)),
    quantity: String(quantity),
    initial_mint_tx_hash: first?.tx_id,
    mint_or_burn_count: mints,
    onchain_metadata: shownMetadata?.metadata ?? null,
    onchain_metadata_standard: shownMetadata?.standard ?? null,
    onchain_metadata_extra: null,
    metadata: null,
  }
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
