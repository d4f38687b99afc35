import { z } from 'zod'
import { listOf } from '#values/bounds/bounded.ts'

const annotated = z.object({ examples: listOf(z.unknown()) })

/** The example that a schema states; undefined where it states none. */
export const exampleOf = (schema: z.ZodType): unknown =>
  annotated.safeParse(schema.meta()).data?.examples[0]

// Values that the examples of several schemas share, so that they tell one story.

export const exampleIds = {
  collection: '01kdzr4w8m2q6y3t9v5x7b1c0e',
  token: '01kdzr5h0v7n3k9c1m4p8s2w6z',
  sale: '01kdzr7a3d6f9j2m5q8t1w4y7b',
  mint: '01kdzr8e5g8k1n4r7v0x3z6c9d',
  webhook: '01kdzr2b4c7e0h3k6n9q2t5w8y',
  delivery: '01kdzr9f1j4m7p0s3v6y9b2d5g',
  event: '01kdzr9c8h1k4n7q0t3w6z9c2e',
  round: '01kdzr8m2p5s8v1y4b7e0h3k6n',
} as const

/** Of CIP-19's test vectors. */
export const exampleAddress = 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz'
export const exampleKeyHash = '9493315cd92eb5d8c4304e67b7e16ae36d61d34502694657811a2c8e'
export const exampleTxId = '3b40265111d8bb3c3c608d95b3a0bf83461ace32d79336579a1939b3aad1c0b7'
export const exampleParentId = '8a2f1c7d9e0b4635a1d8c2f7e6b503948a7c1d2e3f405162738495a6b7c8d9e0'
export const exampleTime = '2026-12-01T09:30:00.000Z'
export const exampleLockTime = '2027-12-31T00:00:00.000Z'
export const exampleImage = 'ipfs://QmRhTTbUrPYEw3mJGGhQqQST9k86v1DPBiTTWJGKDJsVFw'

/** A policy of one key that locks. */
export const examplePolicy = {
  lock: true,
  lock_time: exampleLockTime,
  policy_id: 'dc3a8a9d6ab4ac8d9d7b1b2b5a5a0a8b3b1a7d6e5f4c3b2a19080706',
  script: {
    type: 'all',
    scripts: [
      { type: 'sig', keyHash: exampleKeyHash },
      { type: 'before', slot: 134_352_000 },
    ],
  },
} as const
