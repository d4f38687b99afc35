import type { PhraseView } from '#contract/policies/phrase.ts'
import type { PolicyView } from '#contract/policies/policy-view.ts'

/** An index of a phrase that was used, with what stands on its key. */
export type PhraseUse = PhraseView['used'][number] & {
  /** Derivation path (CIP-1855). */
  readonly path: string
  readonly policies: readonly PolicyView[]
}

/** The keys that were made of a phrase, by index, each with the policies that name it. */
export const phraseKeysOf = (
  { used }: Pick<PhraseView, 'used'>,
  policies: readonly PolicyView[],
): readonly PhraseUse[] =>
  used.map((one) => ({
    ...one,
    path: `m/1855'/1815'/${one.index}'`,
    policies: policies.filter(({ keys }) => keys.some(({ keyHash }) => keyHash === one.keyHash)),
  }))

/** How many words stand in a text. */
export const countWords = (text: string): number => text.split(/\s+/u).filter(Boolean).length
