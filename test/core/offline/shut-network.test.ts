import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

const run = promisify(execFile)
const program = join(import.meta.dirname, 'attempts.process.ts')
const folder = mkdtempSync(join(tmpdir(), 'coldpress-offline-'))
const sentence = /^Coldpress was started offline, so no part of it uses the network/u

/** Somebody to reach, who counts who came. */
const server = createHttpServer((_request, response) => response.end('here'))
let visitors = 0
server.on('connection', () => {
  visitors += 1
})
const fileServer = createServer((socket) => socket.end())
let sockets = 0

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const portOf = (address: AddressInfo | string | null): number => {
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** What came of each way out, in a process started like this. */
const attempts = async (
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<Record<string, string>> => {
  const path = join(folder, `socket-${(sockets += 1)}`)
  fileServer.listen(path)
  await once(fileServer, 'listening')
  try {
    const port = String(portOf(server.address()))
    const { stdout } = await run(process.execPath, [program, port, path, ...args], {
      env: { ...process.env, ...env },
    })
    return z.record(z.string(), z.string()).parse(JSON.parse(stdout))
  } finally {
    fileServer.close()
    await once(fileServer, 'close')
  }
}

describe('a process that is started offline', () => {
  it.each([
    { env: { COLDPRESS_OFFLINE: '1' }, args: ['ask'] },
    { env: { COLDPRESS_OFFLINE: 'yes' }, args: ['ask'] },
    { env: { COLDPRESS_OFFLINE: '' }, args: ['ask', '--offline'] },
  ])('reaches nobody by any way that Node has: %j', async ({ env, args }) => {
    const before = visitors
    const outcomes = await attempts(env, args)
    expect(visitors).toBe(before)
    const { WebSocket: socket, ...others } = outcomes
    // its event carries no reason
    expect(socket).not.toBe('reached')
    const isLocal = (name: string) => /socket of the file system|listening there/u.test(name)
    const [local, remote] = [isLocal, (name: string) => !isLocal(name)].map((belongs) =>
      Object.entries(others).filter(([name]) => belongs(name)),
    )
    expect(local).toHaveLength(3)
    for (const [name, outcome] of local ?? []) expect(outcome, name).toBe('reached')
    expect(remote?.map(([name]) => name)).toContain('a resolver of promises')
    for (const [name, outcome] of remote ?? []) expect(outcome, name).toMatch(sentence)
  })

  it('reaches everybody without that, by the same ways', async () => {
    const before = visitors
    const outcomes = await attempts({ COLDPRESS_OFFLINE: '0' })
    expect(visitors).toBeGreaterThan(before + 5)
    // the server speaks plain HTTP alone
    const noPeer = ['tls.connect', 'https.get', 'http2.connect', 'WebSocket']
    for (const outcome of Object.values(outcomes)) expect(outcome).not.toMatch(sentence)
    const lost = Object.entries(outcomes).filter(([, outcome]) => outcome !== 'reached')
    expect(lost.map(([name]) => name).toSorted()).toEqual(noPeer.toSorted())
  })

  it.each([
    ['unix:path=/run/user/1000/bus', true],
    ['unix:path=/tmp/a;unix:abstract=/tmp/b', true],
    ['tcp:host=example.org,port=1', false],
    ['unix:path=/tmp/a;tcp:host=example.org,port=1', false],
  ])('finds the keychain at %s: %s', async (address, isKept) => {
    const first = join(import.meta.dirname, '../../../src/core/offline/first.ts')
    const show = 'console.log(process.env.DBUS_SESSION_BUS_ADDRESS ?? "nowhere")'
    const { stdout } = await run(process.execPath, ['--import', first, '-e', show], {
      env: { ...process.env, COLDPRESS_OFFLINE: '1', DBUS_SESSION_BUS_ADDRESS: address },
    })
    expect(stdout.trim()).toBe(isKept ? address : 'nowhere')
  })
})
