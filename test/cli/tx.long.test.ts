import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readWitnesses, writeWitness } from '#cardano/envelope.ts'
import { policyIdOf, scriptToJson } from '#cardano/scripts.ts'
import { TxId } from '#cardano/ids.ts'
import { signBody, writeSigningKey, type PolicyKey } from '#cardano/keys.ts'
import { inspectTransaction } from '#cardano/transactions/inspect/inspect.ts'
import { readTransactionText, writeTransactionText } from '#cardano/transactions/tx-envelope.ts'
import { readRequestFile, writeRequestFile } from '#app/signing/request-file.ts'
import type { Editable } from '../cardano/transactions/editable.ts'
import * as given from '../cardano/transactions/ingredients.ts'
import { map, raw } from '../cardano/transactions/raw.ts'
import { given as present, only, vectors } from '../cardano/vectors.ts'
import { mintOf, requestOf } from '../app/signing/request-samples.ts'
import { TestHome } from '../support/coldpress.ts'
import { utf16 } from '../support/utf16.ts'

const { alice, bob, carol, payer, twoOfThree, twoOfThreeLock } = given
const mint = mintOf(2, { now: new Date(), policy: twoOfThree })
const chained = mintOf(100, { now: new Date(), policy: twoOfThree })
const fileOf = (made: typeof mint) =>
  writeRequestFile(
    requestOf(made, {
      expected: requestOf(made).expected.map((one) => ({
        ...one,
        lockSlot: BigInt(twoOfThreeLock),
      })),
    }),
  )

let home: TestHome
beforeAll(async () => {
  home = await TestHome.withVault()
  home.file('mint.cpreq', fileOf(mint))
  home.file('mint.tx', writeTransactionText(present(mint.built[0]).cbor))
  home.file('chain.cpreq', fileOf(chained))
})
afterAll(() => {
  home.remove()
})

const read = (path: string): string => readFileSync(path, 'utf8')
const path = (name: string): string => join(home.dir, name)
const keyFile = (name: string, key: PolicyKey): string =>
  home.file(`${name}.skey`, writeSigningKey(key, 'envelope').text())
const readWitnessHex = (file: string): string =>
  z.object({ cborHex: z.string() }).parse(JSON.parse(read(file))).cborHex
const hashes = (...keys: readonly PolicyKey[]) => keys.map(({ keyHash }) => keyHash)

const inspection = z.looseObject({
  tx_id: z.string(),
  missing: z.array(z.string()).nullable(),
  signed_by: z.array(z.string()),
  complete: z.boolean().nullable(),
  warnings: z.array(z.object({ code: z.string() })),
})
const inspect = async (source: string) => {
  const { code, document } = await home.json(['tx', 'inspect', source])
  expect(code).toBe(0)
  return inspection.parse(document)
}

/** Scripts read these fields, in this order. */
const promised = [
  'tx_id',
  'fee',
  'inputs',
  'outputs',
  'mint',
  'metadata',
  'validity',
  'required_signers',
  'signed_by',
  'missing',
  'size',
]

describe('tx inspect', () => {
  it('prints the promised fields for a request, a file of cardano-cli, and hex', async () => {
    const { cbor } = present(mint.built[0])
    for (const source of [path('mint.cpreq'), path('mint.tx'), Buffer.from(cbor).toString('hex')]) {
      const { document } = await home.json(['tx', 'inspect', source])
      const fields = Object.keys(z.looseObject({}).parse(document))
      expect(fields.slice(0, promised.length)).toEqual(promised)
      expect(document).toMatchObject({ tx_id: mint.built[0]?.txId, signed_by: [] })
    }
    expect(existsSync(path('app.db'))).toBe(false)
  })

  it('says who must sign where the inputs are known, and null where they are not', async () => {
    const known = await inspect(path('mint.cpreq'))
    expect(new Set(known.missing)).toEqual(new Set(hashes(alice, bob, carol, payer)))
    expect(known).toMatchObject({
      complete: false,
      known_missing: {
        key_hashes: hashes(payer),
        choices: [{ count: 2, of: hashes(alice, bob, carol) }],
      },
      request: { title: 'Mint of Herbarium', network: 'devnet' },
    })
    const unknown = await inspect(path('mint.tx'))
    expect(unknown).toMatchObject({ missing: null, known_missing: { unknown_inputs: 1 } })
  })

  it('lays it out for a person: warnings, what goes where, who must sign', async () => {
    const { code, stdout } = await home.run(['tx', 'inspect', path('mint.cpreq')])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^request +Mint of Herbarium$/mu)
    expect(stdout).toContain('Only stated by the file')
    expect(stdout).toMatch(/^WARNING {2}.* ADA leaves to addr_test1/mu)
    expect(stdout).toMatch(/^transaction +[0-9a-f]{64}$/mu)
    expect(stdout).toContain('back to where it came from, "Wallet" by the request')
    expect(stdout).toContain(`key ${payer.keyHash}`)
    expect(stdout).toContain('2 of the keys')
    expect(stdout).toContain('Signatures are still missing.')
  })

  it('shows every transaction of a chain', async () => {
    const { document } = await home.json(['tx', 'inspect', path('chain.cpreq')])
    expect(document).toMatchObject({
      transactions: chained.built.map(({ txId }) => ({ tx_id: txId })),
    })
  })

  it('reads a real transaction of the main chain', async () => {
    const { cbor, tx_hash } = only(vectors.realTx, (one) => one.tx_hash.startsWith('6ee41cf8'))
    const found = await inspect(home.file('real.hex', cbor))
    expect(found).toMatchObject({
      tx_id: tx_hash,
      complete: null,
      missing: null,
      metadata: { nfts: [{ name: 'The Prince #585' }] },
    })
    expect(found.warnings.map(({ code }) => code)).toContain('policy_locked')
  })

  it.each([
    { source: '8'.repeat(101), code: 3, says: 'This is not a transaction' },
    { source: '84'.repeat(50), code: 3, says: 'transaction: it cannot be read' },
    { source: 'nowhere.tx', code: 2, says: 'nowhere.tx cannot be read' },
  ])('refuses $source with a sentence', async ({ source, code, says }) => {
    const run = await home.run(['tx', 'inspect', source])
    expect(run).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(says) })
  })

  it('lets no text of the transaction pass for a line of its own', async () => {
    const sly = 'Fern\nsigned by    everybody\u{202e}'
    const metadata: [bigint, Editable][] = [
      [1n, sly],
      [721n, map(['7e'.repeat(28), map(['A', map(['name', sly], ['image', sly])])])],
      [777n, map(['rate', sly], ['addr', sly])],
    ]
    const file = home.file('sly.hex', Buffer.from(raw({ metadata })).toString('hex'))
    const { stdout } = await home.run(['tx', 'inspect', file])
    expect(stdout).toContain('Fern\\nsigned by')
    expect(stdout).not.toMatch(/^signed by +everybody/mu)
    expect(stdout).not.toContain('\u{202e}')
  })

  it('reads a request in UTF-16, as PowerShell writes it', async () => {
    const file = home.file('powershell.cpreq', utf16(fileOf(mint)))
    expect((await inspect(file)).tx_id).toBe(mint.built[0]?.txId)
  })

  it('names signatures without their transaction, and what to do with them', async () => {
    const { txId } = present(mint.built[0])
    const file = home.file('alone.witness', writeWitness(signBody(alice, TxId(txId))))
    for (const source of [file, readWitnessHex(file)]) {
      const { code, stderr } = await home.run(['tx', 'inspect', source])
      expect(code).toBe(3)
      expect(stderr).toContain('This is a witness set with 1 signature, not a transaction.')
      expect(stderr).toContain('tx assemble TRANSACTION --witness FILE')
    }
  })

  it('refuses a key file without a word of the key', async () => {
    const { code, stderr } = await home.run(['tx', 'inspect', keyFile('alice', alice)])
    expect(code).toBe(3)
    expect(stderr).toContain('it is a key, not a transaction')
    expect(stderr).not.toContain(alice.secret.use((bytes) => Buffer.from(bytes).toString('hex')))
  })
})

describe('a request that goes round', () => {
  const witness = (name: string, key: PolicyKey) =>
    home.json([
      'tx',
      'witness',
      path('mint.cpreq'),
      '--yes',
      '--signing-key-file',
      keyFile(name, key),
      '--out',
      path(`${name}.witness`),
    ])
  const assemble = (out: string, ...witnesses: readonly string[]) =>
    home.json([
      'tx',
      'assemble',
      path('mint.cpreq'),
      '--out',
      path(out),
      '--witness',
      ...witnesses.map(path),
    ])

  it('is witnessed by key files and assembled in any order to the same bytes', async () => {
    for (const [name, key] of [
      ['payer', payer],
      ['carol', carol],
      ['alice', alice],
    ] as const) {
      const { document } = await witness(name, key)
      expect(document).toMatchObject({ witnesses: [{ key_hash: key.keyHash }] })
      expect(JSON.parse(read(path(`${name}.witness`)))).toMatchObject({
        type: 'TxWitness ConwayEra',
        description: 'Key Witness ShelleyEra',
      })
    }
    const part = await assemble('part.tx', 'carol.witness', 'payer.witness')
    expect(part.document).toMatchObject({ complete: false, files: [path('part.tx')] })
    const one = await assemble('one.tx', 'payer.witness', 'carol.witness', 'alice.witness')
    // the partly signed copy of another person counts as its signatures
    await assemble('two.tx', 'alice.witness', 'part.tx', 'payer.witness')
    expect(one.document).toMatchObject({ complete: true, missing: [], tx_id: mint.built[0]?.txId })
    expect(read(path('two.tx'))).toBe(read(path('one.tx')))
    home.file('powershell.witness', utf16(read(path('alice.witness'))))
    await assemble('utf16.tx', 'powershell.witness', 'carol.witness', 'payer.witness')
    expect(read(path('utf16.tx'))).toBe(read(path('one.tx')))
    const signed = readTransactionText(read(path('one.tx')))
    expect(signed).toHaveLength(present(mint.built[0]).signedBytes)
    expect(inspectTransaction(signed).txId).toBe(mint.built[0]?.txId)
  })

  it('goes on as a request, with its signatures in it', async () => {
    await assemble('next.cpreq', 'carol.witness')
    const next = readRequestFile(read(path('next.cpreq')))
    expect(next.title).toBe('Mint of Herbarium')
    expect(await inspect(path('next.cpreq'))).toMatchObject({ signed_by: hashes(carol) })
    // A request that others have signed counts as their signatures, too.
    const { document } = await assemble('three.tx', 'alice.witness', 'next.cpreq', 'payer.witness')
    expect(document).toMatchObject({ complete: true })
    expect(read(path('three.tx'))).toBe(read(path('one.tx')))
    const foreign = await assemble('four.tx', 'chain.cpreq')
    expect(foreign.stderr).toMatch(/chain\.cpreq is transaction \w+, which is not of what is/u)
  })

  it('refuses a signature over another transaction, by file and key', async () => {
    const other = home.file(
      'other.cpreq',
      fileOf(mintOf(1, { now: new Date(), policy: twoOfThree })),
    )
    await home.run([
      'tx',
      'witness',
      other,
      '--yes',
      '--signing-key-file',
      keyFile('alice', alice),
      '--out',
      path('stray.witness'),
    ])
    const run = await assemble('bad.tx', 'payer.witness', 'stray.witness')
    expect(run.code).toBe(3)
    expect(run.stderr).toContain(`stray.witness holds a signature of key ${alice.keyHash}`)
    expect(existsSync(path('bad.tx'))).toBe(false)
  })

  it('signs every transaction of a chain into files of their own with --each', async () => {
    const signed = await home.json([
      'tx',
      'witness',
      path('chain.cpreq'),
      '--yes',
      '--signing-key-file',
      keyFile('payer', payer),
      '--out',
      path('chain.witness'),
      '--each',
    ])
    const files = chained.built.map((_, position) => path(`chain-${position + 1}.witness`))
    expect(signed.document).toEqual({
      witnesses: chained.built.map(({ txId }, position) => ({
        tx_id: txId,
        key_hash: payer.keyHash,
        file: files[position],
      })),
    })
    const nowhere = await home.run(['tx', 'assemble', path('chain.cpreq'), '--witness', ...files])
    expect(nowhere).toMatchObject({ code: 2 })
    expect(nowhere.stderr).toContain('say where to write them with --out')
    const { document } = await home.json([
      'tx',
      'assemble',
      path('chain.cpreq'),
      '--out',
      path('chain.tx'),
      '--witness',
      ...files,
    ])
    expect(document).toMatchObject({
      transactions: chained.built.map(() => ({ signed_by: hashes(payer) })),
    })
    expect(existsSync(path('chain-1.tx'))).toBe(true)
  })

  it('signs every transaction of a chain into one file, which assembles all of them', async () => {
    const out = path('together.witness')
    const args = ['tx', 'witness', path('chain.cpreq'), '--yes', '--out', out]
    const signed = await home.run([...args, '--signing-key-file', keyFile('payer', payer)])
    const { length } = chained.built
    expect(signed.stdout).toBe(
      `${out}: ${length} signatures of key ${payer.keyHash}, over ${length} of ${length} transactions\n`,
    )
    expect(readWitnesses(readFileSync(out, 'utf8'))).toHaveLength(length)
    const assembled = ['tx', 'assemble', path('chain.cpreq'), '--out', path('together.cpreq')]
    const { document } = await home.json([...assembled, '--witness', out])
    expect(document).toMatchObject({
      transactions: chained.built.map(() => ({ signed_by: hashes(payer) })),
    })
  })
})

describe('tx sign', () => {
  const passphrase = () => ['--passphrase-file', home.passphraseFile]

  it('signs nothing without a person or --yes', async () => {
    const run = await home.run(['tx', 'witness', path('mint.cpreq'), '--out', path('x.witness')])
    expect(run).toMatchObject({ code: 2 })
    const keyless = ['tx', 'witness', path('mint.cpreq'), '--out', path('x.witness')]
    const asked = await home.run([...keyless, '--signing-key-file', keyFile('alice', alice)])
    expect(asked.stderr).toContain('or add --yes')
    expect(existsSync(path('x.witness'))).toBe(false)
  })

  it('names the keys when the vault has none of them', async () => {
    const run = await home.run(['tx', 'sign', path('mint.cpreq'), '--yes', ...passphrase()])
    expect(run).toMatchObject({ code: 5, stdout: '' })
    expect(run.stderr).toContain(payer.keyHash)
  })

  it('uses the keys of the vault that are missing, and of a choice no more than it needs', async () => {
    const script = home.file('policy.script', JSON.stringify(scriptToJson(twoOfThree.script)))
    const keys = [keyFile('alice', alice), keyFile('bob', bob), keyFile('carol', carol)]
    await home.json(['policy', 'import', '--file', script, '--signing-key-file', ...keys])
    const signed = await home.json([
      'tx',
      'sign',
      path('mint.cpreq'),
      '--yes',
      '--out',
      path('vault.tx'),
    ])
    expect(signed.code).toBe(0)
    const { signed_by, complete } = inspection.parse(signed.document)
    expect(signed_by).toHaveLength(2)
    expect(complete).toBe(false)
    const done = await home.json([
      'tx',
      'assemble',
      path('vault.tx'),
      '--witness',
      path('payer.witness'),
    ])
    expect(inspection.parse(done.document).signed_by).toContain(payer.keyHash)
    expect(policyIdOf(twoOfThree.script)).toBe(mint.policyId)
  })

  it('signs with the key that is named, into a witness file or to the output', async () => {
    const unproved = ['tx', 'sign', path('mint.tx'), '--yes', '--key-hash', bob.keyHash]
    const failed = await home.run([...unproved, ...passphrase()])
    expect(failed).toMatchObject({ code: 3, stdout: '' })
    expect(failed.stderr).toContain('--accept inputs_unproved')
    const named = [...unproved, '--accept', 'inputs_unproved']
    const printed = await home.run([...named, ...passphrase()])
    const { signatures } = inspectTransaction(readTransactionText(printed.stdout))
    expect(signatures).toMatchObject([{ keyHash: bob.keyHash, isValid: true }])
    await home.run([...named, '--witness-out', path('bob.witness'), ...passphrase()])
    const again = await home.json([
      'tx',
      'witness',
      path('mint.cpreq'),
      '--key-hash',
      bob.keyHash,
      '--yes',
      '--out',
      path('again.witness'),
    ])
    expect(again.document).toMatchObject({ witnesses: [{ key_hash: bob.keyHash }] })
    expect(read(path('again.witness'))).toBe(read(path('bob.witness')))
  })

  it('signs what the ledger will reject only when its code was accepted', async () => {
    const old = home.file('old.cpreq', fileOf(mintOf(1, { policy: twoOfThree })))
    const sign = ['tx', 'sign', old, '--yes', '--out', path('o.tx'), ...passphrase()]
    const failed = await home.run(sign)
    expect(failed.stderr).toMatch(/Nothing was signed\. It expired at slot .* --accept expired/u)
    expect(existsSync(path('o.tx'))).toBe(false)
    const run = await home.run([...sign, '--accept', 'expired'])
    expect(run.code).toBe(0)
    expect(run.stderr).toMatch(/STOP +It expired at slot .*\[expired\]/u)
    expect(run.stderr).toMatch(/^ +Your vault: no change$/mu)
  })
})
