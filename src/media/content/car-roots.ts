import { CarIndexer } from '@ipld/car/indexer'

/** The header holds the roots, of a few dozen bytes each. */
export const carHeaderBytes = 64 * 1024

/**
 * The CIDs of the roots of a CAR archive, by the first bytes of a file; undefined for any other file.
 * @param head at most {@link carHeaderBytes}: the reader of @ipld/car takes headers of any length
 */
export const carRootsOf = async (head: Uint8Array): Promise<readonly string[] | undefined> => {
  try {
    const roots = await (await CarIndexer.fromBytes(head)).getRoots()
    return roots.map(String)
  } catch {
    return undefined
  }
}
