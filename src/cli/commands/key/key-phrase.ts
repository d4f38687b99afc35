import type { Command } from 'commander'
import { isColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import type { PhraseView } from '#contract/policies/phrase.ts'
import { useAndWipe } from '#platform/secret/secret.ts'
import type { GivenWord } from '#keys/vault-schemas.ts'
import { readSecretFile } from '#cli/files.ts'
import { command, group } from '#cli/program.ts'
import type { Session } from '#cli/session.ts'
import { hint } from '#cli/terminal/hint.ts'
import { type Text, detailTable, numberColumn, sections, table } from '#cli/terminal/table.ts'

/** How often the words may be asked for before one starts over. */
const attempts = 3

export const addPhraseCommands = (key: Command): void => {
  const phrase = group(key, 'phrase', 'recovery phrases: 24 words that make policy keys')
  addCreate(phrase)
  addRestore(phrase)
  addShowUsed(phrase)
}

const addCreate = (phrase: Command): void =>
  command(
    phrase,
    'create',
    'make a phrase of 24 words; it is shown once, and stored when you have typed three of its words',
    'key phrase create',
    (create) => create,
    async (session) => {
      session.terminal.requireTerminal()
      const started = await session.withVault((app) => app.phrases.start())
      await useAndWipe(started.words, (words) => session.terminal.showUntilEnter(words, numbered))
      const made = await confirmed(session, started.fingerprint, started.wordNumbers)
      return { json: phraseJson(made), text: phraseText(made) }
    },
  )

/** Four columns, read downwards. */
const numbered = (text: string): string => {
  const words = text.split(' ')
  const rows = Math.ceil(words.length / 4)
  const lines = Array.from({ length: rows }, (_, row) =>
    [0, 1, 2, 3]
      .map((column) => row + column * rows)
      .map((at) => `${String(at + 1).padStart(2)} ${(words[at] ?? '').padEnd(10)}`)
      .join('  '),
  )
  return `Write these ${words.length} words down on paper, in their order. They are not shown again.\n\n${lines.join('\n')}`
}

const confirmed = async (
  session: Session,
  fingerprint: string,
  wordNumbers: readonly number[],
): Promise<PhraseView> => {
  const { phrases } = await session.app()
  for (let attempt = 1; ; attempt += 1) {
    const given: GivenWord[] = []
    try {
      for (const position of wordNumbers)
        given.push({
          position,
          word: await session.terminal.promptSecret(`Word number ${position}: `),
        })
      return await phrases.confirm(fingerprint, given)
    } catch (error) {
      if (attempt >= attempts || !isColdpressError(error, 'invalid')) throw error
      session.terminal.warn(error.message)
    } finally {
      for (const { word } of given) word.wipe()
    }
  }
}

const addRestore = (phrase: Command): void =>
  command<{ readonly phraseFile?: string }>(
    phrase,
    'restore',
    'store a recovery phrase in the vault',
    'key phrase restore --phrase-file phrase.txt',
    (restore) =>
      restore.option('--phrase-file <file>', 'file with the words (default: ask for them)'),
    async (session, { phraseFile }) => {
      const words = await (phraseFile === undefined
        ? session.terminal.promptSecret('Recovery phrase: ', '--phrase-file FILE')
        : readSecretFile(phraseFile, 'phrase file'))
      const restored = await useAndWipe(words, () =>
        session.withVault((app) => app.phrases.restore(words)),
      )
      return { json: phraseJson(restored), text: phraseText(restored) }
    },
  )

const addShowUsed = (phrase: Command): void =>
  command(
    phrase,
    'show-used',
    'list the keys that were made from each phrase',
    'key phrase show-used',
    (showUsed) => showUsed,
    async (session) => {
      const all = await (await session.app()).phrases.list()
      return {
        json: all.map(phraseJson),
        text:
          all.length === 0
            ? `No phrases yet. To make one: ${hint('key phrase create')}`
            : sections(...all.map(usedText)),
      }
    },
  )

const phraseJson = (phrase: PhraseView) => ({
  fingerprint: phrase.fingerprint,
  origin: phrase.origin,
  created_at: phrase.createdAt,
  here: phrase.here,
  next_index: phrase.nextIndex,
  used: phrase.used.map(({ index, keyHash, publicKey, derivedAt }) => ({
    index,
    key_hash: keyHash,
    public_key: publicKey,
    derived_at: derivedAt,
  })),
})

const phraseText = (phrase: PhraseView): Text =>
  detailTable([
    ['phrase', phrase.fingerprint],
    ['vault', phrase.here ? 'it is in the vault' : 'it is not in the vault any more'],
    ['keys made', countText(phrase.used.length, 'key')],
    ['next', hint(`policy generate --from-phrase ${phrase.fingerprint}`)],
  ])

const usedText = (phrase: PhraseView): Text =>
  phrase.used.length === 0
    ? phraseText(phrase)
    : [
        phraseText(phrase),
        table(phrase.used, {
          index: numberColumn(({ index }) => String(index)),
          'key hash': ({ keyHash }) => keyHash,
          made: ({ derivedAt }) => derivedAt,
        }),
      ]
