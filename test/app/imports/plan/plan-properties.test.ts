import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { importRules } from '#contract/imports/import-rules.ts'
import { planImport } from '#app/imports/plan/plan.ts'
import { previewMetadata } from '#app/imports/plan/preview.ts'
import { readTable } from '#app/imports/table/table.ts'
import { addTokensRequest } from '#contract/tokens/token.ts'
import { collectionOf, fileOf } from './plan-fixture.ts'
import { writeCsv } from '../table/write-csv.ts'

const headers = [
  ['asset_name', 'name', 'image', 'description', 'media_type', 'color', '<color>', '<hue>'],
  ['Mood', 'mood', 'custom:Mood', 'custom:', '__proto__', 'file_name', '', 'x'.repeat(70)],
].flat()
const header = fc.constantFrom(...headers)
const cell = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('Bean1', 'Bean2', '1.png', '2.PNG', 'image/png', '') },
  fc.constantFrom('ipfs://x', 'https://example.org/1.png', '<color>', ' a ', '\u200B', '🫘'),
  fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replaceAll('\0', '')),
)
const scene = fc.record({
  headers: fc
    .uniqueArray(header, { maxLength: 6 })
    .map((headers) => ['asset_name', 'name', 'image', ...headers]),
  rows: fc.array(fc.array(cell, { minLength: 1, maxLength: 10 }), { maxLength: 6 }),
  files: fc.subarray(['1.png', '1.PNG', '2.png', 'a/1.png', 'x.svg', 'notes.txt']),
  metadata: fc.constantFrom(
    undefined,
    null,
    { attributes: { Color: '<color>' } },
    { name: 'Bean <color>', attributes: { Artist: 'Jo', Mood: 'calm' } },
  ),
})

type SceneFacts = typeof scene extends fc.Arbitrary<infer T> ? T : never

const planScene = ({ headers, rows, files, metadata }: SceneFacts) => {
  const table = readTable(writeCsv([headers, ...rows], { quoteAll: true }))
  const input = {
    table,
    files: files.map((name) => fileOf(name)),
    collection: collectionOf(metadata),
  }
  return { table, plan: planImport(input), again: planImport(input) }
}

describe('any table', () => {
  it('is planned the same each time, every row either a token or with the reason why not', () => {
    fc.assert(
      fc.property(scene, (facts) => {
        const { table, plan, again } = planScene(facts)
        expect(again).toEqual(plan)
        const planned = new Set(plan.tokens.map(({ row }) => row))
        const errors = plan.issues.filter(({ severity }) => severity === 'error')
        const whole = errors.some(({ row }) => row === null || row === table.headerRow)
        const invalid = new Set(errors.map(({ row }) => row))
        for (const { row } of table.rows) expect(planned.has(row)).toBe(!whole && !invalid.has(row))
        for (const { rule, severity } of plan.issues)
          expect(severity).toBe(importRules[rule].severity)
      }),
      { numRuns: 300 },
    )
  })

  it('becomes requests that the service accepts, and metadata', () => {
    fc.assert(
      fc.property(scene, (facts) => {
        const { plan } = planScene(facts)
        expect(previewMetadata(plan, 100)).toHaveLength(plan.tokens.length)
        for (const { request } of plan.tokens)
          expect(addTokensRequest.safeParse({ tokens: [{ ...request, image: 'x' }] }).error).toBe(
            undefined,
          )
      }),
      { numRuns: 200 },
    )
  })
})
