import { setFlagsFromString } from 'node:v8'

/**
 * V8's space for new objects stays at 1 MB. While the program is loaded it would grow to 32, which then
 * fill with the garbage of whatever the command does: 25 MB more when 10,000 rows are planned, at the
 * same speed (docs/benchmarks.md). Here, because what V8 keeps compiled on the disk is for one set of
 * settings: it is loaded before all else.
 */
setFlagsFromString('--semi-space-growth-factor=1')
