import { z } from 'zod'
import { listOf, shortText, documentText, longText } from '#values/bounds/bounded.ts'
import { assetMetadataIn } from '#cardano/asset-metadata.ts'
import { fingerprintOf } from '#cardano/fingerprint.ts'
import { nameHexOf, policyOf, Unit } from '#cardano/value.ts'
import type { Chain } from '../chain/chain.ts'
import { holdersOf, metadataOfLatestMint, mintsOf, totalOf, unitsOf } from '../chain/find-assets.ts'
import { findTransactionsOfAsset } from '../chain/find-transactions.ts'
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
  const content = assetMetadataIn(metadataOfLatestMint(database, asset), asset)
  const isShown = shown.safeParse(content?.metadata).success
  return {
    asset,
    policy_id: policyOf(asset),
    asset_name: nameHexOf(asset) === '' ? null : nameHexOf(asset),
    fingerprint: fingerprintOf(policyOf(asset), nameHexOf(asset)),
    quantity: String(quantity),
    initial_mint_tx_hash: first?.tx_id,
    mint_or_burn_count: mints,
    onchain_metadata: content?.metadata ?? null,
    onchain_metadata_standard: isShown ? `CIP25v${content?.version}` : null,
    onchain_metadata_extra: null,
    metadata: null,
  }
}

/**
 * Fields that a wallet needs to show a token (CIP-25). Without them the metadata follows no
 * standard.
 */
const shown = z.object({ name: longText, image: z.union([documentText, listOf(documentText)]) })
