import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type Collection, collection } from '#contract/collections/collection.ts'
import { type SaleRound, saleRound } from '#contract/rounds/sale-round.ts'
import { baseAddress, testAddress } from '../studio/open-studio.ts'
import { at, openTwoMachines, succeeds, watchedPolicy } from '../support/two-machines.ts'
import { runInTerminal } from '../support/terminal.ts'

vi.setConfig({ testTimeout: 900_000, hookTimeout: 300_000 })

const sample = join(import.meta.dirname, '..', '..', 'resources', 'sample')

const { cold, online } = await openTwoMachines()

const idOf = (document: unknown): string => z.looseObject({ id: z.string() }).parse(document).id

it('collection update says which signing rounds still pay the earlier address, and asks whether to withdraw them', async () => {
  const { policyId } = await watchedPolicy(cold, online, 'Herbarium')
  const {
    policy: _,
    royalty: __,
    ...request
  } = z
    .looseObject({ policy: z.unknown(), royalty: z.unknown() })
    .parse(JSON.parse(readFileSync(`${sample}-collection.json`, 'utf8')))
  const file = online.file('collection.json', JSON.stringify(request))
  const create = ['collection', 'create', '--file', file, '--policy', policyId, '--yes']
  const id = idOf(await succeeds(online, create))
  await succeeds(online, ['import', sample, '--collection', id])
  const sell = ['sale', 'create', '--collection', id, '--quantity', '1', '--price', '5']
  const sale = idOf(await succeeds(online, [...sell, '--delivers-within', '2d']))
  await succeeds(online, ['sale', 'pay', sale, '--wait'], 4)
  const build = async (): Promise<SaleRound> =>
    saleRound.parse(
      await succeeds(online, [
        'sale',
        'round',
        'build',
        '--collection',
        id,
        '--out',
        at(online, 'sales.cpreq'),
        '--replace',
      ]),
    )
  const built = await build()
  const change = (payout: string) => ['collection', 'update', id, '--payout', payout]
  const show = async (): Promise<Collection> =>
    collection.parse(await succeeds(online, ['collection', 'show', id]))

  // A program is not asked: the round stays, and the answer names it.
  const unasked = await online.json(change(baseAddress))
  expect(unasked).toMatchObject({
    code: 0,
    document: {
      payout_address: baseAddress,
      outdated: [{ kind: 'sale_round', id: built.id, facts: ['payout_address'] }],
      withdrawn: [],
    },
    stderr: expect.stringContaining(`built before the change: ${built.id}`),
  })
  const shown = await online.run(['collection', 'show', id])
  expect(shown.stdout).toContain(`The signing round ${built.id} waits for signatures and pays`)
  expect(shown.stdout).toContain(`sale round withdraw ${built.id}`)
  const status = await online.run(['sale', 'round', 'status', built.id])
  expect(status.stdout).toContain('pays the payout address of before the change')

  // Changed back, it says what the collection says.
  await succeeds(online, change(String(request['payout_address'])))
  expect(await show()).not.toHaveProperty('outdated')

  const asked = (typed: string) =>
    runInTerminal(
      online,
      [...change(baseAddress), '--passphrase-file', online.passphraseFile],
      [['Type "withdraw"', typed]],
    )
  expect((await asked('no\r')).code).toBe(0)
  expect(await show()).toMatchObject({ outdated: [{ id: built.id }] })
  const withdrawn = await asked('withdraw\r')
  expect(withdrawn.code, withdrawn.screen).toBe(0)
  expect(withdrawn.screen).toContain(`Withdrawn: ${built.id}.`)
  expect(await show()).not.toHaveProperty('outdated')
  expect(await succeeds(online, ['sale', 'round', 'status', built.id])).toMatchObject({
    status: 'withdrawn',
  })

  const again = await build()
  expect(await succeeds(online, [...change(testAddress), '--yes'])).toMatchObject({
    withdrawn: [{ kind: 'sale_round', id: again.id }],
  })
})
