import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MintingClient } from '#app/api/client.ts'
import { rehearse } from '#app/sales/rehearse.ts'
import { type Rehearsal, rehearsal, rehearsalCases } from '#contract/sales/rehearsal.ts'
import { type TestStudio } from '../../studio/open-studio.ts'
import { type MintHarness } from '../../studio/mints/mint-harness.ts'
import { collectionWith } from '../../studio/sales/sale-harness.ts'
import { openMintClient } from '../../studio/mints/mint-client.ts'

let opened: Awaited<ReturnType<typeof openMintClient>>
let harness: MintHarness
let studio: TestStudio
let client: MintingClient
beforeAll(async () => {
  opened = await openMintClient()
  ;({ harness, studio, client } = opened)
})
afterAll(() => opened.close())

const play = (options: Partial<Parameters<typeof rehearse>[0]> = {}) =>
  rehearse({
    client,
    chain: { ...harness.gateway, fund: harness.fund },
    signal: new AbortController().signal,
    onStep: () => undefined,
    ...options,
  })

const statesOf = ({ cases }: Rehearsal) =>
  Object.fromEntries(cases.map(({ name, state }) => [name, state]))
const allAre = (state: string) => Object.fromEntries(rehearsalCases.map((name) => [name, state]))

describe('a rehearsal of sales', () => {
  it('plays every way that a sale can go in a collection of its own, and the money adds up', async () => {
    const steps: Rehearsal[] = []
    const played = await play({ onStep: (step) => steps.push(rehearsal.parse(step)) })
    expect(played.cases.map(({ error }) => error)).toEqual(rehearsalCases.map(() => null))
    expect(statesOf(played)).toEqual(allAre('passed'))
    for (const { money } of played.cases) {
      const { paid = 0, ...rest } = money ?? {}
      expect(paid).toBeGreaterThan(0)
      expect(Object.values(rest).reduce((sum, amount) => sum + amount, 0)).toBe(paid)
    }
    expect(steps.at(-1)).toEqual(played)
    expect(steps[0]?.cases.filter(({ state }) => state === 'running')).toHaveLength(1)
    const { token_sold_count: sold } = await client.getCollection(played.collectionId)
    expect(sold).toBe(6)
    const named = (name: string) => played.cases.find((one) => one.name === name)
    expect(named('stranger_first')?.acts).toMatchObject([
      { kind: 'reserved' },
      { kind: 'paid', by: 'stranger' },
      { kind: 'paid', by: 'buyer' },
      { kind: 'resolved', action: 'refund' },
    ])
    expect(named('dust')).toMatchObject({ status: 'REFUNDED', money: { left: 1_000_000 } })
    expect(named('halves')?.money).toMatchObject({ paid: 10_000_000, income: 0, left: 0 })
  })

  it('says what did not go as it should', async () => {
    const deaf: MintingClient = {
      ...client,
      // reports nothing
      events: async function* () {},
      // and refunds are refused
      resolveSale: (id, request) =>
        request.action === 'refund'
          ? client.resolveSale('none', request)
          : client.resolveSale(id, request),
    }
    const { cases } = await play({ client: deaf })
    const errors = Object.fromEntries(cases.map(({ name, error }) => [name, error]))
    expect(errors).toMatchObject({
      exact: 'it sent no event; expected MINTING, COMPLETED',
      over_accepted: expect.stringContaining('it sent no event'),
      late: expect.stringContaining('there is no sale of this id'),
      twice: expect.stringContaining('there is no sale of this id'),
    })
    expect(cases.every(({ state }) => state === 'failed')).toBe(true)
  })

  it('gives up on a sale that stands still', async () => {
    const { cases } = await play({
      chain: { ...harness.gateway, fund: async () => undefined },
      stallMs: 1500,
    })
    expect(cases[0]).toMatchObject({
      name: 'exact',
      state: 'failed',
      error: 'nothing has happened for 2 s; it should become COMPLETED',
      status: 'RESERVED',
    })
  })

  it('sells tokens of a collection that is given, and tells one with too few', async () => {
    const names = rehearsalCases.map((_, position) => `Own${position}`)
    const { id } = await collectionWith(studio, names.slice(1))
    await expect(play({ collectionId: id })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('of this collection 11 are ready'),
    })
    expect(await Array.fromAsync(client.sales(id))).toEqual([])
  })

  it('leaves nothing reserved and nothing undecided when it is stopped', async () => {
    const { id } = await collectionWith(
      studio,
      rehearsalCases.map((_, position) => `Mine${position}`),
    )
    const stop = new AbortController()
    const played = await play({
      collectionId: id,
      signal: stop.signal,
      onStep: ({ cases }) => {
        const isPaid = ({ acts }: Rehearsal['cases'][number]) => acts.length > 1
        if (cases.filter(isPaid).length === 3) stop.abort()
      },
    })
    expect(statesOf(played)).toEqual(allAre('stopped'))
    const left = await Array.fromAsync(client.sales(id))
    const undecided = left.filter(
      ({ status, resolutions }) =>
        status === 'RESERVED' || resolutions?.includes('refund') === true,
    )
    expect(undecided).toEqual([])
    expect(left.some(({ status }) => status === 'REFUNDING' || status === 'REFUNDED')).toBe(true)
  })
})
