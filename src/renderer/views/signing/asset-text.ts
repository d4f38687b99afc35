import type { AssetAmount } from '../../../shared/transactions.ts'
import { text } from '../../text/en.ts'

const words = text.signing.mint

/** What a token is called; names that are no text stand in hex. */
const assetName = ({ name, nameHex }: Pick<AssetAmount, 'name' | 'nameHex'>): string => {
  if (nameHex === '') return words.nameless
  return name ?? `0x${nameHex}`
}

export const assetText = (asset: AssetAmount): string =>
  asset.quantity === '1' ? assetName(asset) : words.times(asset.quantity, assetName(asset))
