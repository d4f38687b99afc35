import { describe, expect, it } from 'vitest'
import { hexToBytes } from '@noble/hashes/utils.js'
import { Secret } from '#platform/secret/secret.ts'
import { startDevnet } from '#devnet/server.ts'
import { bodyLimitBytes } from '#devnet/error-body.ts'
import { atSlot, caseNamed, givenOutputs, vectors } from './cases.ts'
import { malformed } from './invalid-transactions.ts'
import { rejectionOf, type Reply, token } from './open-devnet.ts'

/** A devnet on a port of its own, at the slot of the cases, over their outputs. */
const withDevnet = async <T>(
  work: (submit: (cbor: Uint8Array<ArrayBuffer>) => Promise<Reply>) => Promise<T>,
): Promise<T> => {
  const errors: string[] = []
  const devnet = await startDevnet({
    database: ':memory:',
    token: Secret.ofText(token),
    now: () => atSlot(vectors.slot),
    genesis: givenOutputs,
    log: { write: (line) => errors.push(line) },
  })
  try {
    return await work(async (body) => {
      const reply = await fetch(`${devnet.baseUrl}/tx/submit`, {
        method: 'POST',
        headers: { project_id: token, 'content-type': 'application/cbor' },
        body,
      })
      return { status: reply.status, body: await reply.json() }
    })
  } finally {
    await devnet.close()
    expect(errors).toEqual([])
  }
}

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(hexToBytes(hex))

describe('the devnet over HTTP', () => {
  it.each(vectors.cases.filter(({ expect: wanted }) => wanted === 'accept'))(
    'the devnet accepts over HTTP: $name',
    ({ hex }) =>
      withDevnet(async (submit) => {
        const reply = await submit(bytesOf(hex))
        expect(reply).toEqual({ status: 200, body: expect.stringMatching(/^[0-9a-f]{64}$/u) })
      }),
  )

  it.each(vectors.cases.filter(({ expect: wanted }) => wanted === 'reject'))(
    'the devnet refuses over HTTP: $name',
    ({ hex }) =>
      withDevnet(async (submit) => {
        expect(rejectionOf(await submit(bytesOf(hex)))).not.toBe('')
      }),
  )

  it('refuses whatever a node cannot read, and goes on', () =>
    withDevnet(async (submit) => {
      for (const [, cbor, message] of malformed)
        expect(rejectionOf(await submit(cbor))).toMatch(message)
      expect((await submit(caseNamed('good'))).status).toBe(200)
    }))

  it('refuses to spend twice, and the same bytes again', () =>
    withDevnet(async (submit) => {
      const { first, second } = vectors.doubleSpend
      expect((await submit(bytesOf(first.hex))).status).toBe(200)
      expect(rejectionOf(await submit(bytesOf(second.hex)))).toMatch(/All inputs are spent/u)
      expect(rejectionOf(await submit(bytesOf(first.hex)))).toMatch(
        /probably already been included/u,
      )
    }))

  it('reads no more than a transaction could be', () =>
    withDevnet(async (submit) => {
      expect(rejectionOf(await submit(new Uint8Array(bodyLimitBytes)))).toMatch(/cannot be read/u)
      expect(rejectionOf(await submit(new Uint8Array(bodyLimitBytes + 1)), 413)).toMatch(/65536/u)
    }))

  it('answers chance bytes with a rejection', () =>
    withDevnet(async (submit) => {
      const good = caseNamed('good')
      for (let at = 0; at < good.length; at += 7) {
        const flipped = Uint8Array.from(good)
        flipped[at] = (flipped[at] ?? 0) ^ 0x55
        expect(rejectionOf(await submit(flipped))).not.toBe('')
      }
    }))
})
