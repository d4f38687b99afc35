import { afterAll, expect, it } from 'vitest'
import { startRemoteVault } from '#main/processes/keys/remote-vault.ts'
import { environmentFor } from '#main/processes/environment.ts'
import { testSealedFiles } from '../../../keys/vault/sealed-files-suite.ts'
import { type ForkedPort, forkPort } from '../forked-port.ts'

const ports: ForkedPort[] = []

afterAll(() => {
  for (const port of ports) port.kill()
})

testSealedFiles((options) =>
  startRemoteVault({
    ...options,
    autoLockMs: options.autoLockMs ?? 15 * 60_000,
    start: () => {
      const port = forkPort('keys', environmentFor('keys', process.env))
      ports.push(port)
      return port
    },
    onStatus: () => undefined,
    onDeath: (death) => expect.fail(death.message),
    log: (line) => expect.fail(line),
  }),
)

it('leaves no process behind a closed vault, and nothing printed', async () => {
  expect(ports.length).toBeGreaterThan(40)
  await Promise.all(ports.map(({ exited }) => exited))
  expect(ports.map((port) => port.printed()).join('')).toBe('')
})
