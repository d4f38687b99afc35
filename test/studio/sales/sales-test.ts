import { test } from 'vitest'
import { openSales } from './open-sales.ts'

/** A test with a studio that sells, its devnet and two buyers, which all tests of its file share. */
export const salesTest = test.extend('sales', { scope: 'file' }, async ({}, { onCleanup }) => {
  const sales = await openSales()
  onCleanup(() => sales.close())
  return sales
})
