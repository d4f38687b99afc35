import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { mint as mintShape, type Mint } from '#contract/mints/mint.ts'
import { TestHome } from '../support/coldpress.ts'
import { serveHome } from '../support/served-home.ts'

const resources = join(import.meta.dirname, '..', '..', 'resources')
const request = z
  .looseObject({ payout_address: z.string() })
  .parse(JSON.parse(readFileSync(join(resources, 'sample-collection.json'), 'utf8')))
const receiver = request.payout_address

// Every step is a program of its own, which takes its time on a machine that is busy.
let home: TestHome
let collectionId = ''
let payFrom = ''
beforeAll(async () => {
  home = new TestHome()
  const file = home.file('plain.json', JSON.stringify({ ...request, royalty: undefined }))
  const made = await home.json(['collection', 'create', '--file', file])
  collectionId = z.object({ id: z.string() }).parse(made.document).id
  await home.json(['import', join(resources, 'sample'), '--collection', collectionId])
  const funded = await home.json(['mint', 'fund', '--collection', collectionId, '--ada', '40.5'])
  payFrom = z.object({ address: z.string() }).parse(funded.document).address
})
afterAll(() => home.remove())

const build = (...more: readonly string[]) =>
  home.json(['mint', 'build', '--collection', collectionId, '--yes', ...more])
const mintOf = ({ document }: { readonly document: unknown }): Mint => mintShape.parse(document)
const statusOf = async (id: string): Promise<Mint> =>
  mintOf(await home.json(['mint', 'status', id]))

describe('mint', () => {
  it('shows what a mint will do, and signs nothing before it is released', async () => {
    const held = mintOf(await build('--tokens', 'Herbarium01', '--to', receiver, '--hold'))
    expect(held).toMatchObject({ held: true, status: 'awaiting_witnesses' })
    expect(held.transactions.flatMap(({ signed_by: keys }) => keys)).toEqual([])
    const reported = await home.run(['mint', 'status', held.id])
    expect(reported).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('coldpress.js mint release'),
    })
    const cancelled = await home.json(['mint', 'cancel', held.id])
    expect(cancelled).toMatchObject({ code: 0, document: { status: 'cancelled' } })

    const again = mintOf(await build('--tokens', 'Herbarium01', '--to', receiver, '--hold'))
    const released = await home.json(['mint', 'release', again.id, '--yes', '--wait'])
    expect(released).toMatchObject({ code: 0, document: { status: 'completed', held: false } })
    const late = await home.json(['mint', 'cancel', again.id])
    expect(late).toMatchObject({
      code: 3,
      document: { error: { message: expect.stringContaining('cannot be cancelled') } },
    })
  })

  it('sends each token to whom a table names, and can be waited for later', async () => {
    const table = home.file(
      'receivers.csv',
      `asset_name;address\nHerbarium02;${receiver}\nHerbarium03;${payFrom}\n`,
    )
    const sent = await build('--to-file', table)
    expect(sent.code).toBe(0)
    const { id, tokens } = mintOf(sent)
    const receivers = Object.fromEntries(tokens.map((one) => [one.asset_name, one.address]))
    expect(receivers).toEqual({ Herbarium02: receiver, Herbarium03: payFrom })
    expect(mintOf(sent).transactions.map(({ status }) => status)).not.toContain('ready')
    const waited = await home.json(['mint', 'status', id, '--wait'])
    expect(waited).toMatchObject({ code: 0, document: { status: 'completed' } })
    expect(waited.stderr).toMatch(/confirmed/u)
  })

  it('ends its waiting with Ctrl-C, says how far it is, and loses nothing', async () => {
    const { id } = mintOf(await build('--tokens', 'Herbarium04', '--to', receiver, '--hold'))
    const args = ['mint', 'release', id, '--yes', '--wait', '--json']
    const child = home.start([...args, '--passphrase-file', home.passphraseFile])
    if (child.stdout === null || child.stderr === null) throw new Error('no output')
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (piece: string) => (out += piece))
    const exited = new Promise((resolve) => child.once('close', resolve))
    for await (const piece of child.stderr.setEncoding('utf8'))
      if (String(piece).includes('sent')) child.kill('SIGINT')
    expect(await exited).toBe(4)
    expect(mintShape.parse(JSON.parse(out))).toMatchObject({ id })
    const done = await home.json(['mint', 'status', id, '--wait'])
    expect(done).toMatchObject({ code: 0, document: { id, status: 'completed' } })
  })

  it('waits for whoever owns the address that pays, and is listed until it is cancelled', async () => {
    const parked = await build('--tokens', 'Herbarium05', '--to', receiver, '--fund-from', receiver)
    // what came along with the tokens before is there now
    expect(parked).toMatchObject({ code: 0, document: { funding_address: receiver } })
    const listed = async () =>
      z
        .array(mintShape)
        .parse((await home.json(['mint', 'status'])).document)
        .map(({ status }) => status)
    const before = ['cancelled', 'completed', 'completed', 'completed']
    expect(await listed()).toEqual([...before, 'awaiting_witnesses'])
    await home.json(['mint', 'cancel', mintOf(parked).id])
    expect(await listed()).toEqual([...before, 'cancelled'])
    const text = await home.run(['mint', 'status', '--collection', collectionId])
    expect(text.stdout).toContain('1 of 1 confirmed')
  })

  it('sends what is left elsewhere', async () => {
    const args = ['mint', 'withdraw', '--collection', collectionId, '--to', receiver, '--yes']
    const sent = await home.json([...args, '--wait'])
    expect(sent).toMatchObject({ code: 0, document: { kind: 'withdrawal', status: 'completed' } })
    const left = await home.json(['mint', 'fund', '--collection', collectionId])
    expect(left.document).toMatchObject({ lovelace: 0, tx_id: null })
  })

  it('tells how a royalty is to be paid, where nobody pays', async () => {
    const file = home.file('royal.json', JSON.stringify(request))
    const made = await home.json(['collection', 'create', '--file', file, '--yes'])
    const { id } = z.object({ id: z.string() }).parse(made.document)
    const asked = await home.json(['mint', 'royalty', '--collection', id])
    const unpaid = { status: 'unpaid', amount: expect.any(Number), address: expect.any(String) }
    expect(asked).toMatchObject({ code: 0, document: unpaid })
    const text = await home.run(['mint', 'royalty', '--collection', id])
    expect(text.stdout).toContain(`coldpress.js mint royalty --collection ${id} --pay`)
    // what a person pays is seen by whoever serves, with no command of ours
    const { studio, stop } = await serveHome(home)
    expect(await studio(`collections/${id}/royalty`)).toMatchObject({ status: 'unpaid', paid: 0 })
    await stop()
  })

  it.each([
    {
      args: ['build', '--collection', 'x', '--to', 'a', '--to-file', 'b'],
      code: 2,
      says: 'cannot be used',
    },
    {
      args: ['build', '--collection', 'x', '--to', 'a', '--valid-for', 'long'],
      code: 2,
      says: 'such as 2h',
    },
    { args: ['fund', '--collection', 'x', '--ada', '1,500'], code: 2, says: 'Write 1500 or 1.5.' },
    {
      args: ['status', '01k00000000000000000000000'],
      code: 3,
      says: 'No mint 01k00000000000000000000000',
    },
    { args: ['witness', 'x', '/nowhere.witness'], code: 2, says: 'cannot be read' },
    {
      args: ['build', '--collection', 'x', '--to', 'a', '--yes', '--offline'],
      code: 6,
      says: 'offline',
    },
  ])('refuses $args with exit code $code', async ({ args, code, says }) => {
    const run = await home.json(['mint', ...args])
    expect(run).toMatchObject({
      code,
      document: { error: { message: expect.stringContaining(says) } },
    })
  })

  it('refuses a mint without a receiver', async () => {
    expect(await build()).toMatchObject({
      code: 2,
      document: { error: { message: expect.stringContaining('--to ADDRESS') } },
    })
  })

  it('refuses a time in which nobody could sign', async () => {
    expect(await build('--to', receiver, '--valid-for', '10s')).toMatchObject({
      code: 3,
      document: { error: { message: expect.stringContaining('--valid-for: below 60') } },
    })
  })

  it('names tokens that a collection does not have', async () => {
    const run = await build('--tokens', 'Herbarium06,Nobody,Nothing', '--to', receiver)
    expect(run).toMatchObject({
      code: 3,
      document: {
        error: { message: expect.stringContaining('the collection has no "Nobody", no "Nothing"') },
      },
    })
    const bare = home.file('bare.csv', 'address\naddr_test1\n')
    expect(await build('--to-file', bare)).toMatchObject({
      code: 3,
      document: { error: { message: expect.stringContaining('no column asset_name') } },
    })
  })

  it('knows a mint by its id alone', async () => {
    const [first] = z.array(mintShape).parse((await home.json(['mint', 'status'])).document)
    expect((await statusOf(first?.id ?? '')).id).toBe(first?.id)
  })
})
