import { type ReactNode, useEffect, useState } from 'react'
import {
  type PassphraseStrength,
  passphraseStrength,
  scoreWords,
} from '#values/passphrases/passphrase-strength.ts'
import { text } from '../text/en.ts'
import styles from './ui.module.css'

const words = text.common.passphrase

/**
 * The strength of a new passphrase while it is typed: in words, and as a bar. Not of a refused one,
 * however strong. Its place is kept while nothing is shown: what appeared would move a button from
 * under the pointer.
 */
export const PassphraseMeter = ({
  typed,
  refusal,
}: {
  readonly typed: string
  /** The error of its field. */
  readonly refusal: ReactNode
}) => {
  const strength = useStrength(typed)
  const isShown = typed !== '' && strength !== undefined && (refusal ?? null) === null
  const { score, error } = strength ?? unknown
  const word = scoreWords[score]
  return (
    <div className={styles['strength']} hidden={!isShown}>
      <meter
        aria-label={words.strength}
        aria-valuetext={word}
        min={0}
        max={4}
        low={2}
        high={3}
        optimum={4}
        value={score}
      />
      <span aria-live="polite">
        {words.is(word)} {error}
      </span>
    </div>
  )
}

const unknown: PassphraseStrength = { score: 0 }

/** Estimating takes some milliseconds, too long for each key of a fast typist. */
const pauseMs = 150

/**
 * Undefined until the first estimate, and where the dictionary cannot be loaded: the vault checks
 * too.
 */
const useStrength = (typed: string): PassphraseStrength | undefined => {
  const [strength, setStrength] = useState<PassphraseStrength>()
  useEffect(() => {
    let isGone = false
    const timer = setTimeout(() => {
      passphraseStrength(typed).then(
        (found) => !isGone && setStrength(found),
        () => undefined,
      )
    }, pauseMs)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [typed])
  return strength
}
