import { isOffline, isOfflineOption, offlineVariable } from './offline.ts'
import { shutNetwork } from './shut-network.ts'

/**
 * The first import of every program of Coldpress, so that everything loaded later finds the network
 * shut. The option parser runs too late for that.
 */
if (process.argv.slice(1).some(isOfflineOption)) process.env[offlineVariable] = '1'
if (isOffline()) shutNetwork()
