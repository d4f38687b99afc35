import { Tooltip } from '@mantine/core'
import { commonDecimals, type Rounding, roundTogether } from '#values/text/format.ts'
import { Ada, type ShownAmount } from './text-parts.tsx'
import styles from './ui.module.css'

export type AmountEntry = {
  readonly term: string
  /** Decimal text. */
  readonly lovelace: string | number
  /** What the term means, in its tooltip. */
  readonly hint?: string
  /** The sum of the entries below it. */
  readonly isTotal?: boolean
}

type AmountStyle = {
  /** Nothing is rounded, see {@link Ada}. */
  readonly exact?: boolean | undefined
  /** How the total is rounded. */
  readonly rounding?: Rounding
}

/**
 * The amounts as they are shown below each other: the parts add up to their total. Amounts that are
 * not the sum of each other are shown exactly.
 */
export const shownAmounts = (
  entries: readonly Pick<AmountEntry, 'lovelace' | 'isTotal'>[],
  { exact = false, rounding }: AmountStyle = {},
): readonly ShownAmount[] => {
  const amounts = entries.map(({ lovelace }) => BigInt(lovelace))
  const [total, ...parts] = amounts
  const rounded = roundTogether(parts, rounding)
  const isSum =
    entries[0]?.isTotal === true && parts.reduce((sum, part) => sum + part, 0n) === total
  const shown = exact || !isSum ? amounts : [rounded.total, ...rounded.parts]
  const decimals = commonDecimals(shown)
  return shown.map((lovelace) => ({ lovelace, decimals }))
}

/** Exact amounts of a column: all with the same decimals. */
export const exactColumn = (
  amounts: readonly (string | number)[],
): ((lovelace: string | number) => ShownAmount) => {
  const decimals = commonDecimals(amounts.map(BigInt))
  return (lovelace) => ({ lovelace: BigInt(lovelace), decimals })
}

/** Amounts of ADA below each other, aligned at the end: a total first, then what it is made of. */
export const AmountList = ({
  entries,
  ...style
}: AmountStyle & { readonly entries: readonly AmountEntry[] }) => {
  const shown = shownAmounts(entries, style)
  return (
    <dl className={styles['amounts']}>
      {entries.map(({ term, lovelace, hint, isTotal = false }, index) => (
        <div key={term} data-total={isTotal}>
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
