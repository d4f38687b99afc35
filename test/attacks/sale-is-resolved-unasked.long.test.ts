import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { mint as mintShape } from '#contract/mints/mint.ts'
import { sale as saleShape } from '#contract/sales/sale.ts'
import { TestHome } from '../support/coldpress.ts'
import { readyCollection } from '../support/ready-collection.ts'
import { runInTerminal } from '../support/terminal.ts'

let home: TestHome
let id = ''
beforeAll(async () => {
  home = await TestHome.withVault()
  const collectionId = await readyCollection(home)
  const terms = ['--tokens', 'Herbarium01', '--price', '25']
  const made = await home.json(['sale', 'create', '--collection', collectionId, ...terms])
  id = shown.parse(made.document).id
  await home.json(['sale', 'pay', id, '--ada', '30', '--wait'])
})
afterAll(() => home.remove())

const shown = saleShape.extend({ payment_link: z.null() })
const now = async () => shown.parse((await home.json(['sale', 'show', id])).document)
const mints = async () => z.array(mintShape).parse((await home.json(['mint', 'status'])).document)
const inTerminal = (typed: string, ...more: readonly string[]) =>
  runInTerminal(
    home,
    ['sale', 'resolve', id, 'accept', '--passphrase-file', home.passphraseFile, ...more],
    [['Type "sign"', typed]],
  )

describe('a sale that would be resolved unasked', () => {
  it.each(['accept', 'retry', 'refund'])(
    '%s ends with exit code 2 before anything is built, without a terminal',
    async (action) => {
      const args = ['sale', 'resolve', id, action, '--passphrase-file', home.passphraseFile]
      for (const more of [[], ['--json']]) {
        const run = await home.run([...args, ...more])
        expect(run.code, run.stdout).toBe(2)
        expect(run.stderr).toContain('--yes')
      }
      expect(await now()).toMatchObject({ status: 'UNRESOLVED_OVERPAID', held_mint_id: null })
      expect(await mints()).toEqual([])
    },
  )

  it('is shown what would be sent, and a no leaves the sale as it was', async () => {
    const { code, screen } = await inTerminal('no\r')
    expect(code, screen).toBe(7)
    const [cancelled] = await mints()
    expect(cancelled).toMatchObject({ status: 'cancelled', transactions: [{ signed_by: [] }] })
    expect(screen).toContain(cancelled?.transactions[0]?.tx_id)
    expect(await now()).toMatchObject({
      status: 'UNRESOLVED_OVERPAID',
      held_mint_id: null,
      tokens: [{ status: 'RESERVED' }],
    })
  })

  it('sends just what was shown once that is confirmed', async () => {
    const { code, screen } = await inTerminal('sign\r', '--wait')
    expect(code, screen).toBe(0)
    const sold = await now()
    expect(sold.status).toBe('COMPLETED')
    expect(screen).toContain(sold.tx_id)
  })
})
