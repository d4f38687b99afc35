import { type ColdpressError, type ErrorCode, messageOf } from '#values/errors/errors.ts'
import type { SigningBlock, SigningReason } from '#contract/mints/mint.ts'
import type { Database } from '#platform/db/database.ts'
import type { Studio } from '../options.ts'
import { findSaleOfMint } from '../store/sales.ts'
import { signedNotice, waitingNotice } from './signing-notice.ts'
import { findMint, type MintRow, parkedMints } from './store.ts'

/** Another process of this home may have the vault open and sign within one round. */
const quietMs = 3_000

const reasons: Partial<Record<ErrorCode, SigningReason>> = {
  vault_locked: 'vault_locked',
  keychain_unreachable: 'keychain_unreachable',
  key_missing: 'key_missing',
}

/** Why the studio's vault does not sign a mint; undefined while the mint does not wait for it. */
export const signingBlockOf = (mint: MintRow): SigningBlock | undefined => {
  const { status, held, blocked_reason: reason, blocked_since: since, blocked_message } = mint
  if (status !== 'awaiting_witnesses' || held || reason === null || since === null) return undefined
  return { reason, since, message: blocked_message ?? '' }
}

/** Mints that wait for the studio's vault, longest first. */
export const blockedMints = (database: Database): readonly SigningBlock[] =>
  parkedMints(database)
    .flatMap((mint) => signingBlockOf(mint) ?? [])
    .toSorted((a, b) => a.since.localeCompare(b.since))

/**
 * Records whether the vault signed a mint, and reports a change: once per reason and sale (or mint
 * without a sale), whichever process finds it.
 * @param error why it did not sign; undefined when it can add nothing more
 */
export const noteSigning = (
  studio: Studio,
  mintId: string,
  error: ColdpressError | undefined,
): void => {
  const { database } = studio
  const notice = database.transact(() => {
    const before = findMint(database, mintId)
    if (before === undefined) return undefined
    const subject = findSaleOfMint(database, mintId)?.id ?? mintId
    if (error === undefined) {
      if (before.blocked_reason !== null) setBlocked(database, mintId, undefined)
      return clearReported(database, subject) ? signedNotice(studio, before) : undefined
    }
    const at = studio.now()
    const block: SigningBlock = {
      reason: reasons[error.code] ?? 'failed',
      message: messageOf(error),
      // It has waited since the first attempt, even if the reason changed.
      since: before.blocked_since ?? at.toISOString(),
    }
    if (before.blocked_message !== block.message) setBlocked(database, mintId, block)
    const isLong = at.getTime() - Date.parse(block.since) >= quietMs
    return isLong && noteReported(database, subject, block.reason)
      ? waitingNotice(studio, before, block)
      : undefined
  })
  if (notice !== undefined) studio.notify(notice)
}

const setBlocked = (database: Database, id: string, block: SigningBlock | undefined): void => {
  database.run(
    `UPDATE mints SET blocked_reason = :reason, blocked_message = :message, blocked_since = :since
     WHERE id = :id`,
    {
      id,
      reason: block?.reason ?? null,
      message: block?.message ?? null,
      since: block?.since ?? null,
    },
  )
}

/** @returns whether this is the first report */
const noteReported = (database: Database, subject: string, reason: SigningReason): boolean =>
  database.run(
    'INSERT INTO signing_reports (subject, reason) VALUES (:subject, :reason) ON CONFLICT DO NOTHING',
    { subject, reason },
  ) === 1

/** @returns whether there was a report */
const clearReported = (database: Database, subject: string): boolean =>
  database.run('DELETE FROM signing_reports WHERE subject = :subject', { subject }) > 0
