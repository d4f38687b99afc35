import '#platform/offline/first.ts'
import { vaultOperations } from '#keys/operations.ts'
import { openVault } from '#keys/vault/open-vault.ts'
import type { Vault } from '#keys/vault/vault.ts'
import type { VaultStatus } from '#keys/vault-schemas.ts'
import { excludeMemoryFromCoreDumps } from '#platform/secret/core-dumps.ts'
import { childLog, endOnUncaught, portToParent } from '#transport/process/child-program.ts'
import { openLink } from '#transport/process/link.ts'
import { type ProcessClientOf, clientOf } from '#transport/process/operations.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { keysEvents, keysOperations } from './operations.ts'
import { isSameStatus } from './status.ts'

/**
 * The keys process, the only process of the app that opens stored private keys; the studio's makes new
 * ones (ADR 7). It serves the main process over a private port.
 */
const main = (): void => {
  endOnUncaught('keys')
  const log = childLog('keys')
  if (!excludeMemoryFromCoreDumps()) log('the system does not let memory be kept out of core dumps')

  let vault: Vault | undefined
  const opened = (): ProcessClientOf<typeof vaultOperations> => vault ?? refuse()
  let lastReported: VaultStatus | undefined
  const sendStatus = (): void => {
    const status = vault?.status()
    if (status === undefined || isSameStatus(status, lastReported)) return
    lastReported = status
    // No confirmation needed: it arrives before the next answer.
    link.call('status', status).catch(() => undefined)
  }
  const link = openLink<typeof keysOperations, typeof keysEvents>({
    port: portToParent(),
    serves: keysOperations,
    handlers: {
      ...clientOf(vaultOperations, async (name, input) => opened()[name](input)),
      lock: async () => (vault ?? refuse()).lock(),
      open: async (options) => {
        if (vault !== undefined) throw refuse()
        vault = await openVault({ ...options, onLock: sendStatus })
        lastReported = vault.status()
        return lastReported
      },
    },
    requests: keysEvents,
    peer: 'main process',
    beforeAnswer: sendStatus,
    log,
  })
}

const refuse = (): never => {
  throw new ColdpressError('internal', 'The keys process is opened once, before all else.')
}

main()
