import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { rehearsalCases } from '#contract/sales/rehearsal.ts'
import { mint } from '#contract/mints/mint.ts'
import { sale as saleShape } from '#contract/sales/sale.ts'
import { textOfQr } from '../studio/pages/text-of-qr.ts'
import { TestHome } from '../support/coldpress.ts'

const resources = join(import.meta.dirname, '..', '..', 'resources')

// Every step is a program of its own, which takes its time on a machine that is busy.
let home: TestHome
let collectionId = ''
beforeAll(async () => {
  home = await TestHome.withVault()
  const request: unknown = JSON.parse(
    readFileSync(join(resources, 'sample-collection.json'), 'utf8'),
  )
  const plain = { ...z.looseObject({}).parse(request), royalty: undefined }
  const file = home.file('plain.json', JSON.stringify(plain))
  const made = await home.json(['collection', 'create', '--file', file])
  collectionId = z.object({ id: z.string() }).parse(made.document).id
  await home.json(['import', join(resources, 'sample'), '--collection', collectionId])
})
afterAll(() => home.remove())

const shown = saleShape.extend({
  // The page of a studio that ends with the command leads nowhere.
  payment_link: z.null(),
  explanations: z.array(z.object({ title: z.string(), cause: z.string(), next: z.string() })),
  parked: z.object({ mint_id: z.string(), missing: z.array(z.string()) }).nullable(),
})
const saleOf = ({ document }: { readonly document: unknown }) => shown.parse(document)
const create = (...more: readonly string[]) =>
  home.json(['sale', 'create', '--collection', collectionId, '--price', '25', ...more])

describe('sale', () => {
  it('sells a token by name to who pays the price, and lists it', async () => {
    const made = await create('--tokens', 'Herbarium01', '--reserve', '30m')
    expect(made.code).toBe(0)
    const { id, price, reservation_time: seconds } = saleOf(made)
    expect({ price, seconds }).toEqual({ price: 25_000_000, seconds: 1800 })
    const paid = await home.json(['sale', 'pay', id, '--wait'])
    expect(paid).toMatchObject({ code: 0, document: { status: 'COMPLETED', error: null } })
    const listed = await home.json(['sale', 'list', '--status', 'completed'])
    expect(listed.document).toMatchObject([{ id, status: 'COMPLETED' }])
    const text = await home.run(['sale', 'list', '--collection', collectionId])
    expect(text.stdout).toContain('25 ADA')
    const sums = await home.json(['sale', 'analytics', '--collection', collectionId])
    expect(sums.document).toMatchObject({
      totals: { reserved: 1, paid: 1, delivered: 1, revenue: '25000000', undelivered: '0' },
      tokens: [{ asset_name: 'Herbarium01', delivered: 1 }],
    })
    const shown = await home.run(['sale', 'analytics', '--by', 'token'])
    expect(shown.stdout).toMatch(/Fern[^\n]* +1 +1 +1 +25 ADA +2\d\.\d+ ADA/u)
    const over = await home.json(['sale', 'pay', id])
    expect(over).toMatchObject({
      code: 3,
      document: { error: { message: expect.stringContaining('--ada AMOUNT') } },
    })
  })

  it('is shared as a page and as pictures of its QR code, and never by a link to this computer', async () => {
    const { id, payment_address: address } = saleOf(await create('--quantity', '1'))
    const uri = `web+cardano:${address}?amount=25`
    const page = await home.json(['sale', 'share', id, '--out', join(home.dir, 'pay.html')])
    expect(page).toMatchObject({
      code: 0,
      document: { sale: id, address, lovelace: '25000000', uri, payment_link: null },
    })
    const html = readFileSync(join(home.dir, 'pay.html'), 'utf8')
    expect(html).toContain('25 test ADA')
    expect(html).toContain(address)
    expect(html).not.toMatch(/127\.0\.0\.1|localhost|\b(?:src|href)="http/u)
    // It copies and shows the time that is left; the page loads nothing.
    expect(html.match(/<script\b[^>]*>/gu)).toEqual(['<script>'])
    expect(textOfQr(html)).toBe(uri)
    for (const name of ['pay.png', 'pay.svg']) {
      const path = join(home.dir, name)
      // oxlint-disable-next-line no-await-in-loop -- one program after the other
      expect((await home.json(['sale', 'share', id, '--out', path])).code).toBe(0)
      // oxlint-disable-next-line no-await-in-loop
      const { data, info } = await sharp(path, { density: 300 })
        .flatten({ background: '#fff' })
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect(decodeQR({ ...info, data }), name).toBe(uri)
    }
    const text = await home.run(['sale', 'share', id])
    expect(text.stdout).toContain('Coldpress has to be open, or be opened later')
    expect(text.stdout).not.toContain('http://')
    const wrong = await home.json(['sale', 'share', id, '--out', join(home.dir, 'pay.pdf')])
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('.html') })
    await home.json(['sale', 'cancel', id])
    const over = await home.json(['sale', 'share', id])
    expect(over).toMatchObject({ code: 3, stderr: expect.stringContaining('nothing to share') })
  })

  it('says in plain words that too little came, and gives it back when that is confirmed', async () => {
    const { id } = saleOf(await create('--quantity', '1'))
    const shared = await home.run(['sale', 'share', id])
    expect(shared.stdout).toMatch(/^pay +25 test ADA$/mu)
    const short = await home.json(['sale', 'pay', id, '--ada', '20', '--wait'])
    expect(short.code).toBe(4)
    // The test wallet owes its own rest, and everybody else the whole price.
    expect((await home.run(['sale', 'share', id])).stdout).toMatch(/^pay +25 test ADA$/mu)
    expect(saleOf(short).explanations).toMatchObject([
      { title: 'Paid too little', cause: expect.stringContaining('5 ADA is still missing') },
    ])
    const text = await home.run(['sale', 'show', id])
    expect(text.code).toBe(0)
    expect(text.stdout).toContain(`coldpress.js sale resolve ${id} wait`)
    const unasked = await home.json(['sale', 'resolve', id, 'refund'])
    expect(unasked).toMatchObject({
      code: 2,
      document: { error: { message: expect.stringContaining('--yes') } },
    })
    const given = await home.json(['sale', 'resolve', id, 'refund', '--yes', '--wait'])
    expect(given).toMatchObject({ code: 0, document: { status: 'REFUNDED' } })
    expect(given.stderr).toContain('the fee of 0.1643')
    const { refund } = z.object({ refund: mint }).parse(given.document)
    expect(refund.kind).toBe('refund')
    const [transaction] = refund.transactions
    const back = transaction?.outputs.map(({ lovelace }) => lovelace) ?? []
    expect(back).toEqual([20_000_000 - (transaction?.fee ?? 0)])
  })

  it('cancels a sale that was paid in part, and gives the part back', async () => {
    const { id } = saleOf(await create('--quantity', '1'))
    await home.json(['sale', 'pay', id, '--ada', '20', '--wait'])
    const text = await home.run(['sale', 'show', id])
    expect(text.stdout).toMatch(/20 ADA from addr_test1\S+ \(key [0-9a-f]{56}\), counted/u)
    expect(text.stdout).toContain(`coldpress.js sale cancel ${id}`)
    expect(await home.json(['sale', 'cancel', id])).toMatchObject({
      code: 0,
      document: { status: 'CANCELLED' },
    })
    // What was paid is not over with it.
    const late = await home.run(['sale', 'show', id, '--wait'])
    expect(late.code, late.stderr).toBe(4)
    expect(late.stdout).toMatch(/Reservation failed[^]*Paid after the reservation had ended/u)
    const given = await home.json(['sale', 'resolve', id, 'refund', '--yes', '--wait'])
    expect(given).toMatchObject({ code: 0, document: { status: 'REFUNDED' } })
  })

  it('says of too little for its own way back what is missing, and gives it back once the collection can pay', async () => {
    const { id } = saleOf(await create('--quantity', '1'))
    await home.json(['sale', 'pay', id, '--ada', '1', '--wait'])
    const refund = ['sale', 'resolve', id, 'refund', '--yes', '--wait']
    const left = await home.json(refund)
    expect(left.code).toBe(3)
    expect(left.stderr).toMatch(
      /Stays: 1 ADA from addr_test1\S+: 0\.\d+ ADA is still missing for its own way back, unless/u,
    )
    expect(
      (await home.json(['mint', 'fund', '--collection', collectionId, '--ada', '5'])).code,
    ).toBe(0)
    const given = await home.json(refund)
    expect(given, given.stderr).toMatchObject({ code: 0, document: { status: 'REFUNDED' } })
  })

  it('cancels what nobody has paid for, once and for all', async () => {
    const { id } = saleOf(await create('--quantity', '2', '--reserve', '1h'))
    for (const _ of [1, 2])
      expect(await home.json(['sale', 'cancel', id])).toMatchObject({
        code: 0,
        document: { status: 'CANCELLED' },
      })
    const failed = await home.json(['sale', 'resolve', id, 'retry', '--yes'])
    expect(failed).toMatchObject({
      code: 3,
      document: {
        error: {
          message: expect.stringContaining(
            'retry: the sale has the state “Cancelled”, so nothing can be resolved',
          ),
        },
      },
    })
  })

  it.each([
    {
      args: ['create', '--collection', 'x', '--price', '1,500', '--quantity', '1'],
      code: 2,
      says: 'Write 1500 or 1.5.',
    },
    {
      args: ['create', '--collection', 'x', '--price', '5', '--quantity', '1', '--tokens', 'a'],
      code: 2,
      says: 'cannot be used',
    },
    { args: ['resolve', 'x', 'forget'], code: 2, says: 'refund, retry, accept and wait' },
    { args: ['show', '01k00000000000000000000000'], code: 3, says: 'no sale' },
    { args: ['list', '--status', 'bogus'], code: 2, says: '--status: bogus' },
    { args: ['list', '--offline'], code: 6, says: 'offline' },
  ])('refuses $args with exit code $code', async ({ args, code, says }) => {
    const run = await home.json(['sale', ...args])
    expect(run).toMatchObject({
      code,
      document: { error: { message: expect.stringContaining(says) } },
    })
  })

  it('names the option that is wrong, also where the service finds it', async () => {
    expect(await create()).toMatchObject({
      code: 2,
      document: { error: { message: expect.stringContaining('--tokens LIST') } },
    })
    const args = ['sale', 'create', '--collection', collectionId, '--quantity', '1']
    const low = await home.json([...args, '--price', '1000lovelace'])
    expect(low).toMatchObject({
      code: 3,
      document: {
        error: { message: expect.stringMatching(/--price: 0\.001 ADA .*minimum price is/u) },
      },
    })
    expect(await create('--quantity', '1', '--reserve', '2d')).toMatchObject({
      code: 3,
      document: { error: { message: expect.stringContaining('--reserve: above 86400') } },
    })
    expect(await create('--tokens', 'Nobody')).toMatchObject({
      code: 3,
      document: { error: { message: expect.stringContaining('the collection has no "Nobody"') } },
    })
  })

  it('waits for signatures while the vault is locked, and says whose', async () => {
    const { id } = saleOf(await create('--tokens', 'Herbarium05'))
    // without the passphrase: who only pays opens no vault
    const paid = await home.run(['sale', 'pay', id, '--wait', '--json'])
    expect(paid.code, paid.stderr).toBe(4)
    const { status, parked } = shown.parse(JSON.parse(paid.stdout))
    expect(status).toBe('PROCESSING')
    expect(parked?.missing).toHaveLength(2)
    const text = await home.run(['sale', 'show', id])
    for (const words of [
      ...(parked?.missing ?? []),
      `coldpress.js mint status ${parked?.mint_id ?? ''} --out mint.cpreq`,
      `coldpress.js mint witness ${parked?.mint_id ?? ''} mint.witness`,
    ])
      expect(text.stdout).toContain(words)
    const watched = await home.json(['sale', 'show', id, '--wait'])
    expect(watched).toMatchObject({ code: 0, document: { status: 'COMPLETED' } })
  })

  it('rehearses every way that a sale can go', async () => {
    const played = await home.json(['sale', 'rehearse'])
    expect(played.code, played.stderr).toBe(0)
    const { cases } = z
      .object({ cases: z.array(z.object({ case: z.string(), passed: z.boolean() })) })
      .parse(played.document)
    expect(cases).toEqual(rehearsalCases.map((name) => ({ case: name, passed: true })))
  })
})
