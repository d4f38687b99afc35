import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Secret } from '#platform/secret/secret.ts'
import { nothingField, secret } from '#transport/process/fields.ts'
import { type Link, openLink } from '#transport/process/link.ts'
import { clientOf } from '#transport/process/operations.ts'
import type { Port } from '#transport/process/port.ts'
import { ColdpressError } from '#values/errors/errors.ts'

const contract = {
  double: { input: z.number(), output: z.number() },
  /** Answers the length of the secret, and keeps it to look at. */
  measure: { input: z.strictObject({ name: z.string(), secret }), output: z.number() },
  reveal: { input: nothingField, output: z.array(secret) },
  fail: { input: z.string(), output: nothingField },
  hang: { input: nothingField, output: nothingField },
  hangBriefly: { input: nothingField, output: nothingField, timeoutMs: 50 },
  lie: {
    input: nothingField,
    output: z.strictObject({ fine: z.boolean(), secret: secret.optional() }),
  },
} as const
const nobody = {} as const

const keyText = 'planted-secret-4711'
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const zeros = new Uint8Array(bytesOf(keyText).length)

let channel: MessageChannel
let received: unknown[]
/** The very objects that the asking side posted: what was in them may be wiped since. */
let posted: unknown[]
let logged: string[]
let kept: { secret: Secret; seen: string } | undefined
let revealed: Secret
let lie: unknown
let silences: number
let news: string[]
let asking: Link<typeof contract>

beforeEach(() => {
  channel = new MessageChannel()
  received = []
  posted = []
  // The previous test's link may still say something, to its own list.
  const lines: string[] = []
  logged = lines
  kept = undefined
  lie = undefined
  silences = 0
  news = []
  openLink<typeof contract, typeof nobody>({
    port: portOver(channel.port2),
    serves: contract,
    handlers: {
      double: async (number) => number * 2,
      measure: async ({ secret }) => {
        await nextTurn()
        kept = { secret, seen: secret.text() }
        return kept.seen.length
      },
      reveal: async () => {
        revealed = Secret.ofText(keyText)
        return [revealed]
      },
      fail: async (how) => {
        throw how === 'known'
          ? new ColdpressError('conflict', 'There is one already.', {
              details: { field: 'name', secret: Secret.ofText(keyText), at: new Date(0) },
            })
          : new TypeError(`cannot read ${keyText}`)
      },
      hang: () => sleep(60_000, undefined, { ref: false }),
      hangBriefly: () => sleep(60_000, undefined, { ref: false }),
      // A port passes any message: the types exist only on this side.
      lie: async () => JSON.parse(JSON.stringify(lie)),
    },
    requests: nobody,
    peer: 'asking side',
    beforeAnswer: () => news.push('before'),
    log: (line) => lines.push(line),
  })
  asking = openLink<typeof nobody, typeof contract>({
    port: portOver(channel.port1, received, posted),
    serves: nobody,
    handlers: {},
    requests: contract,
    peer: 'serving side',
    onSilence: () => (silences += 1),
    log: (line) => lines.push(line),
  })
})

afterEach(() => channel.port1.close())

const portOver = (
  port: MessagePort,
  received: unknown[] = [],
  posted: unknown[] = [],
): Pick<Port, 'post' | 'onMessage'> => ({
  post: (message) => {
    posted.push(message)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
    port.postMessage(message)
  },
  onMessage: (listener) =>
    void port.on('message', (message) => {
      received.push(message)
      listener(message)
    }),
})

const send = (message: unknown): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
  channel.port1.postMessage(message)
}

describe('a call', () => {
  it('is answered, each by its own answer', async () => {
    const slow = asking.call('measure', { name: 'x', secret: Secret.ofText(keyText) })
    expect(await Promise.all([asking.call('double', 1), asking.call('double', 2), slow])).toEqual([
      2,
      4,
      keyText.length,
    ])
  })

  it('can be made through the function of its name', async () => {
    const client = clientOf(contract, asking.call)
    expect(Object.keys(client)).toEqual(Object.keys(contract))
    expect(await client.double(4)).toBe(8)
    await expect(client.fail('known')).rejects.toMatchObject({ code: 'conflict' })
  })

  it('brings the error back with code, message and details, none of them a secret', async () => {
    await expect(asking.call('fail', 'known')).rejects.toMatchObject({
      name: 'ColdpressError',
      code: 'conflict',
      message: 'There is one already.',
      details: { field: 'name', secret: '[redacted]', at: '1970-01-01T00:00:00.000Z' },
    })
    expect(logged).toEqual([])
  })

  it('does not bring the text of an error that Coldpress did not write, nor log it', async () => {
    await expect(asking.call('fail', 'otherwise')).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringContaining('TypeError'),
    })
    expect(logged.join()).toMatch(/^fail failed: TypeError\n\s+at .*link\.test\.ts/u)
    expect(JSON.stringify([logged, received])).not.toContain(keyText)
  })

  it('ends when no answer comes in time; who was silent meanwhile is reported', async () => {
    await expect(asking.call('hangBriefly', undefined)).rejects.toMatchObject({ code: 'timeout' })
    expect(silences).toBe(1)
  })

  it('ends when no answer comes in time, but who said something else lives', async () => {
    const hanging = asking.call('hangBriefly', undefined)
    await asking.call('double', 1)
    await expect(hanging).rejects.toMatchObject({ code: 'timeout' })
    expect(silences).toBe(0)
  })

  it('fails when the other side is gone, and so does every later one', async () => {
    const hanging = asking.call('hang', undefined)
    const gone = new ColdpressError('internal', 'it died')
    asking.end(gone)
    await expect(hanging).rejects.toBe(gone)
    await expect(asking.call('double', 1)).rejects.toBe(gone)
    await asking.idle()
  })

  it('is announced before its answer leaves, also when it fails', async () => {
    await asking.call('double', 1)
    await asking.call('fail', 'known').catch(() => undefined)
    expect(news).toEqual(['before', 'before'])
  })
})

describe('the bytes of a secret', () => {
  it('are wiped by who sends and by who serves', async () => {
    const own = Secret.ofText(keyText)
    await asking.call('measure', { name: 'x', secret: own })
    expect(kept?.seen).toBe(keyText)
    expect(posted).toEqual([
      { kind: 'call', id: 1, name: 'measure', input: { name: 'x', secret: zeros } },
    ])
    expect(() => kept?.secret.text()).toThrow('wiped')
    expect(own.text()).toBe(keyText)
  })

  it('of an answer belong to who asked', async () => {
    const [answered] = await asking.call('reveal', undefined)
    expect(answered?.text()).toBe(keyText)
    expect(() => revealed.text()).toThrow('wiped')
  })

  it('of an answer that comes too late are wiped', async () => {
    await asking.call('double', 1)
    const late = { kind: 'answer', id: 999, value: [bytesOf(keyText)] }
    const there = channel.port2
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
    there.postMessage(late)
    await asking.call('double', 1)
    expect(received).toContainEqual({ kind: 'answer', id: 999, value: [zeros] })
  })

  it('of an answer that is refused are wiped', async () => {
    lie = { fine: true }
    const answering = asking.call('lie', undefined)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
    channel.port2.postMessage({
      kind: 'answer',
      id: 1,
      value: { fine: 3, secret: bytesOf(keyText) },
    })
    await expect(answering).rejects.toMatchObject({ code: 'internal' })
    expect(received[0]).toEqual({ kind: 'answer', id: 1, value: { fine: 3, secret: zeros } })
    expect(logged).toEqual(['the answer of the serving side to lie was refused: it makes no sense'])
  })
})

describe('what makes no sense', () => {
  it.each([
    ['a name that nobody serves', { kind: 'call', id: 5, name: 'format_disk', input: keyText }],
    ['a name of every object', { kind: 'call', id: 5, name: 'constructor', input: keyText }],
    ['another input', { kind: 'call', id: 5, name: 'double', input: keyText }],
    ['a field too many', { kind: 'call', id: 5, name: 'double', input: 1, more: keyText }],
    ['no name', { kind: 'call', id: 5, input: bytesOf(keyText) }],
  ])('in a call (%s) is refused by an error', async (_, message) => {
    send(message)
    await expect.poll(() => received).toHaveLength(1)
    expect(received[0]).toMatchObject({ kind: 'error', id: 5, error: { code: 'internal' } })
    expect(logged).toEqual([expect.stringMatching(/asking side was refused: it makes no sense$/u)])
    expect(JSON.stringify([received, logged])).not.toContain(keyText)
    expect(await asking.call('double', 4)).toBe(8)
  })

  it('in an answer fails the call that waits for it', async () => {
    lie = { fine: 'no' }
    await expect(asking.call('lie', undefined)).rejects.toMatchObject({ code: 'internal' })
    lie = { fine: true }
    expect(await asking.call('lie', undefined)).toEqual({ fine: true })
  })

  it('in an error fails the call that waits for it', async () => {
    const hanging = asking.call('hang', undefined)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
    channel.port2.postMessage({
      kind: 'error',
      id: 1,
      error: { code: 'no_such', message: keyText },
    })
    await expect(hanging).rejects.toMatchObject({ code: 'internal' })
    expect(logged.join()).not.toContain(keyText)
  })

  it('never ends the link, whatever comes, and is never quoted', async () => {
    // Beyond the numbers that the link itself gives out meanwhile.
    const foreign = 1_000_000
    const odd: Record<string, unknown> = { kind: 'call', id: foreign }
    odd['self'] = odd
    send(odd)
    const field = fc.oneof(fc.anything(), fc.constant(keyText), fc.constant('call'))
    const message = fc.oneof(
      fc.anything(),
      fc.record(
        {
          kind: fc.oneof(fc.constantFrom('call', 'answer', 'error'), field),
          id: fc.oneof(fc.integer({ min: foreign }), fc.integer({ max: 0 }), field),
          name: fc.oneof(fc.constantFrom(...Object.keys(contract), '__proto__'), field),
          input: field,
          value: field,
          error: field,
          [keyText]: field,
        },
        { requiredKeys: [] },
      ),
    )
    await fc.assert(
      fc.asyncProperty(message, async (said) => {
        try {
          send(said)
        } catch {
          // What cannot be cloned cannot be sent either.
        }
        expect(await asking.call('double', 21)).toBe(42)
      }),
      { numRuns: 500 },
    )
    expect(logged.length).toBeGreaterThan(100)
    expect(logged.join()).not.toContain(keyText)
  })
})
