import { describe, expect, it } from 'vitest'
import { ColdpressError } from '#values/errors/errors.ts'
import type { Services } from '#main/services/services.ts'
import { ServiceHost } from '#main/shell/service-host.ts'
import { crashPage } from '#main/shell/error-page.ts'

const fakeServices = (closed: string[]): Services => ({
  handlers: JSON.parse('{}'),
  runningImports: () => 0,
  image: () => Promise.resolve(undefined),
  work: () => Promise.resolve(undefined),
  log: () => undefined,
  logLines: () => [],
  vaultChanged: () => undefined,
  openPaths: () => Promise.resolve(),
  updateAtQuit: () => Promise.resolve(undefined),
  close: () => {
    closed.push('closed')
    return Promise.resolve()
  },
})

describe('the host of the services', () => {
  it('opens at once, and is there when it is open', async () => {
    const closed: string[] = []
    const services = fakeServices(closed)
    const host = new ServiceHost(() => Promise.resolve(services))
    expect(host.now).toBe(undefined)
    expect(await host.get()).toBe(services)
    expect(host.now).toBe(services)
    await host.close()
    expect(closed).toEqual(['closed'])
  })

  it('says why it could not open, and opens when tried again', async () => {
    let isRepaired = false
    const host = new ServiceHost(() =>
      isRepaired
        ? Promise.resolve(fakeServices([]))
        : Promise.reject(new ColdpressError('corrupt', 'app.db is damaged.')),
    )
    expect(await host.isOpen()).toBe(false)
    expect(host.error?.lines[0]).toBe('app.db is damaged.')
    expect(await host.again()).toBe(false)
    isRepaired = true
    expect(await host.again()).toBe(true)
    expect(host.error).toBe(undefined)
    expect(host.now).toBeDefined()
  })

  it('does not open a second time when it is open', async () => {
    let times = 0
    const host = new ServiceHost(() => {
      times += 1
      return Promise.resolve(fakeServices([]))
    })
    await host.again()
    expect(times).toBe(1)
  })

  it('closes what never opened', async () => {
    const host = new ServiceHost(() => Promise.reject(new Error('boom')))
    await expect(host.close()).resolves.toBe(undefined)
  })
})

describe('the error page', () => {
  it('shows any text as text, and needs neither script nor style in the page', () => {
    const page = crashPage({
      title: 'a & b',
      lines: ['<script src="x">', 'in "app.db"'],
      details: 'no <bus>',
    })
    expect(page).toContain('<summary>Details</summary>no &lt;bus&gt;</details>')
    expect(page).toContain('a &amp; b')
    expect(page).toContain('&lt;script src=&quot;x&quot;&gt;')
    expect(page).not.toMatch(/<script|<style|style=|onclick/u)
    expect(page).toContain('href="/again"')
  })
})
