import { z } from 'zod'
import { listOf, longText, shortText } from '#values/bounds/bounded.ts'
import type { Network } from '#values/networks/networks.ts'
import { type Settings, settings as shape } from '#contract/settings/settings.ts'
import { columns, type Database, type Schema } from '#platform/db/database.ts'

/** The number of folders that a menu shows at a glance. */
export const mostRecentFolders = 8

/** Its row in the table of settings. No setting has this name. */
const name = 'recentFolders'

const row = z.object({ value: columns.json(listOf(shortText).catch([])) })

/** The folders that were imported last, the newest first. */
export type RecentFolders = {
  readonly list: () => readonly string[]
  /** Puts a folder first. @returns the folders now */
  readonly add: (folder: string) => readonly string[]
  /** Forgets one folder; null: all. @returns the folders now */
  readonly forget: (folder: string | null) => readonly string[]
}

export const createRecentFolders = ({ db }: { readonly db: Database }): RecentFolders => {
  const list = (): readonly string[] =>
    db
      .get(row, 'SELECT value FROM settings WHERE name = :name', { name })
      ?.value.slice(0, mostRecentFolders) ?? []
  const store = (folders: readonly string[]): readonly string[] => {
    const kept = folders.slice(0, mostRecentFolders)
    db.upsert('settings', { name, value: JSON.stringify(kept) }, 'name')
    return kept
  }
  const without = (folder: string) => list().filter((candidate) => candidate !== folder)
  return {
    list,
    add: (folder) => db.transact(() => store([folder, ...without(folder)])),
    forget: (folder) => db.transact(() => store(folder === null ? [] : without(folder))),
  }
}

const portRow = z.object({ value: columns.json(z.int().min(1).max(65_535).nullable().catch(null)) })

/** The port of each Local studio, which the links name that were given out. */
export type StudioPorts = {
  readonly get: (network: Network) => number | undefined
  readonly keep: (network: Network, port: number) => void
}

export const createStudioPorts = ({ db }: { readonly db: Database }): StudioPorts => {
  const nameOf = (network: Network): string => `studioPort.${network}`
  return {
    get: (network) =>
      db.get(portRow, 'SELECT value FROM settings WHERE name = :name', { name: nameOf(network) })
        ?.value ?? undefined,
    keep: (network, port) =>
      db.upsert('settings', { name: nameOf(network), value: JSON.stringify(port) }, 'name'),
  }
}

/** One row for each changed setting, its value as JSON. */
export const settingsSchema: Schema = {
  name: 'settings',
  steps: ['CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT'],
}

const defaultSettings: Settings = {
  appearance: 'system',
  autoLockMinutes: 15,
  notifyFailures: true,
  notifyPaid: true,
  updateCheck: 'ask',
  pinCheck: 'daily',
  // of the IPFS Foundation; docs.ipfs.tech/concepts/public-utilities
  imageGateway: 'https://trustless-gateway.link',
  // nothing is asked of strangers that the user did not choose
  routingEndpoint: null,
  collectionGoals: {},
}

const settingRow = z.object({ name: longText, value: columns.json(z.unknown()) })

/** Parsed one by one: an unknown value does not reset the others. */
const readable = z.object({
  appearance: shape.shape.appearance.catch(defaultSettings.appearance),
  autoLockMinutes: shape.shape.autoLockMinutes.catch(defaultSettings.autoLockMinutes),
  notifyFailures: shape.shape.notifyFailures.catch(defaultSettings.notifyFailures),
  notifyPaid: shape.shape.notifyPaid.catch(defaultSettings.notifyPaid),
  updateCheck: shape.shape.updateCheck.catch(defaultSettings.updateCheck),
  pinCheck: shape.shape.pinCheck.catch(defaultSettings.pinCheck),
  imageGateway: shape.shape.imageGateway.catch(defaultSettings.imageGateway),
  routingEndpoint: shape.shape.routingEndpoint.catch(defaultSettings.routingEndpoint),
  collectionGoals: shape.shape.collectionGoals.catch(defaultSettings.collectionGoals),
})

export type SettingsChange = { readonly [Name in keyof Settings]?: Settings[Name] | undefined }

/** The user's settings of the app on this computer. */
export type SettingsStore = {
  readonly get: () => Settings
  /** Changes the named settings; all or nothing. */
  readonly change: (change: SettingsChange) => Settings
}

export const createSettings = ({ db }: { readonly db: Database }): SettingsStore => {
  const get = (): Settings =>
    readable.parse(
      Object.fromEntries(
        db.all(settingRow, 'SELECT name, value FROM settings').map((row) => [row.name, row.value]),
      ),
    )
  return {
    get,
    change: (change) =>
      db.transact(() => {
        for (const [name, value] of Object.entries(shape.partial().parse(change))) {
          if (value === undefined) continue
          db.upsert('settings', { name, value: JSON.stringify(value) }, 'name')
        }
        return get()
      }),
  }
}
