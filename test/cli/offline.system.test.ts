import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { TestHome } from '../support/coldpress.ts'

const script = {
  type: 'all',
  scripts: [
    { type: 'sig', keyHash: 'e09d36c79dec9bd1b3d9e152247701cd0bb860b5ebfd1de8abb6735a' },
    { type: 'before', slot: 90_000_000 },
  ],
}
/** The same script as CBOR: [1, [[0, keyHash], [5, slot]]]. */
const scriptCbor =
  '8201828200581ce09d36c79dec9bd1b3d9e152247701cd0bb860b5ebfd1de8abb6735a82051a055d4a80'

let home: TestHome
beforeAll(() => {
  home = new TestHome()
})
afterAll(() => {
  home.remove()
})

describe('the command line, offline', () => {
  it('prints the CIP-14 fingerprint of an asset', async () => {
    const policyId = '7eae28af2208be856f7a119668ae52a49b73725e326dc16579dcc373'
    const run = await home.run(['asset', 'fingerprint', policyId, '504154415445'])
    expect(run).toEqual({
      code: 0,
      stdout: 'asset13n25uv0yaf5kus35fm2k86cqy60z58d9xmde92\n',
      stderr: '',
    })
    const royalty = await home.json(['asset', 'fingerprint', policyId, ''])
    expect(royalty.document).toEqual({
      fingerprint: 'asset1rjklcrnsdzqp65wjgrg55sy9723kw09mlgvlc3',
    })
  })

  it('refuses a fingerprint of what is no policy id, with exit code 3 and a sentence', async () => {
    const run = await home.run(['asset', 'fingerprint', 'abc', '00', '--json'])
    expect(run.code).toBe(3)
    expect(JSON.parse(run.stdout)).toMatchObject({ error: { code: 'invalid' } })
    expect(run.stderr).toContain('28 bytes')
  })

  it('inspects a script file and its CBOR alike, with exactly the promised fields', async () => {
    const file = home.file('policy.script', JSON.stringify(script))
    const fromFile = await home.json(['policy', 'inspect', file])
    const fromHex = await home.json(['policy', 'inspect', scriptCbor])
    expect(fromFile.code).toBe(0)
    expect(Object.keys(z.looseObject({}).parse(fromFile.document))).toEqual([
      'policy_id',
      'script',
      'key_hashes',
      'lock_slot',
      'lock_time',
    ])
    expect(fromFile.document).toMatchObject({
      script,
      key_hashes: [script.scripts[0]?.keyHash],
      lock_slot: 90_000_000,
      lock_time: '2023-04-15T13:44:51.000Z',
    })
    expect(fromHex.document).toEqual(fromFile.document)
  })

  it('tells a lock time on the network asked for', async () => {
    const run = await home.json(['policy', 'inspect', scriptCbor, '--network', 'preview'])
    expect(run.document).toMatchObject({ lock_time: '2025-08-31T16:00:00.000Z' })
  })

  it.each([
    { args: ['nonsense'], says: 'unknown command' },
    { args: ['policy', 'show'], says: "missing required argument 'id'" },
    {
      args: ['import', 'folder', '--collection', 'x', '--colour', 'red'],
      says: "unknown option '--colour'",
    },
    { args: ['studio', 'serve', '--network', 'moon'], says: 'Allowed choices are devnet' },
    { args: ['studio', 'serve', '--port', 'seven'], says: '--port: seven is not a port' },
    { args: ['policy', 'inspect', 'nowhere.script'], says: 'nowhere.script cannot be read' },
    { args: ['key', 'derive', '--index', '-1'], says: '--index' },
  ])('answers wrong usage with exit code 2: $args', async ({ args, says }) => {
    const run = await home.run(args)
    expect(run.code).toBe(2)
    expect(run.stderr).toContain(says)
    expect(run.stdout).toBe('')
  })

  it('derives the policy key of the CIP-1855 test vector without storing it', async () => {
    const phrase = home.file(
      'phrase.txt',
      'exercise club noble adult miracle awkward problem olympic puppy private goddess piano fatal fashion vacuum\n',
    )
    const run = await home.json(['key', 'derive', '--index', '0', '--phrase-file', phrase])
    expect(run.code).toBe(0)
    expect(run.document).toMatchObject({
      index: 0,
      path: "m/1855'/1815'/0'",
      key_hash: expect.stringMatching(/^[0-9a-f]{56}$/u),
      stored: false,
    })
  })

  it.each([
    { args: ['--json', 'nonsense'], says: "unknown command 'nonsense'" },
    { args: ['policy', '--json'], says: 'No command was named' },
    { args: ['policy', 'show', '--json'], says: "missing required argument 'id'" },
  ])('answers wrong usage with one JSON document under --json: $args', async ({ args, says }) => {
    const run = await home.run(args)
    expect(run.code).toBe(2)
    expect(JSON.parse(run.stdout)).toMatchObject({
      error: { code: 'usage', message: expect.stringContaining(says) },
    })
  })

  it('takes the options of every command before its name too', async () => {
    const run = await home.run(['--json', 'policy', 'inspect', scriptCbor])
    expect(JSON.parse(run.stdout)).toMatchObject({ lock_slot: 90_000_000 })
  })

  it('says that a home is no folder, as wrong usage; doctor says it as a fault', async () => {
    const file = home.file('not-a-folder', 'text')
    const list = await home.run(['pin', 'list', '--home', file])
    expect(list.code).toBe(2)
    expect(list.stderr).toContain(`The data folder ${file} cannot be used`)
    const doctor = await home.run(['doctor', '--home', file])
    expect(doctor.code).toBe(2)
    expect(doctor.stdout).toContain(`FAULT  data folder: The data folder ${file}`)
  })

  it('reports a damaged database in doctor as a fault with its mend', async () => {
    const damaged = new TestHome()
    damaged.file('app.db', 'no database, whatever its name says '.repeat(50))
    const { code, document } = await damaged.json(['doctor'])
    expect(code).toBe(1)
    expect(document).toMatchObject({
      checks: [
        { name: 'program', state: 'ok' },
        { name: 'data folder', state: 'fault', message: expect.stringContaining('move it away') },
      ],
    })
    damaged.remove()
  })
})
