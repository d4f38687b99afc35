import { describe, expect, it } from 'vitest'
import { createPager, type LoadPage } from '#renderer/views/import/pager.ts'

/** A list whose answers are held back until they are let go. */
const heldList = (items: () => readonly string[]) => {
  const asked: number[] = []
  const waiting: (() => void)[] = []
  const load: LoadPage<string> = async (offset, limit) => {
    asked.push(offset)
    await new Promise<void>((go) => waiting.push(go))
    const all = items()
    return { items: all.slice(offset, offset + limit), total: all.length }
  }
  const letGo = async (): Promise<void> => {
    for (const go of waiting.splice(0)) go()
    await new Promise((done) => setTimeout(done, 0))
  }
  return { load, asked, letGo }
}

const letters = (count: number) => Array.from({ length: count }, (_, index) => `item ${index}`)

describe('a pager', () => {
  it('asks for the pages that are looked at, each once', async () => {
    const { load, asked, letGo } = heldList(() => letters(25))
    const pager = createPager(load, 10)
    pager.want(8, 12)
    pager.want(9, 13)
    expect(asked).toEqual([0, 10])
    await letGo()
    pager.want(8, 12)
    expect(asked).toEqual([0, 10])
    expect(pager.at(12)).toBe('item 12')
    expect(pager.at(20)).toBeUndefined()
    expect(pager.snapshot()).toEqual({ total: 25, loaded: 20, error: undefined })
  })

  it('shows what was there until a renewal has come, and drops answers from before it', async () => {
    let items = letters(12)
    const { load, asked, letGo } = heldList(() => items)
    const pager = createPager(load, 10)
    pager.want(0, 11)
    await letGo()
    items = ['fixed']
    pager.renew()
    expect(pager.at(0)).toBe('item 0')
    expect(asked.slice(2)).toEqual([0, 10])
    pager.renew()
    await letGo()
    expect(pager.at(0)).toBe('fixed')
    // The second page is gone with the items that stood there.
    expect(pager.at(11)).toBeUndefined()
    expect(pager.snapshot()).toMatchObject({ total: 1, loaded: 1 })
  })

  it('loads everything for a search, also after a renewal', async () => {
    let items = letters(25)
    const { load, letGo } = heldList(() => items)
    const pager = createPager(load, 10)
    pager.wantAll()
    for (let turn = 0; turn < 4; turn += 1) await letGo()
    expect(pager.snapshot().loaded).toBe(25)
    items = letters(31)
    pager.renew()
    for (let turn = 0; turn < 5; turn += 1) await letGo()
    expect(pager.snapshot()).toMatchObject({ total: 31, loaded: 31 })
  })

  it('fetches one item, from a page that is there or not', async () => {
    const { load, asked, letGo } = heldList(() => letters(25))
    const pager = createPager(load, 10)
    const fetched = pager.fetch(21)
    await letGo()
    expect(await fetched).toBe('item 21')
    expect(await pager.fetch(24)).toBe('item 24')
    expect(asked).toEqual([20])
  })

  it('tells a failure, and forgets it when it is asked again', async () => {
    let fails = true
    const pager = createPager<string>(async () => {
      if (fails) throw new Error('away')
      return { items: ['here'], total: 1 }
    })
    let reported = 0
    pager.subscribe(() => (reported += 1))
    pager.want(0, 0)
    await new Promise((done) => setTimeout(done, 0))
    expect(pager.snapshot().error).toEqual(new Error('away'))
    fails = false
    pager.renew()
    await new Promise((done) => setTimeout(done, 0))
    expect(pager.snapshot()).toEqual({ total: 1, loaded: 1, error: undefined })
    expect(reported).toBe(2)
  })

  it('shows a change at once', async () => {
    const { load, letGo } = heldList(() => letters(3))
    const pager = createPager(load, 10)
    pager.want(0, 0)
    await letGo()
    const before = pager.snapshot()
    pager.replace(1, 'typed')
    expect([pager.at(0), pager.at(1), pager.at(2)]).toEqual(['item 0', 'typed', 'item 2'])
    expect(pager.snapshot()).not.toBe(before)
  })
})
