import { expect } from 'vitest'
import { Database } from '#platform/db/database.ts'
import {
  createCollection,
  errorMessage,
  testAddress,
  type TestStudio,
} from '../studio/open-studio.ts'
import { studioTest as it } from '../studio/studio-test.ts'

const pathOf = (id: string) => `/nft/collections/${id}`
const attacker = 'addr_test1vpu5vlrf4xkxv2qpwngf6cjhtw542ayty80v8dyr49rf5eg57c2qv'

const deleteAndRestore = async (studio: TestStudio, isChanged: boolean): Promise<string> => {
  const { id } = await createCollection(studio)
  await studio.call('DELETE', pathOf(id))
  const database = new Database(studio.databasePath, [])
  if (isChanged)
    database.run(
      `UPDATE bin SET content = json_set(content, '$.payout_address', :address) WHERE id = :id`,
      { id, address: JSON.stringify(attacker) },
    )
  database.close()
  expect((await studio.call('POST', `/bin/${id}/restore`)).status).toBe(200)
  return id
}
const changePayout = (studio: TestStudio, id: string) =>
  studio.call('PATCH', pathOf(id), { payout_address: [{ addr: testAddress, ratio: 1 }] })

it('a collection whose payout address was changed in the bin is restored and not believed', async ({
  studio,
}) => {
  const changed = await deleteAndRestore(studio, true)
  expect(errorMessage(await changePayout(studio, changed), 409)).toMatch(/payout_address/u)
  const untouched = await deleteAndRestore(studio, false)
  expect((await changePayout(studio, untouched)).status).toBe(200)
})
