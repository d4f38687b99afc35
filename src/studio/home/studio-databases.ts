import type { Database } from '#platform/db/database.ts'
import { type Network, networks } from '#cardano/network.ts'
import type { HomeDatabase } from '#platform/db/database-names.ts'
import { openKnown } from '#platform/db/open-database.ts'
import { studioSchemas } from '../schemas.ts'
import { allCollections } from '../store/collections.ts'
import { z } from 'zod'
import { longText, shortText } from '#values/bounds/bounded.ts'
import { type Cid, readCid } from '#media/content/cid.ts'

/** The database of a data folder's studio on one network. */
export const studioDatabase = (home: string, network: Network): HomeDatabase => ({
  home,
  name: `studio/${network}.db`,
})

/**
 * Runs with the database of each studio that a data folder has, beside whatever serves it.
 * @throws ColdpressError as `openDatabase`, for a lost one too
 */
export const eachStudio = <T>(
  home: string,
  work: (database: Database, network: Network) => T,
): readonly T[] =>
  networks.flatMap((network) => {
    const database = openKnown(studioDatabase(home, network), studioSchemas)
    if (database === undefined) return []
    try {
      return [work(database, network)]
    } finally {
      database.close()
    }
  })

/**
 * The number of collections of a data folder's studio on one network.
 * @throws ColdpressError as `openDatabase`
 */
export const countCollections = (home: string, network: Network): number => {
  const database = openKnown(studioDatabase(home, network), studioSchemas)
  if (database === undefined) return 0
  try {
    return allCollections(database).length
  } finally {
    database.close()
  }
}

const idTables = {
  collection: 'collections',
  sale: 'sales',
  mint: 'mints',
  webhook: 'webhooks',
} as const

const idRow = z.object({ id: shortText })

/** The newest ids of one kind in a data folder's studios. @throws ColdpressError as `eachStudio` */
export const studioIds = (home: string, kind: keyof typeof idTables): readonly string[] =>
  eachStudio(home, (database) =>
    database.all(idRow, `SELECT id FROM ${idTables[kind]} ORDER BY seq DESC LIMIT 500`),
  )
    .flat()
    .map(({ id }) => id)

const imageRow = z.object({ image: longText })

/**
 * The content that the tokens of a data folder's studios show, of every network, also those that can
 * still be restored, and the covers of collections. Images that somebody
 * gave as `ipfs://` are among them, which need not be on this machine.
 * @throws ColdpressError as `eachStudio`
 */
export const tokenImages = (home: string): readonly Cid[] => [
  ...new Set(eachStudio(home, imagesOf).flat()),
]

const imagesOf = (database: Database): readonly Cid[] =>
  database
    .all(
      imageRow,
      `SELECT DISTINCT image FROM tokens WHERE image LIKE 'ipfs://%'
       UNION SELECT json_extract(content, '$.image') FROM bin
         WHERE kind = 'token' AND json_extract(content, '$.image') LIKE 'ipfs://%'
       UNION SELECT cover FROM collections WHERE cover IS NOT NULL`,
    )
    .map(({ image }) => readCid(/^ipfs:\/\/([^/?#]+)/u.exec(image)?.[1] ?? '')?.v0)
    .filter((cid) => cid !== undefined)
