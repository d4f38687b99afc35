import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Database } from '#core/db/database.ts'
import type { Mint } from '#shared/wire/mint.ts'
import {
  fundedCollection,
  mintOf,
  mintReaches,
  mintsPath,
  openMintHarness,
  type MintHarness,
  postMint,
  readMint,
} from '../studio/mints/mint-harness.ts'
import { testAddress, type TestStudio } from '../studio/open-studio.ts'
import { until } from '../support/until.ts'

let harness: MintHarness
let studio: TestStudio
beforeAll(async () => {
  harness = await openMintHarness()
  studio = await harness.open()
})
afterAll(async () => {
  await studio.close()
  await harness.close()
})
afterEach(() => {
  harness.fakeVault.state.locked = false
})

const heldMint = async (name: string): Promise<Mint> => {
  const { id } = await fundedCollection(harness, studio, { names: [name] })
  return mintOf(await postMint(studio, id, { tokens: 'all', to: testAddress, hold: true }))
}

/** Whoever writes the studio's database, but has neither the API key nor the vault. */
const releaseInDatabase = ({ id }: Mint): void => {
  const database = new Database(studio.databasePath, [])
  expect(database.run('UPDATE mints SET held = 0 WHERE id = :id', { id })).toBe(1)
  database.close()
}

const released = (made: Mint) =>
  studio.call('POST', `${mintsPath(made.collection_id)}/${made.id}/release`)

describe('A held mint that somebody released in the database', () => {
  it('is not signed by the vault, and is once its user releases it', async () => {
    const made = await heldMint('Held')
    harness.fakeVault.signed.length = 0
    releaseInDatabase(made)
    await until(async () => (await readMint(studio, made)).message !== null)
    expect((await readMint(studio, made)).message).toContain(
      `mint ${made.id} is held, and nobody released it`,
    )
    expect(harness.fakeVault.signed).toEqual([])
    await released(made)
    await mintReaches(studio, made, 'completed')
  })

  it('is not signed either when it was built while the vault was locked', async () => {
    const { id } = await fundedCollection(harness, studio, { names: ['Locked'] })
    harness.fakeVault.state.locked = true
    const made = mintOf(await postMint(studio, id, { tokens: 'all', to: testAddress, hold: true }))
    harness.fakeVault.signed.length = 0
    releaseInDatabase(made)
    harness.fakeVault.state.locked = false
    await until(async () =>
      ((await readMint(studio, made)).message ?? '').includes('nobody released it'),
    )
    expect(harness.fakeVault.signed).toEqual([])
    await released(made)
    await mintReaches(studio, made, 'completed')
  })

  it('that its user releases while the vault is locked is signed when it is open', async () => {
    const made = await heldMint('Later')
    harness.fakeVault.state.locked = true
    await released(made)
    expect(await readMint(studio, made)).toMatchObject({
      status: 'awaiting_witnesses',
      held: false,
    })
    harness.fakeVault.state.locked = false
    await mintReaches(studio, made, 'completed')
  })
})
