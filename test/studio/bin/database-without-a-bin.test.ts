import { expect } from 'vitest'
import { z } from 'zod'
import { Database } from '#platform/db/database.ts'
import { schemaFingerprint } from '#platform/db/schema.ts'
import { studioSchema } from '#studio/store/schema.ts'
import { folderTest as it } from '../../support/folder-test.ts'
import { testAddress } from '../open-studio.ts'

/** How many steps the studio's own tables had before there was a bin. */
const stepsBefore = 5

it('a database without a bin opens, and its collections have neither cover nor creator', async ({
  folder,
}) => {
  const path = `${folder}/studio.db`
  const earlier = { ...studioSchema, steps: studioSchema.steps.slice(0, stepsBefore) }
  const before = new Database(path, [earlier])
  const row = {
    id: 'c1',
    name: 'Earlier',
    payout_address: JSON.stringify(testAddress),
    policy_id: '00'.repeat(28),
    script: JSON.stringify({ type: 'all', scripts: [] }),
    key_hashes: '[]',
    created_at: '2026-11-01T00:00:00.000Z',
    updated_at: '2026-11-01T00:00:00.000Z',
  }
  before.insert('collections', row)
  before.close()
  const after = new Database(path, [studioSchema])
  const version = z.object({ version: z.int(), fingerprint: z.string() })
  expect(
    after.get(version, "SELECT version, fingerprint FROM schema_versions WHERE name = 'studio'"),
  ).toEqual({
    version: studioSchema.steps.length,
    fingerprint: schemaFingerprint(studioSchema.steps),
  })
  const claims = z.object({ name: z.string(), cover: z.null(), creator: z.null() })
  expect(after.get(claims, 'SELECT * FROM collections')).toMatchObject({ name: 'Earlier' })
  expect(after.all(z.unknown(), 'SELECT * FROM bin')).toEqual([])
  after.close()
})
