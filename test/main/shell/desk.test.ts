import { describe, expect, it } from 'vitest'
import { ColdpressError } from '../../../src/shared/errors.ts'
import type { Services } from '../../../src/main/services/services.ts'
import { Desk } from '../../../src/main/shell/desk.ts'
import { errorPage } from '../../../src/main/shell/error-page.ts'

const fakeServices = (closed: string[]): Services => ({
  handlers: JSON.parse('{}'),
  runningImports: () => 0,
  picture: () => Promise.resolve(undefined),
  log: () => undefined,
  vaultChanged: () => undefined,
  close: () => {
    closed.push('closed')
    return Promise.resolve()
  },
})

describe('the desk', () => {
  it('opens at once, and is there when it is open', async () => {
    const closed: string[] = []
    const services = fakeServices(closed)
    const desk = new Desk(() => Promise.resolve(services))
    expect(desk.now).toBe(undefined)
    expect(await desk.get()).toBe(services)
    expect(desk.now).toBe(services)
    await desk.close()
    expect(closed).toEqual(['closed'])
  })

  it('says why it could not open, and opens when tried again', async () => {
    let isRepaired = false
    const desk = new Desk(() =>
      isRepaired
        ? Promise.resolve(fakeServices([]))
        : Promise.reject(new ColdpressError('corrupt', 'app.db is damaged.')),
    )
    expect(await desk.isOpen()).toBe(false)
    expect(desk.error?.lines[0]).toBe('app.db is damaged.')
    expect(await desk.again()).toBe(false)
    isRepaired = true
    expect(await desk.again()).toBe(true)
    expect(desk.error).toBe(undefined)
    expect(desk.now).toBeDefined()
  })

  it('does not open a second time when it is open', async () => {
    let times = 0
    const desk = new Desk(() => {
      times += 1
      return Promise.resolve(fakeServices([]))
    })
    await desk.again()
    expect(times).toBe(1)
  })

  it('closes what never opened', async () => {
    const desk = new Desk(() => Promise.reject(new Error('boom')))
    await expect(desk.close()).resolves.toBe(undefined)
  })
})

describe('the error page', () => {
  it('shows any text as text, and needs neither script nor style in the page', () => {
    const page = errorPage({ title: 'a & b', lines: ['<script src="x">', 'in "app.db"'] })
    expect(page).toContain('a &amp; b')
    expect(page).toContain('&lt;script src=&quot;x&quot;&gt;')
    expect(page).not.toMatch(/<script|<style|style=|onclick/u)
    expect(page).toContain('href="/again"')
  })
})
