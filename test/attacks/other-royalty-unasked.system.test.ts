import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { collection } from '#contract/collections/collection.ts'
import { TestHome } from '../support/coldpress.ts'
import { runInTerminal } from '../support/terminal.ts'
import { baseAddress } from '../studio/open-studio.ts'

const sample = join(import.meta.dirname, '..', '..', 'resources', 'sample-collection.json')
const samples = join(sample, '..', 'sample')
const sampleFile = z
  .looseObject({ royalty: z.object({ address: z.tuple([z.string()]) }) })
  .parse(JSON.parse(readFileSync(sample, 'utf8')))
const chainRoyalty = `5% of every later sale to ${sampleFile.royalty.address[0]}`

let home: TestHome
let policyId = ''
let other = ''
beforeAll(async () => {
  home = await TestHome.withVault()
  const { document } = await home.json(['collection', 'create', '--file', sample, '--yes'])
  const made = collection.parse(document)
  policyId = made.policy.policy_id
  const paid = await home.json(['mint', 'royalty', '--collection', made.id, '--pay'])
  if (paid.code !== 0) throw new Error(JSON.stringify(paid.document))
  const royalty = { address: [baseAddress.slice(0, 60), baseAddress.slice(60)], rate: '0.9' }
  other = home.file('other.json', JSON.stringify({ ...sampleFile, royalty }))
})
afterAll(() => home.remove())

const create = () => ['collection', 'create', '--file', other, '--policy', policyId]
const open = () => ['--passphrase-file', home.passphraseFile]
const countOf = async () =>
  z.array(z.unknown()).parse((await home.json(['collection', 'list'])).document).length

describe('a collection whose policy has another royalty on chain', () => {
  it('is made by the command line only after the user has read what the chain has', async () => {
    const no = await runInTerminal(home, [...create(), ...open()], [['Type "create"', 'no\r']])
    expect(no.code, no.screen).toBe(7)
    expect(no.screen).toContain(`On chain: ${chainRoyalty}`)
    expect(no.screen).toContain('Requested, and ignored: 90% of every later sale')
    expect(await countOf()).toBe(1)

    const yes = await runInTerminal(home, [...create(), ...open()], [['Type "create"', 'create\r']])
    expect(yes.code, yes.screen).toBe(0)
    expect(yes.screen).toContain('warning ')
    expect(await countOf()).toBe(2)
  })

  it('needs --yes where nobody can be asked, and answers the royalty of the chain', async () => {
    expect(await home.json(create())).toMatchObject({
      code: 2,
      document: { error: { message: expect.stringMatching(/on chain already.*--yes/u) } },
    })
    expect(await countOf()).toBe(2)
    const { code, document } = await home.json([...create(), '--yes'])
    expect(code).toBe(0)
    const made = collection.parse(document)
    expect(made.royalty?.metadata?.['777'].rate).toBe('0.05')
    expect(made.warnings).toEqual([expect.stringContaining(chainRoyalty)])
    expect(await home.json(['mint', 'royalty', '--collection', made.id])).toMatchObject({
      code: 0,
      document: { status: 'minted', on_chain: { rate: '0.05' } },
    })
    // Nor does an import say that this royalty is still to be minted.
    const into = ['import', samples, '--collection', made.id, '--dry-run', ...open()]
    const { document: plan } = await home.json(into)
    const { issues } = z.object({ issues: z.array(z.object({ rule: z.string() })) }).parse(plan)
    expect(issues.map(({ rule }) => rule)).not.toContain('royalty_first')
  })
})
