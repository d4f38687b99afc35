import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Sale } from '#shared/wire/sale.ts'
import { startBlockfrost } from '../support/blockfrost-stand-in.ts'
import { TestHome } from '../support/coldpress.ts'
import { temporaryFolder } from '../support/folder-test.ts'
import { serve } from '../support/serving.ts'
import { succeeds } from '../support/two-machines.ts'

vi.setConfig({ testTimeout: 300_000 })

const price = 25_000_000n

/** A home that sells on a preprod which outlives it. */
const homeOn = async (baseUrl: string): Promise<TestHome> => {
  const home = await TestHome.withVault()
  onTestFinished(() => home.remove())
  const key = home.file('project-id.txt', 'preprodTest\n')
  const set = ['gateway', 'set', 'preprod', '--base-url', baseUrl, '--project-id-file', key]
  await succeeds(home, set)
  return home
}

const serveOn = (home: TestHome, given?: (child: ChildProcess) => void) =>
  serve(home, ['--network', 'preprod', '--passphrase-file', home.passphraseFile], given)

it('A studio backup restores elsewhere what a dead server had reserved and been paid, and gives no address twice', async () => {
  const chain = await startBlockfrost({ network: 'preprod', projectId: 'preprodTest' })
  onTestFinished(() => chain.close())
  const home = await homeOn(chain.baseUrl)
  let server: ChildProcess | undefined
  const studio = await serveOn(home, (child) => (server = child))
  const reserved = await studio.reserve('Fern')
  const paid = await studio.reserve('Olive')
  await chain.pay(paid.payment_address, price)

  const file = join(temporaryFolder(), 'studio.coldpress')
  const backup = ['studio', 'backup', '--out', file]
  expect(await succeeds(home, backup)).toMatchObject({ images: false })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  // It serves on, and the file is as it was then.
  const later = await studio.reserve('Ginkgo')
  const again = await home.json(backup)
  expect(again).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/is there already.*--replace/u),
  })

  server?.kill('SIGKILL')
  await once(server ?? process, 'exit')
  home.remove()
  await chain.pay(reserved.payment_address, price)

  const other = new TestHome()
  onTestFinished(() => other.remove())
  expect(await succeeds(other, ['home', 'import', file])).toMatchObject({
    backup_of: expect.stringMatching(/^\d{4}-/u),
  })
  writeFileSync(other.passphraseFile, 'a long enough passphrase\n', { mode: 0o600 })
  const restored = await serveOn(other)
  const ended = async (sale: Sale): Promise<void> =>
    vi.waitFor(async () => expect((await restored.sale(sale)).status).toBe('COMPLETED'), {
      timeout: 200_000,
      interval: 2_000,
    })
  await Promise.all([ended(reserved), ended(paid)])
  const next = await restored.reserve('Ginkgo')
  expect(next.payment_address).not.toBe(later.payment_address)
})

it('A studio backup takes the place of an earlier one when told to, and never lies in the data folder', async () => {
  const home = await TestHome.withVault()
  onTestFinished(() => home.remove())
  await succeeds(home, ['policy', 'generate', '--name', 'Herbarium'])
  const file = join(temporaryFolder(), 'studio.coldpress')
  writeFileSync(file, 'an earlier backup')
  await succeeds(home, ['studio', 'backup', '--out', file, '--replace', '--images'])
  expect(statSync(file).size).toBeGreaterThan(10_000)
  const inside = await home.json(['studio', 'backup', '--out', join(home.dir, 'x.coldpress')])
  expect(inside).toMatchObject({ code: 2, stderr: expect.stringContaining('data folder itself') })
  // It is in use as before.
  await succeeds(home, ['policy', 'list'])
})
