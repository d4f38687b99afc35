import { z } from 'zod'
import { longText } from '#values/bounds/bounded.ts'
import { type Cid, readCid } from '#media/content/cid.ts'
import type { Database } from '#platform/db/database.ts'
import { eachStudio } from './studio-databases.ts'

const imageRow = z.object({ image: longText })

/**
 * The content that the tokens of a data folder's studios show, of every network. Images that somebody
 * gave as `ipfs://` are among them, which need not be on this machine.
 * @throws ColdpressError as `eachStudio`
 */
export const tokenImages = (home: string): readonly Cid[] => [
  ...new Set(eachStudio(home, imagesOf).flat()),
]

const imagesOf = (database: Database): readonly Cid[] =>
  database
    .all(imageRow, "SELECT DISTINCT image FROM tokens WHERE image LIKE 'ipfs://%'")
    .map(({ image }) => readCid(/^ipfs:\/\/([^/?#]+)/u.exec(image)?.[1] ?? '')?.v0)
    .filter((cid) => cid !== undefined)
