import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { text } from '#renderer/text/en.ts'
import { bytesText } from '#values/text/format.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { type ReleaseServer, startReleaseServer } from '../support/release-server.ts'
import { screenshot } from '../support/screens.ts'
import { call, openView, passphrase } from '../support/window-actions.ts'

const words = text.settings.updates
const content = randomBytes(400_000)
const deb = { name: 'coldpress_99.0.0_amd64.deb', kind: 'deb', arch: 'any', content } as const
const notes = `### Added

- Signed updates: Coldpress looks for a newer version if you want it to, and verifies it.
- ${'A long line of what is new, which wraps. '.repeat(6)}

### Fixed

- ${'ThisWordHasNoSpaces'.repeat(12)}`

let server: ReleaseServer
let home: string
let running: RunningApp
let page: Page
beforeAll(async () => {
  server = await startReleaseServer()
  server.publish('99.0.0', [deb], { notes })
  home = mkdtempSync(join(tmpdir(), 'coldpress-updates-e2e-'))
  running = await startApp({ home, env: { ...server.env, COLDPRESS_RELEASE_FOR: 'deb' } })
  page = running.page
})
afterAll(async () => {
  await running.kill()
  await server.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

const capture = async (name: string): Promise<void> => {
  await screenshot(page, `updates-${name}`)
  expect(await axeViolations(page)).toEqual([])
}
const corner = () => page.getByRole('region', { name: words.frame.label })
const tab = () => page.getByRole('tabpanel')

it('asks once whether to look for newer versions: not at the first start, and no server before a yes', async () => {
  await page.getByRole('heading', { level: 1, name: text.start.title }).waitFor()
  expect(await corner().count()).toBe(0)
  await call(page, 'vault.create', { passphrase })
  await page.reload()
  await corner().getByText(words.frame.question).waitFor()
  await capture('question')
  expect(server.asked).toEqual([])
  await corner().getByRole('button', { name: words.frame.yes, exact: true }).click()
  await corner()
    .getByRole('button', { name: words.frame.found('99.0.0') })
    .waitFor()
  expect(server.asked).toEqual(['/releases/latest/download/release.json'])
})

it('shows what is new, and downloads nothing before the user chooses it', async () => {
  await corner()
    .getByRole('button', { name: words.frame.found('99.0.0') })
    .click()
  await page.getByRole('heading', { level: 2, name: words.newest('99.0.0') }).waitFor()
  await tab().getByRole('region', { name: words.notes }).getByText('Signed updates').waitFor()
  expect(await tab().getByRole('switch', { name: words.automatic }).isChecked()).toBe(true)
  await capture('found')
  expect(server.asked.filter((path) => path.includes('.deb'))).toEqual([])
})

it('downloads with progress, stops, and continues where it stopped', async () => {
  server.file = (response) => {
    response.writeHead(200, { 'content-length': content.byteLength })
    response.write(content.subarray(0, 150_000))
  }
  await tab()
    .getByRole('button', { name: words.download(content.byteLength) })
    .click()
  await tab()
    .getByText(new RegExp(`^${bytesText(150_000)} of`, 'u'))
    .waitFor()
  await tab().getByRole('progressbar', { name: words.progress }).waitFor()
  await capture('downloading')
  await tab().getByRole('button', { name: words.cancel }).click()
  server.file = undefined
  await tab()
    .getByRole('button', { name: words.download(content.byteLength) })
    .click()
  await tab().getByText(words.verified).waitFor()
  expect(server.asked.at(-1)).toContain('bytes=150000-')
  expect(readFileSync(join(home, 'updates', 'deb', deb.name))).toEqual(content)
})

it('gives the exact command that installs a deb, and never offers to do it', async () => {
  await tab()
    .getByText(`sudo apt install ${join(home, 'updates', 'deb', deb.name)}`, { exact: true })
    .waitFor()
  expect(await tab().getByRole('switch', { name: words.install }).count()).toBe(0)
  await capture('ready')
})

it('says that a download is not the signed file', async () => {
  server.publish('99.0.1', [{ ...deb, name: 'coldpress_99.0.1_amd64.deb' }], { notes })
  server.file = (response) => response.end(randomBytes(content.byteLength))
  await tab().getByRole('button', { name: words.check }).click()
  await page.getByRole('heading', { level: 2, name: words.newest('99.0.1') }).waitFor()
  expect(existsSync(join(home, 'updates', 'deb', deb.name))).toBe(false)
  await tab()
    .getByRole('button', { name: words.download(content.byteLength) })
    .click()
  await tab()
    .getByRole('alert')
    .getByText(/SHA-512 differs/u)
    .waitFor()
  await capture('tampered')
})

it('stops looking when the user says no', async () => {
  await tab().getByRole('switch', { name: words.automatic }).click()
  await expect.poll(() => call(page, 'app.settings', null)).toMatchObject({ updateCheck: 'no' })
  await openView(page, text.settings.title)
})
