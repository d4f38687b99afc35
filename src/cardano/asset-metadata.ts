import type { Json } from '#values/bounds/bounded.ts'
import { nameHexOf, policyOf, type Unit } from './value.ts'

/** The metadata of a transaction, label by label. */
export type LabelledMetadata = readonly { readonly label: string; readonly json: Json }[]

/**
 * Looks an asset up under label 721 as wallets do: in version 1 by the policy's hex and the name's
 * text, in version 2 by the bytes of both. A hex name in version 1 is not found, as in wallets.
 */
export const assetMetadataIn = (
  labels: LabelledMetadata,
  unit: Unit,
): { readonly metadata: Json; readonly version: 1 | 2 } | undefined => {
  const all = labels.find(({ label }) => label === '721')?.json
  const isV2 = [2, '2', '2.0'].some((version) => version === partOf(all, 'version'))
  const name = Buffer.from(nameHexOf(unit), 'hex').toString('utf8')
  const metadata = isV2
    ? partOf(partOf(all, `0x${policyOf(unit)}`), `0x${nameHexOf(unit)}`)
    : partOf(partOf(all, policyOf(unit)), name)
  return metadata === undefined ? undefined : { metadata, version: isV2 ? 2 : 1 }
}

/** Only own properties: a token may be called "constructor". */
const partOf = (json: Json | undefined, key: string): Json | undefined =>
  isObject(json) && Object.hasOwn(json, key) ? json[key] : undefined

const isObject = (json: Json | undefined): json is { [key: string]: Json } =>
  typeof json === 'object' && json !== null && !Array.isArray(json)
