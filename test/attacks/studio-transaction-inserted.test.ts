import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { enterpriseAddress } from '#cardano/addresses.ts'
import { generatePolicyKey } from '#cardano/keys.ts'
import type { OrderProof } from '#keys/vault-schemas.ts'
import { buildSweep } from '#cardano/transactions/build/build-sweep.ts'
import { Database } from '#platform/db/database.ts'
import type { Seal, Statement } from '#keys/seal/seal.ts'
import { statement } from '#keys/seal/seal.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { orderedId, testSeals } from '../support/test-seals.ts'
import { testAddress } from '../studio/open-studio.ts'
import {
  ada,
  fundedCollection,
  mintOf,
  mintReaches,
  mintsPath,
  postMint,
  readMint,
} from '../studio/mints/mint-harness.ts'
import { openSales, type Sales } from '../studio/sales/open-sales.ts'
import { until } from '../support/until.ts'

const thiefAddress = enterpriseAddress(generatePolicyKey().keyHash, 'devnet')

let sales: Sales
beforeAll(async () => {
  sales = await openSales()
})
afterAll(() => sales.close())
afterEach(() => {
  sales.fakeVault.state.locked = false
})

const inDatabase = <T>(work: (database: Database) => T): T => {
  const database = new Database(sales.studio.databasePath, [])
  try {
    return work(database)
  } finally {
    database.close()
  }
}

/** A transaction that sends all that lies at an address of the vault to the thief. */
const theft = async (from: string) => {
  const { gateway } = sales.harness
  const [{ slot }, { parameters }, utxos] = await Promise.all([
    gateway.tip(),
    gateway.parameters(),
    gateway.utxosAt(from),
  ])
  return buildSweep(
    { network: 'devnet', parameters, slot, funding: { utxos, changeAddress: from } },
    thiefAddress,
  )
}

const parkedMint = async (name: string) => {
  const { id, address } = await fundedCollection(sales.harness, sales.studio, { names: [name] })
  sales.fakeVault.state.locked = true
  const made = mintOf(await postMint(sales.studio, id, { tokens: 'all', to: testAddress }))
  return { id, address, made }
}

describe("A transaction that somebody wrote into the studio's database", () => {
  it.each(['with its own id', "under the id of the mint's own"] as const)(
    'is not signed when the vault is unlocked: %s',
    async (how) => {
      const { address, made } = await parkedMint(how === 'with its own id' ? 'Own' : 'Other')
      const { cbor, txId, requiredSigners } = await theft(address)
      sales.fakeVault.signed.length = 0
      inDatabase((database) =>
        database.run(
          how === 'with its own id'
            ? 'UPDATE mint_transactions SET cbor = :cbor, tx_id = :txId, required_signers = :signers WHERE mint_id = :id'
            : 'UPDATE mint_transactions SET cbor = :cbor, required_signers = :signers, tx_id = coalesce(tx_id, :txId) WHERE mint_id = :id',
          { cbor, txId, signers: JSON.stringify(requiredSigners), id: made.id },
        ),
      )
      sales.fakeVault.state.locked = false
      await until(async () =>
        /is not one that mint/u.test((await readMint(sales.studio, made)).message ?? ''),
      )
      expect(sales.fakeVault.signed).toEqual([])
      expect((await sales.harness.gateway.utxosAt(thiefAddress)).length).toBe(0)
      await sales.studio.call('POST', `${mintsPath(made.collection_id)}/${made.id}/cancel`)
    },
  )

  it('as a mint of its own is not signed: nothing proves who ordered it', async () => {
    const { address, made } = await parkedMint('Theirs')
    const { cbor, txId, requiredSigners } = await theft(address)
    sales.fakeVault.signed.length = 0
    inDatabase((database) => {
      database.run(
        `INSERT INTO mints (id, collection_id, kind, status, held, funding_address, parameters, created_at, updated_at)
         SELECT 'theft', collection_id, 'withdrawal', status, 0, funding_address, parameters, created_at, updated_at FROM mints WHERE id = :id`,
        { id: made.id },
      )
      database.run(
        `INSERT INTO mint_transactions SELECT :txId, 'theft', position, :cbor, fee, bytes, inputs, outputs, :signers, valid_until FROM mint_transactions WHERE mint_id = :id`,
        { id: made.id, txId, cbor, signers: JSON.stringify(requiredSigners) },
      )
      // Nor does the order of another mint help.
      database.run(
        "INSERT INTO seals SELECT kind, 'theft', text, signature FROM seals WHERE kind = 'order' LIMIT 1",
      )
    })
    sales.fakeVault.state.locked = false
    // The round that signs the honest mint refuses this one.
    const refused = async () => {
      const reply = await sales.studio.call('GET', `${mintsPath(made.collection_id)}/theft`)
      const { message } = z.object({ message: z.string().nullish() }).parse(reply.body)
      return /not sign|unconfirmed/u.test(message ?? '')
    }
    await until(async () => (await refused()) && sales.fakeVault.signed.length > 0)
    expect(
      sales.fakeVault.signed.filter((keyHash) => requiredSigners.some((one) => one === keyHash)),
    ).toHaveLength(1)
    expect((await sales.harness.gateway.utxosAt(thiefAddress)).length).toBe(0)
  })
})

describe('A sale whose buyer somebody changed', () => {
  it.each([
    ['the buyer', 'UPDATE sales SET buyer_address = :thiefAddress WHERE id = :id', 'buyer_address'],
    [
      'the payer',
      'UPDATE sale_payments SET from_address = :thiefAddress WHERE sale_id = :id',
      'from_address',
    ],
    [
      'the receiver',
      'UPDATE sales SET delivery_address = :thiefAddress WHERE id = :id',
      'receiver',
    ],
  ])('a sale whose buyer was changed in the database sends nothing: %s', async (what, sql) => {
    const { sold, total } = await sales.reserve([what], { confirmations: 6 })
    await sales.buyer.pay(sold, total)
    await until(async () => ((await sales.now(sold)).payments ?? []).length > 0)
    sales.fakeVault.state.locked = true
    inDatabase((database) => {
      database.script(
        `CREATE TRIGGER swap_${what.replaceAll(' ', '_')} AFTER UPDATE OF status ON sales WHEN NEW.status = 'PROCESSING' AND NEW.id = '${sold.id}' BEGIN ${sql
          .replace(':thiefAddress', `'${thiefAddress}'`)
          .replace(':id', `'${sold.id}'`)}; END`,
      )
    })
    sales.fakeVault.signed.length = 0
    sales.fakeVault.state.locked = false
    await until(
      () =>
        inDatabase((database) =>
          database.get(
            z.object({ status: z.string() }),
            'SELECT status FROM sales WHERE id = :id',
            { id: sold.id },
          ),
        )?.status === 'PROCESSING',
    )
    // That nothing is signed can only be given time: the vault is asked once a second.
    await sleep(3_000)
    expect(sales.fakeVault.signed).toEqual([])
    expect(
      inDatabase((database) =>
        database.get(
          z.object({ mint_id: z.string().nullable() }),
          'SELECT mint_id FROM sales WHERE id = :id',
          { id: sold.id },
        ),
      )?.mint_id,
    ).toBeNull()
  })
})

describe('The vault compares what a studio has it sign with what was sealed', () => {
  const sealed = async (
    text: string,
    change: (facts: Record<string, unknown>) => object,
  ): Promise<Seal> => {
    const read: Statement = statement.parse(JSON.parse(text))
    const facts = statement.shape.facts.parse(change({ ...read.facts }))
    const [seal] = await testSeals.seal([{ ...read, facts }])
    if (seal === undefined) throw new Error('nothing was sealed')
    return seal
  }
  const row = z.object({ text: z.string(), signature: z.string() })
  const proofOf = (
    mintId: string,
  ): OrderProof & { readonly collection: Seal; readonly transaction: Uint8Array } =>
    inDatabase((database) => {
      const find = (kind: string, id: string) => {
        const seal = database.get(
          row,
          'SELECT text, signature FROM seals WHERE kind = :kind AND id = :id',
          { kind, id },
        )
        if (seal === undefined) throw new Error(`${kind} ${id} has no seal`)
        return seal
      }
      const mint = database.get(
        z.object({ collection_id: z.string(), cbor: z.custom<Uint8Array>() }),
        'SELECT collection_id, cbor FROM mints JOIN mint_transactions ON mint_id = mints.id WHERE mints.id = :mintId',
        { mintId },
      )
      if (mint === undefined) throw new Error('there is no such mint')
      return {
        transaction: mint.cbor,
        order: find('order', mintId),
        collection: find('collection', mint.collection_id),
      }
    })
  const sentence = (proof: ReturnType<typeof proofOf>): string => {
    try {
      orderedId({ ...proof, keyHash: generatePolicyKey().keyHash })
      return 'signed'
    } catch (error) {
      if (error instanceof ColdpressError && error.details['rule'] === 'not_ordered')
        return error.message
      throw error
    }
  }
  const soldMint = async () => {
    const payout_address = [
      { addr: testAddress, ratio: 0.75 },
      { addr: enterpriseAddress(generatePolicyKey().keyHash, 'devnet'), ratio: 0.25 },
    ]
    const { sold } = await sales.sell(['Vault'], {}, { payout_address })
    const done = await sales.reaches(sold, 'COMPLETED')
    return proofOf(done.mint_id ?? '')
  }

  it('script, shares and receivers of a sale', async () => {
    const proof = await soldMint()
    expect(sentence(proof)).toBe('signed')
    const other = { type: 'sig', keyHash: generatePolicyKey().keyHash }
    const collection = (change: (facts: Record<string, unknown>) => object) =>
      sealed(proof.collection.text, change).then((seal) => sentence({ ...proof, collection: seal }))
    const order = (change: (facts: Record<string, unknown>) => object) =>
      sealed(proof.order.text, change).then((seal) => sentence({ ...proof, order: seal }))
    expect(await collection((facts) => ({ ...facts, script: other }))).toMatch(
      /mints under policy/u,
    )
    expect(
      await collection((facts) => ({
        ...facts,
        payout_address: z
          .array(z.object({ addr: z.string(), ratio: z.number() }))
          .parse(facts['payout_address'])
          .map((one) => ({ ...one, ratio: 0.5 })),
      })),
    ).toMatch(/payout 1 is not the share/u)
    expect(await collection((facts) => ({ ...facts, payout_address: thiefAddress }))).toMatch(
      /was not ordered/u,
    )
    expect(await order((facts) => ({ ...facts, transactions: [] }))).toMatch(
      /is not one that mint/u,
    )
    expect(await order((facts) => ({ ...facts, tokens: {} }))).toMatch(
      /otherwise than was ordered/u,
    )
    expect(await order((facts) => ({ ...facts, kind: 'royalty' }))).toMatch(
      /without a royalty|was not ordered/u,
    )
    expect(sentence({ ...proof, order: { ...proof.order, signature: '00'.repeat(64) } })).toMatch(
      /seal of the order/u,
    )
    expect(sentence({ ...proof, order: proof.collection })).toMatch(/seal of the order/u)
  })

  it('rate and address of a royalty', async () => {
    const { id, address } = await fundedCollection(sales.harness, sales.studio, {
      names: [],
      lovelace: 20n * ada,
      more: { royalty: { address: [testAddress], rate: 0.05 } },
    })
    expect(address).toMatch(/^addr_test1/u)
    const mint = z.object({ id: z.string() })
    const find = () =>
      inDatabase((database) =>
        database.get(mint, "SELECT id FROM mints WHERE collection_id = :id AND kind = 'royalty'", {
          id,
        }),
      )
    await until(() => find() !== undefined)
    const proof = proofOf(find()?.id ?? '')
    expect(sentence(proof)).toBe('signed')
    for (const royalty of [
      { address: [testAddress], rate: 0.5 },
      { address: [thiefAddress], rate: 0.05 },
    ]) {
      const collection = await sealed(proof.collection.text, (facts) => ({ ...facts, royalty }))
      expect(sentence({ ...proof, collection })).toMatch(/its royalty is/u)
    }
  })

  it('names, quantities and receivers of a burn', async () => {
    const { studio } = sales
    const { id, tokens, address } = await fundedCollection(sales.harness, studio, {
      names: ['Ash'],
    })
    const minted = mintOf(await postMint(studio, id, { tokens: 'all', to: address }))
    await mintReaches(studio, minted, 'completed')
    const burn = { tokens: tokens.map((token) => token.id), hold: true }
    const held = mintOf(await studio.call('POST', `/nft/collections/${id}/burns`, burn))
    const proof = proofOf(held.id)
    expect(sentence(proof)).toMatch(/is held/u)
    const order = (change: (facts: Record<string, unknown>) => object) =>
      sealed(proof.order.text, (facts) => ({ ...change(facts), held: false })).then((seal) =>
        sentence({ ...proof, order: seal }),
      )
    expect(await order((facts) => facts)).toBe('signed')
    const notOrdered = /burns -1 of asset 417368, which was not ordered/u
    expect(await order((facts) => ({ ...facts, burned: {} }))).toMatch(notOrdered)
    expect(await order((facts) => ({ ...facts, burned: { '417368': '2' } }))).toMatch(notOrdered)
    expect(await order((facts) => ({ ...facts, kind: 'tokens' }))).toMatch(
      /otherwise than was ordered/u,
    )
    expect(await order((facts) => ({ ...facts, receivers: [testAddress] }))).toMatch(
      /pays .* who was not ordered/u,
    )
  })
})
