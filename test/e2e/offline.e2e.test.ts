import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { commands } from '#contract/commands.ts'
import { text } from '#renderer/text/en.ts'
import { utilityPid } from '../support/app-processes.ts'
import { isElectron, type RunningApp, runApp, startApp } from '../support/app.ts'
import { answerMessageBox } from '../support/confirm.ts'
import { screenshot } from '../support/screens.ts'
import { closeByEscape, uiTimeout } from '../support/window-actions.ts'

/** The app, started as `npm start -- --offline` starts it. */
let running: RunningApp
const server = createServer((_request, response) => response.end('here'))
let visitors = 0
let port = 0

const callOn = (page: Page, name: string, input: unknown): Promise<unknown> =>
  page.evaluate(`window.coldpress.call(${JSON.stringify(name)}, ${JSON.stringify(input)})`)
const call = (name: string, input: unknown) => callOn(running.page, name, input)
const sentence = /^Coldpress was started offline, so no part of it uses the network/u

/** TCP and UDP sockets that a process has open; none where the system does not list them. */
const networkSockets = (pid: number): readonly string[] => {
  if (!existsSync('/proc/net/tcp')) return []
  const known = new Set(
    ['tcp', 'tcp6', 'udp', 'udp6'].flatMap((name) =>
      readFileSync(`/proc/net/${name}`, 'utf8')
        .split('\n')
        .slice(1)
        .map((line) => `socket:[${line.trim().split(/\s+/u)[9] ?? ''}]`),
    ),
  )
  const own = readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${name}`)]
    } catch {
      // closed meanwhile
      return []
    }
  })
  return own.filter((link) => known.has(link))
}

beforeAll(async () => {
  server.on('connection', () => {
    visitors += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
  running = await startApp({ args: ['--offline'] })
})
afterAll(async () => {
  await endRestarted()
  await running.kill()
  server.close()
})

describe('an app that was started offline', () => {
  it('opens where it can work, says so in every view, and what does not work in those that live by a service', async () => {
    const { page } = running
    await page.getByRole('region', { name: text.frame.offline.state }).waitFor()
    await page.getByRole('heading', { level: 1, name: text.signing.title }).waitFor()
    await page.getByRole('button', { name: text.frame.collections }).click()
    await page.getByRole('heading', { name: text.frame.offline.title }).waitFor()
    await page.getByText(text.frame.offline.text).waitFor()
    await page.getByRole('button', { name: text.frame.settings }).click()
    await page.getByRole('region', { name: text.frame.offline.state }).waitFor()
    expect(await call('app.info', null)).toMatchObject({ ok: true, value: { offline: true } })
  })

  it('reaches nobody from its main process', async () => {
    const outcome = await running.app.evaluate(async (_electron, at) => {
      const reported = (error: unknown) => (error instanceof Error ? error.message : String(error))
      const net = process.getBuiltinModule('node:net')
      return [
        await fetch(at).then(() => 'reached', reported),
        await new Promise((resolve) => {
          const socket = net.connect(Number(new URL(at).port), '127.0.0.1')
          socket
            .on('connect', () => resolve('reached'))
            .on('error', (error) => resolve(reported(error)))
        }),
      ]
    }, `http://127.0.0.1:${port}/`)
    expect(outcome).toEqual([expect.stringMatching(sentence), expect.stringMatching(sentence)])
    expect(visitors).toBe(0)
  })

  it('refuses what needs a service, with the sentence', async () => {
    for (const [name, input] of [
      ['collections.list', { accountId: 'local' }],
      ['accounts.test', { accountId: 'local' }],
      ['pins.test', { name: 'kubo' }],
    ] as const)
      expect(await call(name, input)).toMatchObject({
        ok: false,
        error: { code: 'unreachable', message: expect.stringMatching(sentence) },
      })
  })

  it('makes and keeps keys, in a process that is offline too', async () => {
    const created = await call('vault.create', { passphrase: 'a long enough passphrase' })
    expect(created).toMatchObject({ ok: true, value: { state: 'unlocked' } })
    const made = await call('policies.generate', {
      name: 'Cold',
      network: 'preprod',
      lockTime: null,
    })
    expect(made).toMatchObject({ ok: true, value: { canMint: true } })
  })

  it('has no studio process, and in the others no socket of the network', async () => {
    const names = await running.app.evaluate(({ app }) =>
      app.getAppMetrics().map(({ name, serviceName }) => serviceName ?? name),
    )
    expect(names).not.toContain('Coldpress studio')
    expect(networkSockets(await utilityPid(running.app, 'Coldpress keys'))).toEqual([])
  })

  it('tells whoever starts it again with the network that it has none', async () => {
    expect((await runApp({ home: running.home })).code).toBe(0)
    await running.page.getByText('Coldpress runs already, offline.').waitFor()
  })
})

/** The process of the host that has the data folder; undefined between two of them. */
const hostPid = (): number | undefined => {
  try {
    return Number(readFileSync(join(running.home, 'window', 'chromium-host.pid'), 'utf8'))
  } catch {
    return undefined
  }
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Also a host that the app started again, which is no child of this test. */
const endRestarted = async (): Promise<void> => {
  const pid = hostPid()
  if (pid === undefined || !isRunning(pid)) return
  process.kill(pid, 'SIGTERM')
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: uiTimeout })
}

const restart = (within: 'main' | 'region') =>
  (within === 'main'
    ? running.page.getByRole('main')
    : running.page.getByRole('region', { name: text.frame.offline.state })
  ).getByRole('button', { name: text.frame.offline.restart })

// The system's own box of Electron cannot be driven from a test.
describe.skipIf(isElectron)('an app that was started offline restarts online', () => {
  it('only after a yes outside the page, which the page alone cannot give', async () => {
    const { app, page } = running
    await page.getByRole('button', { name: text.frame.collections }).click()
    await restart('region').waitFor()
    await screenshot(page, 'offline-collections')
    await restart('main').click()
    expect(await answerMessageBox(app, 'no')).toContain('Restart Coldpress with the network?')
    // As a page that was taken over would.
    const [answer] = await Promise.all([
      call('app.restartOnline', null),
      answerMessageBox(app, 'no'),
    ])
    expect(answer).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    expect(await call('app.info', null)).toMatchObject({ value: { offline: true } })
    expect(isRunning(hostPid() ?? 0)).toBe(true)
    const found = page.getByRole('dialog', { name: text.palette.title })
    await page.keyboard.press('Control+k')
    await found.locator('input:focus').waitFor()
    await page.keyboard.type('online')
    await found.locator('[data-selected]', { hasText: commands.restartOnline.label }).waitFor()
    await closeByEscape(found)
  })

  it('with the same data folder, in another process that has a network', async () => {
    const { app } = running
    // One of an earlier test stays.
    await call('vault.create', { passphrase: 'a long enough passphrase' })
    const before = hostPid()
    const written = running.stderr().length
    await restart('region').click()
    await answerMessageBox(app, 'yes')
    await expect.poll(() => hostPid() ?? before, { timeout: uiTimeout }).not.toBe(before)
    const devtools = () =>
      /DevTools listening on (?<at>\S+)\s/u.exec(running.stderr().slice(written))?.groups?.['at']
    await expect.poll(devtools, { timeout: uiTimeout }).toBeDefined()
    expect(isRunning(before ?? 0)).toBe(false)
    const browser = await chromium.connectOverCDP(devtools() ?? '')
    try {
      const pages = () => browser.contexts().flatMap((context) => context.pages())
      const ofApp = () => pages().find((page) => page.url().includes('.app.invalid/'))
      await expect.poll(ofApp, { timeout: uiTimeout }).toBeDefined()
      const page = ofApp()
      if (page === undefined) throw new Error('no window')
      // Its vault is there, so the services are the same home's.
      await page.getByRole('region', { name: text.frame.vault.locked }).waitFor()
      expect(await page.getByRole('region', { name: text.frame.offline.state }).count()).toBe(0)
      expect(await callOn(page, 'app.info', null)).toMatchObject({
        value: { offline: false, home: running.home },
      })
      expect(await callOn(page, 'collections.list', { accountId: 'local' })).toMatchObject({
        ok: true,
      })
    } finally {
      await browser.close().catch(() => undefined)
    }
  })
})
