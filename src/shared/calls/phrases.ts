import { z } from 'zod'
import { listOf, shortText } from '../bounded.ts'
import { phraseFacts, usedIndex } from './facts.ts'
import { secretText } from './secret-text.ts'

export const phraseCalls = {
  'phrases.list': { input: z.null(), output: listOf(phraseFacts) },
  /**
   * Answers a secret: 24 new words, this once. Nothing depends on them until they are confirmed;
   * `ask`: the places, from 1, of the words that are to be given back.
   */
  'phrases.start': {
    secret: true,
    input: z.null(),
    output: z.object({
      fingerprint: shortText,
      words: listOf(secretText),
      wordNumbers: listOf(z.int()),
    }),
  },
  'phrases.confirm': {
    secret: true,
    input: z.object({
      fingerprint: shortText,
      given: listOf(z.object({ position: z.int(), word: secretText })),
    }),
    output: phraseFacts,
  },
  'phrases.restore': { secret: true, input: z.object({ words: secretText }), output: phraseFacts },
  /** Puts a phrase's key into the vault; `index` null: the next unused one. */
  'phrases.derive': {
    input: z.object({ fingerprint: shortText, index: z.int().nullable() }),
    output: usedIndex,
  },
} as const
