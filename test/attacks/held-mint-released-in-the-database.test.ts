import { describe, expect } from 'vitest'
import { Database } from '#platform/db/database.ts'
import type { Mint } from '#contract/mints/mint.ts'
import {
  fundedCollection,
  mintOf,
  mintReaches,
  mintsPath,
  type MintHarness,
  postMint,
  readMint,
} from '../studio/mints/mint-harness.ts'
import { testAddress, type TestStudio } from '../studio/open-studio.ts'
import { until } from '../support/until.ts'
import { mintTest as it } from '../studio/mints/mint-test.ts'

it.afterEach(({ harness }) => {
  harness.fakeVault.state.locked = false
})

const heldMint = async (harness: MintHarness, studio: TestStudio, name: string): Promise<Mint> => {
  const { id } = await fundedCollection(harness, studio, { names: [name] })
  return mintOf(await postMint(studio, id, { tokens: 'all', to: testAddress, hold: true }))
}

/** Whoever writes the studio's database, but has neither the API key nor the vault. */
const releaseInDatabase = (studio: TestStudio, { id }: Mint): void => {
  const database = new Database(studio.databasePath, [])
  expect(database.run('UPDATE mints SET held = 0 WHERE id = :id', { id })).toBe(1)
  database.close()
}

const released = (studio: TestStudio, made: Mint) =>
  studio.call('POST', `${mintsPath(made.collection_id)}/${made.id}/release`)

describe('A held mint that somebody released in the database', () => {
  it('is not signed by the vault, and is once its user releases it', async ({
    harness,
    studio,
  }) => {
    const made = await heldMint(harness, studio, 'Held')
    harness.fakeVault.signed.length = 0
    releaseInDatabase(studio, made)
    await until(async () => (await readMint(studio, made)).message !== null)
    expect((await readMint(studio, made)).message).toContain(
      `mint ${made.id} is held, and nobody released it`,
    )
    expect(harness.fakeVault.signed).toEqual([])
    await released(studio, made)
    await mintReaches(studio, made, 'completed')
  })

  it('is not signed either when it was built while the vault was locked', async ({
    harness,
    studio,
  }) => {
    const { id } = await fundedCollection(harness, studio, { names: ['Locked'] })
    harness.fakeVault.state.locked = true
    const made = mintOf(await postMint(studio, id, { tokens: 'all', to: testAddress, hold: true }))
    harness.fakeVault.signed.length = 0
    releaseInDatabase(studio, made)
    harness.fakeVault.state.locked = false
    await until(async () =>
      ((await readMint(studio, made)).message ?? '').includes('nobody released it'),
    )
    expect(harness.fakeVault.signed).toEqual([])
    await released(studio, made)
    await mintReaches(studio, made, 'completed')
  })

  it('that its user releases while the vault is locked is signed when it is open', async ({
    harness,
    studio,
  }) => {
    const made = await heldMint(harness, studio, 'Later')
    harness.fakeVault.state.locked = true
    await released(studio, made)
    expect(await readMint(studio, made)).toMatchObject({
      status: 'awaiting_witnesses',
      held: false,
    })
    harness.fakeVault.state.locked = false
    await mintReaches(studio, made, 'completed')
  })
})
