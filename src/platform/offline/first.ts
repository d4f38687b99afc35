import { isOffline, offlineVariable } from './offline.ts'
import { shutNetwork } from './shut-network.ts'

/**
 * The first import of every program of Coldpress, so that everything loaded later finds the network
 * shut. The option parser runs too late for that. `--offline=yes` must work too.
 */
const isOfflineRequested = process.argv
  .slice(1)
  .some((argument) => /^--offline(?:=|$)/u.test(argument))
if (isOfflineRequested) process.env[offlineVariable] = '1'
if (isOffline()) shutNetwork()
