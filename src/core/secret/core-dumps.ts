import { writeFileSync } from 'node:fs'

/**
 * A crash would otherwise write the whole memory of this process to disk. The limit on core dumps is
 * no help where the system pipes them to a collector; which parts of the memory they hold is asked
 * of this file. Children inherit it.
 * @returns false where the system (Linux) does not let it
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
