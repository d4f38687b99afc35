import { z } from 'zod'
import type { WindowCalls } from '../window/call.ts'
import { listOf, shortText } from '#values/bounds/bounded.ts'
import { phraseView, usedIndex } from './phrase.ts'
import { requiredSecret, secretText } from '../window/secret-text.ts'

export const phraseCalls = {
  'phrases.list': { reads: true, input: z.null(), output: listOf(phraseView).readonly() },
  /**
   * Returns a secret: 24 new words, once. Nothing depends on them before they are confirmed. `ask`:
   * the positions, from 1, of the words that the user must repeat.
   */
  'phrases.start': {
    changes: [],
    secret: true,
    input: z.null(),
    output: z.object({
      fingerprint: shortText,
      words: listOf(secretText),
      wordNumbers: listOf(z.int()).readonly(),
    }),
  },
  'phrases.confirm': {
    changes: [{ area: 'phrases' }],
    secret: true,
    input: z.object({
      fingerprint: shortText,
      given: listOf(z.object({ position: z.int(), word: requiredSecret })),
    }),
    output: phraseView,
  },
  'phrases.restore': {
    changes: [{ area: 'phrases' }],
    secret: true,
    input: z.object({ words: requiredSecret }),
    output: phraseView,
  },
  /** Derives a key from a phrase into the vault. `index` null: the next unused one. */
  'phrases.derive': {
    changes: [{ area: 'phrases' }],
    input: z.object({ fingerprint: shortText, index: z.int().nullable() }),
    output: usedIndex,
  },
} as const satisfies WindowCalls
