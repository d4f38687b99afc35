import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { saleRound } from '#contract/rounds/sale-round.ts'
import type { TestHome } from '../support/coldpress.ts'
import { expectNoKeyIn } from '../support/no-key-in.ts'
import {
  at,
  carry,
  carryByCodes,
  openTwoMachines,
  succeeds,
  watchedPolicy,
} from '../support/two-machines.ts'

// Every step is a program of its own, which takes its time on a machine that is busy.
vi.setConfig({ testTimeout: 900_000, hookTimeout: 300_000 })

const sample = join(import.meta.dirname, '..', '..', 'resources', 'sample')

/** The key is made in `cold` and stays there; `online` sells. */
const { cold, online } = await openTwoMachines()

const idOf = (document: unknown): string => z.looseObject({ id: z.string() }).parse(document).id

const refuses = async (home: TestHome, args: readonly string[], message: RegExp): Promise<void> => {
  const ended = await home.json(args)
  expect(ended.code, args.join(' ')).not.toBe(0)
  expect(ended.document).toMatchObject({ error: { message: expect.stringMatching(message) } })
}

/** Signs a request in `cold` and brings it back, both ways as a file or as codes. */
const signed = async (
  request: string,
  way: (from: TestHome, name: string, to: TestHome) => string | Promise<string> = carry,
): Promise<string> => {
  const file = await way(online, request, cold)
  const out = at(cold, `${request}.witness`)
  await succeeds(cold, ['tx', 'sign', file, '--witness-out', out, '--yes', '--offline'])
  return way(cold, `${request}.witness`, online)
}

/** A collection of the sample in `online`, whose policy's key is in `cold`. */
const collectionOfColdKey = async () => {
  const { policyId, keyHash } = await watchedPolicy(cold, online, 'Herbarium')
  const {
    policy: _policy,
    royalty: _royalty,
    ...request
  } = z
    .looseObject({ policy: z.unknown(), royalty: z.unknown() })
    .parse(JSON.parse(readFileSync(`${sample}-collection.json`, 'utf8')))
  const collectionFile = online.file('collection.json', JSON.stringify(request))
  const create = ['collection', 'create', '--file', collectionFile, '--policy', policyId]
  const id = idOf(await succeeds(online, [...create, '--yes']))
  await succeeds(online, ['import', sample, '--collection', id])
  return { id, policyId, keyHash }
}

describe('sales of a collection whose key was never online', () => {
  it('are collected, signed as one request on the other computer, by codes too, and delivered', async () => {
    const { id, policyId, keyHash } = await collectionOfColdKey()
    const create = ['sale', 'create', '--collection', id, '--quantity', '1', '--price', '5']
    await refuses(online, create, /--delivers-within: required, because keys that sign/u)

    const sales: string[] = []
    for (const time of [['--delivers-within', '2d'], [], [], []]) {
      const sale = idOf(await succeeds(online, [...create, ...time]))
      await succeeds(online, ['sale', 'pay', sale, '--wait'], 4)
      sales.push(sale)
    }
    const [back = '', ...rest] = sales
    const listed = await online.run(['sale', 'list', '--collection', id])
    expect(listed.stdout).toContain('4 paid sales wait for a signature')
    const shown = await online.run(['sale', 'show', back])
    expect(shown.stdout).toContain('It is paid and waits for a signature from elsewhere.')

    expect(
      await succeeds(online, ['sale', 'resolve', back, 'refund', '--yes', '--wait']),
    ).toMatchObject({ status: 'REFUNDED' })

    const build = (out: string, validFor: string) =>
      succeeds(online, [
        'sale',
        'round',
        'build',
        '--collection',
        id,
        '--valid-for',
        validFor,
        '--out',
        at(online, out),
      ]).then((document) => saleRound.parse(document))
    const stale = await build('stale.cpreq', '1d')
    expect(stale.sales.map((one) => one.sale_id)).toEqual(rest)
    const refund = ['sale', 'resolve', rest[0] ?? '', 'refund', '--yes']
    await refuses(online, refund, /signing round/u)
    const staleFile = await signed('stale.cpreq')
    await succeeds(online, ['sale', 'round', 'withdraw', stale.id])

    const round = await build('sales.cpreq', '2d')
    expect(round).toMatchObject({ missing: [keyHash], missing_here: [] })
    await refuses(
      online,
      ['sale', 'round', 'witness', round.id, staleFile],
      /of the signing round \w+, which is stale, because it was withdrawn/u,
    )

    const witness = await signed('sales.cpreq', carryByCodes)
    const inspect = ['tx', 'inspect', at(cold, 'sales.cpreq'), '--offline']
    const { stdout: summary } = await cold.run(inspect)
    expect(summary).toContain('Deliver 3 sales of')
    expect(summary).toMatch(/altogether +3 transactions/u)
    expect(summary).toContain('3 tokens of policy')
    const done = await succeeds(online, ['sale', 'round', 'witness', round.id, witness, '--wait'])
    expect(done).toMatchObject({ status: 'completed' })
    for (const sale of rest)
      expect(await succeeds(online, ['sale', 'show', sale, '--wait'])).toMatchObject({
        status: 'COMPLETED',
      })

    const keys = ['policy', 'export', policyId, '--with-keys', '--format', 'skey', '--offline']
    await succeeds(cold, [...keys, '--out', at(cold, 'keys')])
    expectNoKeyIn(online, readFileSync(at(cold, join('keys', `${keyHash}.skey`)), 'utf8'))
  })
})
