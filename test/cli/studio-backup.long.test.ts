import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import type { Sale } from '#contract/sales/sale.ts'
import { startBlockfrost } from '../support/blockfrost-stand-in.ts'
import { TestHome } from '../support/coldpress.ts'
import { temporaryFolder } from '../support/folder-test.ts'
import { serve, signingEvents } from '../support/serving.ts'
import { succeeds } from '../support/two-machines.ts'

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

it('A studio backup restores elsewhere what a dead server had reserved and been paid, gives no address twice, and reports what was paid for a sale that is not in it', async () => {
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
  // The backup does not have this reservation.
  await chain.pay(later.payment_address, price)

  const other = new TestHome()
  onTestFinished(() => other.remove())
  expect(await succeeds(other, ['home', 'import', file])).toMatchObject({
    backup_of: expect.stringMatching(/^\d{4}-/u),
  })
  writeFileSync(other.passphraseFile, 'a long enough passphrase\n', { mode: 0o600 })
  expect(await sinceBackup(other)).toEqual([
    expect.stringMatching(/not searched yet.*studio serve --network preprod/u),
  ])
  const restored = await serveOn(other)
  const ended = async (sale: Sale): Promise<void> =>
    vi.waitFor(async () => expect((await restored.sale(sale)).status).toBe('COMPLETED'), {
      timeout: 200_000,
      interval: 2_000,
    })
  await Promise.all([ended(reserved), ended(paid)])
  const next = await restored.reserve('Ginkgo')
  expect(next.payment_address).not.toBe(later.payment_address)
  await vi.waitFor(
    async () => {
      const found = await sinceBackup(other)
      expect(found).toEqual([expect.stringMatching(/^25 ADA were paid .* number 2 of the wallet/u)])
      expect(found[0]).toContain(later.payment_address)
      expect(found[0]).toMatch(/It came from addr_test1/u)
      expect(signingEvents(other).map(({ message }) => message)).toContain(found[0])
    },
    { timeout: 60_000, interval: 2_000 },
  )
})

/** What `doctor` says of payments to addresses that were given out after the backup. */
const sinceBackup = async (home: TestHome): Promise<readonly string[]> =>
  doctorChecks
    .parse((await home.json(['doctor'])).document)
    .checks.filter(({ name }) => name.startsWith('payments since the backup'))
    .map(({ message }) => message)

const doctorChecks = z.object({
  checks: z.array(z.object({ name: z.string(), message: z.string() })),
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
