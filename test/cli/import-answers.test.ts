import { describe, expect, it } from 'vitest'
import {
  costJson,
  costText,
  issuesText,
  planText,
  importStatusText,
  summaryAnswer,
} from '#cli/commands/import/import-answers.ts'
import { mintPackingOf } from '#app/imports/estimate/mint-packing.ts'
import { importRules } from '#contract/imports/import-rules.ts'
import { issueOf } from '#app/imports/table/issues.ts'
import { adaText } from '#values/text/format.ts'
import { plainHeader, planOf } from '../app/imports/plan/plan-fixture.ts'
import * as given from '../cardano/transactions/ingredients.ts'
import type { JobStatus, Summary } from '#app/imports/summary.ts'
import { renderText } from '#cli/terminal/layout.ts'

const failures = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    row: index + 2,
    asset_name: `Token${index + 1}`,
    name: `Token ${index + 1}`,
    code: 'invalid',
    message: `Row ${index + 2}: no image.`,
  }))

const summary = (facts: Partial<Summary>): Summary => ({
  job: 'j1',
  state: 'failed',
  total: 30,
  added: 0,
  already: 0,
  failed: 0,
  left: 0,
  seconds: 1,
  stopped: null,
  failures: [],
  skipped: [],
  notes: [],
  places: [],
  unpinned: 0,
  elsewhere: { ipfs: 0, web: 0 },
  tokens: [],
  ...facts,
})

const textOf = (facts: Partial<Summary>): readonly string[] =>
  renderText(summaryAnswer(summary(facts), 'c1').text).split('\n')

describe('the answer of an import', () => {
  it('shows the first failures and says how many more there are', () => {
    const lines = textOf({ failed: 25, failures: failures(25), added: 5 })
    expect(lines.filter((line) => line.includes('no image'))).toHaveLength(21)
    expect(lines[0]).toBe('Token 1 · Row 2: no image.')
    expect(lines).toContainEqual(expect.stringMatching(/^… and 5 more/u))
  })

  it('calls the content store this computer', () => {
    const places = [{ place: 'local', held: 2, total: 2, error: null }]
    expect(textOf({ state: 'done', places })).toContain('2 of 2 images are on this computer.')
  })

  it('says which images are pinned nowhere, and how many each place has', () => {
    const places = [{ place: 'kubo', held: 2, total: 2, error: null }]
    expect(textOf({ state: 'done', places, elsewhere: { ipfs: 3, web: 1 } })).toEqual(
      expect.arrayContaining([
        '2 of 2 images are at kubo.',
        '3 images are named as ipfs:// in the table: this import pins them nowhere.',
        '1 image is a web address in the table: this import pins it nowhere.',
      ]),
    )
  })

  it('tells what was noted of images that were taken', () => {
    const message = 'Row 2: It holds GPS coordinates.'
    const notes = [{ row: 2, asset_name: 'Token1', name: 'Token 1', message }]
    const answer = summaryAnswer(summary({ state: 'done', total: 1, added: 1, notes }), 'c1')
    expect(renderText(answer.text)).toContain(
      'Token 1 · Row 2: It holds GPS coordinates.\nDone: 1 of 1 token',
    )
    expect(answer.json).toMatchObject({ collection_id: 'c1', notes })
  })

  it('names the rows that were skipped, and counts them at the end', () => {
    const skipped = [
      { row: 3, message: 'Row 3, name: empty.' },
      { row: 9, message: null },
    ]
    const answer = summaryAnswer(summary({ state: 'done', total: 1, added: 1, skipped }), 'c1')
    expect(renderText(answer.text)).toContain(
      'Skipped 2 rows:\n  Row 3, name: empty.\n  Row 9: left out',
    )
    expect(renderText(answer.text)).toContain('Done: 1 of 1 token added, 2 rows skipped, in ')
    expect(answer.exit).toBe(0)
    expect(answer.json).toMatchObject({ skipped })
  })

  it.each([
    ['done in part', { added: 1, left: 29 }, 4],
    ['nothing reached', { left: 30 }, 6],
  ] as const)('the exit code of an import %s', (_what, facts, exit) => {
    const stopped = { code: 'unreachable', message: 'The service is gone.' }
    expect(summaryAnswer(summary({ ...facts, stopped }), 'c1').exit).toBe(exit)
  })
})

describe('a plan', () => {
  it('is followed by what changes how its table was understood, each said once', () => {
    const plan = planOf({
      rows: [
        ['Titel', 'Titre'],
        ['Fuchs', 'Renard'],
      ],
    })
    const made = issueOf('made_names', 'Asset names are made by the pattern {row:4}.')
    const text = planText({ ...plan, issues: [made, made, ...plan.issues] })
    expect(text).toContain('It may be "Titel" or "Titre"')
    expect(text.split('--map "COLUMN=FIELD"')).toHaveLength(2)
    expect(text.split('--asset-names')).toHaveLength(2)
  })
})

describe('the state of an import', () => {
  it('bounds its failures as well', () => {
    const status: JobStatus = {
      job: {
        id: 'j1',
        folder: '/art',
        table_path: '/art/t.csv',
        own_table: null,
        format: null,
        names: null,
        asset_names: null,
        sheet: null,
        header_row: null,
        encoding: null,
        collection_id: 'c1',
        account_id: 'local',
        settings: { maxPixels: null, format: 'keep', quality: 90 },
        accepts_local_images: false,
        pinner: 'local',
        state: 'failed',
        reason: null,
        created_at: '2027-01-01T00:00:00.000Z',
        updated_at: '2027-01-01T00:00:00.000Z',
      },
      state: 'failed',
      runningPid: null,
      total: 30,
      added: 5,
      failed: 25,
      left: 0,
      failures: failures(25),
      skipped: [{ row: 40, message: 'Row 40: no image.' }],
    }
    expect(renderText(importStatusText(status))).toContain('… and 5 more')
    expect(renderText(importStatusText(status))).toMatch(/Skipped 1 row:\n  Row 40: no image\.$/u)
  })
})

describe('issues as a person reads them', () => {
  it('are grouped by rule, errors first, five of each, and name each row or file once', () => {
    const text = issuesText([
      issueOf('unused_file', 'No row names the file 9.png; it is not imported.'),
      ...failures(7).map(({ row, message }) => issueOf('file_not_found', message, { row })),
    ])
    const lines = text.split('\n')
    expect(lines[0]).toBe('error · file_not_found · 7 times')
    expect(lines[1]).toBe('  Row 2: no image.')
    expect(lines.filter((line) => line.includes('no image'))).toHaveLength(5)
    expect(lines.at(-4)).toMatch(/^  … and 2 more/u)
    expect(lines.at(-3)).toBe(`  ${importRules.file_not_found.advice}`)
    expect(lines.at(-2)).toBe('warning · unused_file · 1 time')
  })
})

describe('the cost of a dry run', () => {
  const cid = 'ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG'
  const plan = planOf({ rows: [plainHeader, ['B1', 'Bean', cid], ['B2', 'Bean', cid]] })
  const { lovelace, fees, withTokens } = mintPackingOf(plan)
  const [cost, ofFees, ofTokens] = [lovelace, fees, withTokens].map((one) => adaText(one, 'ADA'))

  it('is the estimate of the window, in lovelace for programs and in ADA for people', () => {
    expect(costJson(plan)).toEqual({
      mint_lovelace: String(lovelace),
      transactions: 1,
      fees_lovelace: String(fees),
      with_tokens_lovelace: String(withTokens),
      parameters: 'assumed',
    })
    expect(costText(plan)).toContain(
      `Minting 2 new tokens later costs about ${cost} in 1 transaction: fees of ${ofFees}, and ${ofTokens} that go along with the tokens.`,
    )
    expect(costText(plan)).toContain('the protocol parameters of Cardano mainnet in July 2026')
  })

  it('follows the protocol parameters of a gateway and the script of the policy', () => {
    const parameters = { ...given.parameters, minFeeA: 88n }
    const dear = { ...plan, parameters, script: given.twoOfThree.script }
    expect(costJson(dear)).toMatchObject({ parameters: 'gateway' })
    expect(mintPackingOf(dear).fees).toBeGreaterThan(fees)
    expect(costText(dear)).toContain('the protocol parameters of the network now')
    expect(costText(dear)).not.toContain('did not show the policy')
  })

  it('is not named when nothing is new', () => {
    const empty = planOf({ rows: [plainHeader] })
    expect(costText(empty)).toBeUndefined()
    expect(costJson(empty)).toMatchObject({ mint_lovelace: '0', transactions: 0 })
  })
})
