import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import {
  createPathQueue,
  onlineArguments,
  otherMode,
  readStart,
  thisStart,
} from '#main/shell/start-message.ts'

afterEach(() => vi.unstubAllEnvs())

test('a start names its paths from the folder it was started in, without options and the app itself', () => {
  const packed = ['/opt/coldpress', '--offline', 'prints', '/home/me/sign.cpreq', '']
  expect(thisStart(packed, true).paths).toEqual([
    join(process.cwd(), 'prints'),
    '/home/me/sign.cpreq',
  ])
  const unpacked = ['/usr/bin/electron', '--inspect=0', '.', '--offline', '/home/me/prints']
  expect(thisStart(unpacked, false).paths).toEqual(['/home/me/prints'])
})

test('a message that no start of Coldpress sent opens nothing', () => {
  expect(readStart({ offline: false, paths: ['/a'] })).toEqual({ offline: false, paths: ['/a'] })
  for (const message of [undefined, null, {}, { offline: false }, { offline: false, paths: [1] }])
    expect(readStart(message)).toBeUndefined()
  expect(readStart({ offline: false, paths: ['x'.repeat(5000)] })).toBeUndefined()
})

test('a second start in the other mode is told to close the first', () => {
  expect(otherMode({ offline: true, paths: [] })).toMatch(/runs already, with the network/u)
  expect(otherMode({ offline: false, paths: [] })).toBeUndefined()
  vi.stubEnv('COLDPRESS_OFFLINE', '1')
  expect(otherMode({ offline: false, paths: [] })).toMatch(/runs already, offline/u)
})

test('a restart online keeps every option but --offline, and opens nothing a second time', () => {
  const packed = ['/opt/coldpress', '--offline', '--force-dark', 'prints', '/home/me/sign.cpreq']
  expect(onlineArguments(packed, true)).toEqual(['--force-dark'])
  const unpacked = ['/usr/bin/electron', '--inspect=0', '.', '--offline=yes', '/home/me/prints']
  expect(onlineArguments(unpacked, false)).toEqual(['--inspect=0', '.'])
})

test('paths that arrive before anything can open them are opened once it can', () => {
  const queue = createPathQueue()
  const opened: (readonly string[])[] = []
  queue.add(['/a'])
  queue.add([])
  queue.add(['/b', '/c'])
  queue.follow((paths) => opened.push([...paths]))
  queue.add(['/d'])
  expect(opened).toEqual([['/a', '/b', '/c'], ['/d']])
})
