import { describe, expect, it } from 'vitest'
import { watchRoyalty, royaltyAnswer } from '#cli/commands/mint/mint-royalty.ts'
import type { Mint, RoyaltyView } from '#contract/mints/mint.ts'
import { sampleRoyalty } from '../app/api/samples.ts'
import { parkedMint, vaultLocked } from './parked-mint.ts'
import { renderText } from '#cli/terminal/layout.ts'

const unpaid: RoyaltyView = { ...sampleRoyalty, status: 'unpaid' }
const textOf = (royalty: RoyaltyView) =>
  renderText(royaltyAnswer('c1', royalty, { isLocal: false }).text)

const following = (
  states: readonly RoyaltyView['status'][],
  getMint: () => Promise<Mint>,
): Promise<RoyaltyView> => {
  const left = [...states]
  return watchRoyalty(
    {
      isLocal: true,
      app: { vault: { status: () => ({ state: 'unlocked' }) } },
      session: { signal: new AbortController().signal, terminal: { info: () => undefined } },
      client: {
        getRoyalty: async () => ({ ...unpaid, mint_id: 'm1', status: left.shift() ?? 'minted' }),
        getMint,
      },
    },
    'c1',
  )
}

const parked = { missing: ['aa'], here: ['aa'], end: Date.now() + 3_600_000 }

describe('a royalty whose signatures are awaited', () => {
  it('is waited for while the vault of the command is open, where a studio with a locked one parked it', async () => {
    const states = ['unpaid', 'awaiting_witnesses', 'awaiting_witnesses', 'minting'] as const
    const royalty = await following(states, async () =>
      parkedMint(parked, { signing_blocked: vaultLocked }),
    )
    expect(royalty.status).toBe('minted')
  })

  it('is looked at again where its mint was signed between two reads', async () => {
    const royalty = await following(['awaiting_witnesses'], async () =>
      parkedMint(parked, { status: 'minting' }),
    )
    expect(royalty.status).toBe('minted')
  })
})

describe('a royalty that the chain has, or may have', () => {
  it('is what its token says', () => {
    const onChain = { rate: '0.05', address: 'addr_test1chain' }
    expect(textOf({ ...sampleRoyalty, status: 'minted', on_chain: onChain })).toMatch(
      /on chain +5% of every later sale to addr_test1chain/u,
    )
  })

  it('says that it was not read, and asks nobody to pay', () => {
    const text = textOf({
      ...sampleRoyalty,
      status: 'not_read',
      amount: null,
      message: 'Not read yet: this studio has no gateway.',
    })
    expect(text).toContain('not read from the chain yet')
    expect(text).toContain('this studio has no gateway')
    expect(text).not.toContain('--pay')
  })
})

describe('a royalty that is not minted yet', () => {
  it('says how it is paid while something is due', () => {
    const text = textOf(unpaid)
    expect(text).toContain('coldpress mint royalty --collection c1 --pay')
    expect(text).toContain('addr_test1')
    expect(text).toContain('/pay/royalty/c1')
  })

  it('asks nobody to pay once nothing is due any more', () => {
    const text = textOf({ ...unpaid, amount: null, paid: 2_000_000 })
    expect(text).not.toContain('--pay')
    expect(text).not.toContain('addr_test1')
    expect(text).not.toContain('/pay/royalty')
    expect(text).toContain('Nothing is to be paid now.')
    expect(text).toContain('coldpress mint royalty --collection c1 --wait')
  })
})
