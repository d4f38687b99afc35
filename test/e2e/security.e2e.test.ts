import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commands } from '#contract/commands.ts'
import { text } from '#renderer/text/en.ts'
import { isElectron, type RunningApp, runApp, startApp } from '../support/app.ts'
import { until } from '../support/until.ts'

/** What an Electron app has to get right, row by row, asserted on the running app and its bundle. */
const root = join(import.meta.dirname, '..', '..')
const built = (file: string): string => readFileSync(join(root, 'out', file), 'utf8')

const planted = 'COLDPRESS_TEST_PLANTED'
/** The Chromium host maps each scheme of the app to a domain (tools/chromium-host/README.md). */
const works = isElectron ? 'work:' : 'https://*.work.invalid'
const policy = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; media-src 'self'; font-src 'self'; connect-src 'self'; worker-src 'self'; frame-src ${works}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

let running: RunningApp

/** Evaluates in the page's own world, as a script of the page would. */
const inPage = <T>(expression: string): Promise<T> => running.page.evaluate<T>(expression)
const call = (name: string, input: unknown): Promise<unknown> =>
  inPage(`window.coldpress.call(${JSON.stringify(name)}, ${JSON.stringify(input)})`)

/** Until the app's page is there; Playwright's own waiting would evaluate text, which the policy forbids. */
const pageIsThere = async ({ page }: RunningApp): Promise<void> => {
  const bridge = '"coldpress" in window'
  while (!(await page.evaluate<boolean>(bridge).catch(() => false))) await sleep(50)
}
const isThere = async (): Promise<void> => {
  await pageIsThere(running)
  expect(await call('app.info', null)).toMatchObject({ ok: true })
}
const address = (): Promise<string> => inPage<string>('location.href')

/** Processes of the app by the name that the shell gives them. */
const pidOf = async (name: string): Promise<number> => {
  const rows = await running.app.evaluate(({ app }) =>
    app.getAppMetrics().map(({ pid, serviceName, name }) => ({ pid, names: [serviceName, name] })),
  )
  const found = rows.find(({ names }) => names.includes(name))
  if (found === undefined) throw new Error(`no process ${name} in ${JSON.stringify(rows)}`)
  return found.pid
}

beforeAll(async () => {
  running = await startApp({ env: { [planted]: 'a secret of another program' } })
  await isThere()
})
afterAll(async () => {
  await running.close()
})

const copied = (): Promise<string> => running.app.evaluate(({ clipboard }) => clipboard.readText())

describe('the security table', () => {
  // For row 20: its half minute passes over the other rows.
  beforeAll(async () => {
    await call('app.copy', { text: 'not to stay', secret: true })
    if ((await copied()) !== 'not to stay') throw new Error('the secret was not copied')
  })

  it('row 1: the page is sandboxed: nothing of Node is in it', async () => {
    const names = ['require', 'process', 'module', 'Buffer', 'global', 'setImmediate', '__dirname']
    expect(await inPage(`${JSON.stringify(names)}.filter((name) => name in window)`)).toEqual([])
    const main = built('main/index.js')
    expect(main.indexOf('app.enableSandbox()')).toBeGreaterThan(0)
    expect(main.indexOf('app.enableSandbox()')).toBeLessThan(main.indexOf('app.whenReady()'))
    expect(main).toMatch(/\bsandbox: true/u)
  })

  it('row 2: the page cannot reach into the preload, nor open a webview', async () => {
    // were they in one world, this would let every name through
    const answer = await inPage(
      `(() => {
        const has = Set.prototype.has
        Set.prototype.has = () => true
        return window.coldpress.call('no.such', null).finally(() => { Set.prototype.has = has })
      })()`,
    )
    expect(answer).toMatchObject({ ok: false, error: { message: 'There is no call no.such.' } })
    expect(await inPage('typeof document.createElement("webview").loadURL')).toBe('undefined')
    expect(built('main/index.js')).toMatch(/contextIsolation: true/u)
    expect(built('main/index.js')).toMatch(/nodeIntegration: false/u)
    expect(built('main/index.js')).toMatch(/webviewTag: false/u)
  })

  it('row 3: the web’s own rules hold', async () => {
    const fetched = await inPage(
      `Promise.all(['file:///etc/passwd', 'data:text/plain,x'].map((url) => fetch(url).then(() => 'read', () => 'refused')))`,
    )
    expect(fetched).toEqual(['refused', 'refused'])
    expect(built('main/index.js')).toMatch(/webSecurity: true/u)
    expect(built('main/index.js')).not.toMatch(
      /allowRunningInsecureContent|experimentalFeatures|enableBlinkFeatures/u,
    )
  })

  it('row 4: the scheme is a secure context without privileges beyond that', async () => {
    expect(await inPage('[isSecureContext, typeof crypto.subtle]')).toEqual([true, 'object'])
    const worker = await inPage(
      `'serviceWorker' in navigator ? navigator.serviceWorker.register('/assets/x.js').then(() => 'registered', () => 'refused') : 'refused'`,
    )
    expect(worker).toBe('refused')
    expect(built('main/index.js')).not.toMatch(/bypassCSP|corsEnabled|allowServiceWorkers/u)
  })

  it('row 5: the protocol serves its own folder only, with its headers on everything', async () => {
    const answers = await inPage<readonly { status: number; headers: Record<string, string> }[]>(
      `Promise.all([
        '/index.html', '/nowhere', '/thumb/QmNoSuch?size=320', '/content/..%2f..%2fapp.db',
        '/..%2f..%2fpackage.json', '/%2e%2e/%2e%2e/package.json', '/assets/..%5c..%5c..%5cmain%5cindex.js',
        '/..%2fmain%2findex.js', '/../../../../etc/passwd', '/%00', '/%',
      ].map((path) => fetch(path).then(({ status, headers }) => ({ status, headers: Object.fromEntries(headers) }))))`,
    )
    const [index, ...others] = answers
    expect(index?.status).toBe(200)
    for (const { status } of others) expect([400, 403, 404]).toContain(status)
    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
      })
      expect(headers['content-security-policy']).toContain("default-src 'none'")
    }
    expect(await inPage('crossOriginIsolated')).toBe(true)
    const posted = await inPage(`fetch('/index.html', { method: 'POST' }).then((r) => r.status)`)
    expect(posted).toBe(405)
  })

  it('row 6: the content policy is the whole one, and it works', async () => {
    const header = await inPage<string>(
      `fetch('/index.html').then((r) => r.headers.get('content-security-policy'))`,
    )
    expect(header).toBe(policy)
    const tried = await inPage(
      `(async () => {
        const outcome = {}
        const add = (tag, attributes, parent = document.body) => {
          const element = Object.assign(document.createElement(tag), attributes)
          parent.append(element)
          return element
        }
        const script = add('script', { textContent: 'window.inline = 1' })
        outcome.inline = 'inline' in window
        script.remove()
        const button = add('div', {})
        button.setAttribute('onclick', 'window.handler = 1')
        button.click()
        outcome.handler = 'handler' in window
        button.remove()
        // outside of the driver's own evaluation, which no policy binds
        outcome.eval = await new Promise((resolve) =>
          setTimeout(() => { try { resolve(eval('1')) } catch (error) { resolve(error.name) } }))
        const style = add('style', { textContent: 'body { outline: 9px solid red }' }, document.head)
        outcome.style = getComputedStyle(document.body).outlineWidth === '9px'
        style.remove()
        const loads = (element) => new Promise((resolve) => {
          element.onload = () => resolve('loaded')
          element.onerror = () => resolve('blocked')
        })
        outcome.dataImage = await loads(Object.assign(new Image(), {
          src: 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==' }))
        const base = add('base', { href: 'https://evil.example/' }, document.head)
        outcome.base = document.baseURI.includes('evil')
        base.remove()
        const frame = add('iframe', { src: '/index.html' })
        await new Promise((resolve) => { frame.onload = resolve })
        let document_ = null
        try { document_ = frame.contentDocument } catch {}
        outcome.frame = document_ !== null && document_.querySelector('script') !== null
        frame.remove()
        return outcome
      })()`,
    )
    expect(tried).toEqual({
      inline: false,
      handler: false,
      eval: 'EvalError',
      style: false,
      dataImage: 'blocked',
      base: false,
      frame: false,
    })
  })

  it('row 7: every permission is denied', async () => {
    const asked = await inPage(
      `(async () => {
        const refused = (promise) => Promise.resolve(promise).then((value) => value, (error) => error.name)
        return {
          location: (await navigator.permissions.query({ name: 'geolocation' })).state,
          midi: (await navigator.permissions.query({ name: 'midi' })).state,
          camera: await refused(navigator.mediaDevices.getUserMedia({ video: true })),
          notify: await refused(Notification.requestPermission()),
          clipboard: await refused(navigator.clipboard.readText()),
        }
      })()`,
    )
    expect(asked).toMatchObject({ location: 'denied', midi: 'denied', notify: 'denied' })
    expect(asked).toMatchObject({ clipboard: 'NotAllowedError' })
    expect(asked).toMatchObject({ camera: expect.stringMatching(/NotAllowed|NotFound/u) })
  })

  it('row 8: the window goes nowhere', async () => {
    const before = await address()
    const inApp = new URL('/elsewhere.html', before).href
    for (const target of ['https://example.com/', 'file:///etc/passwd', inApp]) {
      await inPage(`void (location.href = ${JSON.stringify(target)})`).catch(() => undefined)
      // That nothing is loaded can only be given time.
      await sleep(200)
      expect(await address()).toBe(before)
    }
    await inPage(
      `(() => { const link = document.createElement('a'); link.href = 'https://example.com/'; document.body.append(link); link.click(); link.remove() })()`,
    )
    await inPage(
      `(() => { const form = document.createElement('form'); form.action = 'https://example.com/'; document.body.append(form); form.submit(); form.remove() })()`,
    )
    // That nothing is loaded can only be given time.
    await sleep(300)
    expect(await address()).toBe(before)
    await running.page.reload()
    await isThere()
    // nobody is asked before a page empties itself: it is led back
    await inPage(`void (location.href = 'about:blank')`).catch(() => undefined)
    const shown = () => inPage<string>('[location.href, document.readyState].join(" ")')
    await expect.poll(() => shown().catch(() => '')).toBe(`${before} complete`)
    await isThere()
  })

  it('row 9: no window is opened', async () => {
    // the stand-in can only close what Chromium has opened
    const opened = await inPage(
      `(async () => {
        const urls = ['https://evil.example/', '/index.html', 'about:blank', 'javascript:1']
        const windows = urls.map((url) => window.open(url))
        const isThere = () => windows.some((window) => window !== null && !window.closed)
        while (isThere()) await new Promise((resolve) => setTimeout(resolve, 10))
        return windows.length
      })()`,
    )
    expect(opened).toBe(4)
    await expect.poll(() => running.app.windows()).toHaveLength(1)
  })

  it('row 10: only links to listed places open outside, and a failure of that is survived', async () => {
    await running.app.evaluate(({ shell }) => {
      const opened: string[] = []
      Object.assign(globalThis, { opened })
      shell.openExternal = (url) => {
        opened.push(url)
        return Promise.reject(new Error('there is no browser'))
      }
    })
    await inPage(
      `[
        'https://cardanoscan.io/transaction/1', 'http://cardanoscan.io/', 'https://cardanoscan.io.evil.example/',
        'https://evil.example/?cardanoscan.io', 'https://cardanoscan.io@evil.example/', 'file:///etc/passwd',
        'mailto:somebody@example.com', 'ms-settings:network', 'https://cardanoscan.io:8443/',
      ].forEach((url) => window.open(url))`,
    )
    const opened = () => running.app.evaluate(() => Reflect.get(globalThis, 'opened') as unknown)
    await expect.poll(opened).toHaveLength(1)
    // That nothing more is opened can only be given time.
    await sleep(500)
    expect(await opened()).toEqual(['https://cardanoscan.io/transaction/1'])
    await isThere()
  })

  it('row 11: another window with the same page and the same bridge is not answered', async () => {
    const answer = await running.app.evaluate(async ({ app, BrowserWindow }) => {
      const other = new BrowserWindow({
        show: false,
        webPreferences: {
          partition: 'coldpress',
          preload: `${app.getAppPath()}/out/preload/index.cjs`,
        },
      })
      await other.loadURL('app://coldpress/index.html')
      const answer: unknown = await other.webContents.executeJavaScript(
        `window.coldpress.call('app.info', null)`,
      )
      other.destroy()
      return answer
    })
    expect(answer).toMatchObject({ ok: false, error: { code: 'forbidden' } })
  })

  it('row 12: the bridge is three functions that let the contract’s names through', async () => {
    const bridge = await inPage(
      `(() => {
        'use strict'
        const refuses = (act) => { try { act(); return false } catch { return true } }
        return {
          names: Object.keys(window.coldpress).toSorted(),
          frozen: Object.isFrozen(window.coldpress),
          replace: refuses(() => { window.coldpress = {} }),
          event: refuses(() => window.coldpress.on('no.such', () => {})),
          ipc: 'ipcRenderer' in window,
        }
      })()`,
    )
    expect(bridge).toEqual({
      names: ['call', 'on', 'pathOf'],
      frozen: true,
      replace: true,
      event: true,
      ipc: false,
    })
    for (const name of ['no.such', 'constructor', '__proto__', ''])
      expect(await call(name, null)).toMatchObject({ ok: false, error: { code: 'not_found' } })
    expect(await call('app.protect', { on: 'yes' })).toMatchObject({
      ok: false,
      error: { code: 'invalid' },
    })
    // a listener gets the payload and nothing of the event
    const heard = await inPage(
      `new Promise((resolve) => {
        const stop = window.coldpress.on('vault.changed', (...args) => { stop(); resolve(args) })
        window.coldpress.call('vault.create', { passphrase: 'a long enough passphrase' })
      })`,
    )
    expect(heard).toEqual([expect.objectContaining({ state: 'unlocked' })])
  })

  it('row 13: no request leaves the app', async () => {
    const tried = await inPage<Record<string, string>>(
      `(async () => {
        const url = 'https://example.com/x'
        const event = (target, good) => new Promise((resolve) => {
          target.addEventListener(good, () => resolve('there'))
          target.addEventListener('error', () => resolve('blocked'))
        })
        const attempt = async (make) => { try { return await make() } catch { return 'blocked' } }
        return {
          fetch: await attempt(async () => { await fetch(url); return 'there' }),
          image: await attempt(() => event(Object.assign(new Image(), { src: url }), 'load')),
          socket: await attempt(() => event(new WebSocket('wss://example.com/'), 'open')),
          source: await attempt(() => event(new EventSource(url), 'open')),
          worker: await attempt(() => event(new Worker(url), 'message')),
          module: await attempt(async () => { await import(url); return 'there' }),
        }
      })()`,
    )
    expect(new Set(Object.values(tried))).toEqual(new Set(['blocked']))
    // beneath the content policy: a load of the app's own goes through the request filter alone
    const errors = await running.app.evaluate(async ({ BrowserWindow }) => {
      const load = async (partition: string, url: string) => {
        const window = new BrowserWindow({ show: false, webPreferences: { partition } })
        try {
          await window.loadURL(url)
          return 'loaded'
        } catch (error) {
          return String(error)
        } finally {
          window.destroy()
        }
      }
      return [
        await load('coldpress', 'https://example.com/'),
        await load('', 'https://example.com/'),
        await load('coldpress', 'app://evil/index.html'),
      ]
    })
    for (const error of errors) expect(error).toContain('ERR_BLOCKED_BY_CLIENT')
    expect(built('main/index.js')).toMatch(/spellcheck: false/u)
  })

  it('row 14: what a page keeps is gone with the app', async () => {
    const home = mkdtempSync(join(tmpdir(), 'coldpress-app-'))
    try {
      const first = await startApp({ home })
      await pageIsThere(first)
      await first.page.evaluate(`(localStorage.kept = '1', document.cookie = 'kept=1', 0)`)
      await first.close()
      const second = await startApp({ home })
      await pageIsThere(second)
      expect(await second.page.evaluate('[localStorage.kept ?? null, document.cookie]')).toEqual([
        null,
        '',
      ])
      await second.close()
    } finally {
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    }
    expect(built('main/index.js')).not.toContain('persist:')
  })

  it('row 15: the menu is the app’s own, without reloading or developer tools, which a packaged app does not have', async () => {
    const entries = await running.app.evaluate(({ Menu }) => {
      const all: { readonly label: string; readonly role: string }[] = []
      const read = (menu: Electron.Menu): void => {
        for (const { label, role, submenu } of menu.items) {
          all.push({ label: label ?? '', role: (role ?? '').toLowerCase() })
          if (submenu !== undefined) read(submenu)
        }
      }
      const menu = Menu.getApplicationMenu()
      if (menu !== null) read(menu)
      return all
    })
    // Another menu than the table's, such as Electron's own, would lack one of these.
    for (const command of Object.values(commands)) {
      const { label, menu } = command
      // This app is online, so its menu has nothing to restart.
      if (menu === 'context' || 'when' in command) continue
      expect(entries.map((entry) => entry.label)).toContain(label)
    }
    const roles = entries.map(({ role }) => role)
    for (const role of ['reload', 'forcereload', 'toggledevtools', 'viewmenu'])
      expect(roles).not.toContain(role)
    expect(built('main/index.js')).toMatch(/devTools: !app\.isPackaged/u)
  })

  // Fault 21 of docs/faults.md.
  it('row 16: a second start shows the first one, which says what it does not open, and reads none of it', async () => {
    await running.app.evaluate(({ app }) => {
      const seconds: unknown[] = []
      Object.assign(globalThis, { seconds })
      app.on('second-instance', (_event, argv) => seconds.push(argv))
    })
    const before = await address()
    const hostile = [
      'coldpress://sign/everything',
      '/etc/passwd',
      '--home=/',
      'https://evil.example/',
    ]
    expect((await runApp({ home: running.home, args: hostile })).code).toBe(0)
    const seconds = await running.app.evaluate(() => Reflect.get(globalThis, 'seconds') as unknown)
    expect(seconds).toHaveLength(1)
    expect(await address()).toBe(before)
    const notices = running.page.getByRole('region', { name: text.frame.notices })
    // Of those that say it, two are shown at a time.
    const said: string[] = []
    const dismissals = notices.getByRole('button', { name: text.common.dismiss })
    await dismissals.first().waitFor()
    for (; (await dismissals.count()) > 0; await dismissals.last().click())
      said.push(await notices.innerText())
    for (const name of ['passwd', 'everything'])
      expect(said.join()).toContain(`Coldpress cannot open “${name}”.`)
    const source = { kind: 'file', path: '/etc/passwd' }
    expect(await call('signing.receive', { source })).toMatchObject({
      ok: false,
      error: { details: { rule: 'file_not_picked' } },
    })
    expect(running.app.windows()).toHaveLength(1)
    await isThere()
  })

  it('row 17: no address of the system leads into the app', async () => {
    const listeners = await running.app.evaluate(({ app }) =>
      ['open-url', 'continue-activity', 'open-file'].map((name) => app.listenerCount(name)),
    )
    // A file that macOS opens is a path like that of a second start.
    expect(listeners).toEqual([0, 0, 1])
    expect(built('main/index.js')).not.toContain('setAsDefaultProtocolClient')
  })

  it('row 18: keys live in a process of their own, with a trimmed environment', async () => {
    const pid = await pidOf('Coldpress keys')
    expect(pid).not.toBe(running.app.process().pid)
    if (!existsSync('/proc')) return
    const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .flatMap((line) => line.split('=', 1))
      .filter((name) => name !== '')
    expect(names).not.toContain(planted)
    // Node's own two are the way to a child of the stand-in; the last is the folder of crash reports.
    const allowed =
      /^(?:HOME|XDG_RUNTIME_DIR|DBUS_SESSION_BUS_ADDRESS|TMPDIR|TEMP|TMP|NODE_CHANNEL_\w+|COLDPRESS_CRASHES)$/u
    expect(names.filter((name) => !allowed.test(name))).toEqual([])
  })

  it('row 19: the memory of the keys process is in no dump', async () => {
    const sources = ['index', 'keys', 'studio'].map((name) => built(`main/${name}.js`)).join('')
    expect(sources).not.toContain('crashReporter')
    if (!existsSync('/proc/self/coredump_filter')) return
    const pid = await pidOf('Coldpress keys')
    expect(readFileSync(`/proc/${pid}/coredump_filter`, 'utf8').trim()).toBe('00000000')
  })

  it('row 20: a shown secret is kept off screenshots, and out of the clipboard after its time', async () => {
    const isProtected = () =>
      running.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map((window) => window.isContentProtected()),
      )
    expect(await isProtected()).toEqual([false])
    await call('app.protect', { on: true })
    expect(await isProtected()).toEqual([true])
    await call('app.protect', { on: false })
    expect(await isProtected()).toEqual([false])

    // After 30 seconds, or when a busy machine comes to it.
    await until(async () => (await copied()) === '')
  })
})
