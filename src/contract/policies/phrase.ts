import { z } from 'zod'
import { listOf, shortText } from '#values/bounds/bounded.ts'

/** A key derived from a phrase (CIP-1855). */
export const usedIndex = z.object({
  index: z.int(),
  keyHash: shortText,
  publicKey: shortText,
  derivedAt: shortText,
})

/** A recovery phrase in the vault: never its words. */
export const phraseView = z.object({
  fingerprint: shortText,
  origin: z.enum(['created', 'restored']),
  createdAt: shortText,
  /** Whether the vault still has it. */
  here: z.boolean(),
  used: listOf(usedIndex),
  nextIndex: z.int(),
})
export type PhraseView = z.output<typeof phraseView>
