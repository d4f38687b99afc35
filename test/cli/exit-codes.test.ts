import { describe, expect, it } from 'vitest'
import { mintAnswer } from '#cli/commands/mint/mint-answers.ts'
import { royaltyAnswer } from '#cli/commands/mint/mint-royalty.ts'
import { asksInTerminal } from '#cli/terminal/confirmation.ts'
import { errorTable } from '#values/errors/errors.ts'
import type { Mint } from '#contract/mints/mint.ts'
import { sampleRoyalty } from '../app/api/samples.ts'
import { parkedMint } from './parked-mint.ts'

const parked = parkedMint({ missing: ['aa'], here: [], end: Date.now() + 3_600_000 })

describe('the exit code of a command about a mint', () => {
  const exitOf = (mint: Partial<Mint>, until?: 'sent' | 'completed') =>
    mintAnswer({ ...parked, ...mint }, { isLocal: true, until }).exit

  it('is 0 for a mint that is held, or parked for a key elsewhere, as asked', () => {
    expect(exitOf({ held: true }, 'sent')).toBe(0)
    expect(exitOf({}, 'sent')).toBe(0)
  })

  it('is 0 where only its state was asked for', () => {
    expect(exitOf({})).toBe(0)
    expect(exitOf({ status: 'failed' })).toBe(0)
  })

  it('is 4 where --wait ended before the mint did', () => {
    expect(exitOf({}, 'completed')).toBe(4)
    expect(exitOf({ status: 'failed' }, 'completed')).toBe(3)
    expect(exitOf({ status: 'completed' }, 'completed')).toBe(0)
  })

  it('is 3 for a mint that failed', () => {
    expect(exitOf({ status: 'failed' }, 'sent')).toBe(3)
  })
})

it('is 0 for a royalty that is paid and waits for a key elsewhere, and 4 with --wait', () => {
  const royalty = { ...sampleRoyalty, status: 'awaiting_witnesses' } as const
  const exitOf = (until: 'paid' | 'minted') =>
    royaltyAnswer('c1', royalty, { isLocal: true, until }).exit
  expect([exitOf('paid'), exitOf('minted')]).toEqual([0, 4])
})

it('is 7 for a no at a prompt', async () => {
  const terminal = {
    canPrompt: true,
    warn: () => undefined,
    review: async () => undefined,
    promptLine: async () => 'no',
  }
  const asks = asksInTerminal({ terminal, options: {} }, {}, { subject: 'A refund' })
  await expect(
    asks.confirm({ kind: 'refund', question: 'Refund?', lines: [], yes: 'Refund' }),
  ).rejects.toMatchObject({ code: 'declined' })
  expect(errorTable.declined.exit).toBe(7)
})
