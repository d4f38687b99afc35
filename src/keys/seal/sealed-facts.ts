import { z } from 'zod'
import { documentText, shortText } from '#values/bounds/bounded.ts'
import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import { keepNewest } from '#values/work/keep-newest.ts'
import type { Database, Schema } from '#platform/db/database.ts'
import {
  changedFacts,
  creatorKinds,
  type Facts,
  openSeal,
  type Seal,
  type SealKind,
  type Statement,
  statementText,
  type SealSubject,
} from './seal.ts'
import { changedSince, notOurs, swapped, unconfirmed, waitsForCreator } from './seal-errors.ts'
import { detailsOf } from '#values/errors/error-rules.ts'
import { sealErrors } from '#contract/vault/errors.ts'

/** The seals of a database, one for each row of facts: `text` is the sealed statement. */
export const sealsSchema: Schema = {
  name: 'seals',
  steps: [
    `CREATE TABLE seals (
       kind TEXT NOT NULL,
       id TEXT NOT NULL,
       text TEXT NOT NULL,
       signature TEXT NOT NULL,
       PRIMARY KEY (kind, id)
     ) STRICT, WITHOUT ROWID`,
  ],
}

/** Signs and verifies seals: the vault, or a service's access to it. */
export type SealingVault = {
  /** @throws ColdpressError `vault_locked` */
  readonly seal: (statements: readonly Statement[]) => Promise<readonly Seal[]>
  /** Works while the vault is locked; undefined while no seal can be verified. */
  readonly sealKey: () => Promise<string | undefined>
}

/** Facts to be written: with their seal, or without one while the vault is locked. */
export type SealedStatement = { readonly statement: Statement; readonly seal: Seal | undefined }

/**
 * Stores the seals of a database's facts, so that a program that can write the database cannot
 * change them unnoticed. Facts that this process wrote while the vault was locked are remembered in
 * memory and sealed after an unlock. Any other fact without a seal waits for the user's
 * confirmation.
 */
export class SealedFacts {
  readonly #db: Database
  readonly #vault: SealingVault
  readonly #creatorKey: string | undefined
  readonly #pending = new Map<string, Statement>()
  #publicKey: string | undefined
  /** Statements of verified seals by key, signature and text: most are read again and again. */
  readonly #opened = new Map<string, Statement>()

  /** @param creatorKey see `Vault.creatorKey`; a running process keeps the one that it read first */
  constructor(db: Database, vault: SealingVault, creatorKey?: string) {
    this.#db = db
    this.#vault = vault
    this.#creatorKey = creatorKey
  }

  /** Whether only the vault of the creator, which is elsewhere, confirms facts of a kind. */
  isConfirmedElsewhere({ kind }: Pick<Statement, 'kind'>): boolean {
    return this.#creatorKey !== undefined && creatorKinds.has(kind)
  }

  /** Whether facts wait for the vault of the creator. */
  isAwaited(statement: Statement): boolean {
    if (!this.isConfirmedElsewhere(statement)) return false
    const seal = this.#find(statement)
    return (
      seal?.text !== statementText(statement) || this.#opening(seal, this.#creatorKey) === undefined
    )
  }

  /**
   * Seals facts that this process was asked to write, by an authenticated request or by its user.
   * While the vault is locked they have no seal yet, and those of the creator wait for its vault.
   */
  async seal(statements: readonly Statement[]): Promise<readonly SealedStatement[]> {
    const own = statements.filter((statement) => !this.isConfirmedElsewhere(statement))
    const seals = own.length === 0 ? [] : await this.#sealsOf(own)
    return statements.map((statement) => ({ statement, seal: seals?.[own.indexOf(statement)] }))
  }

  /**
   * Stores the result of {@link seal}; call it in the database transaction that writes the facts.
   */
  add(sealed: readonly SealedStatement[]): void {
    for (const { statement, seal } of sealed) {
      this.#pending.delete(nameOf(statement))
      if (seal !== undefined) this.#insert(statement, seal)
      // The creator's earlier seal stays: it tells what was changed since.
      else if (!this.isConfirmedElsewhere(statement)) {
        this.remove(statement)
        this.#pending.set(nameOf(statement), statement)
      }
    }
  }

  /** Stores the result of {@link seal} when no facts are written with it. */
  store(sealed: readonly SealedStatement[]): void {
    this.#db.transact(() => this.add(sealed))
  }

  /** All subjects of a kind that have a row; {@link require} checks their seals. */
  ids(kind: SealKind): readonly string[] {
    return this.#db
      .all(z.object({ id: shortText }), 'SELECT id FROM seals WHERE kind = :kind ORDER BY id', {
        kind,
      })
      .map(({ id }) => id)
  }

  /** @returns the seal, which {@link putBack} takes should the same facts be written again */
  remove(subject: SealSubject): Seal | undefined {
    const { kind, id } = subject
    const seal = this.#find(subject)
    this.#pending.delete(nameOf(subject))
    this.#db.run('DELETE FROM seals WHERE kind = :kind AND id = :id', { kind, id })
    return seal
  }

  /** Stores an earlier seal; it proves facts only where they are what was sealed. */
  putBack(subject: SealSubject, seal: Seal): void {
    this.#insert(subject, seal)
  }

  /**
   * Changes facts that are sealed or wait for their seal, and seals them again. While the vault is
   * locked the earlier seal stays. Does nothing for facts that this vault did not seal.
   */
  async amend(subject: SealSubject, facts: Facts): Promise<void> {
    const before = this.#pending.get(nameOf(subject)) ?? (await this.#sealedStatement(subject))
    if (before === undefined) return
    this.#pending.set(nameOf(subject), { ...before, facts: { ...before.facts, ...facts } })
    await this.sealPending()
  }

  /** Seals what was written while the vault was locked; does nothing while it still is. */
  async sealPending(): Promise<void> {
    try {
      await this.#sealPending()
    } catch (error) {
      if (!isColdpressError(error, 'vault_locked')) throw error
    }
  }

  /**
   * Seals facts that the user has reviewed and confirmed.
   * @throws ColdpressError `vault_locked`
   */
  async confirm(statements: readonly Statement[]): Promise<void> {
    const seals = await this.#vault.seal(statements)
    this.store(statements.map((statement, position) => ({ statement, seal: seals[position] })))
  }

  /**
   * Proves that facts match their seal.
   * @param what their name for a person, such as `collection 01j…`
   * @throws ColdpressError `vault_locked` for facts written while the vault is locked; `conflict`
   * with the rule `unconfirmed`, or with `seal` and the names of the changed facts
   */
  async require(statement: Statement, what: string): Promise<void> {
    const sealed = await this.#open(await this.requireSeal(statement, what), statement)
    const isElsewhere = this.isConfirmedElsewhere(statement)
    if (sealed === undefined) throw isElsewhere ? waitsForCreator(statement, what) : notOurs(what)
    const changed = differences(sealed, statement)
    if (changed.length === 0) return
    const change = { what, changed, sealed, now: statement }
    throw isElsewhere ? changedSince(change) : swapped(change)
  }

  /**
   * Proves facts that are about to be changed, so that what is sealed next is what was sealed before
   * but for the change. Where the creator's vault seals them, nothing is sealed here.
   * @throws ColdpressError as {@link requireAuthentic}
   */
  async requireBeforeChange(statement: Statement, what: string): Promise<void> {
    if (!this.isConfirmedElsewhere(statement)) await this.requireAuthentic(statement, what)
  }

  /**
   * Stores seals that came back from the creator's vault, for facts as they are now.
   * @returns the facts that they confirm
   */
  take(seals: readonly Seal[], facts: readonly Statement[]): readonly Statement[] {
    const now = new Map(facts.map((fact) => [statementText(fact), fact]))
    const confirmed = seals.flatMap((seal) => {
      const statement = now.get(seal.text)
      const isTheirs =
        statement !== undefined &&
        this.#creatorKey !== undefined &&
        creatorKinds.has(statement.kind) &&
        openSeal(this.#creatorKey, seal) !== undefined
      return isTheirs ? [{ statement, seal }] : []
    })
    this.store(confirmed)
    return confirmed.map(({ statement }) => statement)
  }

  /**
   * Like {@link require}, but facts that this process itself was asked to write pass before they
   * are sealed.
   * @throws ColdpressError as {@link require}
   */
  async requireAuthentic(statement: Statement, what: string): Promise<void> {
    const pending = this.#pending.get(nameOf(statement))
    if (pending !== undefined && statementText(pending) === statementText(statement)) return
    await this.require(statement, what)
  }

  /** Whether {@link require} would pass. */
  async isConfirmed(statement: Statement): Promise<boolean> {
    try {
      await this.require(statement, '')
      return true
    } catch (error) {
      if (isColdpressError(error, 'conflict') || isColdpressError(error, 'vault_locked'))
        return false
      throw error
    }
  }

  /** All of a kind. A statement is undefined if its seal is not this vault's. */
  async list(
    kind: SealKind,
  ): Promise<readonly (SealSubject & { readonly statement?: Statement })[]> {
    const rows = this.#db.all(sealRow, 'SELECT * FROM seals WHERE kind = :kind ORDER BY id', {
      kind,
    })
    return Promise.all(
      rows.map(async ({ id, ...seal }) => {
        const statement = await this.#open(seal, { kind })
        return statement?.kind === kind && statement.id === id
          ? { kind, id, statement }
          : { kind, id }
      }),
    )
  }

  /**
   * The facts that this vault sealed, or that this process was asked to write.
   * @throws ColdpressError `conflict` with the rule `unconfirmed` for any others
   */
  async read(subject: SealSubject, what: string): Promise<Facts> {
    const statement = this.#pending.get(nameOf(subject)) ?? (await this.#sealedStatement(subject))
    if (statement === undefined) throw unconfirmed(subject, what)
    return statement.facts
  }

  has(subject: SealSubject): boolean {
    return this.#find(subject) !== undefined
  }

  /**
   * The seal of facts, to be verified elsewhere.
   * @throws ColdpressError as {@link require}, except for the content of the seal
   */
  async requireSeal(subject: SealSubject, what: string): Promise<Seal> {
    if (this.#pending.has(nameOf(subject))) await this.#sealOrSay(what)
    const seal = this.#find(subject)
    if (seal === undefined)
      throw this.isConfirmedElsewhere(subject)
        ? waitsForCreator(subject, what)
        : unconfirmed(subject, what)
    return seal
  }

  async #sealPending(): Promise<void> {
    const statements = [...this.#pending.values()]
    if (statements.length === 0) return
    const seals = await this.#vault.seal(statements)
    this.#db.transact(() => {
      for (const [position, statement] of statements.entries()) {
        const seal = seals[position]
        // Written again meanwhile: the new facts are sealed instead.
        if (seal === undefined || this.#pending.get(nameOf(statement)) !== statement) continue
        this.#pending.delete(nameOf(statement))
        this.#insert(statement, seal)
      }
    })
  }

  async #sealOrSay(what: string): Promise<void> {
    try {
      await this.#sealPending()
    } catch (error) {
      if (!isColdpressError(error, 'vault_locked')) throw error
      throw new ColdpressError(
        'vault_locked',
        `${error.message} Until then ${what} is unconfirmed, so it is not used.`,
        { details: detailsOf(sealErrors, 'unconfirmed', {}), cause: error },
      )
    }
  }

  async #sealsOf(statements: readonly Statement[]): Promise<readonly Seal[] | undefined> {
    try {
      return await this.#vault.seal(statements)
    } catch (error) {
      if (isColdpressError(error, 'vault_locked')) return undefined
      throw error
    }
  }

  async #open(seal: Seal, subject: Pick<Statement, 'kind'>): Promise<Statement | undefined> {
    const isElsewhere = this.isConfirmedElsewhere(subject)
    if (!isElsewhere) this.#publicKey ??= await this.#vault.sealKey()
    const statement = this.#opening(seal, isElsewhere ? this.#creatorKey : this.#publicKey)
    // A seal of another kind may be another vault's.
    return statement?.kind === subject.kind ? statement : undefined
  }

  #opening(seal: Seal, publicKey: string | undefined): Statement | undefined {
    if (publicKey === undefined) return undefined
    const name = `${publicKey} ${seal.signature} ${seal.text}`
    const statement = this.#opened.get(name) ?? openSeal(publicKey, seal)
    if (statement === undefined) return undefined
    keepNewest(this.#opened, name, statement, mostOpened)
    return statement
  }

  async #sealedStatement(subject: SealSubject): Promise<Statement | undefined> {
    const seal = this.#find(subject)
    const sealed = seal && (await this.#open(seal, subject))
    // A seal may have been copied from another row, or removed meanwhile.
    const isIts = sealed?.kind === subject.kind && sealed.id === subject.id && this.has(subject)
    return isIts ? sealed : undefined
  }

  #find({ kind, id }: SealSubject): Seal | undefined {
    const query = 'SELECT text, signature FROM seals WHERE kind = :kind AND id = :id'
    return this.#db.get(sealShape, query, { kind, id })
  }

  #insert({ kind, id }: SealSubject, { text, signature }: Seal): void {
    this.#db.upsert('seals', { kind, id, text, signature }, 'kind', 'id')
  }
}

/** A statement has a few hundred bytes, a collection's at most its template. A page of sales has 100. */
const mostOpened = 1_000

export const sealShape = z.object({ text: documentText, signature: shortText })
const sealRow = sealShape.extend({ id: shortText })

const nameOf = ({ kind, id }: SealSubject): string => `${kind} ${id}`

const differences = (sealed: Statement, now: Statement): readonly string[] => {
  const { facts: sealedFacts, ...sealedSubject } = sealed
  const { facts, ...subject } = now
  return [...changedFacts(sealedSubject, subject), ...changedFacts(sealedFacts, facts)]
}
