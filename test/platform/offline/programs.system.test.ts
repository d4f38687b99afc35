import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureBuilt } from '../../../tools/start/build.ts'
import { offlineSentence, openWaysOut, withoutPeer } from './ways-out.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const parentPort = join(root, 'test', 'main', 'processes', 'parent-port.process.ts')
/** Every program that the app or the command line starts beside itself. */
const programs = [
  ['keys', 'src/main/processes/keys/main.ts'],
  ['studio', 'src/main/processes/studio/main.ts'],
  ['images', 'src/media/images/child/main.ts'],
  ['tables', 'src/app/imports/inputs/child/main.ts'],
  // a bundler decides again what comes first
  ['built keys', 'out/main/keys.js'],
  ['built studio', 'out/main/studio.js'],
  ['built images', 'out/main/images-child.js'],
  ['built tables', 'out/main/tables-child.js'],
] as const

let harness: Awaited<ReturnType<typeof openWaysOut>>
beforeAll(async () => {
  await ensureBuilt(root)
  harness = await openWaysOut()
})
afterAll(() => harness.close())

const outcomesIn = (program: string, offline: string) =>
  harness.outcomes({
    program: join(root, program),
    env: { COLDPRESS_OFFLINE: offline },
    execArgv: ['--import', parentPort],
  })

describe.each(programs)('the %s process', (_name, program) => {
  it('has no way out when it is started offline', async () => {
    const before = harness.visitors()
    const { WebSocket: socket, ...outcomes } = await outcomesIn(program, '1')
    expect(harness.visitors()).toBe(before)
    expect(socket).not.toBe('reached')
    const open = Object.entries(outcomes).filter(([, outcome]) => !offlineSentence.test(outcome))
    expect(open.map(([name]) => name).toSorted()).toEqual([
      'listening there',
      'socket of the file system',
      'socket of the file system by options',
    ])
  })

  it('has them all otherwise', async () => {
    const outcomes = await outcomesIn(program, '')
    const lost = Object.entries(outcomes).filter(([, outcome]) => outcome !== 'reached')
    expect(lost.map(([name]) => name).toSorted()).toEqual(withoutPeer.toSorted())
  })
})
