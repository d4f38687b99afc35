import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { coldpress } from '#cli/coldpress.ts'
import { runProgram } from '#cli/program.ts'
import { Session } from '#cli/session.ts'
import { captureOutput } from '../support/captured-output.ts'
import { TestHome } from '../support/coldpress.ts'

const output = captureOutput()
const { isTTY, columns } = process.stderr

let home: TestHome
let session: Session
beforeEach(async () => {
  home = await TestHome.withVault()
  Object.assign(process.stderr, { isTTY: true, columns: 80 })
  session = new Session(
    { home: home.dir, passphraseFile: home.passphraseFile },
    new AbortController().signal,
  )
})
afterEach(async () => {
  vi.restoreAllMocks()
  Object.assign(process.stderr, { isTTY, columns })
  await session.close()
  home.remove()
})

it('A terminal reads what is being done before the vault is asked to open', async () => {
  const { vault } = await session.app()
  expect(output.stderr).toContain('Opening the data folder …')
  const unlock = vault.unlock.bind(vault)
  const asked = vi.spyOn(vault, 'unlock').mockImplementation(async (passphrase) => {
    expect(output.stderr).toMatch(/Opening the vault …$/u)
    return unlock(passphrase)
  })
  await session.openVault()
  expect(asked).toHaveBeenCalledOnce()
})

it('The doctor prints each check before it begins the next', async () => {
  const app = await session.app()
  vi.spyOn(Session.prototype, 'app').mockImplementation(async () => app)
  const probe = vi.spyOn(app.vault, 'probe').mockImplementation(async () => {
    expect(output.stdout).toMatch(/^ok +databases: /mu)
    expect(output.stdout).not.toContain('keychain')
    expect(output.stderr).toMatch(/Checking keychain …$/u)
    throw new Error('no keychain in this test')
  })
  await runProgram(await coldpress(['doctor']), ['doctor', '--home', home.dir, '--offline'])
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal)
  expect(probe).toHaveBeenCalledOnce()
  expect(output.stdout).toMatch(/^ERROR +keychain: no keychain in this test$/mu)
})
