import { ColdpressError } from '#values/errors/errors.ts'
import { maxPolicyIndex } from '#cardano/derive.ts'
import type { PhraseIndex } from '#app/policies/phrases.ts'

/** `--from-phrase [fingerprint]`, `true` where no fingerprint was given, and `--index`. */
export type PhraseOptions = {
  readonly fromPhrase?: string | true
  readonly index?: string
}

/** Which key of which phrase; undefined when no phrase was asked for. @throws ColdpressError `usage` */
export const readPhraseIndex = ({ fromPhrase, index }: PhraseOptions): PhraseIndex | undefined => {
  if (fromPhrase === undefined) {
    if (index === undefined) return undefined
    throw new ColdpressError('usage', '--index counts the keys of a phrase: add --from-phrase.')
  }
  return {
    ...(fromPhrase === true ? {} : { fingerprint: fromPhrase }),
    ...(index === undefined ? {} : { index: policyIndexOf(index) }),
  }
}

/** @throws ColdpressError `usage` */
export const policyIndexOf = (text: string): number => {
  const index = Number(text)
  if (/^\d+$/u.test(text) && index <= maxPolicyIndex) return index
  throw new ColdpressError(
    'usage',
    `--index: ${text} is not an index; give a whole number from 0 to ${maxPolicyIndex}.`,
  )
}
