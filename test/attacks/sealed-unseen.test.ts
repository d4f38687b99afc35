import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { factsText } from '#keys/facts/facts-file.ts'
import type { Statement } from '#keys/seal/seal.ts'
import { openServices } from '../main/services/open-services.ts'
import { temporaryFolder } from '../support/folder-test.ts'

/**
 * A server that was taken over writes the file that the creator's vault is to confirm. What it changes
 * there must be seen before it is sealed, and no text of it may pass for a line of Coldpress's own.
 */

const fern: Statement = {
  kind: 'token',
  network: 'preprod',
  collection: 'c1',
  id: 't1',
  facts: {
    price: '25000000',
    asset_name: 'Fern',
    name: 'Fern',
    description: 'From the woods',
    media_type: 'image/png',
    image: 'ipfs://fern',
    metadata_attributes: [],
    custom_attributes: null,
  },
}

const sale: Statement = {
  kind: 'sale',
  network: 'preprod',
  collection: 'c1',
  id: 's1',
  facts: { price: '3000000', tokens: ['t1'], confirmations: 5, wallet: 'w1', index: 7 },
}

/** What the window's question shows of a file with this fact; its user declines. */
const asked = async (statement: Statement, name: string | null = null) => {
  const { call, state } = await openServices()
  const path = join(temporaryFolder(), 'facts.json')
  await writeFile(path, factsText({ network: 'preprod', facts: [{ statement, name }] }))
  state.picked = path
  state.saveTo = join(temporaryFolder(), 'seals.json')
  state.confirms = false
  await expect(call('servers.confirmFacts', null)).rejects.toMatchObject({ code: 'cancelled' })
  return state.asked[0]?.lines ?? []
}

const withFacts = (statement: Statement, facts: Statement['facts']): Statement => ({
  ...statement,
  facts: { ...statement.facts, ...facts },
})

describe('A file of facts to confirm', () => {
  it.for([
    ['description', fern, { description: 'Entitles its holder to 1000 ADA' }],
    ['media type', fern, { media_type: 'text/html' }],
    ['confirmations', sale, { confirmations: 0 }],
    ['wallet', sale, { wallet: 'of-a-thief' }],
    ['index', sale, { index: 4_711 }],
  ] as const)('shows a changed %s before it is sealed', async ([, statement, change]) => {
    const [value] = Object.values(change)
    expect((await asked(statement)).join('\n')).not.toContain(String(value))
    expect((await asked(withFacts(statement, change))).join('\n')).toContain(String(value))
  })

  it('is not confirmed where a field has no words, and nothing is sealed', async () => {
    const { call, state } = await openServices()
    state.picked = join(temporaryFolder(), 'facts.json')
    state.saveTo = join(temporaryFolder(), 'seals.json')
    const facts = [{ statement: withFacts(fern, { royalty_to: 'a thief' }), name: null }]
    await writeFile(state.picked, factsText({ network: 'preprod', facts }))
    await expect(call('servers.confirmFacts', null)).rejects.toThrow(
      /has the field "royalty_to", which this version cannot show/u,
    )
    expect(state.asked).toEqual([])
    await expect(readFile(state.saveTo)).rejects.toThrow(/ENOENT/u)
  })

  it('forges no line with an id, a collection or a name: none stands first in a line, none turns or breaks it', async () => {
    const forged = `t1\nConfirmed already\u{202e}\u{2028}\u{1b}[2J`
    const filler = `${'x'.repeat(430)}Network: devnet, nothing to see. `.repeat(4)
    for (const hostile of [forged, filler]) {
      const statement = { ...fern, id: hostile, collection: hostile }
      const lines = await asked(statement, hostile)
      expect(lines[0]).toMatch(/^token on preprod: price 25 ADA; /u)
      for (const line of lines.slice(1)) expect(line).toMatch(/^… /u)
      expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u)
    }
  })
})
