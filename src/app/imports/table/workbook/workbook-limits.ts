/**
 * What a workbook may hold beside the limits of every table (../table-limits.ts). Real ones stay far
 * below.
 */
export const workbookLimits = {
  /** Parts of the zip. One sheet has one, with its comments and drawings four; 1000 sheets fit. */
  entries: 10_000,
  /** Of one part, unpacked. The XML of a sheet has some 50 bytes a cell: 5 million cells. */
  partBytes: 256 * 1024 ** 2,
  /**
   * Of all parts that are read, unpacked; one that is read twice counts twice. The largest part, its
   * texts and its styles, or all sheets of a workbook of which only one is filled.
   */
  totalBytes: 512 * 1024 ** 2,
  /** How many times larger a part may be unpacked, once it has more than `ratioFromBytes`. */
  ratio: 300,
  ratioFromBytes: 1024 ** 2,
  /** Excel itself writes some 20 levels, LibreOffice with groups and spans 40. */
  depth: 256,
  /** Of one element. LibreOffice declares 40 namespaces at the root; nothing has more. */
  attributes: 256,
  sheets: 1000,
  /** Formats of cells, and names that parts relate to: Excel has at most 65,490. */
  styles: 65_536,
  /** Of one format of numbers: Excel's own limit. */
  formatChars: 255,
} as const
