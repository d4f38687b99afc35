import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../support/until.ts'

const root = join(import.meta.dirname, '..', '..', '..')
/** Nothing is fetched: nobody listens there. */
const offline = { CI: '', ELECTRON_MIRROR: 'http://127.0.0.1:1/' }

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'coldpress-start-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))

const start = (env: Readonly<Record<string, string>>, ...args: readonly string[]): ChildProcess =>
  spawn(process.execPath, [join(root, 'tools', 'start.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...offline, COLDPRESS_HOME: home, ...env },
  })

const ended = async (child: ChildProcess) => {
  const [stdout, stderr, code] = await Promise.all([
    child.stdout === null ? '' : text(child.stdout),
    child.stderr === null ? '' : text(child.stderr),
    new Promise((resolve) => child.on('exit', resolve)),
  ])
  return { stdout, stderr, code }
}

describe('npm start', () => {
  it('names what is missing in one line, and opens nothing', async () => {
    const withDisplay = { DISPLAY: ':0', COLDPRESS_CHROMIUM: '/nowhere' }
    const neither = await ended(start(withDisplay))
    expect(neither).toMatchObject({ code: 4, stdout: '' })
    expect(neither.stderr).toMatch(/^coldpress: Electron .* and no Chromium[^\n]*\n$/u)
    const insisted = await ended(start({ ...withDisplay, COLDPRESS_HOST: 'electron' }))
    expect(insisted).toMatchObject({ code: 3, stdout: '' })
    expect(existsSync(join(home, 'app.db'))).toBe(false)
  })

  it.runIf(process.platform === 'linux')('says that there is no display', async () => {
    const { code, stderr } = await ended(start({ DISPLAY: '', WAYLAND_DISPLAY: '' }))
    expect(code).toBe(5)
    expect(stderr).toMatch(/^coldpress: there is no display/u)
  })

  it('opens nothing in an empty COLDPRESS_HOME, and says why', async () => {
    const { code, stderr } = await ended(
      start({ COLDPRESS_HOME: '', XDG_DATA_HOME: home, HOME: home }, '--headless'),
    )
    expect(code).toBe(2)
    expect(stderr).toContain('COLDPRESS_HOME: the value is empty. Set it to a folder, or unset it')
    expect(existsSync(join(home, 'Coldpress'))).toBe(false)
  })

  it('opens the app, and Ctrl-C ends it and everything that it started', async () => {
    const child = start({}, '--headless')
    const end = ended(child)
    await until(() => existsSync(join(home, 'app.db')))
    child.kill('SIGINT')
    const { code, stdout } = await end
    expect(stdout).toMatch(/^coldpress: headless - opening in /u)
    expect(code).toBe(0)
  })
})
