import type { z } from 'zod'
import { anyRecord } from '#values/bounds/bounded.ts'
import type { TxId } from '#cardano/ids.ts'
import type { Gateway } from '#chain/gateway/gateway.ts'

export type OnChain = z.output<typeof anyRecord>

const inside = (value: unknown, key: string): unknown => anyRecord.safeParse(value).data?.[key]

/** The metadata of all transactions together, label by label, and under 721 policy by policy. */
export const metadataOnChain = async (
  gateway: Pick<Gateway, 'metadata'>,
  txIds: readonly TxId[],
): Promise<OnChain> => {
  const all = (await Promise.all(txIds.map((txId) => gateway.metadata(txId)))).flatMap(
    (labels) => labels ?? [],
  )
  const merged: Record<string, unknown> = {}
  for (const { label, json } of all)
    merged[label] = label === '721' ? withPolicies(merged[label], json) : json
  return merged
}

/** Beside the policies stands the version, which all transactions share (CIP-25). */
const withPolicies = (before: unknown, after: unknown): OnChain => {
  const merged = { ...anyRecord.safeParse(before).data }
  for (const [key, value] of Object.entries(anyRecord.parse(after)))
    merged[key] =
      typeof value === 'object' ? { ...anyRecord.safeParse(merged[key]).data, ...value } : value
  return merged
}

/** The metadata of one token among that of {@link metadataOnChain}. */
export const tokenOnChain = (metadata: unknown, policyId: string, assetName: string): unknown =>
  inside(inside(inside(metadata, '721'), policyId), assetName)
