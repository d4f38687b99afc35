import { localAccountIdOn } from '#app/accounts/accounts.ts'
import { crashFolder, writeCrashReport } from '#platform/crash/crash-reports.ts'
import { endedWords, isOften, oftenAdvice } from '#platform/crash/count-deaths.ts'
import { crashFolderVariable, takeTrace } from '#platform/crash/crash-trace.ts'
import { logLines } from '#app/doctor/log-lines.ts'
import { createApp, type App } from '#app/create-app.ts'
import { clockIssueIn, type Home, homeError } from '#platform/disk/home.ts'
import { openUpdates } from '#app/updates/open-updates.ts'
import type { Vault } from '#keys/vault/vault.ts'
import type { ProcessExit } from '#transport/process/port.ts'
import type { PlainNode } from './plain-node.ts'
import { environmentFor, type ProcessName } from './processes/environment.ts'
import { startRemoteVault } from './processes/keys/remote-vault.ts'
import { schemasOf, skipAddresses, vaultNamesIn } from './processes/studio/home-data.ts'
import { startRemoteStudio } from './processes/studio/remote-studio.ts'
import { createServices, type Services } from './services/services.ts'
import type { HostServices } from './shell/host-services.ts'

const autoLockMs = 15 * 60_000

const imagesDied = (deaths: number): string =>
  `The images process ${endedWords(deaths)} and is started again. Images that it was working on are made once more; none is lost.${oftenAdvice(deaths)}`

export type AppPaths = {
  readonly home: Home
  readonly plainNode: PlainNode
  /** The folder with the app's package.json, or its app.asar. */
  readonly program: string
}

/** Opens the engine with its processes, and creates the handlers of the window's calls. */
export const openServices = async (paths: AppPaths, provided: HostServices): Promise<Services> => {
  const { home, plainNode, program } = paths
  let services: Services | undefined
  process.env[crashFolderVariable] = crashFolder(home.path)
  let app: App | undefined
  const onDeath =
    (name: ProcessName | 'images') =>
    ({ restarted, isOften: isFrequent, message }: ProcessExit): void => {
      const { version, versions } = provided.host
      writeCrashReport(home.path, {
        process: name,
        what: message,
        trace: takeTrace(crashFolder(home.path), name),
        versions: { coldpress: version, ...versions },
        logLines: app === undefined ? [] : logLines(app),
      })
      services?.log({ level: restarted ? 'warning' : 'error', kind: 'app', message })
      provided.emit('app.process', {
        process: name,
        state: restarted ? (isFrequent ? 'often' : 'restarted') : 'failed',
        message,
      })
    }
  const start = (name: ProcessName) => () =>
    provided.startProcess(name, environmentFor(name, process.env))

  let vault: Vault | undefined
  try {
    const opened: App = await createApp({
      home: home.path,
      isDefaultHome: home.isDefault,
      openVault: async () => {
        vault = await startRemoteVault({
          start: start('keys'),
          home: home.path,
          isDefaultHome: home.isDefault,
          autoLockMs,
          closedBecause: provided.vaultClosedBecause,
          onStatus: (status) => {
            services?.vaultChanged(status)
            provided.emit('vault.changed', status)
          },
          onDeath: onDeath('keys'),
        })
        return vault
      },
      startStudio: (network) =>
        startRemoteStudio({
          start: start('studio'),
          home: home.path,
          network,
          keys: opened.studioKeys(network),
          webhookSecrets: opened.webhookSecrets,
          onGatewayCalls: ({ id, ...used }) => opened.gateways.report(id, used),
          gatewayAccess: () => opened.gateways.accessTo(network),
          eventFeed: opened.events.localFeed(localAccountIdOn(network)),
          onNotice: (notice) => services?.log({ ...notice, kind: notice.kind ?? 'signing' }),
          onDeath: onDeath('studio'),
          keptPort: {
            get: () => opened.studioPorts.get(network),
            keep: (port) => opened.studioPorts.keep(network, port),
          },
        }),
      images: {
        nodePath: plainNode.program,
        script: plainNode.images,
        onDeath: (deaths) =>
          onDeath('images')({
            restarted: true,
            isOften: isOften(deaths),
            message: imagesDied(deaths),
          }),
      },
      tables: { nodePath: plainNode.program, script: plainNode.tables },
    })
    app = opened
    const clock = clockIssueIn(home.path)
    if (clock !== undefined) opened.log.append({ level: 'warning', kind: 'app', message: clock })
    if (provided.vaultClosedBecause !== undefined)
      opened.log.append({ level: 'warning', kind: 'vault', message: provided.vaultClosedBecause })
    services = await createServices({
      ...provided,
      app: opened,
      setAutoLock: (milliseconds) => opened.vault.setAutoLock(milliseconds),
      resources: plainNode.resources,
      moving: {
        home,
        openVault: (folder) =>
          startRemoteVault({
            start: start('keys'),
            home: folder,
            isDefaultHome: false,
            backend: 'sealed-files',
            autoLockMs,
            onStatus: () => undefined,
            onDeath: () => undefined,
          }),
        schemasOf,
        skipAddresses,
        studioNames: () => vaultNamesIn(home.path),
        // The call that asked for it is answered first.
        reopen: () => void setImmediate(provided.reopen),
      },
      updates: openUpdates({ home: home.path, current: provided.host.version, program }),
    })
    const { close } = services
    return {
      ...services,
      close: async () => {
        try {
          await close()
        } finally {
          await opened.close()
        }
      },
    }
  } catch (error) {
    // close what was opened, so that the user can try again
    if (app === undefined) vault?.close()
    else await app.close().catch(() => undefined)
    throw homeError(home.path, 'COLDPRESS_HOME', error)
  }
}
