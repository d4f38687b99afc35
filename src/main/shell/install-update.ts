import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { ColdpressError, messageOf } from '#values/errors/errors.ts'
import type { ServicesDeps } from '../services/services.ts'

const isMac = process.platform === 'darwin'
/** Squirrel unpacks the app and checks its signature. */
const squirrelMs = 120_000

type VerifiedFile = Parameters<ServicesDeps['installUpdate']>[0]

/**
 * Hands a verified file to electron-updater, which knows how each system replaces a running app. It
 * takes files from a server only: one on this computer serves the file, and nothing else.
 * electron-updater compares what it got with the signed hash. docs/adr/0021 says what of this was
 * run, and what needs a packed Electron.
 */
export const installUpdate: ServicesDeps['installUpdate'] = async (verified) => {
  // A getter of CommonJS, which an import by name does not find.
  const { autoUpdater } = (await import('electron-updater')).default
  const server = await serve(verified)
  // quitAndInstall throws nothing: it reports what failed as an event, and goes on.
  let failure: unknown
  autoUpdater.on('error', (error) => {
    failure ??= error
  })
  try {
    autoUpdater.autoDownload = false
    // On macOS this alone makes it hand the file to Squirrel; elsewhere it would install twice.
    autoUpdater.autoInstallOnAppQuit = isMac
    autoUpdater.disableDifferentialDownload = true
    autoUpdater.disableWebInstaller = true
    autoUpdater.setFeedURL({ provider: 'generic', url: server.url })
    const found = await autoUpdater.checkForUpdates()
    if (found?.updateInfo.version !== verified.version) throw notInstalled(verified, failure)
    if (isMac) {
      // Squirrel replaces the app once it has ended.
      const { autoUpdater: squirrel } = await import('electron')
      const isReady = once(squirrel, 'update-downloaded', {
        signal: AbortSignal.timeout(squirrelMs),
      })
      await Promise.all([autoUpdater.downloadUpdate(), isReady])
    } else {
      await autoUpdater.downloadUpdate()
      autoUpdater.quitAndInstall(true, false)
    }
  } catch (error) {
    failure ??= error
  } finally {
    server.close()
  }
  if (failure !== undefined) throw notInstalled(verified, failure)
}

const notInstalled = ({ version, path }: VerifiedFile, cause: unknown): ColdpressError =>
  new ColdpressError(
    'internal',
    `Coldpress ${version} could not be installed${cause === undefined ? '' : ` (${messageOf(cause)})`}. The file is kept: install ${path} yourself.`,
    { cause },
  )
/** The channel file of each system, as electron-updater names it. */
const channelFile = /^\/[\w-]+\/latest(?:-mac|-linux|-linux-arm64)?\.yml$/u

/** The address holds a word that no other program of this computer knows. */
const serve = async (verified: VerifiedFile) => {
  const folder = `/${randomUUID()}`
  const { path, file } = verified
  const server = createServer(({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://loopback')
    if (pathname === `${folder}/${file.name}`) createReadStream(path).pipe(response)
    else if (pathname.startsWith(`${folder}/`) && channelFile.test(pathname))
      response.end(channel(verified))
    else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}${folder}`,
    close: () => {
      server.close()
    },
  }
}

/** electron-updater compares the hash once more. JSON is YAML too. */
const channel = ({ version, file }: VerifiedFile): string => {
  const sha512 = Buffer.from(file.sha512, 'hex').toString('base64')
  const { name: url, bytes: size } = file
  return JSON.stringify({
    version,
    files: [{ url, sha512, size }],
    path: url,
    sha512,
    releaseDate: new Date().toISOString(),
  })
}
