import { describe, expect, it } from 'vitest'
import { writeBech32 } from '#cardano/bech32.ts'
import { addressOf, askedRefund, paid } from './asked-refund.ts'

describe('The confirmation of a refund outside the page', () => {
  it('names what stays, and why', async () => {
    const script = writeBech32('addr_test', Uint8Array.of(0x70, ...new Uint8Array(28)))
    const lines = await askedRefund([
      paid(1, 5_000_000),
      paid(2, 3_000_000, { address: script, is_reachable: false }),
    ])
    expect(lines).toContainEqual(
      expect.stringMatching(new RegExp(`5 ADA.* to ${addressOf(1)}$`, 'u')),
    )
    expect(lines.at(-1)).toBe(
      `Stays: 3 ADA from ${script}: nothing can be sent back there with certainty, so name who gets it`,
    )
  })
})
