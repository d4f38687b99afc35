import type { Studio } from '../options.ts'
import type { CollectionRow } from '../store/collections.ts'
import { collectionStatement } from './statements.ts'

const nameOf = ({ id, name }: CollectionRow): string => `collection ${id} (${JSON.stringify(name)})`

/**
 * Proves that a collection's payouts, royalty, script and metadata are as they were sealed.
 * @throws ColdpressError as `SealedFacts.require`
 */
export const requireCollection = (
  { seals, network }: Pick<Studio, 'seals' | 'network'>,
  row: CollectionRow,
): Promise<void> => seals.require(collectionStatement(network, row), nameOf(row))

/** As {@link requireCollection}, before a change: see `SealedFacts.requireBeforeChange`. */
export const requireBeforeChange = (
  { seals, network }: Pick<Studio, 'seals' | 'network'>,
  row: CollectionRow,
): Promise<void> => seals.requireBeforeChange(collectionStatement(network, row), nameOf(row))
