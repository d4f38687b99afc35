import type { Studio } from '../../options.ts'

/** About 100 bytes each; a sale that was forgotten is read once more. */
const mostSales = 20_000

const read = new WeakMap<Studio, Set<string>>()

/**
 * Notes that this process has read what is paid at a sale's address, or has made the address. What an
 * earlier process stored may be older than the chain: a copy of its database may have been put back.
 */
export const noteRead = (studio: Studio, saleId: string): void => {
  const sales = read.get(studio) ?? new Set()
  read.set(studio, sales)
  // In the order of use.
  sales.delete(saleId)
  sales.add(saleId)
  const [oldest] = sales
  if (sales.size > mostSales && oldest !== undefined) sales.delete(oldest)
}

export const isRead = (studio: Studio, saleId: string): boolean =>
  read.get(studio)?.has(saleId) === true
