import { buffer } from 'node:stream/consumers'
import * as fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { createBlockfrost } from '#chain/gateway/blockfrost/client.ts'
import type { Gateway } from '#chain/gateway/gateway.ts'
import { createKoios } from '#chain/gateway/koios/client.ts'
import { createOgmios } from '#chain/gateway/ogmios/client.ts'
import { createGatewayList, type GatewayNotice } from '#chain/gateway/list/gateway-list.ts'
import { createListMemory } from '#chain/gateway/list/list-memory.ts'
import { submissionSchema } from '#chain/submission/schema.ts'
import { createSubmissions } from '#chain/submission/submission.ts'
import { createDevnetApp } from '#devnet/app.ts'
import { Database } from '#platform/db/database.ts'
import { sendRequest } from '#platform/http/outgoing/send.ts'
import { Secret } from '#platform/secret/secret.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { outputsFor } from '../../../devnet/open-devnet.ts'
import { newParty, sign } from '../../../devnet/payments.ts'
import { openTestChain, type TestChain } from '../../../support/gateways/chain.ts'
import { startKoios } from '../../../support/gateways/koios.ts'
import { startKupo } from '../../../support/gateways/kupo.ts'
import { startOgmios } from '../../../support/gateways/ogmios.ts'
import { startLoopbackServer } from '../../../support/loopback-server.ts'
import { createFakeChain } from '../../submission/fake-chain.ts'
import { plainTransaction, refOf } from '../../submission/transactions.ts'

const token = 'token-of-this-test'
const ada = 1_000_000n

/** A status for every call; `hangs`: no answer; `loses`: a submission arrives, and has no answer. */
type Fault = 402 | 418 | 429 | 500 | 'hangs' | 'loses'

/** The devnet's Blockfrost API behind a server that fails as it is told. */
const startFailing = async ({ chain }: TestChain) => {
  const app = createDevnetApp(chain, { token: Secret.ofText(token), failed: () => undefined })
  const state: { fault: Fault | undefined } = { fault: undefined }
  const server = await startLoopbackServer(async ({ method, path, query }, message, response) => {
    const payload = await buffer(message)
    const isSubmission = path.endsWith('/tx/submit')
    const { fault } = state
    if (fault === 'hangs') return
    if (typeof fault === 'number') {
      response.writeHead(fault, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ status_code: fault, error: 'no', message: `fault ${fault}` }))
      return
    }
    const answer = await app.inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url: `${path}${query.size === 0 ? '' : `?${query.toString()}`}`,
      headers: { project_id: token, host: '127.0.0.1', 'content-type': 'application/cbor' },
      ...(method === 'POST' ? { payload } : {}),
    })
    if (fault === 'loses' && isSubmission) return
    response.writeHead(answer.statusCode, { 'content-type': 'application/json' })
    response.end(answer.body)
  })
  onTestFinished(async () => {
    await server.close()
    await app.close()
  })
  return { state, server }
}

/** A mint on its way over Blockfrost, then a gateway of another kind, both of one chain. */
const openMint = async (kind: 'Koios' | 'Ogmios' = 'Koios') => {
  const payer = newParty()
  const funds = outputsFor(payer, 1, 100n * ada)
  const test = openTestChain(funds)
  const { state, server } = await startFailing(test)
  const koios = await startKoios(test, { token })
  const ogmios = await startOgmios(test)
  const kupo = await startKupo(test, { patterns: ['*'] })
  const db = new Database(':memory:', [submissionSchema])
  onTestFinished(async () => {
    await koios.close()
    await ogmios.close()
    await kupo.close()
    db.close()
    test.close()
  })
  const notices: GatewayNotice[] = []
  const clock = { ms: Date.UTC(2026, 8, 1) }
  const now = () => new Date(clock.ms)
  const quick = { timeoutMs: 5_000, retry: { attempts: 1 } }
  const network = 'devnet'
  const first = createBlockfrost({
    network,
    baseUrl: `${server.url}/api/v0`,
    secret: Secret.ofText(token),
    ...quick,
  })
  const asks: string[] = []
  const second =
    kind === 'Ogmios'
      ? createOgmios({ network, ogmiosUrl: ogmios.url, kupoUrl: kupo.url })
      : createKoios({
          network,
          baseUrl: koios.baseUrl,
          secret: Secret.ofText(token),
          fetch: (url, init) => {
            asks.push(new URL(String(url)).pathname.replace(/^.*\//u, '/'))
            return sendRequest(url, init)
          },
        })
  const gateway = createGatewayList({
    network,
    members: [
      { id: 'first', name: 'Blockfrost', gateway: first },
      { id: 'second', name: kind, gateway: second },
    ],
    memory: createListMemory(),
    notify: (notice) => notices.push(notice),
    now,
  })
  const submissions = createSubmissions({
    db,
    gateway,
    now,
    confirmations: 3,
    marginSlots: 20n,
    resendMs: 10_000,
  })
  const spend = funds.map((output) => output.spend)
  const { cbor } = sign(payer, { spends: spend, pays: [{ to: payer, lovelace: 5n * ada }] })
  const { txId } = submissions.create({ bytes: cbor, holder: 'mint' })
  return {
    test,
    state,
    gateway,
    submissions,
    notices,
    stateOf: () => submissions.find(txId)?.state,
    later: (ms: number) => {
      clock.ms += ms
    },
    /** The last parts of the paths, in order. */
    asksOfSecond: () => asks,
    sentToFirst: () => server.requests.filter(({ path }) => path.endsWith('/tx/submit')).length,
  }
}

const inBlocks = ({ database }: TestChain) =>
  database.all(z.object({ id: z.string() }), 'SELECT id FROM transactions').length

describe('reading goes on with the next gateway in the middle of a mint', () => {
  it.for([
    [402, 'Koios'],
    [418, 'Koios'],
    [429, 'Koios'],
    [500, 'Koios'],
    ['hangs', 'Koios'],
    [500, 'Ogmios'],
    ['hangs', 'Ogmios'],
  ] as const)(
    'when the first answers %s between submission and confirmation, and %s is the next',
    async ([fault, kind]) => {
      const mint = await openMint(kind)
      await mint.submissions.advance()
      expect(mint.stateOf()).toBe('sent')
      mint.state.fault = fault
      mint.test.mine()
      await mint.submissions.advance()
      expect(mint.stateOf()).toBe('in_block')
      mint.test.mine(3)
      await mint.submissions.advance()
      expect(mint.stateOf()).toBe('confirmed')
      expect(mint.sentToFirst()).toBe(1)
      expect(mint.notices).toMatchObject([
        {
          level: 'warning',
          message: expect.stringContaining(`${kind} reads devnet instead of Blockfrost: `),
          details: { network: 'devnet', from: 'first', to: 'second' },
        },
      ])
    },
  )

  it.for([
    [402, 'Koios'],
    [429, 'Koios'],
    [500, 'Koios'],
    ['hangs', 'Koios'],
    ['loses', 'Koios'],
    [500, 'Ogmios'],
    ['loses', 'Ogmios'],
  ] as const)(
    'when the first answers %s after the transaction was built, which arrives once by %s',
    async ([fault, kind]) => {
      const mint = await openMint(kind)
      mint.state.fault = fault
      await mint.submissions.advance()
      mint.later(20_000)
      mint.test.mine(4)
      await mint.submissions.advance()
      expect(mint.stateOf()).toBe('confirmed')
      expect(inBlocks(mint.test)).toBe(1)
    },
  )

  it('and comes back to the first, which the log says once', async () => {
    const { state, gateway, notices, later } = await openMint()
    await gateway.tip()
    state.fault = 500
    await gateway.tip()
    await gateway.tip()
    state.fault = undefined
    later(61_000)
    await gateway.tip()
    await gateway.tip()
    expect(notices.map(({ message }) => message)).toEqual([
      expect.stringContaining('fault 500'),
      'Blockfrost reads devnet again.',
    ])
  })

  it('a submission whose answer is lost is looked for before it is sent to the next', async () => {
    const mint = await openMint()
    mint.state.fault = 'loses'
    await mint.submissions.advance()
    expect(mint.sentToFirst()).toBe(1)
    expect(mint.asksOfSecond()).toEqual(expect.arrayContaining(['/tx_status', '/submittx']))
    expect(mint.asksOfSecond().indexOf('/tx_status')).toBeLessThan(
      mint.asksOfSecond().indexOf('/submittx'),
    )
    mint.later(20_000)
    mint.test.mine(4)
    await mint.submissions.advance()
    expect(mint.stateOf()).toBe('confirmed')
    expect(inBlocks(mint.test)).toBe(1)
  })
})

const listOf = (gateways: readonly Gateway[], now = () => new Date(0)) =>
  createGatewayList({
    network: 'devnet',
    members: gateways.map((gateway, index) => ({
      id: `gateway-${index}`,
      name: `Gateway ${index}`,
      gateway,
    })),
    memory: createListMemory(),
    notify: () => undefined,
    now,
  })

describe('the tip', () => {
  it('never goes back: a gateway behind the known tip answers nothing', async () => {
    const [ahead, behind] = [createFakeChain(), createFakeChain()]
    ahead.mine(5)
    behind.mine(3)
    let nowMs = 0
    const list = listOf([ahead.gateway, behind.gateway], () => new Date(nowMs))
    expect((await list.tip()).height).toBe(5)
    ahead.down(true)
    await expect(list.tip()).rejects.toMatchObject({ code: 'unreachable' })
    await expect(list.transaction(plainTransaction([refOf('a')]).txId)).rejects.toMatchObject({
      message: expect.stringContaining('No other gateway of devnet answered either'),
    })
    behind.mine(3)
    nowMs += 61_000
    expect((await list.tip()).height).toBe(6)
  })

  it('follows a rollback of the gateway that answered it', async () => {
    const [first, second] = [createFakeChain(), createFakeChain()]
    first.mine(5)
    const list = listOf([first.gateway, second.gateway])
    expect((await list.tip()).height).toBe(5)
    first.rollBack(2)
    expect((await list.tip()).height).toBe(3)
  })
})

/** What happens at one call of a gateway. */
const outcomes = fc.constantFrom('works', 'lost', 'busy', 'down')

it('no transaction is submitted to two gateways without a look between (property)', async () => {
  const { bytes, txId } = plainTransaction([refOf('a')])
  const failing = (outcome: string): ColdpressError | undefined => {
    if (outcome === 'works') return undefined
    if (outcome === 'busy') return new ColdpressError('rate_limited', 'busy')
    return new ColdpressError('timeout', 'no answer', {
      details: { mayHaveArrived: outcome === 'lost' },
    })
  }
  const scripts = fc.array(fc.tuple(outcomes, outcomes, fc.boolean()), { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(fc.tuple(scripts, scripts, scripts), async (given) => {
      const seen: (readonly ['look' | 'submit', number])[] = []
      const gateways = given.map((script, index): Gateway => {
        const left = [...script]
        let current: readonly [string, string, boolean] = ['works', 'works', false]
        return {
          ...createFakeChain().gateway,
          outputsOf: async () => undefined,
          isKnown: async () => {
            current = left.shift() ?? ['works', 'works', false]
            const error = failing(current[0])
            if (error !== undefined) throw error
            seen.push(['look', index])
            return current[2]
          },
          submit: async () => {
            seen.push(['submit', index])
            const error = failing(current[1])
            if (error !== undefined) throw error
            return txId
          },
        }
      })
      let nowMs = 0
      const list = listOf(gateways, () => new Date(nowMs))
      for (let tries = 0; tries < 6; tries += 1) {
        await list.submit(bytes).catch(() => undefined)
        nowMs += 40_000
      }
      for (const [at, [kind, index]] of seen.entries()) {
        if (kind !== 'submit') continue
        expect(seen[at - 1]).toEqual(['look', index])
      }
    }),
  )
})
