import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { TestHome } from '../support/coldpress.ts'
import { herbarium, makePrints } from '../support/prints.ts'

const created = z.object({ id: z.string(), policy: z.object({ policy_id: z.string() }) })
const listed = z.array(z.object({ id: z.string(), token_count: z.number() }))
const imported = z.object({
  added: z.number(),
  already: z.number(),
  tokens: z.array(z.object({ asset_name: z.string(), image: z.string(), fingerprint: z.string() })),
})

let home: TestHome
let folder: string
let collection: z.output<typeof created>

beforeAll(async () => {
  home = new TestHome()
  folder = await makePrints(join(home.dir, 'prints'), 30)
  const file = home.file('collection.json', JSON.stringify(herbarium))
  const { code, document } = await home.json(['collection', 'create', '--file', file])
  if (code !== 0) throw new Error(JSON.stringify(document))
  collection = created.parse(document)
})
afterAll(() => {
  home.remove()
})

describe('the command line, from a folder to tokens', () => {
  it('says what is missing, with exit code 5, when a new vault has no passphrase to be had', async () => {
    const fresh = new TestHome()
    const file = fresh.file('collection.json', JSON.stringify(herbarium))
    const run = await fresh.run(['collection', 'create', '--file', file])
    expect(run.code).toBe(5)
    expect(run.stderr).toContain('--passphrase-file')
    const list = await fresh.json(['collection', 'list'])
    expect(list.document).toEqual([])
    fresh.remove()
  })

  it('refuses a collection file that is wrong, with exit code 3 and the field', async () => {
    const file = home.file('wrong.json', JSON.stringify({ ...herbarium, policy: { lock: 'yes' } }))
    const run = await home.run(['collection', 'create', '--file', file])
    expect(run.code).toBe(3)
    expect(run.stderr).toContain('policy.lock')
  })

  it('shows issues and metadata in a dry run, and changes nothing', async () => {
    const { code, document } = await home.json([
      'import',
      folder,
      '--collection',
      collection.id,
      '--dry-run',
    ])
    expect(code).toBe(0)
    expect(document).toMatchObject({ rows: 30, errors: 0, new: 30 })
    const { metadata } = z
      .object({ metadata: z.array(z.record(z.string(), z.unknown())) })
      .parse(document)
    expect(metadata).toHaveLength(3)
    expect(metadata[0]).toMatchObject({
      '721': {
        [collection.policy.policy_id]: {
          Print1: { name: 'Print 1', ink: 'sepia', artist: 'A. Printer', edition: '001' },
        },
      },
    })
    const list = listed.parse((await home.json(['collection', 'list'])).document)
    expect(list[0]?.token_count).toBe(0)
    expect(readdirSync(join(home.dir, 'content')).includes('objects')).toBe(false)
  })

  it('stops at errors with exit code 3, writes all issues to a file, and changes nothing', async () => {
    const csv = home.file(
      'broken.csv',
      'asset_name,name,image,ink\nA,Fern,1.png,sepia\nFern,Fern,gone.png,\n',
    )
    const report = join(home.dir, 'report.csv')
    const { code, document } = await home.json([
      'import',
      folder,
      '--collection',
      collection.id,
      '--csv',
      csv,
      '--report',
      report,
    ])
    expect(code).toBe(3)
    const rules = z
      .object({ issues: z.array(z.object({ rule: z.string() })) })
      .parse(document)
      .issues.map(({ rule }) => rule)
    expect(rules).toEqual(
      expect.arrayContaining(['text_too_short', 'file_not_found', 'missing_tag_value']),
    )
    expect(readFileSync(report, 'utf8')).toContain('gone.png')
    const { stderr, stdout } = await home.run([
      'import',
      folder,
      '--collection',
      collection.id,
      '--csv',
      csv,
    ])
    expect(`${stdout}${stderr}`).toContain('Nothing was changed')
    const list = listed.parse((await home.json(['collection', 'list'])).document)
    expect(list[0]?.token_count).toBe(0)
  })

  it('writes a dry run as a page that runs nothing', async () => {
    const report = join(home.dir, 'report.html')
    const asked = ['import', folder, '--collection', collection.id, '--dry-run']
    const { code, stderr } = await home.run([...asked, '--report', report])
    expect(code, stderr).toBe(0)
    const page = readFileSync(report, 'utf8')
    expect(page).toMatch(/^<!doctype html>/u)
    expect(page).toContain(folder)
    expect(page).not.toMatch(/<script|<link|<img|src=/u)
  })

  it.each([
    ['in a folder that is not there', ['nowhere', 'report.csv'], 'nowhere'],
    ['in a format that it does not know', ['report.pdf'], 'ends neither in .html nor in .csv'],
  ])('says before it starts that it cannot write a report %s', async (_where, path, why) => {
    const report = ['--report', join(home.dir, ...path)]
    const run = await home.run(['import', folder, '--collection', collection.id, ...report])
    expect(run.code).toBe(2)
    expect(run.stderr).toContain(why)
    expect((await home.json(['import', 'status'])).document).toEqual([])
  })

  it('imports every row once, and finds nothing to do the second time', async () => {
    const first = await home.json([
      'import',
      folder,
      '--collection',
      collection.id,
      '--resize',
      '64',
    ])
    expect(first.code, first.stderr).toBe(0)
    const summary = imported.parse(first.document)
    expect(summary).toMatchObject({ added: 30, already: 0 })
    expect(summary.tokens[0]).toMatchObject({
      asset_name: 'Print1',
      image: expect.stringMatching(/^ipfs:\/\/Qm/u),
      fingerprint: expect.stringMatching(/^asset1/u),
    })
    const second = await home.json([
      'import',
      folder,
      '--collection',
      collection.id,
      '--resize',
      '64',
    ])
    expect(second.code).toBe(0)
    expect(imported.parse(second.document)).toMatchObject({ added: 0, already: 30 })
    const list = listed.parse((await home.json(['collection', 'list'])).document)
    expect(list[0]?.token_count).toBe(30)
  })

  it('ranks the tokens by OpenRarity, as JSON and as a table', async () => {
    const out = join(home.dir, 'rarity.csv')
    const asked = ['collection', 'rarity', '--collection', collection.id, '--out', out]
    const { code, document, stderr } = await home.json(asked)
    expect(code, stderr).toBe(0)
    const { method, tokens } = z
      .object({
        method: z.string(),
        tokens: z.array(z.object({ asset_name: z.string(), rank: z.int(), score: z.number() })),
      })
      .parse(document)
    expect(method).toBe('OpenRarity')
    expect(tokens).toHaveLength(30)
    expect(tokens[0]?.rank).toBe(1)
    const [header, first, ...rest] = readFileSync(out, 'utf8').split('\r\n')
    expect(header).toMatch(/^openrarity_rank,asset_name,name,openrarity_score,unique_traits,/u)
    expect(first).toMatch(/^1,/u)
    expect(rest).toHaveLength(30)
    expect(document).toMatchObject({ published: false })
    const published = await home.json([...asked, '--replace', '--publish', 'yes'])
    expect(published.document).toMatchObject({ published: true })
  })

  it('writes the tokens to a table and to metadata that an import reads as the same tokens', async () => {
    for (const format of ['csv', 'cip25']) {
      const inside = join(home.dir, `out-${format}`)
      mkdirSync(inside)
      const out = join(inside, format === 'csv' ? 'tokens.csv' : 'tokens.json')
      const ids = ['--collection', collection.id]
      const written = await home.json([
        'collection',
        'export',
        ...ids,
        '--format',
        format,
        '--out',
        out,
      ])
      expect(written.document).toMatchObject({ format, tokens: 30 })
      const { document } = await home.json(['import', inside, ...ids, '--dry-run'])
      expect(document).toMatchObject({ source: { format }, rows: 30, errors: 0, new: 0, done: 30 })
    }
  })

  it('keeps stdout to one JSON document, and silent on stderr with --quiet', async () => {
    const run = await home.run([
      'import',
      folder,
      '--collection',
      collection.id,
      '--resize',
      '64',
      '--json',
      '--quiet',
    ])
    expect(run.stdout.trim().split('\n')).toHaveLength(1)
    expect(run.stderr).toBe('')
  })

  it('shows how imports stand', async () => {
    const { document } = await home.json(['import', 'status'])
    expect(document).toMatchObject([{ state: 'done', added: 30, total: 30, failed: 0, left: 0 }])
    const text = await home.run(['import', 'status'])
    expect(text.stdout).toContain('30/30')
  })

  it("brings the collection's policy into the vault, only with the passphrase", async () => {
    const locked = await home.run(['policy', 'export', collection.id, '--from-account'])
    expect(locked.code).toBe(5)
    const { code, document } = await home.json([
      'policy',
      'export',
      collection.id,
      '--from-account',
    ])
    expect(code).toBe(0)
    expect(document).toMatchObject({
      policy_id: collection.policy.policy_id,
      collection_id: collection.id,
      can_mint: true,
    })
    expect(JSON.stringify(document)).not.toContain('ed25519_sk')
  })

  it('writes signing keys only when asked for by name, to a file for the owner alone', async () => {
    const policyId = collection.policy.policy_id
    const script = await home.json(['policy', 'export', policyId])
    expect(JSON.stringify(script.document)).not.toContain('_sk')
    expect((await home.run(['policy', 'export', policyId, '--with-keys'])).code).toBe(2)
    const out = join(home.dir, 'with-keys.json')
    const exported = await home.run([
      'policy',
      'export',
      policyId,
      '--with-keys',
      '--out',
      out,
      '--passphrase-file',
      home.passphraseFile,
    ])
    expect(exported.code, exported.stderr).toBe(0)
    expect(exported.stdout).not.toContain('ed25519_sk')
    expect(statSync(out).mode & 0o777).toBe(0o600)
    const other = new TestHome()
    const taken = await other.json(['policy', 'import', '--file', out])
    expect(taken.document).toMatchObject({ policy_id: policyId, can_mint: true })
    other.remove()
  })

  it('keeps the files and gives them away as a CAR', async () => {
    const { document } = await home.json(['pin', 'verify'])
    expect(document).toMatchObject({ files: 30, sound: 30, damaged: [], unpinned: [] })
    const out = join(home.dir, 'images.car')
    const car = await home.json(['pin', 'export-car', '--out', out])
    expect(car.code).toBe(0)
    expect(statSync(out).size).toBeGreaterThan(1000)
  })

  it('names a damaged file and ends with exit code 4', async () => {
    const file = home.file('cover.bin', 'a cover to be damaged')
    const added = z
      .array(z.object({ cid: z.string() }))
      .parse((await home.json(['pin', 'add', file])).document)
    const objects = readdirSync(join(home.dir, 'content', 'objects'), {
      recursive: true,
      withFileTypes: true,
    })
    const object = objects.find(
      (entry) =>
        entry.isFile() &&
        readFileSync(join(entry.parentPath, entry.name), 'utf8') === 'a cover to be damaged',
    )
    writeFileSync(join(object?.parentPath ?? '', object?.name ?? ''), 'a cover that is damaged')
    const { code, document } = await home.json(['pin', 'verify'])
    expect(code).toBe(3)
    expect(document).toMatchObject({ damaged: [added[0]?.cid] })
  })

  it('cannot reach a service that is not there: exit code 6', async () => {
    const key = home.file('key.txt', 'an-api-key\n')
    const add = await home.json([
      'account',
      'add',
      'shop',
      '--network',
      'testnet',
      '--base-url',
      'http://127.0.0.1:9',
      '--app-id',
      'a1',
      '--api-key-file',
      key,
    ])
    expect(add.code, add.stderr).toBe(0)
    const test = await home.run([
      'account',
      'test',
      'shop',
      '--passphrase-file',
      home.passphraseFile,
    ])
    expect(test.code).toBe(6)
    expect(`${test.stdout}${test.stderr}`).not.toContain('an-api-key')
    const removed = await home.json(['account', 'remove', 'shop'])
    expect(removed.document).toEqual({ removed: 'shop' })
  })

  it('finds this machine in order, and says so', async () => {
    const { code, document } = await home.json(['doctor'])
    expect(code).toBe(0)
    const { checks } = z
      .object({ checks: z.array(z.object({ name: z.string(), state: z.string() })) })
      .parse(document)
    expect(checks.filter(({ state }) => state === 'error')).toEqual([])
    expect(checks.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['disk', 'keychain', 'image library', 'service', 'pinning at local']),
    )
  })

  it('names no page of a studio that ends with the command', async () => {
    const file = join(import.meta.dirname, '..', '..', 'resources', 'sample-collection.json')
    const made = await home.json(['collection', 'create', '--file', file])
    expect(made).toMatchObject({ code: 0, document: { payment_link: null } })
    const { id } = created.parse(made.document)
    const shown = await home.json(['collection', 'show', id])
    expect(shown.document).toMatchObject({ id, payment_link: null })
    const royalty = await home.json(['mint', 'royalty', '--collection', id])
    expect(royalty.document).toMatchObject({ status: 'unpaid', payment_link: null })
  })
})
