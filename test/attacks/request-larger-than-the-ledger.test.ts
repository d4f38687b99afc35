import { bytesToHex } from '@noble/hashes/utils.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { writeRequestFile } from '#app/signing/request-file.ts'
import type { SigningRequest } from '#app/signing/request-types.ts'
import { home } from '../cardano/transactions/ingredients.ts'
import { payTo, raw } from '../cardano/transactions/raw.ts'
import { mintRequest } from '../app/signing/requests.ts'
import { openServices } from '../main/services/open-services.ts'

const requestOf = (transactions: readonly Uint8Array[]): SigningRequest => ({
  ...mintRequest(),
  transactions,
  parents: [],
  resolvedInputs: [],
  scripts: [],
  expected: [],
})

/** A transaction of so many outputs, of 65 bytes each; no two of them are the same. */
const paying = (outputs: number, at: number): Uint8Array =>
  raw({
    fee: 200_000n + BigInt(at),
    outputs: Array.from({ length: outputs }, () => payTo(home, 5_000_000n)),
  })

const file = z.looseObject({
  transactions: z.array(z.looseObject({ cborHex: z.string() })),
})

/** A request file of any transactions: the program writes none that it would not read. */
const fileOf = (transactions: readonly Uint8Array[]): string => {
  const small = transactions.map((_, at) => paying(1, at))
  const written = file.parse(JSON.parse(writeRequestFile(requestOf(small))))
  for (const [at, one] of written.transactions.entries())
    one.cborHex = bytesToHex(transactions[at] ?? new Uint8Array())
  return JSON.stringify(written)
}

const pasted = (text: string) => ({ source: { kind: 'text', text, name: null } }) as const

afterEach(() => vi.restoreAllMocks())

/** How often others had a turn, by a clock by which every piece takes as long as a turn may. */
const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 10))
  let turns = 0
  let isDone = false
  const others = (): void => {
    turns += 1
    if (!isDone) setImmediate(others)
  }
  setImmediate(others)
  await work()
  isDone = true
  return turns
}

describe('a signing request that is made to hold up the window', () => {
  it('is refused where its transactions are longer together than the ledger takes', async () => {
    const { call } = await openServices()
    const text = fileOf([400, 700, 700, 700].map(paying))
    await expect(call('signing.receive', pasted(text))).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('the ledger takes at most 16,384 of each'),
    })
    // One alone is shown, and the warnings name it.
    const { id } = await call('signing.receive', pasted(fileOf([paying(400, 0)])))
    expect((await call('signing.show', { id })).transactions).toHaveLength(1)
  })

  it('is refused where its parents are longer than the ledger takes, or a list has millions of entries', async () => {
    const { call } = await openServices()
    const written: object = JSON.parse(writeRequestFile(mintRequest()))
    const parent = 'ab'.repeat(60_000)
    const long = JSON.stringify({ ...written, parents: [parent, parent, parent] })
    await expect(call('signing.receive', pasted(long))).rejects.toThrow('bytes in 3')
    const many = JSON.stringify({ ...written, transactions: [] }).replace(
      '"transactions":[]',
      `"transactions":[${'{},'.repeat(200_000)}{}]`,
    )
    await expect(call('signing.receive', pasted(many))).rejects.toThrow(
      'transactions: 200001 entries, at most 256 allowed',
    )
  })

  it('lets others have their turns while it is read and shown', async () => {
    const { call } = await openServices()
    const count = 40
    const text = fileOf(Array.from({ length: count }, (_, at) => paying(20, at)))
    let id = ''
    const reading = await turnsDuring(async () => {
      id = (await call('signing.receive', pasted(text))).id
    })
    expect(reading).toBeGreaterThan(2 * count)
    const showing = await turnsDuring(() => call('signing.show', { id }))
    expect(showing).toBeGreaterThan(2 * count)
  })
})
