import type { Cip25Fields } from './cip25-json.ts'
import type { RecordWork } from './record-table.ts'
import type { createWorkFinder } from './find-media.ts'

/**
 * The works that a token's `files` name. What neither the folder nor IPFS has stays as it is written,
 * so that the check names it.
 */
export const worksOfFiles = (
  { files }: Pick<Cip25Fields, 'files'>,
  workOf: ReturnType<typeof createWorkFinder>,
): readonly RecordWork[] => files.map(({ src, type }) => workOf(src, type) ?? { src, type })
