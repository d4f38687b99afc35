import type { PhraseFacts } from '#contract/policies/phrase.ts'
import type { PolicyFacts } from '#contract/policies/policy-view.ts'

/** An index of a phrase that was used, with what stands on its key. */
export type PhraseUse = PhraseFacts['used'][number] & {
  /** Derivation path (CIP-1855). */
  readonly path: string
  readonly policies: readonly PolicyFacts[]
}

/** The keys that were made of a phrase, by index, each with the policies that name it. */
export const phraseKeysOf = (
  { used }: Pick<PhraseFacts, 'used'>,
  policies: readonly PolicyFacts[],
): readonly PhraseUse[] =>
  used.map((one) => ({
    ...one,
    path: `m/1855'/1815'/${one.index}'`,
    policies: policies.filter(({ keys }) => keys.some(({ keyHash }) => keyHash === one.keyHash)),
  }))

/** How many words stand in a text. */
export const countWords = (text: string): number => text.split(/\s+/u).filter(Boolean).length
