import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { TestHome } from '../support/coldpress.ts'
import { herbarium } from '../support/prints.ts'
import { shiftClock } from '../support/shift-clock.ts'

vi.setConfig({ testTimeout: 300_000 })

let home: TestHome
beforeEach(async () => {
  home = await TestHome.withVault()
})
afterEach(() => home.remove())

const checks = z.object({
  checks: z.array(z.object({ name: z.string(), state: z.string(), message: z.string() })),
})

const devnetChecks = async () =>
  checks
    .parse(JSON.parse((await home.run(['doctor', '--offline', '--json'])).stdout))
    .checks.filter(({ name }) => name === 'devnet')

it('doctor says that the devnet was made by a clock that was ahead, and a new chain goes by the clock of today', async () => {
  const file = home.file('collection.json', JSON.stringify(herbarium))
  const nextYear = new Date(Date.now() + 365 * 24 * 60 * 60_000).toISOString()
  const ahead = { NODE_OPTIONS: `--import ${home.file('shift.mjs', shiftClock(nextYear))}` }
  const given = ['--passphrase-file', home.passphraseFile]
  for (const args of [
    ['collection', 'create', '--file', file],
    ['gateway', 'test', 'devnet'],
  ])
    expect((await home.run([...args, ...given], ahead)).code).toBe(0)

  expect(await devnetChecks()).toEqual([
    {
      name: 'devnet',
      state: 'warning',
      message: expect.stringMatching(
        new RegExp(
          `newest block of the devnet is of ${nextYear.slice(0, 10)}.*36[45] days ahead.*reservation of 15 minutes lasts until then.*studio new-chain`,
          'u',
        ),
      ),
    },
  ])

  // Nobody is there to be asked.
  expect(await home.run(['studio', 'new-chain'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('1 collection with tokens and sales'),
  })
  expect(await devnetChecks()).toHaveLength(1)
  const { code, document } = await home.json(['studio', 'new-chain', '--yes'])
  expect(code).toBe(0)
  const { set_aside: aside } = z.object({ set_aside: z.string() }).parse(document)
  expect(readdirSync(join(aside, 'studio')).filter((name) => name.endsWith('.db'))).toEqual([
    'devnet.chain.db',
    'devnet.db',
  ])
  expect(existsSync(join(home.dir, 'studio', 'devnet.chain.db'))).toBe(false)

  expect((await home.run(['gateway', 'test', 'devnet', ...given])).code).toBe(0)
  expect(await devnetChecks()).toEqual([])
  expect((await home.json(['collection', 'list'])).document).toEqual([])
  expect((await home.json(['policy', 'list'])).document).toHaveLength(1)
})

it('a devnet whose clock was never ahead is no line of doctor', async () => {
  expect(await devnetChecks()).toEqual([])
  expect((await home.run(['gateway', 'test', 'devnet'])).code).toBe(0)
  expect(await devnetChecks()).toEqual([])
})
