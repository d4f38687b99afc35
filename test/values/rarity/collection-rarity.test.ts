import { describe, expect, it } from 'vitest'
import { rankCollection, rarityCsv } from '#values/rarity/collection-rarity.ts'

const token = (assetName: string, traits: Readonly<Record<string, string>>) => ({
  assetName,
  name: `No. ${assetName}`,
  traits: Object.entries(traits).map(([name, value]) => ({ name, value })),
})

const rarity = rankCollection([
  token('B1', { Ink: 'Blue', Mood: 'None' }),
  token('B2', { ink: 'blue ', Mood: 'calm' }),
  token('B3', { Ink: '=Red' }),
  token('B4', { Ink: 'Blue' }),
])

describe('the rarity of a collection', () => {
  it('lists the rarest tokens first; ties share a rank', () => {
    expect(rarity.tokens.map(({ assetName, rank, unique }) => [assetName, rank, unique])).toEqual([
      ['B2', 1, 2],
      ['B3', 2, 1],
      ['B1', 3, 0],
      ['B4', 3, 0],
    ])
  })

  it('counts the values of each trait, whatever their case; empty, none and null are absent', () => {
    expect(rarity.traits).toEqual([
      {
        name: 'Ink',
        values: [
          { value: 'Blue', count: 3 },
          { value: '=Red', count: 1 },
        ],
        absent: 0,
      },
      { name: 'Mood', values: [{ value: 'calm', count: 1 }], absent: 3 },
    ])
  })

  it('is a table that names its method, safe in a spreadsheet', () => {
    const [header, , second] = rarityCsv(rarity).split('\r\n')
    expect(header).toBe('openrarity_rank,asset_name,name,openrarity_score,unique_traits,Ink,Mood')
    expect(second).toMatch(/^2,B3,No\. B3,\d\.\d{6},1,'=Red,$/u)
  })
})
