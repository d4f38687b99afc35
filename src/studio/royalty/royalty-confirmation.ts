import { isColdpressError } from '#values/errors/errors.ts'
import { insertRoyaltyConfirmation, isLastConfirmed } from '../mints/royalty-store.ts'
import type { Studio } from '../options.ts'
import { royaltyStatement } from '../seals/statements.ts'
import type { CollectionRow } from '../store/collections.ts'

type Royalty = Pick<CollectionRow, 'id' | 'royalty'>

/**
 * Whether the user confirmed this very royalty: one that was changed afterwards is not confirmed, nor
 * is one whose confirmation somebody else wrote.
 */
export const isRoyaltyConfirmed = async (
  { database, seals, network }: Pick<Studio, 'database' | 'seals' | 'network'>,
  collection: Royalty,
): Promise<boolean> => {
  if (!isLastConfirmed(database, collection)) return false
  try {
    await seals.requireAuthentic(royaltyStatement(network, collection), 'the confirmed royalty')
    return true
  } catch (error) {
    if (isColdpressError(error, 'conflict') || isColdpressError(error, 'vault_locked')) return false
    throw error
  }
}

/** Notes that somebody confirmed rate and address, so that the token is minted once it is paid for. */
export const noteRoyaltyConfirmed = async (
  studio: Studio,
  collection: Royalty,
  validFor?: number,
): Promise<void> => {
  const note = await royaltyConfirmationOf(studio, collection, validFor)
  note()
}

/**
 * Seals a confirmation.
 * @param validFor how many seconds there are to sign the token once it is paid for
 * @returns what stores it, so that this can be part of a database transaction
 */
export const royaltyConfirmationOf = async (
  { database, seals, network, now }: Studio,
  collection: Royalty,
  validFor?: number,
): Promise<() => void> => {
  const sealed = await seals.seal([royaltyStatement(network, collection)])
  return () =>
    database.transact(() => {
      insertRoyaltyConfirmation(database, collection, { at: now().toISOString(), validFor })
      seals.add(sealed)
    })
}
