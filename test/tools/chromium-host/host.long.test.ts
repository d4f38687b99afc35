import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { ElectronApplication, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isElectron, type RunningApp, startApp } from '../../support/app.ts'
import { answerMessageBox, messageBox } from '../../support/confirm.ts'
import { dropPath } from '../../support/drop-path.ts'
import { folder, launcher, probe, seen, set } from './fixture.ts'

describe('an app on the Chromium host', () => {
  let running: RunningApp
  let app: ElectronApplication
  let page: Page

  beforeAll(async () => {
    running = await startApp({ folder })
    ;({ app, page } = running)
    await page.getByRole('heading', { name: 'Fixture' }).waitFor()
  })
  afterAll(() => running.kill())

  it('is what it says it is', async () => {
    expect(
      await app.evaluate(({ app }) => [app.getName(), app.getVersion(), app.isReady()]),
    ).toEqual(['Fixture', '1.2.3', true])
    const { version } = z
      .object({ version: z.string() })
      .parse(createRequire(import.meta.url)('electron/package.json'))
    expect(await page.evaluate('fixture.versions.electron')).toBe(version)
    expect(await app.evaluate(() => process.env['COLDPRESS_HOST_KIND'])).toBe(
      isElectron ? undefined : 'chromium',
    )
  })

  it('has no Node in its page, and a bridge that cannot be changed', async () => {
    expect(await probe(page, 'globals')).toEqual({
      found: [],
      isFrozen: true,
      isWritable: false,
      isSecureContext: true,
    })
  })

  it('calls the main process with bytes and dates, from its own address and main frame', async () => {
    expect(await probe(page, 'echo')).toEqual({
      isBytes: true,
      date: 5,
      big: '10',
      map: 2,
      from: 'app://fixture',
      isMain: true,
    })
  })

  it('gives the page what it gave, callbacks and return values, at once', async () => {
    expect(await probe(page, 'same')).toEqual([7, 9, 2, 42])
  })

  it('knows no path of a file that a page made', async () => {
    expect(await probe(page, 'pathOfFile')).toBe('')
  })

  it('knows the path of a file and of a folder that are dropped, while they are', async () => {
    await probe(page, 'followDrop')
    for (const path of [folder, launcher]) {
      await dropPath(page.getByRole('heading', { name: 'Fixture' }), path)
      expect(await page.evaluate('dropped')).toEqual([path])
    }
  })

  it("words a failed call as Electron's", async () => {
    expect(await probe(page, 'invoke', 'fail')).toBe(
      "Error invoking remote method 'fail': TypeError: boom from main",
    )
    expect(await probe(page, 'invoke', 'nothing')).toBe(
      "Error invoking remote method 'nothing': Error: No handler registered for 'nothing'",
    )
  })

  it('hears events until it does not want to', async () => {
    expect(await probe(page, 'ticks')).toBe(2)
  })

  it('runs a worker from its own scheme, which reaches no further', async () => {
    await page.getByText('worker 6765 own 200 outside TypeError').waitFor()
  })

  it('reads its files and nothing beside them', async () => {
    const paths = ['/../main.js', '/%2e%2e/main.js', '/..%2fmain.js', '/..%5cmain.js', '/%00']
    const statuses = z.array(z.int()).parse(await probe(page, 'statuses', paths))
    expect(statuses.every((status) => status === 403 || status === 404)).toBe(true)
    expect(await probe(page, 'statuses', ['/index.html'])).toEqual([200])
  })

  it('brings the body of a request to the app', async () => {
    expect(await probe(page, 'sentBack', 100_000)).toBe(100_000)
  })

  it('obeys the content policy', async () => {
    expect(await probe(page, 'evaluated')).toBe('EvalError')
    expect(await page.evaluate("fetch('https://example.com/').catch(() => 'blocked')")).toBe(
      'blocked',
    )
  })

  it('asked for every permission, and granted none', async () => {
    expect((await seen(app)).permissions).toContain('notifications')
    const names = ['geolocation', 'notifications', 'clipboard-read', 'camera', 'midi']
    expect(await probe(page, 'permissions', names)).toEqual(names.map(() => 'denied'))
    expect(await probe(page, 'askToNotify')).toBe('denied')
  })

  it('goes nowhere: the app hears of it and prevents it', async () => {
    const url = page.url()
    await page.getByText('evil').click({ noWaitAfter: true })
    await expect
      .poll(async () => (await seen(app)).navigations)
      .toContainEqual(['will-frame-navigate', 'https://evil.example/'])
    await page.getByText('redirect').click({ noWaitAfter: true })
    await expect
      .poll(async () => (await seen(app)).navigations.map(([, to]) => to))
      .toContain('app://fixture/redirect')
    expect(page.url()).toBe(url)
    await page.getByRole('heading', { name: 'Fixture' }).waitFor()
  })

  it('opens no window; a known address goes to the system', async () => {
    await app.evaluate(({ shell }) => {
      Reflect.set(globalThis, 'opened', [])
      shell.openExternal = (url) => {
        Reflect.get(globalThis, 'opened').push(url)
        return Promise.resolve()
      }
    })
    await page.getByText('elsewhere').click()
    await page.getByText('explorer').click()
    await expect
      .poll(() => app.evaluate(() => Reflect.get(globalThis, 'opened')))
      .toEqual(['https://cardanoscan.io/transaction/1'])
    expect(app.windows()).toHaveLength(1)
  })

  it('is not held up by windows that it may not open', { timeout: 60_000 }, async () => {
    const urls = ['https://evil.example/', 'file:///etc/passwd', '/index.html', 'about:blank']
    for (let round = 0; round < 100; round += 1)
      expect(await probe(page, 'openWindow', urls[round % urls.length], round)).toBe(round)
    expect(app.windows()).toHaveLength(1)
  })

  it('shows a dialog that a test can answer', async () => {
    await app.evaluate(({ dialog }) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: ['/a.png'] })
    })
    expect(await probe(page, 'invoke', 'pick')).toEqual(['/a.png'])
  })

  it.skipIf(isElectron)(
    'shows a message box outside of its page, which a person answers',
    async () => {
      const ask = (cancelId: number) =>
        app.evaluate(
          async ({ dialog }, cancel) =>
            (
              await dialog.showMessageBox({
                message: 'Is <b>this</b> so?',
                buttons: ['No', 'Yes'],
                cancelId: cancel,
              })
            ).response,
          cancelId,
        )
      for (const [answer, response] of [
        ['yes', 1],
        ['no', 0],
      ] as const) {
        const asked = ask(0)
        expect(await answerMessageBox(app, answer)).toContain('Is <b>this</b> so?')
        expect(await asked).toBe(response)
      }
      const asked = ask(7)
      await (await messageBox(app)).close()
      expect(await asked).toBe(7)
    },
  )

  it('reads and writes the clipboard from the main process, and not from the page', async () => {
    expect(
      await app.evaluate(async ({ clipboard }) => {
        await clipboard.writeText('a policy ID')
        const read = await clipboard.readText()
        clipboard.clear()
        return read
      }),
    ).toBe('a policy ID')
    expect(await probe(page, 'readClipboard')).toBe('NotAllowedError')
    await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe('')
  })

  it('changes to dark when it is told to', async () => {
    const isDark = () => page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    expect(await isDark()).toBe(false)
    await app.evaluate(({ nativeTheme }) => {
      nativeTheme.themeSource = 'dark'
    })
    await expect.poll(isDark).toBe(true)
  })

  it('has a window that Playwright finds', async () => {
    const window = await app.browserWindow(page)
    expect(
      await window.evaluate((browser) => {
        browser.setContentProtection(true)
        browser.setBounds({ width: 900, height: 600 })
        return [browser.isVisible(), browser.isContentProtected(), browser.getBounds().width]
      }),
    ).toEqual([true, true, 900])
    await expect.poll(() => page.evaluate('outerWidth')).toBe(900)
  })

  it.skipIf(isElectron)('wears a badge that hinders nobody', async () => {
    expect(await probe(page, 'badge')).toEqual({
      isHidden: 'true',
      isSmall: true,
      isInCorner: true,
      isInTheWay: false,
      isOpen: false,
    })
    const { source } = z
      .object({ source: z.string() })
      .parse(createRequire(import.meta.url)('axe-core'))
    await page.evaluate(source)
    expect(
      await page.evaluate('axe.run().then(({ violations }) => violations.map(({ id }) => id))'),
    ).toEqual([])
  })

  it('talks with a utility process that has only the environment it was given', async () => {
    expect(await probe(page, 'utility')).toEqual({
      sum: 6,
      type: 'utility',
      isBytes: true,
      blake2b: expect.any(String),
    })
    expect((await seen(app)).output).toMatch(/ONLY/u)
    expect((await seen(app)).output).not.toMatch(/HOME/u)
  })

  it.skipIf(isElectron)('refuses what Electron would: crypto, fork, windows, members', async () => {
    expect(await probe(page, 'utility')).toMatchObject({ blake2b: 'ERR_CHROMIUM_HOST_BORINGSSL' })
    expect(
      await app.evaluate(({ app, BrowserWindow }) => {
        const { createHash } = process.getBuiltinModule('node:crypto')
        const { fork } = process.getBuiltinModule('node:child_process')
        const tried = (act: () => unknown): string => {
          try {
            act()
            return 'done'
          } catch (error) {
            return error instanceof Error ? error.message : 'thrown'
          }
        }
        return [
          tried(() => createHash('blake2b512')),
          tried(() => fork('x.js')),
          tried(() => new BrowserWindow({ webPreferences: { sandbox: false } })),
          tried(() => app.getGPUFeatureStatus()),
          tried(() => createHash('sha256')),
        ]
      }),
    ).toEqual([
      expect.stringMatching(/BoringSSL/u),
      expect.stringMatching(/RunAsNode/u),
      expect.stringMatching(/sandbox must be true/u),
      'The Chromium host has no app.getGPUFeatureStatus.',
      'done',
    ])
  })

  it('loads again, from the page and from the main process', async () => {
    await page.reload()
    expect(await probe(page, 'invoke', 'echo', 1)).toMatchObject({ value: 1 })
    await app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      return new Promise<void>((resolve) => {
        window?.webContents.once('did-finish-load', () => resolve())
        window?.webContents.reload()
      })
    })
    await page.getByRole('heading', { name: 'Fixture' }).waitFor()
    expect(await probe(page, 'invoke', 'echo', 2)).toMatchObject({ value: 2 })
  })

  it('is told of a second start, which ends', async () => {
    const second = spawn(isElectron ? app.process().spawnfile : launcher, [folder, 'second.csv'], {
      env: { ...process.env, COLDPRESS_HOME: running.home },
      stdio: 'ignore',
    })
    const code = await new Promise((resolve) => second.on('exit', resolve))
    expect(code).toBe(0)
    await expect.poll(async () => (await seen(app)).second).toEqual(['second.csv'])
  })

  it('hears how a utility process ended', async () => {
    const killed = await app.evaluate(async ({ app }) => {
      const row = app.getAppMetrics().find(({ serviceName }) => serviceName === 'adder')
      const isThere = row !== undefined
      if (isThere) process.kill(row.pid, 'SIGKILL')
      return isThere
    })
    expect(killed).toBe(true)
    await expect.poll(async () => (await seen(app)).gone).toEqual([['adder', 'killed']])
    expect((await seen(app)).exit).not.toBe(0)
  })

  it.skipIf(isElectron)(
    'lets nothing out, even without its content policy, and says who stopped it',
    async () => {
      const asked: string[] = []
      const server = createServer((request, response) => {
        asked.push(request.url ?? '')
        response.end('out')
      }).listen(0, '127.0.0.1')
      await new Promise((resolve) => server.once('listening', resolve))
      const { port } = z.object({ port: z.int() }).parse(server.address())
      const session = await app.context().newCDPSession(page)
      await session.send('Page.setBypassCSP', { enabled: true })
      await page.reload()
      const errors: (string | undefined)[] = []
      page.on('requestfailed', (request) => errors.push(request.failure()?.errorText))
      const answers = {
        fetch: 'blocked',
        image: 'blocked',
        module: 'blocked',
        socket: 'blocked',
        worker: 'blocked',
      }
      expect(await probe(page, 'waysOut', `http://127.0.0.1:${port}`)).toEqual(answers)
      expect(new Set(errors)).toEqual(new Set(['net::ERR_BLOCKED_BY_CLIENT.Inspector']))
      // The host stops an app without this rule, and the test would see it.
      await set(app, 'forgets', true)
      errors.length = 0
      expect(await probe(page, 'waysOut', `http://127.0.0.1:${port}`)).toEqual(answers)
      expect(new Set(errors)).toEqual(new Set(['net::ERR_INTERNET_DISCONNECTED']))
      expect(asked).toEqual([])
      server.close()
    },
  )

  it('survives the death of its page', async () => {
    await app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      return new Promise<void>((resolve) => {
        window?.webContents.once('did-finish-load', () => resolve())
        window?.webContents.forcefullyCrashRenderer()
      })
    })
    expect((await seen(app)).crashes).toHaveLength(1)
    expect(
      await app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
          "fixture.invoke('echo', document.querySelector('h1').textContent)",
        ),
      ),
    ).toMatchObject({ value: 'Fixture' })
  })

  it('loads another address after its page died', async () => {
    await set(app, 'recovers', false)
    expect(
      await app.evaluate(async ({ BrowserWindow }) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        if (contents === undefined) return undefined
        const gone = new Promise((resolve) => contents.once('render-process-gone', resolve))
        contents.forcefullyCrashRenderer()
        await gone
        const wasCrashed = contents.isCrashed()
        await contents.loadURL('app://fixture/index.html?again')
        return [wasCrashed, contents.isCrashed(), contents.getURL()]
      }),
    ).toEqual([true, false, 'app://fixture/index.html?again'])
  })
})

it.skipIf(isElectron)(
  'an app grants the permission that its handler grants, and no other',
  async () => {
    const { page, kill } = await startApp({ folder, env: { FIXTURE_GRANTS: 'notifications' } })
    try {
      expect(await probe(page, 'permissions', ['notifications', 'geolocation'])).toEqual([
        'granted',
        'denied',
      ])
    } finally {
      await kill()
    }
  },
)
