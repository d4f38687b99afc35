import { expect, onTestFinished, test } from 'vitest'
import { Database } from '#platform/db/database.ts'
import {
  createRecentFolders,
  createSettings,
  mostRecentFolders,
  settingsSchema,
} from '#app/settings/settings.ts'

const open = () => {
  const db = new Database(':memory:', [settingsSchema])
  onTestFinished(() => db.close())
  return { db, recent: createRecentFolders({ db }) }
}

test('the folder that was imported last comes first, and each stands once', () => {
  const { recent } = open()
  expect(recent.list()).toEqual([])
  recent.add('/a')
  recent.add('/b')
  expect(recent.add('/a')).toEqual(['/a', '/b'])
  expect(recent.list()).toEqual(['/a', '/b'])
})

test('no more folders are remembered than a menu shows, and each can be forgotten', () => {
  const { recent } = open()
  for (let number = 1; number <= mostRecentFolders + 3; number += 1) recent.add(`/${number}`)
  expect(recent.list()).toHaveLength(mostRecentFolders)
  expect(recent.list()[0]).toBe(`/${mostRecentFolders + 3}`)
  expect(recent.forget(`/${mostRecentFolders + 3}`)[0]).toBe(`/${mostRecentFolders + 2}`)
  expect(recent.forget(null)).toEqual([])
})

test('the settings beside them stay, and folders that cannot be read count as none', () => {
  const { db, recent } = open()
  const settings = createSettings({ db })
  settings.change({ appearance: 'dark' })
  recent.add('/a')
  expect(settings.get().appearance).toBe('dark')
  db.upsert('settings', { name: 'recentFolders', value: '{"not": "a list"}' }, 'name')
  expect(recent.list()).toEqual([])
})
