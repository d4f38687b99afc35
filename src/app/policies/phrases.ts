import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import type { PhraseView, UsedIndex } from '#contract/policies/phrase.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { entropyOf, phraseFingerprint } from '#cardano/derive.ts'
import { KeyHash } from '#cardano/ids.ts'
import type { Database, Schema } from '#platform/db/database.ts'
import { Secret } from '#platform/secret/secret.ts'
import type { VerificationKey } from '#cardano/envelope.ts'
import type { GivenWord, NewPhrase } from '#keys/vault-schemas.ts'
import type { Vault } from '#keys/vault/vault.ts'
import type { OwnKeys } from '#keys/vault/own-keys.ts'
import { vaultLocked } from '#keys/vault/vault-errors.ts'
import {
  type AsksForKeys,
  newPhraseQuestion,
  requireVault,
  restoredPhraseQuestion,
} from './confirm-keys.ts'

export type Phrases = {
  /**
   * Starts a phrase of 24 words, returned once; it is stored on confirmation.
   * @throws ColdpressError `vault_locked`; as `Asks.confirm`
   */
  readonly start: (asks?: AsksForKeys) => Promise<NewPhrase>
  /** @throws ColdpressError as `Vault.confirmPhrase` */
  readonly confirm: (fingerprint: string, given: readonly GivenWord[]) => Promise<PhraseView>
  /** Imports a phrase by its words; the caller wipes them. */
  readonly restore: (words: Secret, asks?: AsksForKeys) => Promise<PhraseView>
  /** Newest first. */
  readonly list: () => Promise<readonly PhraseView[]>
  /**
   * Stores the policy key at `index` (default: the next one) in the vault and records its origin.
   * The same index gives the same key.
   * @param fingerprint optional if there is only one phrase
   * @throws ColdpressError `not_found`, and as `Vault.derivePhraseKey`
   */
  readonly derive: (
    options?: PhraseIndex,
  ) => Promise<UsedIndex & VerificationKey & { readonly fingerprint: string }>
}

export type PhraseIndex = { readonly fingerprint?: string; readonly index?: number }

export type PhrasesDeps = {
  readonly db: Database
  readonly vault: Pick<
    Vault,
    'startPhrase' | 'confirmPhrase' | 'restorePhrase' | 'hasPhrase' | 'derivePhraseKey' | 'status'
  >
  readonly ownKeys: Pick<OwnKeys, 'add'>
  readonly now?: () => Date
}

/** Phrases and their used indexes: public, so not encrypted. */
export const phrasesSchema: Schema = {
  name: 'phrases',
  steps: [
    `CREATE TABLE phrases (
      fingerprint TEXT PRIMARY KEY,
      origin TEXT NOT NULL,
      created_at TEXT NOT NULL
    ) STRICT;
    CREATE TABLE phrase_keys (
      fingerprint TEXT NOT NULL REFERENCES phrases (fingerprint),
      key_index INTEGER NOT NULL,
      key_hash TEXT NOT NULL,
      public_key TEXT NOT NULL,
      derived_at TEXT NOT NULL,
      PRIMARY KEY (fingerprint, key_index)
    ) STRICT`,
  ],
}

export const createPhrases = ({
  db,
  vault,
  ownKeys,
  now = () => new Date(),
}: PhrasesDeps): Phrases => {
  const show = (fingerprint: string) => view(vault, db, storedPhrase(db, fingerprint))
  return {
    start: async (asks) => {
      if (asks !== undefined) {
        requireVault(vault)
        if (vault.status().state === 'locked') throw vaultLocked()
        await asks.confirm(newPhraseQuestion)
      }
      return vault.startPhrase()
    },
    confirm: async (fingerprint, given) => {
      await vault.confirmPhrase({ fingerprint, given })
      notePhrase(db, fingerprint, 'created', now())
      return show(fingerprint)
    },
    restore: async (words, asks) => {
      if (asks !== undefined) {
        requireVault(vault)
        await asks.confirm(restoredPhraseQuestion(fingerprintOf(words)))
      }
      const fingerprint = await vault.restorePhrase(words)
      notePhrase(db, fingerprint, 'restored', now())
      return show(fingerprint)
    },
    list: () => Promise.all(storedPhrases(db).map((phrase) => view(vault, db, phrase))),
    derive: async (options = {}) => {
      const { fingerprint } =
        options.fingerprint === undefined
          ? onlyPhrase(db)
          : storedPhrase(db, options.fingerprint.toLowerCase())
      for (;;) {
        const index = options.index ?? nextIndex(usedIndexes(db, fingerprint))
        // Store the key first: after a crash the same index gives the same key.
        const key = await vault.derivePhraseKey({ fingerprint, index })
        await ownKeys.add([key.keyHash])
        const used = { ...key, index, derivedAt: now().toISOString() }
        const isFresh = noteIndex(db, fingerprint, used)
        // another process may have used the index: two policies would share its key
        if (isFresh || options.index !== undefined) return { ...used, fingerprint }
      }
    },
  }
}

const fingerprintOf = (words: Secret): string => {
  const entropy = Secret.ofBytes(entropyOf(words))
  try {
    return entropy.use(phraseFingerprint)
  } finally {
    entropy.wipe()
  }
}

const phraseRow = z
  .object({
    fingerprint: shortText,
    origin: z.enum(['created', 'restored']),
    created_at: shortText,
  })
  .transform(({ fingerprint, origin, created_at }) => ({
    fingerprint,
    origin,
    createdAt: created_at,
  }))
type StoredPhrase = z.output<typeof phraseRow>

const indexRow = z
  .object({
    key_index: z.int(),
    key_hash: shortText.transform(KeyHash),
    public_key: shortText,
    derived_at: shortText,
  })
  .transform((row) => ({
    index: row.key_index,
    keyHash: row.key_hash,
    publicKey: row.public_key,
    derivedAt: row.derived_at,
  }))

const storedPhrases = (db: Database): readonly StoredPhrase[] =>
  db.all(phraseRow, 'SELECT * FROM phrases ORDER BY created_at DESC, fingerprint')

const storedPhrase = (db: Database, fingerprint: string): StoredPhrase => {
  const found = db.get(phraseRow, 'SELECT * FROM phrases WHERE fingerprint = :fingerprint', {
    fingerprint,
  })
  if (found !== undefined) return found
  throw new ColdpressError(
    'not_found',
    `There is no phrase ${fingerprint} here. Create one, or restore it from its words.`,
  )
}

/** Whether policy keys were derived from this phrase here. */
export const isPolicyPhrase = (db: Database, fingerprint: string): boolean =>
  storedPhrases(db).some((phrase) => phrase.fingerprint === fingerprint)

const onlyPhrase = (db: Database): StoredPhrase => {
  const [one, ...others] = storedPhrases(db)
  if (one !== undefined && others.length === 0) return one
  throw new ColdpressError(
    one === undefined ? 'not_found' : 'usage',
    one === undefined
      ? 'There is no phrase here yet. Create one, or restore it from its words.'
      : `There are ${others.length + 1} phrases here. Say which one by its fingerprint: ${[one, ...others].map(({ fingerprint }) => fingerprint).join(', ')}.`,
  )
}

const notePhrase = (
  db: Database,
  fingerprint: string,
  origin: StoredPhrase['origin'],
  now: Date,
): void => {
  db.insert(
    'phrases',
    { fingerprint, origin, created_at: now.toISOString() },
    'ON CONFLICT DO NOTHING',
  )
}

const usedIndexes = (db: Database, fingerprint: string): readonly UsedIndex[] =>
  db.all(
    indexRow,
    `SELECT key_index, key_hash, public_key, derived_at FROM phrase_keys
     WHERE fingerprint = :fingerprint ORDER BY key_index`,
    { fingerprint },
  )

const nextIndex = (used: readonly UsedIndex[]): number => (used.at(-1)?.index ?? -1) + 1

/** Whether the index was unused. */
const noteIndex = (db: Database, fingerprint: string, used: UsedIndex): boolean =>
  db.run(
    `INSERT INTO phrase_keys (fingerprint, key_index, key_hash, public_key, derived_at)
     VALUES (:fingerprint, :index, :keyHash, :publicKey, :derivedAt)
     ON CONFLICT DO NOTHING`,
    { fingerprint, ...used },
  ) === 1

const view = async (
  vault: Pick<Vault, 'hasPhrase'>,
  db: Database,
  phrase: StoredPhrase,
): Promise<PhraseView> => {
  const used = usedIndexes(db, phrase.fingerprint)
  const here = await vault.hasPhrase(phrase.fingerprint)
  return { ...phrase, here, used, nextIndex: nextIndex(used) }
}
