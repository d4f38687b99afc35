import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

const run = promisify(execFile)
const attempts = join(import.meta.dirname, 'attempts.process.ts')

export const offlineSentence = /^Coldpress was started offline, so no part of it uses the network/u
/** The server speaks plain HTTP alone. */
export const withoutPeer = ['tls.connect', 'https.get', 'http2.connect', 'WebSocket']

const portOf = (address: AddressInfo | string | null): number => {
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Somebody to reach on this machine, who counts who came; and programs that try to. */
export const openWaysOut = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coldpress-offline-'))
  const server = createHttpServer((_request, response) => response.end('here'))
  const fileServer = createServer((socket) => socket.end())
  let visitors = 0
  let sockets = 0
  server.on('connection', () => {
    visitors += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    visitors: () => visitors,
    /** What came of each way out in a program that was started like this. */
    outcomes: async (options: {
      readonly program: string
      readonly env: Readonly<Record<string, string>>
      readonly args?: readonly string[]
      readonly execArgv?: readonly string[]
    }): Promise<Readonly<Record<string, string>>> => {
      const path = join(folder, `socket-${(sockets += 1)}`)
      fileServer.listen(path)
      await once(fileServer, 'listening')
      const { program, env, args = [], execArgv = [] } = options
      const own = [program, String(portOf(server.address())), path, ...args]
      try {
        const { stdout } = await run(process.execPath, [...execArgv, attempts, ...own], {
          env: { ...process.env, ...env },
        })
        return z.record(z.string(), z.string()).parse(JSON.parse(stdout))
      } finally {
        fileServer.close()
        await once(fileServer, 'close')
      }
    },
    close: (): void => {
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
