import { keyErrors } from '#contract/vault/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { randomInt } from 'node:crypto'
import type { ColdpressError } from '#values/errors/errors.ts'
import { phraseFingerprint, wordsOf } from '#cardano/derive.ts'
import type { GivenWord, NewPhrase } from '../vault-schemas.ts'
import { Secret } from '#platform/secret/secret.ts'

/** 24 words. */
const entropyBytes = 32
const confirmedWordCount = 3

/** Random bytes of a new phrase. The caller wipes them. */
export const newPhraseEntropy = (): Secret =>
  Secret.ofBytes(crypto.getRandomValues(new Uint8Array(entropyBytes)))

/**
 * The unconfirmed phrase, in memory only. It is stored once the user repeats the requested words,
 * and a lock discards it. No key can depend on it before.
 */
export class PhraseDraft {
  #draft:
    | {
        readonly fingerprint: string
        readonly entropy: Secret
        readonly wordNumbers: readonly number[]
      }
    | undefined

  /** Replaces any unconfirmed draft. */
  start(): NewPhrase {
    this.wipe()
    const entropy = newPhraseEntropy()
    const words = entropy.use(wordsOf)
    const fingerprint = entropy.use(phraseFingerprint)
    const wordNumbers = positionsToAsk(words.length)
    this.#draft = { fingerprint, entropy, wordNumbers }
    return { fingerprint, words: Secret.ofText(words.join(' ')), wordNumbers }
  }

  /**
   * A copy of the phrase's bytes once the repeated words match; the caller wipes it.
   * @throws ColdpressError `conflict` when this phrase is not the draft, `invalid` naming the wrong
   * positions; the user can try again
   */
  confirmed(fingerprint: string, given: readonly GivenWord[]): Secret {
    const draft = this.#draft
    if (draft?.fingerprint !== fingerprint) throw notStarted()
    const words = draft.entropy.use(wordsOf)
    const wrong = draft.wordNumbers.filter((position) => {
      const answer = given.find((word) => word.position === position)
      return answer?.word.text().normalize('NFKD').trim().toLowerCase() !== words[position - 1]
    })
    if (wrong.length === 0) return draft.entropy.copy()
    throw errorBy(
      keyErrors,
      'words_differ',
      { positions: wrong },
      wrong.length === 1
        ? `Word ${wrong[0]} is not the one that was shown. Check what you wrote down and enter it again, or start with another phrase.`
        : `Words ${wrong.join(', ')} are not those that were shown. Check what you wrote down and enter them again, or start with another phrase.`,
    )
  }

  wipe(): void {
    this.#draft?.entropy.wipe()
    this.#draft = undefined
  }
}

const positionsToAsk = (count: number): readonly number[] => {
  const positions = new Set<number>()
  while (positions.size < confirmedWordCount) positions.add(randomInt(count) + 1)
  return [...positions].toSorted((a, b) => a - b)
}

const notStarted = (): ColdpressError =>
  errorBy(
    keyErrors,
    'no_draft',
    {},
    'This phrase is not waiting to be confirmed: the vault was locked meanwhile, or another phrase was started. Nothing was kept; start again and throw away what was written down.',
  )
