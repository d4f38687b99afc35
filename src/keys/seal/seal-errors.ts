import type { ColdpressError } from '#values/errors/errors.ts'
import type { Statement, SealSubject } from './seal.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { sealErrors } from '#contract/vault/errors.ts'

export const unconfirmed = ({ kind, id }: SealSubject, what: string): ColdpressError =>
  errorBy(
    sealErrors,
    'unconfirmed',
    { kind, id },
    `${what} is unconfirmed: nothing proves who wrote it, so it is not used. Review it and confirm it.`,
  )

/** Of facts that the vault of the creator confirms, which is elsewhere. */
export const waitsForCreator = ({ kind, id }: SealSubject, what: string): ColdpressError =>
  errorBy(
    sealErrors,
    'unconfirmed',
    { kind, id, by: 'creator' },
    `${what} waits for its creator: it is not used before the vault of the creator has confirmed it.`,
  )

export const notOurs = (what: string): ColdpressError =>
  errorBy(
    sealErrors,
    'seal',
    {},
    `The seal of ${what} was not made by this vault, so it is not used. Somebody else wrote it, or it comes from another data folder. Review it and confirm it, or import a backup of the data folder that was made before.`,
  )

/** Facts that differ from their seal. */
type Change = {
  readonly what: string
  /** Names of the facts that differ. */
  readonly changed: readonly string[]
  readonly sealed: Statement
  readonly now: Statement
}

export const changedSince = (change: Change): ColdpressError =>
  sealError(
    change,
    `changed since the creator confirmed it, so it is not used before the vault of the creator has confirmed it again. Confirmed: ${sealedText(change)}. Now: ${nowText(change)}.`,
    { by: 'creator' },
  )

export const swapped = (change: Change): ColdpressError =>
  sealError(
    change,
    `changed behind Coldpress, so it is not used. Sealed: ${sealedText(change)}. In the database: ${nowText(change)}. Find out who changed it and import a backup of the data folder that was made before; if the change is yours, confirm it.`,
  )

const sealError = (
  { what, changed, now: { kind, id } }: Change,
  sentence: string,
  more: { readonly by?: 'creator' } = {},
): ColdpressError =>
  errorBy(
    sealErrors,
    'seal',
    { kind, id, changed: [...changed], ...more },
    `${what}: ${changed.join(', ')} ${changed.length === 1 ? 'was' : 'were'} ${sentence}`,
  )

const sealedText = ({ sealed, changed }: Change): string => shown(sealed, changed)
const nowText = ({ now, changed }: Change): string => shown(now, changed)

const longestShown = 300

const shown = (statement: Statement, names: readonly string[]): string => {
  const { facts, ...subject } = statement
  const all: Readonly<Record<string, unknown>> = { ...subject, ...facts }
  const text = names.map((name) => JSON.stringify(all[name]) ?? 'nothing').join(', ')
  return text.length <= longestShown ? text : `${text.slice(0, longestShown)}…`
}
