import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createCore, type Core } from '../core/index.ts'
import { type Home, homeFault, homeOf } from '../core/disk/home.ts'
import type { Vault } from '../core/vault/vault.ts'
import { environmentFor } from './processes/environment.ts'
import { startRemoteVault } from './processes/keys/remote-vault.ts'
import type { Death, ProcessName } from './processes/port.ts'
import { startRemoteStudio } from './processes/studio/remote-studio.ts'
import { createServices, type Services } from './services/services.ts'
import type { Lent } from './shell/lent.ts'
import { runShell } from './shell/shell.ts'

/** The folder that this is built into, with the other programs beside it. */
const programs = import.meta.dirname
const built = dirname(programs)

const autoLockMs = 15 * 60_000
const network = 'devnet'

/** A plain Node, which npm installed with the project: Electron's own binary must not load sharp. */
const nodePath = (): string => {
  const folder = dirname(createRequire(import.meta.url).resolve('node/package.json'))
  return join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

/** Opens the engine with its processes, and what the window may ask of it. */
const openServices = async (home: Home, lent: Lent): Promise<Services> => {
  let services: Services | undefined
  const onDeath =
    (name: ProcessName) =>
    ({ restarted, message }: Death): void => {
      services?.log({ level: restarted ? 'warning' : 'error', kind: 'app', message })
      lent.emit('app.process', {
        process: name,
        state: restarted ? 'restarted' : 'failed',
        message,
      })
    }
  const start = (name: ProcessName) => () =>
    lent.startProcess(name, environmentFor(name, process.env))

  let vault: Vault | undefined
  let core: Core | undefined
  try {
    const opened: Core = await createCore({
      home: home.path,
      isDefaultHome: home.isDefault,
      openVault: async () => {
        vault = await startRemoteVault({
          start: start('keys'),
          home: home.path,
          isDefaultHome: home.isDefault,
          autoLockMs,
          onStatus: (status) => lent.emit('vault.changed', status),
          onDeath: onDeath('keys'),
        })
        return vault
      },
      startStudio: () =>
        startRemoteStudio({
          start: start('studio'),
          home: home.path,
          network,
          keys: opened.studioKeys(network),
          onDeath: onDeath('studio'),
        }),
      images: { nodePath: nodePath(), script: join(programs, 'images-child.js') },
    })
    core = opened
    const { emit, dialogs, clipboard, window, host } = lent
    services = await createServices({
      core: opened,
      emit,
      dialogs,
      clipboard,
      window,
      setAutoLock: (milliseconds) => opened.vault.setAutoLock(milliseconds),
      host,
      resources: join(dirname(built), 'resources'),
    })
    return services
  } catch (error) {
    // what was opened is closed, so that the user can try again
    if (core === undefined) vault?.close()
    else await core.close().catch(() => undefined)
    throw homeFault(home.path, 'COLDPRESS_HOME', error)
  }
}

const home = homeOf(process.env['COLDPRESS_HOME'])
runShell({
  home: home.path,
  programs,
  preload: join(built, 'preload', 'index.cjs'),
  renderer: join(built, 'renderer'),
  open: (lent) => openServices(home, lent),
})
