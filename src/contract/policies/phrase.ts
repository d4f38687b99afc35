import { z } from 'zod'
import { listOf, shortText } from '#values/bounds/bounded.ts'

/** A key derived from a phrase (CIP-1855). */
export const usedIndex = z.object({
  index: z.int(),
  keyHash: shortText,
  publicKey: shortText,
  derivedAt: shortText,
})
export type UsedIndex = z.output<typeof usedIndex>

/** A recovery phrase in the vault: never its words. */
export const phraseView = z.object({
  /** 16 hex digits. */
  fingerprint: shortText,
  origin: z.enum(['created', 'restored']),
  createdAt: shortText,
  /** Whether the vault still has it. */
  here: z.boolean(),
  /** Keys derived from it here, by index. */
  used: listOf(usedIndex).readonly(),
  /** The next unused index here; other machines may have used it. */
  nextIndex: z.int(),
})
export type PhraseView = z.output<typeof phraseView>
