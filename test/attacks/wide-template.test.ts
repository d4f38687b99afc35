import { expect, test } from 'vitest'
import { metadataErrors } from '#cardano/collection-errors.ts'
import { tagsOf } from '#cardano/template.ts'
import { tokenErrors } from '#cardano/token-errors.ts'
import { describeIssues } from '#values/errors/issues.ts'
import { limits } from '#values/bounds/limits.ts'
import { metadataTemplate } from '#contract/collections/collection.ts'

const attributes = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`name ${index}`, `<tag${index}>`]),
  )

test('a template of 90,000 attributes is refused by the number that it may have', () => {
  const { error } = metadataTemplate.safeParse({ attributes: attributes(90_000) })
  expect(error && describeIssues(error)).toContain(
    `attributes: 90000 names, at most ${limits.recordNames} allowed`,
  )
})

test('the check of a template takes no longer than its length, also beyond the limit', () => {
  // Once it took 43 seconds for 90,000, and four times as long for twice as many.
  const wide = { attributes: attributes(180_000) }
  expect(metadataErrors(wide)).toEqual([])
  expect(tagsOf(wide)).toHaveLength(180_000)
})

test('one text with 100,000 tags holds nobody up', () => {
  const words = Array.from({ length: 100_000 }, (_, index) => `<t${index}>`)
  const crowded = { attributes: { all: words.join('') } }
  expect(tagsOf(crowded)).toHaveLength(100_000)
})

test('a token with a value for each of 20,000 tags is checked in time', () => {
  const wide = { attributes: attributes(20_000) }
  const token = {
    asset_name: 'Leaf',
    name: 'Leaf',
    image: 'ipfs://x',
    metadata_attributes: Array.from({ length: 20_000 }, (_, index) => ({
      tag: `<tag${index}>`,
      value: 'x',
    })),
    custom_attributes: {},
  }
  expect(tokenErrors(wide, token).map(({ rule }) => rule)).toEqual(['metadata_too_large'])
})
