/** Compares two amounts, for a sort. */
export const byLovelace = (a: bigint | number | string, b: bigint | number | string): number =>
  Number(BigInt(a) - BigInt(b))
