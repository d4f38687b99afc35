import type { PhraseIndex } from '#app/policies/phrases.ts'
import { Secret, useAndWipe } from '#platform/secret/secret.ts'
import type { ConfirmingContext } from './confirm/confirmations.ts'
import { asksOutsidePage } from './confirm/outside-devnet.ts'
import type { WindowHandlersOf, LogDraft } from './services-deps.ts'

export const phraseHandlers = ({
  app,
  log,
  confirmations,
}: ConfirmingContext): WindowHandlersOf<'phrases'> => ({
  'phrases.list': () => app.phrases.list(),
  'phrases.start': async () => {
    const asks = asksOutsidePage({ confirmations })
    const { fingerprint, words, wordNumbers } = await app.phrases.start(asks)
    return useAndWipe(words, async (secret) => ({
      fingerprint,
      words: secret.text().split(' '),
      wordNumbers,
    }))
  },
  'phrases.confirm': async ({ fingerprint, given }) => {
    const words = given.map(({ position, word }) => ({ position, word: Secret.ofText(word) }))
    try {
      const made = await app.phrases.confirm(fingerprint, words)
      log(said(`A recovery phrase was made and is in the vault (${fingerprint}).`))
      return made
    } finally {
      for (const { word } of words) word.wipe()
    }
  },
  'phrases.restore': async ({ words }) => {
    const asks = asksOutsidePage({ confirmations })
    const restored = await useAndWipe(Secret.ofText(words), (secret) =>
      app.phrases.restore(secret, asks),
    )
    log(said(`A recovery phrase was restored into the vault (${restored.fingerprint}).`))
    return restored
  },
  'phrases.derive': async (asked) => {
    const { fingerprint, ...used } = await app.phrases.derive(phraseIndexOf(asked))
    log(said(`Key ${used.index} of the phrase ${fingerprint} is in the vault.`))
    return used
  },
})

/** A phrase's key as the window requests it. */
export const phraseIndexOf = ({
  fingerprint,
  index,
}: {
  readonly fingerprint: string
  readonly index: number | null
}): PhraseIndex => ({ fingerprint, ...(index === null ? {} : { index }) })

const said = (message: string): LogDraft => ({ level: 'info', kind: 'vault', message })
