import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { isRunning } from '../chromium/is-running.ts'

export type SecondInstance = {
  readonly argv: readonly string[]
  readonly workingDirectory: string
  readonly additionalData: unknown
}

/** A socket's path is at most 104 bytes on macOS: it does not go into the app's own folder. */
const socketOf = (folder: string): string => {
  const name = `coldpress-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
}

/** A killed host leaves its number behind, which the system may have given to another program since. */
const isHost = (pid: number): boolean => {
  if (pid === process.pid || !isRunning(pid)) return false
  if (process.platform !== 'linux') return true
  try {
    return /chromium-host/u.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
  } catch {
    return false
  }
}

const pidIn = (file: string): number => {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return Number.NaN
  }
}

const tellFirst = (socket: string, message: SecondInstance): Promise<void> =>
  new Promise((resolve) => {
    const connection = connect(socket, () => connection.end(JSON.stringify(message)))
    connection.on('close', () => resolve()).on('error', () => resolve())
  })

const onEvent = async (connection: Socket, onSecond: (second: SecondInstance) => void) => {
  const received = await text(connection)
  connection.end()
  onSecond(JSON.parse(received))
}

/** The lock of app.requestSingleInstanceLock: one host for one folder of user data. */
export class SingleInstance {
  #server: Server | undefined
  /** Settles when the first instance has been told of this one. */
  reported: Promise<void> = Promise.resolve()

  request(
    folder: string,
    additionalData: unknown,
    onSecond: (second: SecondInstance) => void,
  ): boolean {
    if (this.#server !== undefined) return true
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const [socket, pidFile] = [socketOf(folder), join(folder, 'chromium-host.pid')]
    if (isHost(pidIn(pidFile))) {
      const workingDirectory = process.cwd()
      this.reported = tellFirst(socket, { argv: process.argv, workingDirectory, additionalData })
      return false
    }
    writeFileSync(pidFile, String(process.pid))
    if (process.platform !== 'win32') rmSync(socket, { force: true })
    this.#server = createServer({ allowHalfOpen: true }, (connection) => {
      onEvent(connection, onSecond).catch(() => {})
    }).listen(socket)
    this.#server.unref()
    process.on('exit', () => {
      rmSync(pidFile, { force: true })
      if (process.platform !== 'win32') rmSync(socket, { force: true })
    })
    return true
  }

  release(): void {
    this.#server?.close()
    this.#server = undefined
  }
}
