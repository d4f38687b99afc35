import type { SigningBlock } from '#contract/mints/mint.ts'
import { existingCollection } from '../store/collections.ts'
import type { StudioNotice } from '../notice.ts'
import type { Studio } from '../options.ts'
import { findSaleOfMint } from '../store/sales.ts'
import type { MintRow } from './store.ts'

const subjectOf = (studio: Studio, mint: MintRow) => {
  const { name } = existingCollection(studio, mint.collection_id)
  const sale = findSaleOfMint(studio.database, mint.id)
  const what =
    sale === undefined
      ? `Mint ${mint.id} of "${name}"`
      : mint.kind === 'refund'
        ? `The refund of sale ${sale.id} of "${name}"`
        : `Sale ${sale.id} of "${name}" is paid and`
  const details = {
    network: studio.network,
    collection: mint.collection_id,
    mint: mint.id,
    ...(sale === undefined ? {} : { sale: sale.id }),
  }
  return { what, details }
}

export const waitingNotice = (
  studio: Studio,
  mint: MintRow,
  { reason, message }: SigningBlock,
): StudioNotice => {
  const { what, details } = subjectOf(studio, mint)
  return {
    level: reason === 'vault_locked' ? 'warning' : 'error',
    message: `${what} waits for a signature of this vault. ${message}`,
    details: { ...details, reason },
  }
}

export const signedNotice = (studio: Studio, mint: MintRow): StudioNotice => {
  const { what, details } = subjectOf(studio, mint)
  return { level: 'info', message: `${what} has this vault's signature now.`, details }
}

/** A sale failed because its key is lost: reported at once, since this vault can never sign it. */
export const keysLostNotice = (studio: Studio, mint: MintRow, message: string): StudioNotice => {
  const { what, details } = subjectOf(studio, mint)
  return {
    level: 'error',
    message: `${what} cannot be signed. ${message}`,
    details: { ...details, reason: 'key_missing' },
  }
}
