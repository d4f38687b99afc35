import { readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { scriptFromJson } from '#cardano/scripts.ts'
import { parseTransaction } from '#cardano/transactions/parts/parse.ts'
import { refText } from '#cardano/utxo.ts'
import { isColdpressError } from '#values/errors/errors.ts'
import { inspectRequest } from '#app/signing/inspect-request.ts'
import { readIfRequest, readRequestFile, writeRequestFile } from '#app/signing/request-file.ts'
import { requestLimits, requestSchema } from '#app/signing/request-schema.ts'
import { given as present } from '../../cardano/vectors.ts'
import * as given from '../../cardano/transactions/ingredients.ts'
import { mintOf, png, requestOf } from './request-samples.ts'

const one = mintOf(2)
const chained = mintOf(120)
const expectedOf = (made: ReturnType<typeof mintOf>) => present(requestOf(made).expected[0])
const jsonOf = (text: string): Record<string, unknown> => JSON.parse(text)
const changed = (change: Record<string, unknown>): string =>
  JSON.stringify({ ...jsonOf(writeRequestFile(requestOf(one))), ...change })

describe('a signing request file', () => {
  it('comes back as it was written', () => {
    for (const made of [one, chained]) {
      const request = requestOf(made)
      const text = writeRequestFile(request)
      expect(readRequestFile(text)).toEqual(request)
      expect(readIfRequest(text)).toBe(readRequestFile(text))
      expect(writeRequestFile(readRequestFile(text))).toBe(text)
    }
  })

  it('is parsed once, also by whoever opens files of several kinds', () => {
    const text = writeRequestFile(requestOf(one, { title: 'Parsed once' }))
    const parse = vi.spyOn(JSON, 'parse')
    onTestFinished(() => parse.mockRestore())
    const timesParsed = (): number => parse.mock.calls.filter(([json]) => json === text).length
    for (const other of ['First', 'Second'])
      readRequestFile(writeRequestFile(requestOf(one, { title: other })))
    expect(readIfRequest(text)?.title).toBe('Parsed once')
    expect(timesParsed()).toBe(1)
    readRequestFile(text)
    expect(timesParsed()).toBe(1)
  })

  it('is told from other files', () => {
    for (const text of ['', '{', '[]', '84a0', changed({ format: 'other' })])
      expect(readIfRequest(text)).toBeUndefined()
    expect(() => readIfRequest(changed({ version: 3 }))).toThrow('made by a newer Coldpress')
    expect(() => readIfRequest(changed({ title: 'a'.repeat(requestLimits.fileBytes) }))).toThrow(
      expect.objectContaining({ code: 'too_large' }),
    )
  })

  it("holds its transactions as cardano-cli's text envelopes", () => {
    const { transactions } = jsonOf(writeRequestFile(requestOf(one)))
    expect(transactions).toEqual([
      {
        type: 'Tx ConwayEra',
        description: 'Ledger Cddl Format',
        cborHex: Buffer.from(present(one.built[0]).cbor).toString('hex'),
      },
    ])
  })

  it('of version 1 still opens, with one expectation for all and unproved inputs', () => {
    const { parents: _, expected, ...rest } = jsonOf(writeRequestFile(requestOf(chained)))
    const [first] = Array.isArray(expected) ? expected : []
    const opened = readRequestFile(JSON.stringify({ ...rest, version: 1, expected: first }))
    expect(opened.parents).toEqual([])
    expect(opened.expected).toEqual(requestOf(chained).expected)
    const [inspected] = inspectRequest(opened, { nowSlot: given.slot })
    expect(inspected?.warnings[0]).toMatchObject({ code: 'inputs_unproved', severity: 'error' })
    expect(inspected?.warnings[0]?.message).toContain(
      'add the parents on a computer that is online',
    )
  })

  it('needs no more than a title, a network and a transaction', () => {
    const { format, version, created_at, title, network, transactions } = jsonOf(changed({}))
    const least = { format, version, created_at, title, network, transactions }
    expect(readRequestFile(JSON.stringify(least))).toMatchObject({
      resolvedInputs: [],
      scripts: [],
      parameters: undefined,
      thumbnails: [],
    })
  })

  it.each([
    ['{', 'not one; it is JSON with "format"'],
    ['[]', 'not one'],
    [changed({ format: 'other' }), 'not one'],
    [changed({ version: 3 }), 'of version 3, made by a newer Coldpress'],
    [changed({ version: 0 }), 'version'],
    [changed({ network: 'sancho' }), 'network'],
    [changed({ created_at: 'yesterday' }), 'created_at: not a time'],
    [changed({ title: 'a\u{202e}b' }), 'title: holds characters that cannot be shown'],
    [changed({ title: ' ' }), 'title: not 1 to 120 characters'],
    [changed({ transactions: [] }), 'transactions'],
    [
      changed({ transactions: [{ type: 'Tx ConwayEra', description: '', cborHex: '80' }] }),
      'transactions[0]: ',
    ],
    [changed({ scripts: ['80'] }), 'scripts[0]: '],
  ])('is refused with a sentence', (text, reason) => {
    expect(() => readRequestFile(text)).toThrow(
      expect.objectContaining({ code: 'invalid', message: expect.stringContaining(reason) }),
    )
  })

  it('is refused above its limit of 32 MiB, before anything in it is read', () => {
    expect(() => readRequestFile(' '.repeat(requestLimits.fileBytes + 1))).toThrow(
      expect.objectContaining({ code: 'too_large' }),
    )
  })

  it('with a piece broken out is read or refused, never more', () => {
    const text = writeRequestFile(requestOf(one))
    const read = (broken: string): boolean => {
      try {
        readRequestFile(broken)
        return true
      } catch (error) {
        if (!isColdpressError(error)) throw error
        return false
      }
    }
    let count = 0
    for (let at = 0; at < text.length; at += Math.ceil(text.length / 150))
      if (!read(text.slice(0, at) + text.slice(at + 1 + (at % 5)))) count += 1
    expect(count).toBeGreaterThan(100)
  })
})

describe('what a request says beside its transactions', () => {
  const writing =
    (change: Parameters<typeof requestOf>[1], made = one) =>
    () =>
      writeRequestFile(requestOf(made, change))

  it('must be of their inputs', () => {
    const stray = given.utxoOf(given.ada(1))
    expect(writing({ resolvedInputs: [one.funding, stray] })).toThrow(
      `resolved_inputs[1]: ${refText(stray)} is an input of no transaction here`,
    )
    expect(writing({ resolvedInputs: [one.funding, one.funding] })).toThrow('stands there twice')
  })

  it('must not say what their own bytes say', () => {
    const change = present(chained.built[0]?.change[0])
    expect(writing({ resolvedInputs: [chained.funding, change] }, chained)).toThrow(
      'is made by a transaction here, whose own bytes say what it holds',
    )
  })

  it('must be of their scripts', () => {
    expect(writing({ scripts: [scriptFromJson(given.sig(given.bob))] })).toThrow(
      'scripts[0]: its hash',
    )
  })

  it('must be of addresses that exist on its network', () => {
    const labelled = (address: string) => ({
      expected: [{ ...expectedOf(one), addresses: [{ address, label: 'Wallet' }] }],
    })
    expect(writing(labelled('addr_test1nonsense'))).toThrow(
      'expected[0].addresses[0].address: address:',
    )
    expect(writing(labelled(given.mainnetAddress(given.payer)))).toThrow('it is not of devnet')
    expect(writing(labelled(given.home.toUpperCase()))).toThrow('in lower case')
    expect(writing({ resolvedInputs: [{ ...one.funding, address: 'x' }] })).toThrow(
      'resolved_inputs[0].address: address:',
    )
  })

  it('must name each transaction once', () => {
    const { cbor } = present(one.built[0])
    expect(writing({ transactions: [cbor, cbor] })).toThrow('transactions[1]: the same transaction')
  })

  it.each([
    [
      'another type than it says',
      { mediaType: 'image/jpeg', bytes: png() },
      'not those of image/jpeg',
    ],
    ['no image', { mediaType: 'image/png', bytes: Uint8Array.of(1, 2) }, 'not those of image/png'],
    [
      'over 8 KB',
      { mediaType: 'image/png', bytes: Uint8Array.of(...png(), ...new Uint8Array(8200)) },
      'more than 8192 bytes',
    ],
  ] as const)('may show small images: %s is refused', (_, image, reason) => {
    expect(writing({ thumbnails: [{ name: 'Fern', ...image }] })).toThrow(reason)
  })

  it('a signing request may show 24 images', () => {
    const image = requestOf(one).thumbnails[0]
    const many = Array.from({ length: 25 }, () => present(image))
    expect(writing({ thumbnails: many })).toThrow('thumbnails')
    expect(writeRequestFile(requestOf(one, { thumbnails: many.slice(1) }))).toContain('Fern')
  })
})

describe('judging a request', () => {
  it('knows what one transaction makes for the next from its bytes', () => {
    const request = requestOf(chained)
    expect(request.transactions.length).toBeGreaterThan(2)
    const inspected = inspectRequest(request, { nowSlot: given.slot })
    expect(inspected.map(({ summary }) => summary.txId)).toEqual(
      chained.built.map(({ txId }) => txId),
    )
    expect(inspected.map(({ summary }) => summary.inputs.map(({ source }) => source))).toEqual([
      ['parent'],
      ...Array.from({ length: inspected.length - 1 }, () => ['request_transaction']),
    ])
    for (const { summary, bytes } of inspected) {
      expect(summary).toMatchObject({ imbalance: { lovelace: '0' }, isComplete: false })
      expect(summary.txId).toBe(parseTransaction(bytes).txId)
    }
  })

  it('takes what it says of inputs for a claim that the sum can give away', () => {
    const lie = { ...one.funding, value: { ...one.funding.value, lovelace: given.ada(500) } }
    const [inspected] = inspectRequest(requestOf(one, { parents: [], resolvedInputs: [lie] }))
    expect(inspected?.summary.inputs).toMatchObject([{ source: 'stated' }])
    expect(inspected?.warnings).toContainEqual(expect.objectContaining({ code: 'imbalance' }))
  })

  it('warns by what the request expects of its own transactions', () => {
    const royaltyFirst = { expected: [{ ...expectedOf(one), awaitsRoyalty: true }] }
    const [inspected] = inspectRequest(requestOf(one, royaltyFirst))
    expect(inspected?.warnings[0]).toMatchObject({ code: 'royalty_not_yet' })
  })

  it('lowers no warning by a name that the request alone gives', () => {
    const addresses = [{ address: given.buyer, label: 'My own' }]
    for (const expected of [expectedOf(one), { ...expectedOf(one), addresses }]) {
      const [inspected] = inspectRequest(requestOf(one, { expected: [expected] }), {
        nowSlot: given.slot,
      })
      expect(inspected?.warnings).toMatchObject([
        { code: 'ada_to_unknown_address', severity: 'warning' },
      ])
      expect(inspected?.summary.outputs[0]).toMatchObject({
        label: expected.addresses[0]?.label === 'My own' ? 'My own' : null,
      })
    }
  })
})

describe('docs/signing-request.md', () => {
  it('describes every field of the schema', () => {
    const page = readFileSync(new URL('../../../docs/signing-request.md', import.meta.url), 'utf8')
    const fields = requestSchema.options.flatMap(({ shape }) => Object.keys(shape))
    expect(fields.length).toBeGreaterThan(10)
    for (const field of fields) expect(page).toContain(`| \`${field}`)
  })
})
