import { Checkbox } from '@mantine/core'
import { Info, OctagonX, TriangleAlert } from 'lucide-react'
import type { ShownTransaction } from '../../../shared/calls/signing.ts'
import { text } from '../../text/en.ts'
import { acceptanceKey } from './acceptance.ts'
import styles from './signing.module.css'

const words = text.signing.judge
const icons = { error: OctagonX, warning: TriangleAlert, info: Info } as const
const order = ['error', 'warning', 'info']

type Shown = Pick<ShownTransaction, 'summary' | 'warnings'>

/** In plain words, the gravest first; those have a box to be ticked. */
export const WarningList = ({
  transactions,
  accepted,
  onAccept,
}: {
  readonly transactions: readonly Shown[]
  readonly accepted: ReadonlySet<string>
  /** Absent where there is nothing to sign. */
  readonly onAccept?: (key: string, on: boolean) => void
}) => {
  const all = transactions
    .flatMap(({ summary, warnings }, place) =>
      warnings.map((warning, at) => ({
        warning,
        place,
        at,
        key: acceptanceKey(summary.txId, warning),
      })),
    )
    .toSorted((a, b) => order.indexOf(a.warning.severity) - order.indexOf(b.warning.severity))
  if (all.length === 0) return <p className={styles['soft']}>{words.noWarnings}</p>
  const isFirst = (key: string, at: number) => all.findIndex((one) => one.key === key) === at
  return (
    <ul className={styles['warnings']} aria-label={words.warnings}>
      {all.map(({ warning, place, at, key }, index) => {
        const Icon = icons[warning.severity]
        return (
          <li key={`${key} ${at}`} data-severity={warning.severity}>
            <Icon size={18} aria-hidden />
            <div>
              <span className={styles['severity']}>{words.severities[warning.severity]}</span>{' '}
              {transactions.length > 1 && (
                <span className={styles['soft']}>{words.ofTransaction(place + 1)}: </span>
              )}
              {warning.message}
              {warning.severity === 'error' && onAccept !== undefined && isFirst(key, index) && (
                <Checkbox
                  mt="xs"
                  label={words.accept}
                  checked={accepted.has(key)}
                  onChange={(event) => onAccept(key, event.currentTarget.checked)}
                />
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
