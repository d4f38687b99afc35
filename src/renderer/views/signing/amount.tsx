import type { AssetAmount } from '../../../shared/transactions.ts'
import { adaText } from '../../ui/format.ts'
import { assetText } from './asset-text.ts'
import styles from './signing.module.css'

/** ADA and every token with its quantity; without a tooltip, for there may be thousands of them. */
export const Amount = ({
  lovelace,
  assets,
}: {
  readonly lovelace: string
  readonly assets: readonly AssetAmount[]
}) => (
  <>
    <span className={styles['amount']}>{adaText(lovelace)}</span>
    <AssetNames assets={assets} />
  </>
)

/** Each name has a frame of its own: a name may hold what looks like the next one. */
export const AssetNames = ({ assets }: { readonly assets: readonly AssetAmount[] }) =>
  assets.length === 0 ? null : (
    <ul className={styles['names']}>
      {assets.map((asset) => (
        <li key={asset.policyId + asset.nameHex}>{assetText(asset)}</li>
      ))}
    </ul>
  )
