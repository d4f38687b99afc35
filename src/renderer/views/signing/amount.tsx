import { adaText, cutMiddle } from '#values/text/format.ts'
import type { AssetAmount } from '#contract/signing/transactions.ts'
import { text } from '#renderer/text/en.ts'
import { naturalOrder } from '#values/text/text.ts'
import { assetLabel, assetText } from './asset-text.ts'
import styles from './signing.module.css'
import ui from '#renderer/ui/parts.module.css'

/** ADA and every token with its quantity; without a tooltip, for there may be thousands of them. */
export const Amount = ({
  lovelace,
  assets,
}: {
  readonly lovelace: string
  readonly assets: readonly AssetAmount[]
}) => (
  <>
    <span className={ui['strong']}>{adaText(lovelace)}</span>
    <AssetNames assets={assets} namesPolicy />
  </>
)

/** The ledger orders names by their length. */
const byName = (asset: AssetAmount, other: AssetAmount): number =>
  naturalOrder(assetLabel(asset), assetLabel(other))

/** Each name has a frame of its own: a name may hold what looks like the next one. */
export const AssetNames = ({
  assets,
  namesPolicy = false,
}: {
  readonly assets: readonly AssetAmount[]
  /** Where nothing else says of which policy they are. */
  readonly namesPolicy?: boolean
}) =>
  assets.length === 0 ? null : (
    <ul className={styles['names']}>
      {assets.toSorted(byName).map((asset) => (
        <li
          key={asset.policyId + asset.nameHex}
          {...(namesPolicy ? { title: asset.policyId } : {})}
        >
          {assetText(asset)}
          {namesPolicy && (
            <span className={ui['dimmed']}>
              {' '}
              {text.signing.mint.ofPolicy(cutMiddle(asset.policyId))}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
