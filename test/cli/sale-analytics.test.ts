import { expect, it } from 'vitest'
import { analyzeSales } from '#app/sales/analyze-sales.ts'
import { analyticsAnswer } from '#cli/commands/sale/sale-analytics.ts'
import { renderText } from '#cli/terminal/layout.ts'
import { sampleSale } from '../app/api/samples.ts'

const analyzed = (changes: object) =>
  analyzeSales([
    {
      id: 'c1',
      name: 'Herbarium',
      chain: undefined,
      sales: [{ ...sampleSale, created_at: null, updated_at: null, ...changes }],
    },
  ])

it('analytics say where the first sale begins, where there is none', () => {
  const { text } = analyticsAnswer(analyzeSales([]), 'time')
  expect(renderText(text)).toContain('coldpress sale create --collection COLLECTION')
})

it('analytics show the total below the rows, and what is not known', () => {
  const sold = analyzed({ status: 'COMPLETED', income: null, price: 20_000_000 })
  const byTime = renderText(analyticsAnswer(sold, 'time').text)
  expect(byTime).toMatch(/without a date +\d/u)
  expect(byTime).toMatch(/total +\d/u)
  expect(byTime).toContain('The day of payment is not known of 1 sale.')
  expect(byTime).toContain('The service does not state the income of 1 sale.')
  expect(renderText(analyticsAnswer(sold, 'collection').text)).toMatch(/Herbarium +\d/u)
  const paid = analyzed({ status: 'PROCESSING' })
  expect(renderText(analyticsAnswer(paid, 'time').text)).toMatch(/ADA is not delivered yet\./u)
})
