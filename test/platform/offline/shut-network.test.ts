import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { offlineSentence, openWaysOut, withoutPeer } from './ways-out.ts'

const run = promisify(execFile)
const program = join(import.meta.dirname, '../../../src/platform/offline/first.ts')

let harness: Awaited<ReturnType<typeof openWaysOut>>
beforeAll(async () => {
  harness = await openWaysOut()
})
afterAll(() => harness.close())

describe('a process that is started offline', () => {
  it.each([
    { env: { COLDPRESS_OFFLINE: '1' }, args: ['ask'] },
    { env: { COLDPRESS_OFFLINE: 'yes' }, args: ['ask'] },
    { env: { COLDPRESS_OFFLINE: '' }, args: ['ask', '--offline'] },
    { env: { COLDPRESS_OFFLINE: '' }, args: ['ask', '--offline=yes'] },
  ])('reaches nobody by any way that Node has: %j', async ({ env, args }) => {
    const before = harness.visitors()
    const outcomes = await harness.outcomes({ program, env, args })
    expect(harness.visitors()).toBe(before)
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
    for (const [name, outcome] of remote ?? []) expect(outcome, name).toMatch(offlineSentence)
  })

  it('reaches everybody without that, by the same ways', async () => {
    const before = harness.visitors()
    const outcomes = await harness.outcomes({ program, env: { COLDPRESS_OFFLINE: '0' } })
    expect(harness.visitors()).toBeGreaterThan(before + 5)
    for (const outcome of Object.values(outcomes)) expect(outcome).not.toMatch(offlineSentence)
    const lost = Object.entries(outcomes).filter(([, outcome]) => outcome !== 'reached')
    expect(lost.map(([name]) => name).toSorted()).toEqual(withoutPeer.toSorted())
  })

  it.runIf(process.platform !== 'win32').each([
    { offline: '', address: expect.stringContaining('ws://') },
    { offline: '1', address: 'none' },
  ])('told by a signal to be debugged, listens at: %j', async ({ offline, address }) => {
    const show = `process.kill(process.pid, 'SIGUSR1')
      let left = 50
      setInterval(() => {
        const url = process.getBuiltinModule('node:inspector').url()
        if (url === undefined && (left -= 1) > 0) return
        console.log(url ?? 'none')
        process.exit()
      }, 20)`
    const { stdout } = await run(
      process.execPath,
      ['--inspect-port=0', '--import', program, '-e', show],
      { env: { ...process.env, COLDPRESS_OFFLINE: offline } },
    )
    expect(stdout.trim()).toEqual(address)
  })

  it.each([
    ['unix:path=/run/user/1000/bus', true],
    ['unix:path=/tmp/a;unix:abstract=/tmp/b', true],
    ['tcp:host=example.org,port=1', false],
    ['unix:path=/tmp/a;tcp:host=example.org,port=1', false],
  ])('finds the keychain at %s: %s', async (address, isKept) => {
    const show = 'console.log(process.env.DBUS_SESSION_BUS_ADDRESS ?? "nowhere")'
    const { stdout } = await run(process.execPath, ['--import', program, '-e', show], {
      env: { ...process.env, COLDPRESS_OFFLINE: '1', DBUS_SESSION_BUS_ADDRESS: address },
    })
    expect(stdout.trim()).toBe(isKept ? address : 'nowhere')
  })
})
