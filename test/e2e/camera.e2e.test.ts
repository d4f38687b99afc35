import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApp, startApp } from '../support/app.ts'

let running: RunningApp

const inPage = <T>(expression: string): Promise<T> => running.page.evaluate<T>(expression)
const isThere = async (): Promise<void> => {
  while (!(await inPage<boolean>('"coldpress" in window').catch(() => false))) await sleep(50)
}
const allow = (on: boolean) => inPage(`window.coldpress.call('app.camera', { on: ${on} })`)
/** What the page gets: the kinds of the tracks, or the name of the error. */
const film = (constraints: { readonly audio?: true; readonly video?: true }) =>
  inPage(
    `navigator.mediaDevices.getUserMedia(${JSON.stringify(constraints)}).then(
      (stream) => stream.getTracks().map((track) => { track.stop(); return track.kind }),
      (error) => error.name)`,
  )

beforeAll(async () => {
  // a camera of Chromium's own, so that it does not depend on the machine
  running = await startApp({ args: ['--use-fake-device-for-media-stream'] })
  await isThere()
})
afterAll(() => running.close())

describe('the camera', () => {
  it('is denied until a scanner is open, and again once it is closed', async () => {
    expect(await film({ video: true })).toBe('NotAllowedError')
    expect(await allow(true)).toEqual({ ok: true, value: null })
    expect(await film({ video: true })).toEqual(['video'])
    await allow(false)
    // the Chromium host hands the permission on to the browser after it has answered the call
    await expect.poll(() => film({ video: true })).toBe('NotAllowedError')
  })

  it('comes without sound, and with no other permission', async () => {
    await allow(true)
    expect(await film({ audio: true })).toBe('NotAllowedError')
    expect(await film({ audio: true, video: true })).toBe('NotAllowedError')
    const states = await inPage(
      `Promise.all(['geolocation', 'notifications', 'midi', 'microphone'].map(
        (name) => navigator.permissions.query({ name }).then(({ state }) => state)))`,
    )
    expect(states).toEqual(['denied', 'denied', 'denied', 'denied'])
    await allow(false)
  })

  it('is denied to the page that comes after', async () => {
    await allow(true)
    await running.page.reload()
    await isThere()
    await expect.poll(() => film({ video: true })).toBe('NotAllowedError')
  })
})
