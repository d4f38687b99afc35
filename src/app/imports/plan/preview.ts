import { tokenMetadata, type OnChainMetadata } from '#cardano/metadata.ts'
import type { Plan } from './plan-types.ts'
import { metadataInput, isPending } from './metadata-input.ts'

export type TokenPreview = {
  readonly row: number
  readonly assetName: string
  /** The on-chain metadata, except for pending CIDs. */
  readonly metadata: OnChainMetadata
  /** True while `image` is a placeholder of the same length (`ipfs://QmPending0…`). */
  readonly imagePending: boolean
}

/** The on-chain metadata of the plan's first tokens. */
export const previewMetadata = (plan: Plan, count: number): readonly TokenPreview[] =>
  plan.tokens.slice(0, Math.max(0, count)).map((token) => ({
    row: token.row,
    assetName: token.assetName,
    metadata: tokenMetadata(plan.template, metadataInput(token, plan.format), plan.policyId),
    imagePending: isPending(token),
  }))
