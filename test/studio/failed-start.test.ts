import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import { givenAddressesName } from '#platform/db/database-names.ts'
import { createBlockfrost } from '#chain/gateway/blockfrost/client.ts'
import type { StudioOptions } from '#studio/options.ts'
import { folderTest as it } from '../support/folder-test.ts'
import { openStudio } from './open-studio.ts'

/** Only its one connection may change the mode of a database. */
const isOpen = (path: string): boolean => {
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('PRAGMA journal_mode = DELETE')
    return false
  } catch {
    return true
  } finally {
    database.close()
  }
}

const failures: readonly (readonly [what: string, why: string, Partial<StudioOptions>])[] = [
  [
    'a registration that throws',
    'Invalid URL',
    {
      publicAccess: {
        origin: 'no address',
        listen: { host: '127.0.0.1', port: 0 },
        trustedProxies: [],
      },
    },
  ],
  [
    'a gateway of another network',
    'gateway: it is of preprod',
    { gateway: createBlockfrost({ baseUrl: 'http://127.0.0.1:9/api/v0', network: 'preprod' }) },
  ],
]

it.for(failures)(
  'A studio that fails to open by %s leaves nothing open',
  async ([, why, failing], { folder }) => {
    const database = join(folder, 'studio.db')
    const listeners = process.listenerCount('unhandledRejection')
    await expect(openStudio({ database, outlivesRejections: true, ...failing })).rejects.toThrow(
      why,
    )
    expect(process.listenerCount('unhandledRejection')).toBe(listeners)
    for (const path of [database, join(folder, givenAddressesName)]) {
      expect(existsSync(path)).toBe(true)
      expect(isOpen(path)).toBe(false)
    }
    const studio = await openStudio({ database, outlivesRejections: true })
    expect(process.listenerCount('unhandledRejection')).toBe(listeners + 1)
    expect(isOpen(database)).toBe(true)
    await studio.close()
    expect(process.listenerCount('unhandledRejection')).toBe(listeners)
    expect(isOpen(database)).toBe(false)
  },
)
