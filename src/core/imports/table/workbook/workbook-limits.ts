/**
 * What a workbook may hold. Real ones stay far below: 100,000 rows of 20 columns are 2 million
 * cells, and the XML of a sheet is some 20 times as large as its zip.
 */
export const workbookLimits = {
  entries: 10_000,
  /** Of one part, unpacked. */
  partBytes: 256 * 1024 ** 2,
  /** How many times larger a part may be unpacked, once it has more than `ratioFromBytes`. */
  ratio: 300,
  ratioFromBytes: 1024 ** 2,
  sheets: 1000,
  cells: 5_000_000,
  /** Of all cells, as many as a CSV may have. */
  characters: 64 * 1024 ** 2,
} as const
