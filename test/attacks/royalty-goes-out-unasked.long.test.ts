import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { collection } from '#contract/collections/collection.ts'
import { TestHome } from '../support/coldpress.ts'
import { runInTerminal } from '../support/terminal.ts'

const sample = join(import.meta.dirname, '..', '..', 'resources', 'sample-collection.json')
const { royalty } = z
  .object({ royalty: z.object({ address: z.tuple([z.string()]) }) })
  .parse(JSON.parse(readFileSync(sample, 'utf8')))
const words = `5% of every later sale to ${royalty.address[0]}`

let home: TestHome
beforeAll(async () => {
  home = await TestHome.withVault()
})
afterAll(() => home.remove())

const create = (): string[] => ['collection', 'create', '--file', sample]
const open = (): string[] => ['--passphrase-file', home.passphraseFile]
const idsOf = async () =>
  z.array(collection.pick({ id: true })).parse((await home.json(['collection', 'list'])).document)
const royaltyOf = (id: string, ...more: readonly string[]) =>
  home.json(['mint', 'royalty', '--collection', id, ...more])

describe('a royalty that would be minted unasked', () => {
  it('is confirmed in words on a terminal before the collection is made', async () => {
    const no = await runInTerminal(home, [...create(), ...open()], [['Type "royalty"', 'no\r']])
    expect(no.code, no.screen).toBe(7)
    expect(no.screen).toContain(words)
    expect(await idsOf()).toEqual([])

    const yes = await runInTerminal(
      home,
      [...create(), ...open()],
      [['Type "royalty"', 'royalty\r']],
    )
    expect(yes.code, yes.screen).toBe(0)
    const [made] = await idsOf()
    expect(await royaltyOf(made?.id ?? '')).toMatchObject({ document: { confirmed: true } })
  })

  it('waits for mint royalty --yes where nobody could be asked, and is paid for only then', async () => {
    const { document } = await home.json(create())
    const { id } = z.object({ id: z.string() }).parse(document)
    for (const action of ['--pay', '--wait'])
      expect(await royaltyOf(id, action)).toMatchObject({
        code: 2,
        document: { error: { message: expect.stringContaining('--yes') } },
      })
    expect(await royaltyOf(id)).toMatchObject({
      code: 0,
      document: {
        confirmed: false,
        paid: null,
        amount: null,
        message: expect.stringContaining(words),
      },
    })
    const paid = await royaltyOf(id, '--pay', '--yes')
    expect(paid).toMatchObject({ code: 0, document: { status: 'minted' } })
  })

  it('asks once: a collection made with --yes needs no other confirmation', async () => {
    const { document } = await home.json([...create(), '--yes'])
    const { id } = z.object({ id: z.string() }).parse(document)
    expect(await royaltyOf(id, '--pay')).toMatchObject({ code: 0, document: { status: 'minted' } })
  })
})
