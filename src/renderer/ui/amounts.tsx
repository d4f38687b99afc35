import { Tooltip } from '@mantine/core'
import { commonDecimals, isBelowCent, type Rounding, roundTogether } from '#values/text/format.ts'
import { Ada, type ShownAmount } from './text-parts.tsx'
import styles from './ui.module.css'

export type AmountEntry = {
  readonly term: string
  /** Decimal text. */
  readonly lovelace: string | number
  /** What the term means, in its tooltip. */
  readonly hint?: string | undefined
  /** The sum of the entries below it, up to the next total. */
  readonly isTotal?: boolean
  /** A part that also stands elsewhere by itself, and is the same number there. */
  readonly isShared?: boolean
}

type AmountStyle = {
  /** Nothing is rounded, see {@link Ada}. */
  readonly exact?: boolean | undefined
  /** How totals are rounded, and parts that are shared. */
  readonly rounding?: Rounding
}

/** Each total with its parts: a list may have several. */
export const sumsOf = <E extends Pick<AmountEntry, 'isTotal'>>(
  entries: readonly E[],
): readonly (readonly E[])[] => {
  const starts = [...entries.keys()].filter((at) => at === 0 || entries[at]?.isTotal === true)
  return starts.map((start, at) => entries.slice(start, starts[at + 1]))
}

type ShownEntry = Omit<AmountEntry, 'term' | 'hint'>

/** The amounts as they are shown below each other: parts add up to the total above them. */
export const shownAmounts = (
  entries: readonly ShownEntry[],
  { exact = false, rounding }: AmountStyle = {},
): readonly ShownAmount[] => {
  const isExact = exact || entries.some(({ lovelace }) => isBelowCent(BigInt(lovelace)))
  const shown = sumsOf(entries).flatMap((sum) => {
    const amounts = sum.map(({ lovelace }) => BigInt(lovelace))
    const [total, ...parts] = amounts
    const isSum = sum[0]?.isTotal === true && parts.reduce((all, part) => all + part, 0n) === total
    if (isExact) return amounts
    if (!isSum) return amounts.map((amount) => roundTogether([{ amount }], rounding).total)
    const rounded = roundTogether(
      parts.map((amount, at) => ({ amount, isShared: sum[at + 1]?.isShared })),
      rounding,
    )
    return [rounded.total, ...rounded.parts]
  })
  const decimals = commonDecimals(shown)
  return shown.map((lovelace) => ({ lovelace, decimals }))
}

/**
 * Sums in the rows of a table whose columns add up too: each row is shown as what it adds to those
 * before it, which is at most a cent from its own rounding.
 */
export const shownSums = (
  rows: readonly (readonly ShownEntry[])[],
): readonly (readonly ShownAmount[])[] => {
  const exact = rows.flat().some(({ lovelace }) => isBelowCent(BigInt(lovelace)))
  let before: readonly bigint[] = []
  let sums: readonly bigint[] = []
  const shown = rows.map((row) => {
    sums = row.map(({ lovelace }, at) => (sums[at] ?? 0n) + BigInt(lovelace))
    const entries = row.map((entry, at) => ({ ...entry, lovelace: String(sums[at]) }))
    const after = shownAmounts(entries, { exact }).map(({ lovelace }) => lovelace)
    const added = after.map((lovelace, at) => lovelace - (before[at] ?? 0n))
    before = after
    return added
  })
  const decimals = commonDecimals(shown.flat())
  return shown.map((row) => row.map((lovelace) => ({ lovelace, decimals })))
}

/** Exact amounts of a column: all with the same decimals. */
export const exactColumn = (
  amounts: readonly (string | number)[],
): ((lovelace: string | number) => ShownAmount) => {
  const decimals = commonDecimals(amounts.map(BigInt))
  return (lovelace) => ({ lovelace: BigInt(lovelace), decimals })
}

/** Amounts of ADA below each other, aligned at the end: each total first, then what it is made of. */
export const AmountList = ({
  entries,
  ...style
}: AmountStyle & { readonly entries: readonly AmountEntry[] }) => {
  const shown = shownAmounts(entries, style)
  return (
    <dl className={styles['amounts']}>
      {entries.map(({ term, lovelace, hint, isTotal = false }, index) => (
        // A list has its entries in the same order at each render, and a part may be a total above.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={`${index} ${term}`} data-total={isTotal}>
          <dt>
            {hint === undefined ? (
              term
            ) : (
              <Tooltip label={hint} multiline maw={280} position="top-start">
                <span>{term}</span>
              </Tooltip>
            )}
          </dt>
          <dd>
            <Ada lovelace={lovelace} shown={shown[index]} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
