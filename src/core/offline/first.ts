import { isOffline, offlineVariable } from './offline.ts'
import { shutNetwork } from './shut-network.ts'

/**
 * The first import of every program of Coldpress: what is loaded after it finds the network shut.
 * Not left to the parsing of options, which comes after everything was loaded; and whoever writes
 * `--offline=yes` must not be online.
 */
const isOfflineRequested = process.argv
  .slice(1)
  .some((argument) => /^--offline(?:=|$)/u.test(argument))
if (isOfflineRequested) process.env[offlineVariable] = '1'
if (isOffline()) shutNetwork()
