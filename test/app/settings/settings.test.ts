import { describe, expect, it, onTestFinished } from 'vitest'
import { Database } from '#platform/db/database.ts'
import { createSettings, settingsSchema } from '#app/settings/settings.ts'

const openSettings = () => {
  const db = new Database(':memory:', [settingsSchema])
  onTestFinished(() => db.close())
  return { db, settings: createSettings({ db }) }
}

describe('settings', () => {
  it('are the defaults where nothing was chosen', () => {
    expect(openSettings().settings.get()).toEqual({
      appearance: 'system',
      autoLockMinutes: 15,
      notifyFailures: true,
      notifyPaid: true,
      updateCheck: 'ask',
      pinCheck: 'daily',
      imageGateway: 'https://trustless-gateway.link',
      routingEndpoint: null,
      collectionGoals: {},
    })
  })

  it('change what is named and keep the rest', () => {
    const { db, settings } = openSettings()
    settings.change({ autoLockMinutes: 5 })
    expect(settings.change({ appearance: 'dark', autoLockMinutes: undefined })).toEqual({
      appearance: 'dark',
      autoLockMinutes: 5,
      notifyFailures: true,
      notifyPaid: true,
      updateCheck: 'ask',
      pinCheck: 'daily',
      imageGateway: 'https://trustless-gateway.link',
      routingEndpoint: null,
      collectionGoals: {},
    })
    expect(createSettings({ db }).get()).toEqual({
      appearance: 'dark',
      autoLockMinutes: 5,
      notifyFailures: true,
      notifyPaid: true,
      updateCheck: 'ask',
      pinCheck: 'daily',
      imageGateway: 'https://trustless-gateway.link',
      routingEndpoint: null,
      collectionGoals: {},
    })
  })

  it('are changed all or not at all', () => {
    const { settings } = openSettings()
    expect(() => settings.change({ appearance: 'dark', autoLockMinutes: 0 })).toThrow(
      /autoLockMinutes/u,
    )
    expect(settings.get().appearance).toBe('system')
  })

  it('fall back one by one where a stored value is not known', () => {
    const { db, settings } = openSettings()
    settings.change({ appearance: 'light', autoLockMinutes: 5 })
    db.run(`UPDATE settings SET value = '"sepia"' WHERE name = 'appearance'`)
    expect(settings.get()).toEqual({
      appearance: 'system',
      autoLockMinutes: 5,
      notifyFailures: true,
      notifyPaid: true,
      updateCheck: 'ask',
      pinCheck: 'daily',
      imageGateway: 'https://trustless-gateway.link',
      routingEndpoint: null,
      collectionGoals: {},
    })
  })
})
