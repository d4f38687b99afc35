import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { text } from '#renderer/text/en.ts'
import { call, passphrase } from '../support/window-actions.ts'
import { isElectron, type RunningApp, startApp } from '../support/app.ts'
import { answerMessageBox, messageBox, messageBoxes } from '../support/confirm.ts'

let running: RunningApp
const add = `window.answer = window.coldpress.call('accounts.add', {
  name: 'Thief', network: 'testnet', appId: 'app', apiKey: 'a-key', baseUrl: 'https://thief.example/api',
})`
const inPage = <T>(expression: string): Promise<T> => running.page.evaluate<T>(expression)
const accounts = () => call(running.page, 'accounts.list', null)

beforeAll(async () => {
  running = await startApp()
  await running.page.getByRole('navigation', { name: text.frame.navigation }).waitFor()
  await call(running.page, 'vault.create', { passphrase })
})
afterAll(() => running.close())

it.skipIf(isElectron)(
  'A page that was taken over can neither reach nor answer the window that asks about its call',
  async () => {
    await inPage(`void (${add})`)
    const box = await messageBox(running.app)
    const found = await inPage<Record<string, unknown>>(`(async () => {
      const boxUrl = 'https://message-box.invalid/'
      const attempt = async (work) => { try { return String(await work()) } catch { return 'failed' } }
      return {
        // No name of a window leads to it, and what opens is none of it.
        opened: [window.open(boxUrl + '?answer=1', '_blank'), window.open('', 'message-box'), window.open(boxUrl + '?answer=1', '_blank', 'noopener')].map(String),
        opener: String(window.opener),
        frames: window.length,
        fetched: await attempt(() => fetch(boxUrl + '?answer=1', { mode: 'no-cors' })),
        sent: navigator.sendBeacon(boxUrl + '?answer=1'),
        channel: await attempt(() => { new BroadcastChannel('coldpress').postMessage('yes'); return 'posted' }),
        // A click by script, and the keys that a page can make.
        keys: document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })),
      }
    })()`)
    expect(found).toMatchObject({ frames: 0, opener: 'null', fetched: 'failed' })
    await inPage(`(() => {
      const link = document.createElement('a')
      link.href = 'https://message-box.invalid/?answer=1'
      document.body.append(link)
      link.click()
      const form = document.createElement('form')
      form.action = 'https://message-box.invalid/'
      form.innerHTML = '<input name="answer" value="1">'
      document.body.append(form)
      form.submit()
      window.focus()
    })()`)
    // That nothing answers can only be given time.
    await sleep(1500)
    // Nothing of it answered: the question stands, and a person's no is what counts.
    expect(messageBoxes(running.app)).toEqual([box])
    expect(
      await box.evaluate('[String(window.opener), window.length, "coldpress" in window]'),
    ).toEqual(['null', 0, false])
    await answerMessageBox(running.app, 'no')
    expect(await inPage('window.answer')).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    expect(await accounts()).toHaveLength(1)
  },
)

it.skipIf(isElectron)('A second question is refused while the first one waits', async () => {
  await inPage(`void (${add})`)
  const box = await messageBox(running.app)
  const more = await inPage<readonly { readonly error: { readonly code: string } }[]>(
    `Promise.all(Array.from({ length: 50 }, () => ${add.replace('window.answer = ', '')}))`,
  )
  expect(new Set(more.map(({ error }) => error.code))).toEqual(new Set(['conflict']))
  expect(messageBoxes(running.app)).toEqual([box])
  await box.close()
  await expect.poll(accounts).toHaveLength(1)
})

it.skipIf(isElectron)(
  'A question that waits is answered with no when the vault locks',
  async () => {
    await inPage(`void (${add})`)
    await messageBox(running.app)
    await call(running.page, 'vault.lock', null)
    expect(await inPage('window.answer')).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    await expect.poll(() => messageBoxes(running.app)).toEqual([])
    expect(await accounts()).toHaveLength(1)
  },
)

it.skipIf(isElectron)('The app can be closed while a question waits', async () => {
  const other = await startApp()
  await other.page.getByRole('navigation', { name: text.frame.navigation }).waitFor()
  await call(other.page, 'vault.create', { passphrase })
  await other.page.evaluate(`void (${add})`)
  await messageBox(other.app)
  await other.close()
})
