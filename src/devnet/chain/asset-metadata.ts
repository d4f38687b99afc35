import { z } from 'zod'
import { documentText, listOf, longText } from '#shared/bounded.ts'
import { nameHexOf, policyOf, type Unit } from '#core/cardano/value.ts'
import type { Json } from '#shared/bounded.ts'
import type { Metadata } from './columns.ts'

/** CIP-25 metadata of one asset and its version; null without both. */
export type AssetMetadata = {
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
export const assetMetadata = (labels: Metadata, unit: Unit): AssetMetadata | undefined => {
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
