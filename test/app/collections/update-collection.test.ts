import { describe, expect, it } from 'vitest'
import { updateCollection } from '#app/collections/update-collection.ts'
import type { Question } from '#app/asks.ts'
import { type CollectionChange, sparseCollection } from '#contract/collections/collection.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { baseAddress, mainAddress, testAddress } from '../../studio/open-studio.ts'
import { sampleCollection } from '../api/samples.ts'

/** A service with a collection that pays to `testAddress`. */
const openService = (confirm: () => Promise<void> = async () => undefined) => {
  const before = sparseCollection.parse({ ...sampleCollection, payout_address: testAddress })
  const asked: Question[] = []
  const sent: CollectionChange[] = []
  const client = {
    getCollection: async () => before,
    updateCollection: async (_id: string, change: CollectionChange) => {
      sent.push(change)
      return before
    },
  }
  const update = (change: CollectionChange) =>
    updateCollection(client, before.id, change, {
      network: 'preprod',
      confirm: async (question) => {
        asked.push(question)
        await confirm()
      },
    })
  return { update, asked, sent }
}

describe('Another payout address', () => {
  it('is sent once both addresses were shown and confirmed', async () => {
    const { update, asked, sent } = openService()
    await update({ payout_address: baseAddress })
    expect(asked).toMatchObject([
      { kind: 'change_payout', question: 'Pay the income of "Herbarium" to another address?' },
    ])
    expect(asked[0]?.lines.slice(0, 2)).toEqual([
      `Now: ${testAddress}`,
      `From now on: ${baseAddress}`,
    ])
    expect(sent).toEqual([{ payout_address: baseAddress }])
  })

  it('that is declined changes nothing', async () => {
    const { update, sent } = openService(() =>
      Promise.reject(new ColdpressError('cancelled', 'It was not confirmed.')),
    )
    await expect(update({ payout_address: baseAddress })).rejects.toMatchObject({
      code: 'cancelled',
    })
    expect(sent).toEqual([])
  })

  it('of another network is refused before anybody is asked', async () => {
    const { update, asked, sent } = openService()
    await expect(update({ payout_address: mainAddress })).rejects.toThrow(/mainnet address/u)
    expect([asked, sent]).toEqual([[], []])
  })

  it('is not asked about where it is the one that there is, nor where another field changes', async () => {
    const { update, asked, sent } = openService()
    await update({ payout_address: testAddress })
    await update({ name: 'Herbarium, second edition' })
    expect(asked).toEqual([])
    expect(sent).toHaveLength(2)
  })
})
