import { Box, Switch } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import type { ShownTransaction } from '#contract/signing/calls.ts'
import type { TransactionSummary } from '#contract/signing/transactions.ts'
import { text } from '#renderer/text/en.ts'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import { Ada } from '#renderer/ui/text-parts.tsx'
import { Inputs } from './inputs-sheet.tsx'
import { Output } from './outputs-sheet.tsx'
import styles from './signing.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.signing.scripts

/** What Plutus scripts can cost, and the switch that allows them for this request alone. */
export const ScriptsConsent = ({
  transactions,
  isAllowed,
  onAllow,
}: {
  readonly transactions: readonly Pick<ShownTransaction, 'summary'>[]
  readonly isAllowed: boolean
  /** Absent where there is nothing to sign. */
  readonly onAllow?: (on: boolean) => void
}) => {
  const heading = useId()
  const some = transactions.flatMap(({ summary }, position) =>
    summary.scriptFields.length === 0 ? [] : [{ summary, position }],
  )
  if (some.length === 0) return null
  return (
    <div role="group" aria-labelledby={heading} className={styles['scripts']}>
      <Box id={heading} component="h3" fz="sm" fw={600}>
        {words.title}
      </Box>
      {some.map(({ summary, position }) => (
        <div key={summary.txId} className={ui['stack']}>
          {transactions.length > 1 && (
            <strong>{text.signing.review.ofTransaction(position + 1, transactions.length)}</strong>
          )}
          <Collateral summary={summary} />
        </div>
      ))}
      {onAllow !== undefined && (
        <Switch
          label={words.allow}
          checked={isAllowed}
          onChange={(event) => onAllow(event.currentTarget.checked)}
        />
      )}
    </div>
  )
}

const Collateral = ({
  summary: { collateral, collateralReturn, totalCollateral },
}: {
  readonly summary: TransactionSummary
}) =>
  collateral.length === 0 ? (
    <p className={ui['dimmed']}>{words.noCollateral}</p>
  ) : (
    <>
      <div>
        <h4 className={styles['smallTitle']}>{words.canBeLost}</h4>
        <Inputs inputs={collateral} />
      </div>
      <div>
        <h4 className={styles['smallTitle']}>{words.returned}</h4>
        {collateralReturn === null ? (
          <p className={ui['dimmed']}>{words.nothingReturned}</p>
        ) : (
          <ul className={`${ui['tight']} ${styles['lines']}`}>
            <li>
              <Output output={collateralReturn} />
              {collateralReturn.holder === 'others' && (
                <StatusBadge tone="warn" icon={TriangleAlert}>
                  {words.notYours}
                </StatusBadge>
              )}
            </li>
          </ul>
        )}
      </div>
      {totalCollateral !== null && (
        <p className={ui['dimmed']}>
          {words.total} <Ada lovelace={totalCollateral} exact />
        </p>
      )}
    </>
  )
