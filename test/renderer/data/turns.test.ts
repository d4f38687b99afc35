import { describe, expect, it } from 'vitest'
import { createTurns } from '#renderer/data/preview-image.ts'
import { settled } from '../fake-bridge.ts'

/** Works that end when the test says so. */
const workshop = (atOnce: number) => {
  const inTurn = createTurns(atOnce)
  const underway = new Map<string, PromiseWithResolvers<string>>()
  const seen: string[] = []
  const ask = (name: string) => {
    const controller = new AbortController()
    inTurn(controller.signal, () => {
      const work = Promise.withResolvers<string>()
      underway.set(name, work)
      return work.promise
    }).then(
      (value) => seen.push(value),
      () => seen.push(`failed ${name}`),
    )
    return controller
  }
  const end = async (name: string, error?: Error): Promise<void> => {
    if (error === undefined) underway.get(name)?.resolve(`made ${name}`)
    else underway.get(name)?.reject(error)
    underway.delete(name)
    await settled()
  }
  return { ask, end, seen, underway: () => [...underway.keys()] }
}

describe('turns', () => {
  it('run so many works at once, in the order they were asked for', async () => {
    const { ask, underway, end, seen } = workshop(2)
    for (const name of ['a', 'b', 'c', 'd']) ask(name)
    expect(underway()).toEqual(['a', 'b'])
    await end('b')
    expect(underway()).toEqual(['a', 'c'])
    await end('a')
    expect(underway()).toEqual(['c', 'd'])
    expect(seen).toEqual(['made b', 'made a'])
  })

  it('never start a work that was aborted before its turn', async () => {
    const { ask, underway, end, seen } = workshop(1)
    ask('a')
    ask('b').abort()
    ask('c')
    await end('a')
    expect(underway()).toEqual(['c'])
    expect(seen).toEqual(['made a', 'failed b'])
  })

  it('go on after a failure', async () => {
    const { ask, underway, end, seen } = workshop(1)
    for (const name of ['a', 'b']) ask(name)
    await end('a', new Error('broken'))
    expect(underway()).toEqual(['b'])
    await end('b')
    expect(seen).toEqual(['failed a', 'made b'])
    ask('c')
    expect(underway()).toEqual(['c'])
  })
})
