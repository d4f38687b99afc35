import type { PhraseIndex, PhraseView } from '../../core/policies/phrases.ts'
import { Secret, useAndWipe } from '../../core/secret/secret.ts'
import type { Desk, HandlersOf, LogDraft } from './services-deps.ts'

export const phraseHandlers = ({ core, log }: Desk): HandlersOf<'phrases'> => ({
  'phrases.list': async () => (await core.phrases.list()).map(sent),
  'phrases.begin': async () => {
    const { fingerprint, words, ask } = await core.phrases.begin()
    return useAndWipe(words, async (secret) => ({
      fingerprint,
      words: secret.text().split(' '),
      ask: [...ask],
    }))
  },
  'phrases.confirm': async ({ fingerprint, given }) => {
    const words = given.map(({ place, word }) => ({ place, word: Secret.ofText(word) }))
    try {
      const made = await core.phrases.confirm(fingerprint, words)
      log(said(`A recovery phrase was made and is in the vault (${fingerprint}).`))
      return sent(made)
    } finally {
      for (const { word } of words) word.wipe()
    }
  },
  'phrases.restore': async ({ words }) => {
    const restored = await useAndWipe(Secret.ofText(words), core.phrases.restore)
    log(said(`A recovery phrase was restored into the vault (${restored.fingerprint}).`))
    return sent(restored)
  },
  'phrases.derive': async (asked) => {
    const { fingerprint, ...used } = await core.phrases.derive(phraseIndexOf(asked))
    log(said(`Key ${used.index} of the phrase ${fingerprint} is in the vault.`))
    return used
  },
})

/** As the window asks for a key of a phrase. */
export const phraseIndexOf = ({
  fingerprint,
  index,
}: {
  readonly fingerprint: string
  readonly index: number | null
}): PhraseIndex => ({ fingerprint, ...(index === null ? {} : { index }) })

const sent = (phrase: PhraseView) => ({ ...phrase, used: [...phrase.used] })

const said = (message: string): LogDraft => ({ level: 'info', kind: 'vault', message })
