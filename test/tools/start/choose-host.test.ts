import { describe, expect, it } from 'vitest'
import { chooseHost, type Situation } from '../../../tools/start/choose-host.ts'

/** A desktop with nothing but a display, where nothing can be fetched. */
const bare: Situation = {
  platform: 'linux',
  env: { DISPLAY: ':0' },
  isHeadless: false,
  isOffline: false,
  electronVersion: '45.4.1',
  findElectron: () => undefined,
  isReachable: () => Promise.resolve(false),
  install: () => Promise.reject(new Error('must not be called')),
  findChromium: () => undefined,
}
const withChromium: Situation = { ...bare, findChromium: () => '/usr/bin/chromium' }

describe('which host opens the window', () => {
  it('Electron, when it is there, without a word to its server', async () => {
    const isReachable = () => Promise.reject(new Error('must not be called'))
    const choice = await chooseHost({ ...bare, findElectron: () => '/e/electron', isReachable })
    expect(choice).toEqual({ host: 'electron', program: '/e/electron' })
  })

  it('Chromium with one plain line, when Electron cannot be had', async () => {
    expect(await chooseHost(withChromium)).toEqual({
      host: 'chromium',
      notice:
        'coldpress: Electron 45.4.1 is not downloaded and its server cannot be reached - opening in chromium instead (COLDPRESS_HOST=electron to insist).',
    })
  })

  it('Electron after it was downloaded', async () => {
    let isThere = false
    const choice = await chooseHost({
      ...withChromium,
      findElectron: () => (isThere ? '/e/electron' : undefined),
      isReachable: () => Promise.resolve(true),
      install: () => {
        isThere = true
        return Promise.resolve(true)
      },
    })
    expect(choice).toEqual({ host: 'electron', program: '/e/electron' })
  })

  it('Chromium, when the download fails or leaves nothing', async () => {
    for (const isDone of [true, false]) {
      const choice = await chooseHost({
        ...withChromium,
        isReachable: () => Promise.resolve(true),
        install: () => Promise.resolve(isDone),
      })
      expect(choice).toMatchObject({ notice: expect.stringMatching(/could not be downloaded/u) })
    }
  })

  it('asks no server on a CI machine', async () => {
    const choice = await chooseHost({
      ...withChromium,
      env: { DISPLAY: ':0', CI: 'true' },
      isReachable: () => Promise.reject(new Error('must not be called')),
    })
    expect(choice).toMatchObject({ host: 'chromium' })
  })

  it('Chromium without asking or downloading anything, when offline', async () => {
    const never = () => Promise.reject(new Error('must not be called'))
    const choice = await chooseHost({
      ...withChromium,
      isOffline: true,
      isReachable: never,
      install: never,
    })
    expect(choice).toMatchObject({
      host: 'chromium',
      notice: expect.stringContaining('nor is it now: offline'),
    })
  })

  it('Chromium without looking for Electron, when it is asked for', async () => {
    const choice = await chooseHost({
      ...withChromium,
      env: { DISPLAY: ':0', COLDPRESS_HOST: 'chromium' },
      findElectron: () => '/e/electron',
    })
    expect(choice).toEqual({
      host: 'chromium',
      notice: 'coldpress: COLDPRESS_HOST=chromium - opening in chromium.',
    })
  })

  it('nothing, when Electron is insisted on: exit 3', async () => {
    const env = { DISPLAY: ':0', COLDPRESS_HOST: 'electron' }
    expect(await chooseHost({ ...withChromium, env })).toMatchObject({
      host: 'none',
      exitCode: 3,
      message: expect.stringMatching(/cannot be reached.*install-electron/u),
    })
  })

  it('nothing, when neither is there: exit 4', async () => {
    expect(await chooseHost(bare)).toMatchObject({
      exitCode: 4,
      message: expect.stringMatching(/no Chromium, Chrome or Edge.*COLDPRESS_CHROMIUM/u),
    })
  })

  it('nothing, when there is no display: exit 5; but headless it opens in Chromium', async () => {
    const noDisplay = { ...withChromium, env: { DISPLAY: '' } }
    expect(await chooseHost(noDisplay)).toMatchObject({
      exitCode: 5,
      message: expect.stringMatching(/neither DISPLAY nor WAYLAND_DISPLAY/u),
    })
    expect(await chooseHost({ ...noDisplay, isHeadless: true })).toMatchObject({ host: 'chromium' })
    for (const platform of ['darwin', 'win32'] as const)
      expect(await chooseHost({ ...noDisplay, platform })).toMatchObject({ host: 'chromium' })
    const wayland = { ...noDisplay, env: { WAYLAND_DISPLAY: 'wayland-0' } }
    expect(await chooseHost(wayland)).toMatchObject({ host: 'chromium' })
  })

  it('nothing, when Electron is to be headless, or the host is an unknown word', async () => {
    const insisted = { ...withChromium, env: { COLDPRESS_HOST: 'electron' }, isHeadless: true }
    expect(await chooseHost(insisted)).toMatchObject({ exitCode: 5 })
    const unknown = { ...withChromium, env: { DISPLAY: ':0', COLDPRESS_HOST: 'firefox' } }
    expect(await chooseHost(unknown)).toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/firefox/u),
    })
  })
})
