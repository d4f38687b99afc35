/**
 * The index of the row that a spreadsheet calls `row`. Rows are in order, but removed and empty
 * ones leave gaps: a row stands at `row - 2` at most, and never earlier than the gap that was seen
 * there allows. Undefined for the header and for rows that are gone.
 */
export const locateRow = async (
  row: number,
  total: number,
  at: (index: number) => Promise<{ readonly row: number } | undefined>,
): Promise<number | undefined> => {
  let low = 0
  let high = Math.min(total - 1, row - 2)
  let guess = high
  while (low <= high) {
    const found = await at(guess)
    if (found === undefined) return undefined
    if (found.row === row) return guess
    if (found.row < row) {
      low = guess + 1
    } else {
      high = guess - 1
      low = Math.max(low, guess - (found.row - row))
    }
    guess = Math.floor((low + high) / 2)
  }
  return undefined
}
