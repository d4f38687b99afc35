import { z } from 'zod'
import { nameHexOf, policyOf, type Unit } from '../../core/cardano/value.ts'

type Json = z.output<ReturnType<typeof z.json>>
type Labels = readonly { readonly label: string; readonly json: Json }[]

/** CIP-25 metadata of one asset, and the version that it was found under; null where it names neither. */
export type AssetMetadata = {
  readonly metadata: Json
  readonly standard: 'CIP25v1' | 'CIP25v2' | null
}

/** What a wallet needs to show a token (CIP-25): otherwise the metadata follows no standard. */
const shown = z.object({ name: z.string(), image: z.union([z.string(), z.array(z.string())]) })

/**
 * Looks an asset up under label 721 as wallets do: in version 1 by the policy's hex and the name's
 * text, in version 2 by the bytes of both. A hex name in version 1 finds nothing, as for them.
 */
export const assetMetadata = (labels: Labels, unit: Unit): AssetMetadata | undefined => {
  const top = objectOf(labels.find(({ label }) => label === '721')?.json)
  if (top === undefined) return undefined
  const isV2 = [2, '2', '2.0'].some((version) => version === top['version'])
  const name = Buffer.from(nameHexOf(unit), 'hex').toString('utf8')
  const metadata = isV2
    ? objectOf(top[`0x${policyOf(unit)}`])?.[`0x${nameHexOf(unit)}`]
    : objectOf(top[policyOf(unit)])?.[name]
  if (metadata === undefined) return undefined
  const standard = isV2 ? 'CIP25v2' : 'CIP25v1'
  return { metadata, standard: shown.safeParse(metadata).success ? standard : null }
}

const record = z.record(z.string(), z.json())

const objectOf = (json: Json | undefined): Readonly<Record<string, Json>> | undefined =>
  record.safeParse(json).data
