import { z } from 'zod'
import { documentText, listOf, recordOf, shortText } from '#values/bounds/bounded.ts'
import { blockHash, wholeAmount, wholeCount } from './wire-fields.ts'

/**
 * The part of Kupo 2 that Coldpress uses. Source:
 * https://github.com/CardanoSolutions/kupo/blob/7ee832c/docs/api/v2.12.0.yaml.
 */

/** A block: an item of GET /checkpoints, and GET /checkpoints/{slot}, which answers null before the first. */
export const kupoPoint = z.object({ slot_no: wholeCount, header_hash: blockHash })

const assetId = shortText.regex(/^[0-9a-f]{56}(?:\.(?:[0-9a-f]{2}){0,32})?$/iu, 'not an asset')

/** An item of GET /matches/{pattern}: an output, spent or not. `transaction_index` is that in its block. */
export const kupoMatch = z.object({
  transaction_index: wholeCount,
  transaction_id: blockHash,
  output_index: wholeCount,
  address: shortText,
  value: z.object({
    coins: wholeAmount,
    /** By policy ID, a dot and the asset name; without a dot where the name is empty. */
    assets: recordOf(wholeAmount, assetId).nullish(),
  }),
  datum_hash: shortText.nullish(),
  script_hash: shortText.nullish(),
  created_at: kupoPoint,
  spent_at: kupoPoint.extend({ transaction_id: blockHash.nullish() }).nullish(),
})
export type KupoMatch = z.output<typeof kupoMatch>

/** GET /patterns, and GET /patterns/{pattern}: those that include the pattern. */
export const kupoPatterns = listOf(shortText)

/** PUT /patterns: rolls the index back, and indexes the new patterns from there. */
export type KupoNewPatterns = {
  readonly patterns: readonly string[]
  /** The hash may be left out for a block that is indexed; the closest one before is taken then. */
  readonly rollback_to: { readonly slot_no: number; readonly header_hash?: string }
  readonly limit: 'unsafe_allow_beyond_safe_zone'
}

/** An item of GET /metadata/{slot}: `raw` is the CBOR. */
export const kupoMetadata = z.object({ raw: documentText.regex(/^(?:[0-9a-f]{2})*$/iu) })
