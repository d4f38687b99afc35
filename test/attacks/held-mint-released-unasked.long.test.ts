import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Mint, mint as mintShape } from '#contract/mints/mint.ts'
import { TestHome } from '../support/coldpress.ts'
import { readyCollection } from '../support/ready-collection.ts'
import { runInTerminal } from '../support/terminal.ts'

const receiver = 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz'

let home: TestHome
let held: Mint
beforeAll(async () => {
  home = await TestHome.withVault()
  const collectionId = await readyCollection(home, '20')
  const build = ['mint', 'build', '--collection', collectionId, '--to', receiver]
  const built = await home.json([...build, '--tokens', 'Herbarium01', '--hold'])
  held = mintShape.parse(built.document)
})
afterAll(() => home.remove())

const now = async () => mintShape.parse((await home.json(['mint', 'status', held.id])).document)
const release = (...more: readonly string[]) => [
  'mint',
  'release',
  held.id,
  '--passphrase-file',
  home.passphraseFile,
  ...more,
]
const inTerminal = (typed: string, ...more: readonly string[]) =>
  runInTerminal(home, release(...more), [['Type "sign"', typed]])

describe('a held mint that would be released unasked', () => {
  it('stays held, with exit code 2, where nobody can be asked', async () => {
    for (const more of [[], ['--json']]) {
      const run = await home.run(release(...more))
      expect(run.code, run.stdout).toBe(2)
      expect(run.stderr).toContain('--yes')
    }
    expect(await now()).toMatchObject({ held: true, status: 'awaiting_witnesses' })
  })

  it('is shown decoded, and stays held after a no', async () => {
    const { code, screen } = await inTerminal('no\r')
    expect(code, screen).toBe(7)
    const [transaction] = held.transactions
    expect(screen).toContain(transaction?.tx_id)
    expect(screen).toContain(receiver)
    const after = await now()
    expect(after).toMatchObject({ held: true, status: 'awaiting_witnesses' })
    expect(after.transactions.flatMap(({ signed_by: keys }) => keys)).toEqual([])
  })

  it('goes out just as it was shown, once that was confirmed', async () => {
    const { code, screen } = await inTerminal('sign\r', '--wait')
    expect(code, screen).toBe(0)
    expect(await now()).toMatchObject({ held: false, status: 'completed' })
  })
})
