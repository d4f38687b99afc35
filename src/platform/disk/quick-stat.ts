import { lstat, stat } from 'node:fs'
import { promisify } from 'node:util'

/** Half the time of the same calls of `node:fs/promises`, which counts for thousands of files. */
export const quickStat = promisify(stat)
export const quickLstat = promisify(lstat)
