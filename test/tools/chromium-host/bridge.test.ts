import { describe, expect, it } from 'vitest'
import { makeBridge } from '../../../tools/chromium-host/page/bridge.ts'
import { mainWorld } from '../../../tools/chromium-host/page/main-world.ts'

/** Both ends on one document, as in a page; Node has the same events. */
const createWorlds = () => {
  const document = new EventTarget()
  const page = { document, top: {} }
  page.top = page
  mainWorld(page, 'secret', makeBridge)
  const preload = makeBridge(document, 'secret', 'preload', 'page')
  const expose = (name: string, api: unknown): unknown => {
    preload.emit('expose', { name, api: preload.pack(api) })
    return Reflect.get(page, name)
  }
  return { document, page, expose }
}

const call = (api: unknown, name: string, ...args: readonly unknown[]): unknown => {
  const member: unknown = Reflect.get(Object(api), name)
  if (typeof member !== 'function') throw new Error(`${name} is no function`)
  return Reflect.apply(member, undefined, args)
}

describe('the bridge between preload and page', () => {
  it('gives the page functions that answer at once', () => {
    const api = createWorlds().expose('api', { add: (a: number, b: number) => a + b })
    expect(call(api, 'add', 2, 3)).toBe(5)
  })

  it('gives promises, both kept and broken', async () => {
    const api = createWorlds().expose('api', {
      good: () => Promise.resolve({ deep: [1, 2] }),
      bad: () => Promise.reject(new TypeError('not today')),
    })
    await expect(call(api, 'good')).resolves.toEqual({ deep: [1, 2] })
    await expect(call(api, 'bad')).rejects.toThrow('not today')
  })

  it('calls back into the page, also later, and through what it returned', () => {
    const received: unknown[] = []
    const listeners: ((value: unknown) => void)[] = []
    const api = createWorlds().expose('api', {
      on: (listener: (value: unknown) => void) => {
        listeners.push(listener)
        return () => {
          listeners.length = 0
        }
      },
    })
    const off = call(api, 'on', (value: unknown) => received.push(value))
    for (const listener of listeners) listener('one')
    call({ off }, 'off')
    expect(received).toEqual(['one'])
    expect(listeners).toEqual([])
  })

  it('throws in the page what was thrown in the preload', () => {
    const api = createWorlds().expose('api', {
      fail: () => {
        throw new RangeError('too far')
      },
    })
    expect(() => call(api, 'fail')).toThrow('too far')
  })

  it('freezes what it exposes, through and through', () => {
    const { page, expose } = createWorlds()
    const api = expose('api', { inner: { value: 1 } })
    expect(Object.isFrozen(api)).toBe(true)
    expect(Object.isFrozen(Reflect.get(Object(api), 'inner'))).toBe(true)
    expect(Reflect.set(page, 'api', 'mine')).toBe(false)
  })

  it('lets nobody else on the document hear a message', () => {
    const { document, expose } = createWorlds()
    const received: unknown[] = []
    document.addEventListener('secret:page:expose', (event) => received.push(event))
    expose('api', {})
    expect(received).toEqual([])
  })

  it('does nothing in a frame inside of the page', () => {
    const document = new EventTarget()
    expect(mainWorld({ document, top: {} }, 'secret', makeBridge)).toBeUndefined()
  })
})
