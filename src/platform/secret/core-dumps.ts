import { writeFileSync } from 'node:fs'

/**
 * A crash would otherwise write the memory of this process to disk. The limit on core dumps does
 * not apply where the system pipes them to a collector; this file selects the dumped parts of
 * memory. Children inherit it.
 * @returns false where the system (Linux) does not allow it
 */
export const excludeMemoryFromCoreDumps = (): boolean => {
  if (process.platform !== 'linux') return true
  try {
    writeFileSync('/proc/self/coredump_filter', '0')
    return true
  } catch {
    return false
  }
}
