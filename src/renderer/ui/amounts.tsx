import { Tooltip } from '@mantine/core'
import { Ada } from './text-parts.tsx'
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

/** Amounts of ADA below each other, aligned at the end: a total first, then what it is made of. */
export const AmountList = ({
  entries,
  exact = false,
}: {
  readonly entries: readonly AmountEntry[]
  /** See {@link Ada}. */
  readonly exact?: boolean
}) => (
  <dl className={styles['amounts']}>
    {entries.map(({ term, lovelace, hint, isTotal = false }) => (
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
          <Ada lovelace={lovelace} exact={exact} />
        </dd>
      </div>
    ))}
  </dl>
)
