import { hexToBytes } from '@noble/hashes/utils.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { KeyHash } from '#cardano/ids.ts'
import { keyHashesIn, scriptFromJson } from '#cardano/scripts.ts'
import { Database } from '#platform/db/database.ts'
import { createCollection, errorMessage, testAddress } from '../studio/open-studio.ts'
import { fundedCollection, mintOf, postMint } from '../studio/mints/mint-harness.ts'
import { openSales, type Sales } from '../studio/sales/open-sales.ts'

let sales: Sales
beforeAll(async () => {
  sales = await openSales()
})
afterAll(() => sales.close())

const sealRow = z.object({ text: z.string(), signature: z.string() })

describe('A watch-only collection under a policy whose key the vault has', () => {
  it('gets no signature of that key, also when the database says that the key came with it', async () => {
    const { studio, harness, fakeVault } = sales
    const { policy } = await createCollection(studio, { name: 'The owner’s own' })
    const { policy_id, script } = policy
    const [victim = KeyHash('00'.repeat(28))] = keyHashesIn(scriptFromJson(script))

    const { id, tokens } = await fundedCollection(harness, studio, {
      names: ['Forged', 'Again'],
      more: { policy: { lock: false, policy_id, script } },
    })
    const [first, second] = tokens.map((token) => ({ to: testAddress, tokens: [token.id] }))
    const made = mintOf(await postMint(studio, id, first ?? {}))
    const [transaction] = made.transactions
    if (transaction === undefined) throw new Error('no transaction')
    expect(transaction.missing).toEqual([victim])

    const database = new Database(studio.databasePath, [])
    database.run('UPDATE collections SET key_hashes = :keys WHERE id = :id', {
      id,
      keys: JSON.stringify([victim]),
    })
    const sealOf = (kind: string, subject: string) =>
      sealRow.parse(
        database.get(sealRow, 'SELECT text, signature FROM seals WHERE kind = :kind AND id = :id', {
          kind,
          id: subject,
        }),
      )
    const proof = {
      order: sealOf('order', made.id),
      collection: sealOf('collection', id),
    }
    database.close()
    const refused = await postMint(studio, id, second ?? {})
    expect(errorMessage(refused, 409)).toContain('keys_here')
    // a studio that does not look itself gets nothing of the vault either
    const ordered = { ...proof, transaction: hexToBytes(transaction.cbor), keyHash: victim }
    await expect(fakeVault.keys.witness(ordered)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(`made without key ${victim}`),
    })
    expect(fakeVault.signed).not.toContain(victim)
  })
})
