// oxlint-disable unicorn/require-post-message-target-origin -- a worker and a process have no origin
// A small app with all that Coldpress asks of Electron, for the tests of the stand-in (and, with
// HOST=electron, for the same tests of Electron itself). Plain JavaScript: it is started as it is.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  protocol,
  session,
  shell,
  utilityProcess,
} from 'electron'

const root = path.join(import.meta.dirname, 'page')
const csp =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' }

/** What the tests read through Playwright's evaluate. */
globalThis.seen = {
  permissions: [],
  requests: [],
  navigations: [],
  second: [],
  crashes: [],
  gone: [],
}
const seen = globalThis.seen

app.setPath('userData', path.join(process.env.COLDPRESS_HOME, 'window'))
protocol.registerSchemesAsPrivileged([
  {
    scheme: 'app',
    privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
  },
])
const isFirst = app.requestSingleInstanceLock({ hello: 'first' })
if (!isFirst) app.exit(0)
app.enableSandbox()
app.on('second-instance', (_event, argv) => seen.second.push(argv.at(-1)))
app.on('child-process-gone', (_event, { serviceName, reason }) =>
  seen.gone.push([serviceName, reason]),
)
app.on('web-contents-created', (_event, contents) => {
  for (const name of ['will-navigate', 'will-frame-navigate', 'will-redirect'])
    contents.on(name, (event) => {
      seen.navigations.push([name, event.url])
      event.preventDefault()
    })
  contents.setWindowOpenHandler(({ url }) => {
    if (new URL(url).host === 'cardanoscan.io') void shell.openExternal(url)
    return { action: 'deny' }
  })
})

const serve = async (request) => {
  const url = new URL(request.url)
  if (url.host !== 'fixture') return new Response(null, { status: 404 })
  if (url.pathname === '/echo')
    return new Response(await request.text(), { headers: { 'content-type': 'text/plain' } })
  if (url.pathname === '/redirect')
    return new Response(null, {
      status: 302,
      headers: { location: 'app://fixture/index.html?redirected' },
    })
  const file = path.resolve(root, `.${decodeURIComponent(url.pathname)}`)
  if (!file.startsWith(root + path.sep)) return new Response(null, { status: 403 })
  try {
    const headers = {
      'content-type': types[path.extname(file)] ?? 'application/octet-stream',
      'content-security-policy': csp,
      'x-content-type-options': 'nosniff',
    }
    return new Response(new Uint8Array(await readFile(file)), { headers })
  } catch {
    return new Response(null, { status: 404 })
  }
}

const openSession = () => {
  const own = session.fromPartition('fixture')
  own.setPermissionRequestHandler((_contents, permission, callback) => {
    seen.permissions.push(permission)
    callback(permission === process.env.FIXTURE_GRANTS)
  })
  own.setPermissionCheckHandler(() => false)
  own.setDevicePermissionHandler(() => false)
  own.webRequest.onBeforeRequest(({ url }, callback) => {
    seen.requests.push(url)
    const isOwn = url.startsWith('app:') || url.startsWith('devtools:')
    callback({ cancel: !isOwn && globalThis.forgets !== true })
  })
  own.protocol.handle('app', serve)
  return own
}

const handleCalls = (window) => {
  ipcMain.handle('echo', (event, value) => {
    const { senderFrame, sender } = event
    const from = new URL(senderFrame.url)
    return {
      value,
      from: `${from.protocol}//${from.host}`,
      isMain: senderFrame === sender.mainFrame,
    }
  })
  ipcMain.handle('fail', () => {
    throw new TypeError('boom from main')
  })
  ipcMain.handle('pick', async () => {
    const { filePaths } = await dialog.showOpenDialog(window, { properties: ['openFile'] })
    return filePaths
  })
  const worker = utilityProcess.fork(path.join(import.meta.dirname, 'utility.js'), [], {
    serviceName: 'adder',
    env: { ONLY: 'this' },
    stdio: 'pipe',
  })
  globalThis.utility = worker
  seen.output = ''
  worker.stdout.on('data', (bytes) => {
    seen.output += String(bytes)
  })
  worker.on('exit', (code) => {
    seen.exit = code
  })
  ipcMain.handle('utility', (_event, value) => {
    const answer = new Promise((resolve) => worker.once('message', resolve))
    worker.postMessage(value)
    return answer
  })
}

const start = async () => {
  Menu.setApplicationMenu(null)
  const window = new BrowserWindow({
    width: 1000,
    height: 700,
    show: false,
    title: 'Fixture',
    backgroundColor: '#102030',
    webPreferences: {
      session: openSession(),
      preload: path.join(import.meta.dirname, 'preload.cjs'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  })
  window.once('ready-to-show', () => window.show())
  window.on('close', (event) => {
    seen.closes = (seen.closes ?? 0) + 1
    if (globalThis.isBusy) event.preventDefault()
  })
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    seen.crashes.push(reason)
    if (globalThis.recovers !== false) window.webContents.reload()
  })
  handleCalls(window)
  let count = 0
  setInterval(() => {
    if (!window.isDestroyed()) window.webContents.send('tick', (count += 1))
  }, 100).unref()
  await window.loadURL('app://fixture/index.html')
}

app.on('window-all-closed', () => app.quit())
nativeTheme.themeSource = 'light'
// Never awaited at the top level: Electron would hang.
if (isFirst) void app.whenReady().then(start)
