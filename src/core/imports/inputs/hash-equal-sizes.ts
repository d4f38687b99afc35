import { hashFile } from '../pipeline/source.ts'
import type { FileEntry } from '../plan/plan-types.ts'

/**
 * Adds the content's hash to files that have another's size: only these can be the same image
 * twice, and few are, so that a plan finds doubles without reading the whole folder.
 * A file that cannot be read stays without a hash; the run tells why.
 */
export const hashEqualSizes = async (
  files: readonly FileEntry[],
  signal: AbortSignal = new AbortController().signal,
): Promise<readonly FileEntry[]> => {
  const bySize = Map.groupBy(files, ({ size }) => size)
  const hashed: FileEntry[] = []
  for (const file of files) {
    const alone = (bySize.get(file.size)?.length ?? 0) < 2
    const known = alone || file.size === 0 || file.sha256 !== undefined
    hashed.push(known ? file : await withHash(file, signal))
  }
  return hashed
}

const withHash = async (file: FileEntry, signal: AbortSignal): Promise<FileEntry> => {
  try {
    return { ...file, sha256: await hashFile(file.path, file.size, signal) }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof Error) return file
    throw error
  }
}
