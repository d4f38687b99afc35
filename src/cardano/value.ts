import { ColdpressError } from '#values/errors/errors.ts'
import { limits } from '#values/bounds/limits.ts'
import { PolicyId } from './ids.ts'

/** Names one asset as Blockfrost does: policy ID (56 digits of hex) and asset name (hex) in one. */
export type Unit = string & { readonly __brand: 'Unit' }

/** What an output holds. Amounts are lovelace and token counts; none of them is negative. */
export type Value = { readonly lovelace: bigint; readonly assets: ReadonlyMap<Unit, bigint> }

const isUnit = (text: string): text is Unit =>
  /^[0-9a-f]{56}(?:[0-9a-f]{2})*$/u.test(text) &&
  text.length <= 56 + 2 * limits.ledgerAssetNameBytes

/** @throws ColdpressError `invalid` for anything but a policy ID and at most 32 bytes of name, in hex */
export const Unit = (hex: string): Unit => {
  const lower = hex.toLowerCase()
  if (isUnit(lower)) return lower
  throw new ColdpressError(
    'invalid',
    'This does not name a token on chain. Write its policy ID (56 hex digits) and its asset name in hex (at most 32 bytes), one right after the other.',
  )
}

/** @param nameHex the asset name, empty for a royalty token (CIP-27) */
export const unitOf = (policyId: PolicyId, nameHex: string): Unit => Unit(`${policyId}${nameHex}`)

export const policyOf = (unit: Unit): PolicyId => PolicyId(unit.slice(0, 56))

/** The asset name in hex. */
export const nameHexOf = (unit: Unit): string => unit.slice(56)

export const noAssets: ReadonlyMap<Unit, bigint> = new Map()

export const lovelaceOnly = (lovelace: bigint): Value => ({ lovelace, assets: noAssets })

/** As the minting interface writes a value: numbers or texts of digits, assets as a list. */
export const valueFromWire = (
  lovelace: number | string | bigint,
  assets: readonly { readonly unit: string; readonly quantity: string }[],
): Value => ({
  lovelace: BigInt(lovelace),
  assets: new Map(assets.map(({ unit, quantity }) => [Unit(unit), BigInt(quantity)])),
})

/** The sum of all; assets with a sum of 0 are left out. */
export const sumOf = (values: Iterable<Value>): Value => {
  const assets = new Map<Unit, bigint>()
  let lovelace = 0n
  for (const value of values) {
    lovelace += value.lovelace
    for (const [unit, quantity] of value.assets)
      assets.set(unit, (assets.get(unit) ?? 0n) + quantity)
  }
  for (const [unit, quantity] of assets) if (quantity === 0n) assets.delete(unit)
  return { lovelace, assets }
}

/** `minuend` minus `subtrahend`; missing amounts are negative. */
export const difference = (minuend: Value, subtrahend: Value): Value => {
  const negated = new Map([...subtrahend.assets].map(([unit, quantity]) => [unit, -quantity]))
  return sumOf([minuend, { lovelace: -subtrahend.lovelace, assets: negated }])
}

export const isSameValue = (a: Value, b: Value): boolean => {
  const { lovelace, assets } = difference(a, b)
  return lovelace === 0n && assets.size === 0
}
