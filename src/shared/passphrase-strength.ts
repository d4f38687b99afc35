import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { charsOf } from './text.ts'

/** Characters that a new passphrase needs. */
export const minPassphraseChars = 12
/** What zxcvbn must give a new passphrase, of 4: more than 10^8 guesses. */
const minScore = 3
/** Enough for any score; what zxcvbn needs grows faster than the text (leet spellings, repeats). */
const maxScoredChars = 64

/** 0: guessed at once, 4: nobody guesses it (zxcvbn's scale). */
export type PassphraseScore = 0 | 1 | 2 | 3 | 4

export type PassphraseStrength = {
  readonly score: PassphraseScore
  /** Why it may not be chosen, and what to do; absent where it may. */
  readonly error?: string
}

export const scoreWords = ['very weak', 'very weak', 'weak', 'strong', 'very strong'] as const

/**
 * How well a passphrase withstands guessing, the same in the window, on the command line and in the
 * process that holds the keys, which enforces it.
 * @throws what `import` throws when the dictionary cannot be loaded
 */
export const passphraseStrength = async (text: string): Promise<PassphraseStrength> => {
  const typed = text.normalize('NFC').trim()
  const chars = charsOf(typed)
  if (chars < minPassphraseChars)
    return {
      score: 0,
      error: `It has ${chars} characters; at least ${minPassphraseChars} are needed. ${advice}`,
    }
  const estimator = await loadEstimator()
  const { score, feedback } = estimator.check(typed.slice(0, maxScoredChars), ownWords)
  if (score >= minScore) return { score }
  return { score, error: `It is too easy to guess: ${causeOf(feedback.warning)}. ${advice}` }
}

const advice = 'Several random words are easy to remember and hard to guess.'

/** What an attacker of this app tries first. */
const ownWords = [
  'coldpress',
  'cardano',
  'lovelace',
  'vault',
  'policy',
  'wallet',
  'mint',
  'passphrase',
]

const causes: readonly (readonly [keys: readonly string[], cause: string])[] = [
  [['straightRow', 'keyPattern'], 'its keys lie beside each other on the keyboard'],
  [['simpleRepeat', 'extendedRepeat'], 'it repeats itself'],
  [['sequences'], 'it holds a sequence such as abc or 6543'],
  [['recentYears', 'dates'], 'it holds a date'],
  [['topTen', 'topHundred', 'common', 'similarToCommon'], 'many people use one like it'],
]

const causeOf = (warning: string | null): string =>
  causes.find(([keys]) => keys.includes(warning ?? ''))?.[1] ?? 'it needs too few guesses'

let estimator: Promise<ZxcvbnFactory> | undefined

/** Half a megabyte of common passphrases, and a tenth of a second: only when one is to be judged. */
const loadEstimator = (): Promise<ZxcvbnFactory> => {
  estimator ??= load().catch((error: unknown) => {
    estimator = undefined
    throw error
  })
  return estimator
}

const load = async (): Promise<ZxcvbnFactory> => {
  const [core, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new core.ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
}
