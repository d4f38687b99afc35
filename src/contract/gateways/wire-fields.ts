import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { hexOf } from '../fields.ts'

/**
 * A whole amount as text; some servers send a number. A number too large to be exact is rejected.
 */
export const wholeAmount = z.union([
  shortText.regex(/^\d{1,30}$/u, 'not a whole amount'),
  z
    .int()
    .nonnegative()
    .transform((number) => String(number)),
])

export const wholeCount = z.int().nonnegative()

/** The name of an asset in hex; empty for a royalty token (CIP-27). */
export const assetNameHex = shortText.regex(
  /^(?:[0-9a-f]{2}){0,32}$/iu,
  'not the hex of an asset name',
)

/** The hash of a block or a transaction. */
export const blockHash = hexOf(32)
