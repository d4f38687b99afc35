import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { join } from 'node:path'
import { z } from 'zod'
import { writeWitness } from '#cardano/envelope.ts'
import { TxId } from '#cardano/ids.ts'
import { signBody, writeSigningKey } from '#cardano/keys.ts'
import { writeTransactionText } from '#cardano/transactions/tx-envelope.ts'
import { writeRequestFile } from '#app/signing/request-file.ts'
import * as given from '../cardano/transactions/ingredients.ts'
import { given as present } from '../cardano/vectors.ts'
import { mintOf, requestOf } from '../app/signing/request-samples.ts'
import { TestHome } from '../support/coldpress.ts'
import { herbarium, makePrints } from '../support/prints.ts'
import { shiftClock } from '../support/shift-clock.ts'

const { alice } = given
const policy = given.policyWith(given.all(given.sig(alice), given.before(4_000_000_000)), alice)
const mint = mintOf(2, { now: new Date(), policy })
const listed = z.array(z.object({ policy_id: z.string(), keys_here: z.array(z.string()) }))

let home: TestHome

beforeEach(async () => {
  home = await TestHome.withVault()
})

afterEach(() => home.remove())

/** One command by a clock that shows `time`; the warning of it goes to standard error. */
const at = async (time: string, ...args: readonly string[]) => {
  const run = await home.run([...args, '--passphrase-file', home.passphraseFile], {
    NODE_OPTIONS: `--import ${home.file('shift.mjs', shiftClock(time))}`,
  })
  expect(run).toMatchObject({ code: 0 })
  expect(run.stderr).toContain(`The clock of this computer shows ${time.slice(0, 10)}`)
  expect(run.stderr).not.toMatch(/\n\s+at /u)
  return run.stdout
}

describe.each([
  '2026-01-15T00:00:00Z',
  '2024-05-01T00:00:00Z',
  '1970-01-01T00:01:00Z',
  '1956-05-01T00:00:00Z',
])('with a clock that shows %s', (time) => {
  it('policies are generated whole, listed, shown and backed up, with a warning', async () => {
    await at(time, 'policy', 'generate', '--network', 'devnet', '--name', 'Cold')
    const lock = ['--network', 'preprod', '--lock-time', '2040-01-01T00:00:00Z']
    await at(time, 'policy', 'generate', ...lock)
    const all = listed.parse(JSON.parse(await at(time, 'policy', 'list', '--json')))
    expect(all).toMatchObject([
      { keys_here: [expect.any(String)] },
      { keys_here: [expect.any(String)] },
    ])
    const id = present(all[0]).policy_id
    expect(await at(time, 'policy', 'show', id)).toContain('keys here  1 of 1')

    const passphrase = home.file('backup.txt', 'a backup passphrase of its own 91\n')
    const given = ['--backup-passphrase-file', passphrase]
    await at(time, 'policy', 'backup', id, '--out', join(home.dir, 'cold.age'), ...given)
    await at(time, 'policy', 'drill', join(home.dir, 'cold.age'), ...given)
    expect(await at(time, 'doctor', '--offline')).toMatch(/^warning +clock: /mu)
  })

  it('transactions are inspected and witnessed: signing needs no clock', async () => {
    const file = home.file('mint.tx', writeTransactionText(present(mint.built[0]).cbor))
    const request = home.file('mint.cpreq', writeRequestFile(requestOf(mint)))
    const key = home.file('alice.skey', writeSigningKey(alice, 'envelope').text())
    for (const source of [file, request]) {
      const inspected = await at(time, 'tx', 'inspect', source, '--json')
      expect(JSON.parse(inspected)).toMatchObject({ tx_id: mint.built[0]?.txId })
    }
    const out = join(home.dir, 'alice.witness')
    const signing = ['--yes', '--signing-key-file', key, '--out', out]
    expect(await at(time, 'tx', 'witness', request, ...signing)).toContain('alice.witness')
  })

  it('an expired transaction is not called ready to be sent: nobody checked the time', async () => {
    const past = new Date('2026-02-01T00:00:00Z')
    const expired = mintOf(1, { now: past, policy })
    const request = home.file('old.cpreq', writeRequestFile(requestOf(expired)))
    const { txId } = present(expired.built[0])
    const witnesses = [alice, given.payer].map((key) =>
      home.file(`${key.keyHash}.witness`, writeWitness(signBody(key, TxId(txId)))),
    )
    const shown = await at(time, 'tx', 'inspect', request)
    expect(shown).toContain('did not check whether the transaction is valid now')
    const out = join(home.dir, 'old.signed')
    const add = ['tx', 'assemble', request, '--witness', ...witnesses, '--out', out]
    const assembled = await at(time, ...add)
    expect(assembled).not.toContain('can be sent')
    expect(assembled).toContain('did not check whether the transaction is valid now')
    expect(JSON.parse(await at(time, ...add, '--json'))).toMatchObject({ complete: null })
  })
})

it('a collection is created and filled by a clock of 1956, without a stack trace', async () => {
  const time = '1956-05-01T00:00:00Z'
  const file = home.file('collection.json', JSON.stringify(herbarium))
  const created = JSON.parse(await at(time, 'collection', 'create', '--file', file, '--json'))
  const folder = await makePrints(join(home.dir, 'prints'), 3)
  const collection = z.object({ id: z.string() }).parse(created).id
  const imported = await at(time, 'import', folder, '--collection', collection)
  expect(imported).toContain('3 of 3 tokens added')
})
