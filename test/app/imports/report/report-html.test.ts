import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { importRules } from '#contract/imports/import-rules.ts'
import { examplesPerRule, reportHtml } from '#app/imports/report/report-html.ts'
import { issueOf } from '#app/imports/table/issues.ts'
import { reportKindOf } from '#app/imports/report/report.ts'
import { collectionOf, fileOf, plainHeader, planOf } from '../plan/plan-fixture.ts'

const facts = { folder: '/art', reason: 'A table.', at: new Date('2026-11-01T12:00:00Z') }

const pageOf = (rows: readonly (readonly string[])[], files: readonly string[] = []): string =>
  reportHtml(planOf({ rows: [plainHeader, ...rows], files }), facts)

describe('reportHtml', () => {
  it('names each rule with its severity, source and what to do, and the row with its fix', () => {
    const page = pageOf(
      [
        ['Bean1', 'Bean #1', '1.png'],
        ['Bean1', ' Bean #2', 'gone.png'],
        ['Bean1', 'Bean #1', '1.png'],
      ],
      ['1.png'],
    )
    for (const rule of [
      'file_not_found',
      'surrounding_whitespace',
      'duplicate_asset_name',
    ] as const) {
      const { title, source, advice } = importRules[rule]
      expect(page).toContain(`id="${rule}"`)
      for (const text of [title, source, advice])
        expect(page).toContain(text.replaceAll('"', '&quot;'))
    }
    expect(page).toContain('the folder has no file &quot;gone.png&quot;')
    expect(page).toContain('Remove row 4')
    expect(page).toContain('Not ready: 3 errors')
  })

  it('escapes all text, and shows what cannot be seen', () => {
    const page = pageOf([
      ['Bean1', '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>.png'],
      ['Bean2', 'a\u202Eb\u200Bc', '1.png'],
    ])
    expect(page).not.toContain('<script')
    expect(page).not.toContain('<img')
    expect(page).toContain('a\\u{202e}b\\u{200b}c')
  })

  it('loads and runs nothing: its policy allows one style, by hash', () => {
    const page = pageOf([['Bean1', 'Bean #1', '1.png']])
    const style = /<style>(?<style>[^]*?)<\/style>/u.exec(page)?.groups?.['style'] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(page).toContain(`content="default-src 'none'; style-src 'sha256-${hash}'"`)
    expect(page).not.toMatch(/\bstyle="|<script|https?:\/\//u)
  })

  it('shows a bounded number of examples of each rule, so that 10,000 rows stay readable', () => {
    const plan = planOf({ rows: [plainHeader, ['Bean1', 'Bean #1', '1.png']], files: ['1.png'] })
    const issues = Array.from({ length: 10_000 }, (_, at) =>
      issueOf('file_not_found', `Row ${at + 2}, image: the folder has no file.`, { row: at + 2 }),
    )
    const page = reportHtml({ ...plan, issues }, facts)
    expect(page.match(/the folder has no file/gu)).toHaveLength(examplesPerRule)
    expect(page).toContain(`… and ${(10_000 - examplesPerRule).toLocaleString('en')} more`)
    expect(page.length).toBeLessThan(100_000)
  })

  it('leaves out the columns that none of the issues fills', () => {
    const page = pageOf([['Bean1', 'Bean #1', 'gone.png']], ['1.png'])
    const section = /<section id="unused_file"[^]*?<\/section>/u.exec(page)?.[0]
    expect(section).toContain('1.png isn&#39;t in the table')
    const titles = [...(section ?? '').matchAll(/<th [^>]*>([^<]*)</gu)].map(([, title]) => title)
    expect(titles).toEqual(['Found', 'What is wrong'])
  })

  it('says what minting takes: transactions, fees and the minimum ADA with the tokens', () => {
    const files = Array.from({ length: 100 }, (_, at) => fileOf(`${at}.png`))
    const plan = planOf({
      rows: [plainHeader, ...files.map(({ name }, at) => [`Bean${at}`, `Bean ${at}`, name])],
      files,
    })
    const page = reportHtml(plan, facts)
    expect(page).toContain('Ready: no errors and no warnings.')
    expect(page).toMatch(/about 1 transaction<[^]*<dt>Fees<\/dt><dd>0\.7\d+ ADA/u)
    expect(page).toMatch(/Minimum ADA with the tokens<\/dt><dd>\d+\.\d+ ADA/u)
    expect(page).toContain(collectionOf().name)
  })
})

it.each([
  ['report.html', 'html'],
  ['/a.b/Report.HTM', 'html'],
  ['report.csv', 'csv'],
  ['report.pdf', undefined],
  ['folder.csv/report', undefined],
])('the name %s means the format %s', (name, kind) => {
  expect(reportKindOf(name)).toBe(kind)
})
