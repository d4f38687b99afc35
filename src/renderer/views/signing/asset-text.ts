import { numberText } from '#values/text/format.ts'
import { printable } from '#values/text/printable.ts'
import type { AssetAmount } from '#contract/signing/transactions.ts'
import { text } from '#renderer/text/en.ts'

const words = text.signing.mint

/** What a token is called; names that are no text stand in hex. */
export const assetLabel = ({ name, nameHex }: Pick<AssetAmount, 'name' | 'nameHex'>): string => {
  if (nameHex === '') return words.nameless
  return name === null ? `0x${nameHex}` : printable(name)
}

export const quantityText = (quantity: bigint): string => numberText(quantity).replace('-', '−')

export const assetText = (asset: AssetAmount): string =>
  asset.quantity === '1'
    ? assetLabel(asset)
    : words.times(quantityText(BigInt(asset.quantity)), assetLabel(asset))
