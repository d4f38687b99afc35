import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Database } from '../../src/core/db/database.ts'
import type { Mint } from '../../src/shared/wire/mint.ts'
import {
  fundedCollection,
  mintOf,
  mintReaches,
  mintsPath,
  openMintWorld,
  type MintWorld,
  postMint,
  readMint,
  until,
} from '../studio/mints/mint-world.ts'
import { testAddress, type TestStudio } from '../studio/open-studio.ts'

let world: MintWorld
let studio: TestStudio
beforeAll(async () => {
  world = await openMintWorld()
  studio = await world.open()
})
afterAll(async () => {
  await studio.close()
  await world.close()
})
afterEach(() => {
  world.keeper.state.locked = false
})

const heldMint = async (name: string): Promise<Mint> => {
  const { id } = await fundedCollection(world, studio, { names: [name] })
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
    world.keeper.signed.length = 0
    releaseInDatabase(made)
    await until(async () => (await readMint(studio, made)).message !== null)
    expect((await readMint(studio, made)).message).toContain(
      `mint ${made.id} is held, and nobody released it`,
    )
    expect(world.keeper.signed).toEqual([])
    await released(made)
    await mintReaches(studio, made, 'completed')
  })

  it('is not signed either when it was built while the vault was locked', async () => {
    const { id } = await fundedCollection(world, studio, { names: ['Locked'] })
    world.keeper.state.locked = true
    const made = mintOf(await postMint(studio, id, { tokens: 'all', to: testAddress, hold: true }))
    world.keeper.signed.length = 0
    releaseInDatabase(made)
    world.keeper.state.locked = false
    await until(async () =>
      ((await readMint(studio, made)).message ?? '').includes('nobody released it'),
    )
    expect(world.keeper.signed).toEqual([])
    await released(made)
    await mintReaches(studio, made, 'completed')
  })

  it('that its user releases while the vault is locked is signed when it is open', async () => {
    const made = await heldMint('Later')
    world.keeper.state.locked = true
    await released(made)
    expect(await readMint(studio, made)).toMatchObject({
      status: 'awaiting_witnesses',
      held: false,
    })
    world.keeper.state.locked = false
    await mintReaches(studio, made, 'completed')
  })
})
