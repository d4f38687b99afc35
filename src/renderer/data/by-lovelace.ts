/** Compares two amounts, for a sort. */
export const byLovelace = (a: string, b: string): number => Number(BigInt(a) - BigInt(b))
