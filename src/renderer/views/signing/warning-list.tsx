import { Box, Checkbox } from '@mantine/core'
import { Info, OctagonX, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { ShownTransaction } from '#contract/signing/calls.ts'
import type { TransactionWarning } from '#contract/signing/transactions.ts'
import { printable } from '#values/text/printable.ts'
import { copy } from '#renderer/stores/copy.ts'
import { withAdaSign } from '#values/text/format.ts'
import { text } from '#renderer/text/en.ts'
import { AdaSentence } from '#renderer/ui/ada-sentence.tsx'
import { Hash } from '#renderer/ui/text-parts.tsx'
import { AddToAddressBook } from './address-book-dialog.tsx'
import { acceptanceKey, acceptedBy } from './acceptance.ts'
import styles from './signing.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.signing.review
const icons = { error: OctagonX, warning: TriangleAlert, info: Info } as const
const order = ['error', 'warning', 'info']

type Shown = Pick<ShownTransaction, 'summary' | 'warnings'>
type Accepting = {
  readonly accepted: ReadonlySet<string>
  /** Absent where there is nothing to sign. */
  readonly onAccept?: (keys: readonly string[], on: boolean) => void
}

/** In plain words, the gravest first; each error has a checkbox of its own. */
export const WarningList = ({
  transactions,
  ...accepting
}: Accepting & { readonly transactions: readonly Shown[] }) => {
  // Equal warnings of one transaction are one.
  const all = [
    ...new Map(
      transactions.flatMap(({ summary, warnings }, position) =>
        warnings.map((warning) => {
          const key = acceptanceKey(summary.txId, warning)
          return [key, { key, warning, position }] as const
        }),
      ),
    ).values(),
  ].toSorted((a, b) => order.indexOf(a.warning.severity) - order.indexOf(b.warning.severity))
  return (
    <Warnings>
      {all.map(({ key, warning, position }) => (
        <WarningItem
          key={key}
          acceptKey={key}
          warning={warning}
          {...(transactions.length > 1
            ? { of: words.ofTransaction(position + 1, transactions.length) }
            : {})}
          {...accepting}
        />
      ))}
    </Warnings>
  )
}

const Warnings = ({ children }: { readonly children: readonly ReactNode[] }) =>
  children.length === 0 ? (
    <p className={ui['dimmed']}>{words.noWarnings}</p>
  ) : (
    <ul className={`${ui['tight']} ${styles['warnings']}`} aria-label={words.warnings}>
      {children}
    </ul>
  )

/** Warnings that nobody has to accept. */
export const PlainWarningList = ({
  warnings,
}: {
  readonly warnings: readonly TransactionWarning[]
}) => (
  <Warnings>
    {warnings.map((warning) => {
      const key = `${warning.code} ${warning.message}`
      return <WarningItem key={key} acceptKey={key} warning={warning} accepted={new Set()} />
    })}
  </Warnings>
)

const WarningItem = ({
  acceptKey,
  warning,
  of,
  accepted,
  onAccept,
}: Accepting & {
  readonly acceptKey: string
  readonly warning: TransactionWarning
  /** Which of several transactions it is about. */
  readonly of?: string
}) => {
  const message = useId()
  const Icon = icons[warning.severity]
  return (
    <li data-severity={warning.severity}>
      <Icon size={18} aria-hidden />
      <div>
        <span id={message}>
          <Box component="span" fw={600}>
            {words.severities[warning.severity]}.
          </Box>{' '}
          {of !== undefined && <span className={ui['dimmed']}>{of}: </span>}
          <WarningText warning={warning} />
        </span>
        {onAccept !== undefined && acceptedBy(warning) === 'checkbox' && (
          <Checkbox
            mt="xs"
            label={words.accept}
            aria-describedby={message}
            checked={accepted.has(acceptKey)}
            onChange={(event) => onAccept([acceptKey], event.currentTarget.checked)}
          />
        )}
      </div>
    </li>
  )
}

/** An unknown address stands by itself, so that it can be compared and made known. */
const WarningText = ({
  warning: { code, message, facts },
}: {
  readonly warning: TransactionWarning
}) => {
  const { address, addresses, lovelace, label } = facts
  // Terminals share the sentence, and their fonts may lack the sign.
  if (code !== 'ada_to_unknown_address' || addresses !== 1) return withAdaSign(message)
  return (
    <>
      <AdaSentence
        say={words.unknownAddress}
        amounts={[{ lovelace: lovelace ?? '0', exact: true }]}
      />{' '}
      <Hash whole value={String(address)} what={text.signing.outputs.address} onCopy={copy} />{' '}
      {label !== '' && words.calledByRequest(printable(String(label)))} {words.checkAddress}{' '}
      <AddToAddressBook address={String(address)} />
    </>
  )
}
