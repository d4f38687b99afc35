import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { charsOf } from '../text/text.ts'

/** Minimum length of a new passphrase, in characters. */
export const minPassphraseChars = 12
/** Minimum zxcvbn score of a new passphrase, out of 4: more than 10^8 guesses. */
const minScore = 3
/**
 * Enough for any score. zxcvbn's time grows faster than the length of the text (leet spellings,
 * repeats).
 */
const maxScoredChars = 64

/** zxcvbn's scale: 0 is guessed at once, 4 is practically never guessed. */
export type PassphraseScore = 0 | 1 | 2 | 3 | 4

export type PassphraseStrength = {
  readonly score: PassphraseScore
  /** Why the passphrase is rejected, and what to do; absent when it is accepted. */
  readonly error?: string
}

export const scoreWords = ['very weak', 'very weak', 'weak', 'strong', 'very strong'] as const

/**
 * How well a passphrase resists guessing. The same in the window, on the command line, and in the
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
  const { bare, isFamous } = famousIn(typed.slice(0, 4 * maxScoredChars))
  const { score, feedback } = estimator.check((isFamous ? bare : typed).slice(0, maxScoredChars), [
    ...ownWords,
    ...famous,
  ])
  if (score >= minScore) return { score }
  const cause = isFamous ? 'many people know these words' : causeOf(feedback.warning)
  return { score, error: `It is too easy to guess: ${cause}. ${advice}` }
}

const advice = 'Several random words are easy to remember and hard to guess.'

/** Words that an attacker of this app would try first. */
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

/**
 * Passphrases that stand in books, films, songs and comics, so that every list of guesses has them. By
 * their letters and digits: case, blanks and dashes hide none of them.
 */
const famous = [
  'a long time ago in a galaxy far far away',
  'all work and no play makes jack a dull boy',
  'all you need is love',
  'ask not what your country can do for you',
  'call me ishmael',
  'correct horse battery staple',
  'elementary my dear watson',
  'frankly my dear i dont give a damn',
  'here comes the sun',
  'houston we have a problem',
  'i have a dream',
  'i see dead people',
  'i think therefore i am',
  'ill be back',
  'im gonna make him an offer he cant refuse',
  'in the beginning was the word',
  'it was a dark and stormy night',
  'it was the best of times',
  'let there be light',
  'lorem ipsum dolor sit amet',
  'may the force be with you',
  'my name is bond james bond',
  'never gonna give you up',
  'not your keys not your coins',
  'one ring to rule them all',
  'one small step for man',
  'open sesame',
  'open the pod bay doors hal',
  'our father who art in heaven',
  'so long and thanks for all the fish',
  'the answer is forty two',
  'the lord is my shepherd',
  'the quick brown fox jumps over the lazy dog',
  'theres no place like home',
  'to be or not to be that is the question',
  'twinkle twinkle little star',
  'we the people',
  'winter is coming',
  'you shall not pass',
].map(bareOf)

function bareOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** `bare` is estimated where it has a famous passphrase, whatever stands between its words. */
const famousIn = (typed: string) => {
  const bare = bareOf(typed)
  return { bare, isFamous: famous.some((phrase) => bare.includes(phrase)) }
}

const causes: readonly (readonly [keys: readonly string[], cause: string])[] = [
  [['straightRow', 'keyPattern'], 'its keys lie beside each other on the keyboard'],
  [['simpleRepeat', 'extendedRepeat'], 'it repeats itself'],
  [['sequences'], 'it holds a sequence such as abc or 6543'],
  [['recentYears', 'dates'], 'it holds a date'],
  [['topTen', 'topHundred', 'common', 'similarToCommon'], 'many people use one like it'],
]

const causeOf = (warning: string | null): string =>
  causes.find(([keys]) => keys.includes(warning ?? ''))?.[1] ?? 'its words and numbers are common'

let estimator: Promise<ZxcvbnFactory> | undefined

/**
 * Half a megabyte of common passphrases takes a tenth of a second to load, so it is loaded on first
 * use.
 */
const loadEstimator = (): Promise<ZxcvbnFactory> => {
  estimator ??= load().catch((error: unknown) => {
    estimator = undefined
    throw error
  })
  return estimator
}

const load = async (): Promise<ZxcvbnFactory> => {
  const [app, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new app.ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
}
