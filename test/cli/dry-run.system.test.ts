import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { importRules } from '#contract/imports/import-rules.ts'
import { TestHome } from '../support/coldpress.ts'
import { brokenFolder, slowFolder } from '../support/import-folders.ts'
import { herbarium } from '../support/prints.ts'
import { runInTerminal } from '../support/terminal.ts'

/** An address that a script guards. */
const scriptAddress = 'addr_test1wrphkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtcl6szpr'

const created = z.object({ id: z.string() })
const planned = z.object({
  cost: z.object({
    mint_lovelace: z.string(),
    transactions: z.int(),
    fees_lovelace: z.string(),
    with_tokens_lovelace: z.string(),
    parameters: z.string(),
  }),
  issues: z.array(z.object({ row: z.number().nullable(), rule: z.string() })),
})

let home: TestHome
const folders: string[] = []
const kept = (folder: string): string => {
  folders.push(folder)
  return folder
}
beforeAll(async () => {
  home = await TestHome.withVault()
})
afterAll(() => {
  home.remove()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** The options of a dry run into a collection with these tags. */
const dryRunInto = async (attributes: Readonly<Record<string, string>>, change: object = {}) => {
  const unlocked = ['--passphrase-file', home.passphraseFile]
  const form = { ...herbarium, metadata: { attributes }, ...change }
  const file = home.file('collection.json', JSON.stringify(form))
  const made = await home.json(['collection', 'create', '--file', file, ...unlocked])
  return ['--collection', created.parse(made.document).id, '--dry-run', ...unlocked]
}

describe('a dry run', () => {
  it('decodes every image, lists broken ones with their rows and what the collection would not show or pay, and names the cost of minting, exit code 3', async () => {
    const tags = { Paper: '<paper>', Ink: '<ink>', Plant: '<plant>', Press: '<press>' }
    const royalty = { address: [scriptAddress], rate: 0.05 }
    const into = await dryRunInto({ ...tags, Notes: '' }, { royalty })
    const report = join(home.dir, 'report.csv')
    const run = await home.json(['import', kept(brokenFolder()), ...into, '--report', report])
    expect(run.code).toBe(3)
    const { cost, issues } = planned.parse(run.document)
    expect(cost.mint_lovelace).toMatch(/^[1-9]\d{5,6}$/u)
    expect(cost).toMatchObject({ transactions: 1, parameters: 'gateway' })
    expect(Number(cost.fees_lovelace) + Number(cost.with_tokens_lovelace)).toBeLessThanOrEqual(
      Number(cost.mint_lovelace),
    )
    expect(issues.flatMap(({ row, rule }) => (row === null ? [rule] : []))).toEqual([
      'empty_attribute',
      'royalty_first',
      'royalty_address',
    ])
    const told = readFileSync(report, 'utf8')
      .split('\r\n')
      .find((row) => row.includes('royalty_address'))
    expect(told).toContain(importRules.royalty_address.source)
    expect(told).toContain(importRules.royalty_address.advice)
    const ofRows = issues.filter(({ row }) => row !== null)
    expect(ofRows.map(({ row, rule }) => [row, rule])).toEqual([
      [6, 'empty_file'],
      [2, 'image_damaged'],
      [3, 'name_differs_from_content'],
      [4, 'content_not_supported'],
      [5, 'content_not_supported'],
      [7, 'image_too_large'],
      [8, 'image_not_square'],
    ])
  })

  it.runIf(process.platform === 'linux')(
    'shows how many images are checked and stops at Ctrl-C with exit code 4',
    async () => {
      const args = ['import', kept(slowFolder(600)), ...(await dryRunInto({ Ink: '<ink>' }))]
      const { code, screen } = await runInTerminal(home, args, [[' of 600 images', '\u{3}']])
      expect(screen).toMatch(/checked \d+ of 600 images/u)
      expect(code).toBe(4)
    },
  )
})
