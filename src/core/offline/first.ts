import { isOffline, offlineVariable } from './offline.ts'
import { shutNetwork } from './shut-network.ts'

/**
 * The first import of every program of Coldpress: what is loaded after it finds the network shut.
 * Not left to the parsing of options, which comes after everything was loaded.
 */
if (process.argv.slice(1).includes('--offline')) process.env[offlineVariable] = '1'
if (isOffline()) shutNetwork()
