import { describe, expect, it } from 'vitest'
import { walletContentOf } from '#contract/tokens/wallet-content.ts'

const token = (content: unknown) => ({
  assetName: 'Print1',
  metadata: { '721': { ab12: { Print1: content }, version: '1.0' } },
})

describe('what a wallet shows of a planned token', () => {
  it('has the description, and every attribute as a trait in its order', () => {
    const content = walletContentOf(
      token({
        name: 'Print 1',
        image: 'ipfs://Qm',
        mediaType: 'image/png',
        description: 'A fern',
        Paper: 'Kozo',
        Ink: 'Indigo',
        files: [{ name: 'Film', mediaType: 'video/mp4', src: ['ipfs://', 'Qm'] }, 'nothing'],
      }),
    )
    expect(content).toEqual({
      description: 'A fern',
      files: [{ name: 'Film', mediaType: 'video/mp4', src: 'ipfs://Qm' }],
      traits: [
        { name: 'Paper', value: 'Kozo' },
        { name: 'Ink', value: 'Indigo' },
      ],
    })
  })

  it('joins text that stands on chain in pieces, and shows other values as JSON', () => {
    const { description, traits } = walletContentOf(
      token({ description: ['first ', 'second'], Plates: 3, Parts: { top: 'x' } }),
    )
    expect(description).toBe('first second')
    expect(traits).toEqual([
      { name: 'Plates', value: '3' },
      { name: 'Parts', value: '{"top":"x"}' },
    ])
  })

  it('is empty for metadata without the token', () => {
    const none = { description: undefined, files: [], traits: [] }
    expect(walletContentOf({ assetName: 'Print1', metadata: {} })).toEqual(none)
    expect(walletContentOf({ ...token({ Ink: 'x' }), assetName: 'Print2' })).toEqual(none)
  })
})
