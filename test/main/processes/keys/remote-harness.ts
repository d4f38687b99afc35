import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RemoteVaultOptions, startRemoteVault } from '#main/processes/keys/remote-vault.ts'
import { environmentFor } from '#main/processes/environment.ts'
import type { ProcessExit } from '#transport/process/port.ts'
import type { VaultStatus } from '#keys/vault-schemas.ts'
import type { Vault } from '#keys/vault/vault.ts'
import { type ForkedPort, forkPort } from '../forked-port.ts'

export type RemoteHarness = Awaited<ReturnType<typeof openRemoteHarness>>

/** A home with vaults in keys processes, and everything that they reported. */
export const openRemoteHarness = async (
  environment: Readonly<Record<string, string | undefined>> = process.env,
) => {
  const home = await mkdtemp(join(tmpdir(), 'coldpress-keys-'))
  const ports: ForkedPort[] = []
  const vaults: Vault[] = []
  const statuses: VaultStatus[] = []
  const deaths: ProcessExit[] = []
  const logged: string[] = []
  let extra: Readonly<Record<string, string>> = {}

  const open = async (options: Partial<RemoteVaultOptions> = {}): Promise<Vault> => {
    const vault = await startRemoteVault({
      home,
      isDefaultHome: false,
      autoLockMs: 15 * 60_000,
      backend: 'sealed-files',
      scryptWorkFactor: 2,
      start: () => {
        const port = forkPort('keys', { ...environmentFor('keys', environment), ...extra })
        ports.push(port)
        return port
      },
      onStatus: (status) => statuses.push(status),
      onDeath: (death) => deaths.push(death),
      log: (line) => logged.push(line),
      ...options,
    })
    vaults.push(vault)
    return vault
  }

  return {
    home,
    ports,
    statuses,
    deaths,
    logged,
    open,
    /** Further variables for the processes that are started from now on. */
    setEnvironment: (further: Readonly<Record<string, string>>) => {
      extra = further
    },
    /** The process that was started last. */
    port: (): ForkedPort => {
      const last = ports.at(-1)
      if (last === undefined) throw new Error('no process was started')
      return last
    },
    close: async () => {
      for (const vault of vaults) vault.close()
      for (const port of ports) port.kill()
      await Promise.all(ports.map(({ exited }) => exited))
      await rm(home, { recursive: true, force: true })
    },
  }
}
