import { Readable } from 'node:stream'
import { beforeEach, describe, expect, it } from 'vitest'
import { Database } from '#platform/db/database.ts'
import { createJobs } from '#app/imports/journal/jobs.ts'
import { plannedItem } from '#app/imports/run/start-items.ts'
import { importsSchema } from '#app/imports/journal/journal-schema.ts'
import { type ImportJournal, openJournal } from '#app/imports/journal/journal.ts'
import { settleOpenBatches } from '#app/imports/run/prepare-run.ts'
import { listedToken, type TokenToSend } from '#app/imports/upload/reconcile.ts'
import { createUploader } from '#app/imports/upload/uploader.ts'
import { ColdpressError, type ErrorCode } from '#values/errors/errors.ts'
import type { Token } from '#contract/tokens/token.ts'
import { quickRetries } from '../harness.ts'
import { sampleJob } from '../journal/sample-job.ts'

/**
 * A service that keeps whatever it is sent, also the same name twice: with it, only the importer
 * itself stands between a lost reply and a double. `refuse` may reject a request before it is kept,
 * `lose` the reply after.
 */
const lenientService = () => {
  const tokens: Token[] = []
  const requests: string[][] = []
  let reject: (names: readonly string[]) => ColdpressError | undefined = () => undefined
  let lose: (request: number) => ColdpressError | undefined = () => undefined
  let storeImage: (request: number, names: readonly string[]) => readonly string[] = (_, names) =>
    names
  return {
    tokens,
    requests,
    onRequest: (rule: typeof reject) => (reject = rule),
    onReply: (rule: typeof lose) => (lose = rule),
    onKeep: (rule: typeof storeImage) => (storeImage = rule),
    getCollection: () => Promise.reject(new Error('not asked')),
    getToken: () => Promise.reject(new Error('not asked')),
    updateToken: () => Promise.reject(new Error('not asked')),
    addTokens: (
      _: string,
      wanted: readonly { asset_name: string; name: string; image: string | string[] }[],
    ) => {
      const names = wanted.map(({ asset_name }) => asset_name)
      requests.push(names)
      const error = reject(names)
      if (error !== undefined) return Promise.reject(error)
      const kept = storeImage(requests.length, names)
      const added = wanted
        .filter(({ asset_name }) => kept.includes(asset_name))
        .map((one) => ({
          ...one,
          id: `t${tokens.length}-${one.asset_name}`,
          status: 'FOR_SALE',
          created_at: '',
          updated_at: '',
          media_type: null,
          description: null,
          metadata_attributes: [],
          custom_attributes: {},
        }))
      tokens.push(...added)
      const lost = lose(requests.length)
      return lost === undefined ? Promise.resolve(added) : Promise.reject(lost)
    },
    list: async function* () {
      yield* tokens.toReversed()
    },
  }
}

const error = (code: ErrorCode, message: string, mayHaveArrived = false): ColdpressError =>
  new ColdpressError(code, message, { details: { mayHaveArrived } })

const item = (n: number): TokenToSend => ({
  assetName: `T${n}`,
  row: n + 1,
  image: 'ipfs://QmPZ9gcCEpqKTo6aq61g2nXGUhM4iCL3ewB6LDXZCtioEB',
  request: { asset_name: `T${n}`, name: `Token ${n}` },
})
const items = (count: number): TokenToSend[] => Array.from({ length: count }, (_, n) => item(n + 1))

let db: Database
let journal: ImportJournal
let service: ReturnType<typeof lenientService>
let signal: AbortController

beforeEach(() => {
  db = new Database(':memory:', [importsSchema])
  const now = () => new Date()
  const job = createJobs(db, now).create(sampleJob)
  journal = openJournal(db, job.id, { now })
  journal.start(
    items(8).map(({ assetName, row, request, image }) =>
      plannedItem({ asset_name: assetName, row, request, image: { kind: 'ipfs', uri: image } }),
    ),
  )
  service = lenientService()
  signal = new AbortController()
})

const uploader = (held: readonly Token[] = [], list = () => service.list()) =>
  createUploader({
    collectionId: 'c',
    service: { ...service, tokens: () => list() },
    journal,
    store: { read: () => Readable.from([]) },
    held: held.map(listedToken),
    retrySettings: quickRetries,
    signal: signal.signal,
    lastSignal: signal.signal,
    onOutcome: () => undefined,
  })

const stages = () => Object.fromEntries(journal.items().map((one) => [one.asset_name, one.stage]))
const stored = () => service.tokens.map(({ asset_name }) => asset_name)

describe('an uploader whose service keeps doubles', () => {
  it('sends nothing twice after lost replies', async () => {
    service.onReply((request) => (request <= 2 ? error('timeout', 'no reply', true) : undefined))
    await uploader().send([items(8)])
    expect(stored()).toEqual(items(8).map(({ assetName }) => assetName))
    expect(journal.openBatches()).toEqual([])
  })

  it('waits for one that is away for a while when it is asked what arrived', async () => {
    service.onReply((request) => (request === 1 ? error('unreachable', 'gone', true) : undefined))
    let asked = 0
    const away = async function* () {
      asked += 1
      if (asked < quickRetries.attempts) throw error('unreachable', 'gone', false)
      yield* service.list()
    }
    await uploader([], away).send([items(8)])
    expect(stored()).toEqual(items(8).map(({ assetName }) => assetName))
    expect(asked).toBe(quickRetries.attempts)
  })

  // Fault 13 of docs/faults.md.
  it('sends the rest of a batch that arrived in part', async () => {
    service.onKeep((request, names) => (request === 1 ? names.slice(0, 3) : names))
    await uploader().send([items(8)])
    expect(stored().toSorted()).toEqual(items(8).map(({ assetName }) => assetName))
    expect(service.requests.map(({ length }) => length)).toEqual([8, 5])
  })

  it('gives up, without end, on one that says yes and keeps nothing', async () => {
    service.onKeep(() => [])
    await expect(uploader().send([items(8)])).rejects.toMatchObject({ code: 'service_error' })
    expect(service.requests).toHaveLength(quickRetries.attempts)
    expect(journal.counts()).toMatchObject({ pinned: 8, added: 0 })
  })

  it('takes what the collection held from the start as added and does not send it', async () => {
    await uploader().send([[item(1)]])
    await uploader(service.tokens).send([items(3)])
    expect(stored()).toEqual(['T1', 'T2', 'T3'])
  })
})

describe('an error', () => {
  it('that names items fails these and sends the rest', async () => {
    service.onRequest((names) => {
      const errors = names.flatMap((name, at) =>
        ['T3', 'T6'].includes(name) ? [`tokens[${at}].name: taken by the moon`] : [],
      )
      return errors.length === 0 ? undefined : error('invalid', errors.join('; '))
    })
    await uploader().send([items(8)])
    expect(service.requests.map(({ length }) => length)).toEqual([8, 6])
    expect(journal.counts()).toMatchObject({ added: 6, failed: 2 })
    const failed = journal.items().filter(({ stage }) => stage === 'failed')
    expect(failed.map(({ asset_name, error }) => [asset_name, error?.message])).toEqual([
      ['T3', 'Row 4: the service refused token "T3": name: taken by the moon'],
      ['T6', 'Row 7: the service refused token "T6": name: taken by the moon'],
    ])
  })

  it.each(['invalid', 'too_large', 'conflict'] as const)(
    'that names none (%s) is found by halves, in few requests',
    async (code) => {
      service.onRequest((names) =>
        names.includes('T5') ? error(code, 'something is not right') : undefined,
      )
      await uploader().send([items(8)])
      expect(stages()).toMatchObject({ T4: 'added', T5: 'failed', T6: 'added' })
      expect(stored().toSorted()).toEqual(['T1', 'T2', 'T3', 'T4', 'T6', 'T7', 'T8'])
      expect(service.requests.length).toBeLessThanOrEqual(8)
    },
  )

  it.each(['unauthorized', 'forbidden', 'not_found', 'vault_locked'] as const)(
    'that no item is to blame for (%s) stops, and leaves the items to be sent',
    async (code) => {
      service.onRequest(() => error(code, 'no'))
      await expect(uploader().send([items(8)])).rejects.toMatchObject({ code })
      expect(service.requests).toHaveLength(1)
      expect(journal.counts()).toMatchObject({ pinned: 8 })
      expect(journal.openBatches()).toEqual([])
    },
  )
})

describe('several batches', () => {
  const three = () => [items(8).slice(0, 3), items(8).slice(3, 5), items(8).slice(5)]
  const commits = () => {
    const seen: string[] = []
    const script = db.script.bind(db)
    db.script = (sql) => {
      seen.push(sql)
      script(sql)
    }
    return () => seen.filter((sql) => sql === 'COMMIT').length
  }

  it('are intended with one commit before the first is sent, and sent in their order', async () => {
    const committed = commits()
    let before = 0
    service.onRequest(() => {
      before ||= committed()
      return undefined
    })
    await uploader().send(three())
    expect(before).toBe(1)
    expect(service.requests.map(({ length }) => length)).toEqual([3, 2, 3])
    expect(journal.counts()).toMatchObject({ added: 8 })
    expect(journal.openBatches()).toEqual([])
  })

  it('that were not sent when the run stops leave their items to be sent', async () => {
    service.onRequest((names) =>
      names.includes('T4') ? error('unauthorized', 'no longer') : undefined,
    )
    await expect(uploader().send(three())).rejects.toMatchObject({ code: 'unauthorized' })
    expect(service.requests).toHaveLength(2)
    expect(journal.counts()).toMatchObject({ added: 3, pinned: 5, sending: 0 })
    expect(journal.openBatches()).toEqual([])
  })
})

describe('a passing error', () => {
  it('is tried again as often as patience has it, no more', async () => {
    service.onRequest(() => error('rate_limited', 'wait'))
    await expect(uploader().send([items(2)])).rejects.toMatchObject({ code: 'rate_limited' })
    expect(service.requests).toHaveLength(quickRetries.attempts)
  })

  it('that asks for a longer wait than ours stops at once', async () => {
    service.onRequest(
      () => new ColdpressError('rate_limited', 'wait', { details: { retryAfterMs: 3_600_000 } }),
    )
    await expect(uploader().send([items(2)])).rejects.toMatchObject({ code: 'rate_limited' })
    expect(service.requests).toHaveLength(1)
  })
})

describe('a batch that nobody closed', () => {
  const settleNow = () =>
    settleOpenBatches({
      journal,
      list: () => Promise.resolve(service.tokens.map(listedToken)),
      retrySettings: quickRetries,
      signal: signal.signal,
    })

  it('stays intended when the run ends before the reply, and is settled by the list', async () => {
    service.onReply(() => {
      signal.abort(new Error('stop'))
      return error('cancelled', 'gave up', true)
    })
    await expect(uploader().send([items(4)])).rejects.toMatchObject({ code: 'cancelled' })
    expect(journal.counts()).toMatchObject({ sending: 4 })
    expect(journal.openBatches()).toMatchObject([{ assetNames: ['T1', 'T2', 'T3', 'T4'] }])
    signal = new AbortController()
    expect(await settleNow()).toHaveLength(4)
    expect(journal.counts()).toMatchObject({ added: 4, sending: 0 })
    expect(journal.openBatches()).toEqual([])
  })

  it('that never arrived leaves its items to be sent', async () => {
    journal.intend([{ assetNames: ['T1', 'T2'], bodyHash: 'hash' }])
    await settleNow()
    expect(journal.counts()).toMatchObject({ sending: 0, pinned: 2, planned: 6 })
    expect(journal.openBatches()).toEqual([])
  })

  it('that arrives late is seen by the second look', async () => {
    journal.intend([{ assetNames: ['T1'], bodyHash: 'hash' }])
    let looks = 0
    await settleOpenBatches({
      journal,
      list: async () => {
        looks += 1
        if (looks === 2)
          await service.addTokens('c', [{ ...item(1).request, image: item(1).image }])
        return service.tokens.map(listedToken)
      },
      retrySettings: quickRetries,
      signal: signal.signal,
    })
    expect(stages()).toMatchObject({ T1: 'added' })
  })
})
