import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { KeyHash } from '#cardano/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { findPaymentKeys } from '../mints/payment-key-store.ts'
import { allCollections } from '../store/collections.ts'
import { eachStudio } from './studio-databases.ts'

const webhookRow = z.object({ id: shortText })

/** What the studios of a data folder store in the vault: their keys, and the webhooks with a secret. */
export const vaultNamesIn = (
  home: string,
): { readonly keyHashes: readonly KeyHash[]; readonly webhookIds: readonly string[] } => {
  const names = eachStudio(home, namesIn)
  return {
    keyHashes: names.flatMap(({ keyHashes }) => keyHashes),
    webhookIds: names.flatMap(({ webhookIds }) => webhookIds),
  }
}

const namesIn = (database: Database) => ({
  keyHashes: [
    ...allCollections(database).flatMap(({ key_hashes: hashes }) => hashes.map(KeyHash)),
    ...findPaymentKeys(database).map(({ key_hash: hash }) => hash),
  ],
  webhookIds: database.all(webhookRow, 'SELECT id FROM webhooks').map(({ id }) => id),
})
