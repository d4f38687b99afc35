import { Box, Checkbox } from '@mantine/core'
import { Info, OctagonX, TriangleAlert } from 'lucide-react'
import { Fragment, type ReactNode, useId } from 'react'
import type { TransactionWarning } from '#contract/signing/transactions.ts'
import { printable } from '#values/text/printable.ts'
import { copy } from '#renderer/stores/copy.ts'
import { withAdaSign } from '#values/text/format.ts'
import { text } from '#renderer/text/en.ts'
import { AdaSentence } from '#renderer/ui/ada-sentence.tsx'
import { ShortIds } from '#renderer/ui/short-ids.tsx'
import { Hash } from '#renderer/ui/text-parts.tsx'
import { AddToAddressBook } from './address-book-dialog.tsx'
import { acceptedBy } from './acceptance.ts'
import {
  differentValues,
  type MergedWarning,
  mergeWarnings,
  type PlacedWarning,
} from './merge-warnings.ts'
import styles from './signing.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.signing.review
const icons = { error: OctagonX, warning: TriangleAlert, info: Info } as const

type Accepting = {
  readonly accepted: ReadonlySet<string>
  /** Absent where there is nothing to sign. */
  readonly onAccept?: (keys: readonly string[], on: boolean) => void
}

/** In plain words, the gravest first; each error has a checkbox of its own. */
export const WarningList = ({
  transactions,
  ...accepting
}: Accepting & { readonly transactions: Parameters<typeof mergeWarnings>[0] }) => (
  <Warnings>
    {mergeWarnings(transactions).map((merged) => (
      <WarningItem
        key={merged[0].key}
        merged={merged}
        transactions={transactions.length}
        {...accepting}
      />
    ))}
  </Warnings>
)

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
      return (
        <WarningItem
          key={key}
          merged={[{ key, warning, position: 0 }]}
          transactions={1}
          accepted={noneAccepted}
        />
      )
    })}
  </Warnings>
)

const noneAccepted: ReadonlySet<string> = new Set()

const WarningItem = ({
  merged,
  transactions,
  accepted,
  onAccept,
}: Accepting & {
  readonly merged: MergedWarning
  /** How many the request has. */
  readonly transactions: number
}) => {
  const message = useId()
  const [{ warning }] = merged
  const Icon = icons[warning.severity]
  const keys = merged.map(({ key }) => key)
  const same = merged.filter((placed) => placed.warning.message === warning.message)
  return (
    <li data-severity={warning.severity}>
      <Icon size={18} aria-hidden />
      <div>
        <span id={message}>
          <Box component="span" fw={600}>
            {words.severities[warning.severity]}.
          </Box>{' '}
          {transactions > 1 && <span className={ui['dimmed']}>{places(same, transactions)}: </span>}
          <WarningText warning={warning} />
        </span>
        {same.length < merged.length && (
          <ul className={ui['bullets']} aria-label={words.alsoAt}>
            {merged
              .filter((placed) => !same.includes(placed))
              .map((placed) => (
                <li key={placed.key}>
                  {places([placed], transactions)}:{' '}
                  <DifferentValues warning={placed.warning} from={warning.message} />
                </li>
              ))}
          </ul>
        )}
        {onAccept !== undefined && acceptedBy(warning) === 'checkbox' && (
          <Checkbox
            mt="xs"
            label={words.accept}
            aria-describedby={message}
            checked={keys.every((key) => accepted.has(key))}
            onChange={(event) => onAccept(keys, event.currentTarget.checked)}
          />
        )}
      </div>
    </li>
  )
}

/** Which transactions of a request. */
const places = (some: readonly PlacedWarning[], transactions: number): string =>
  words.ofTransactions(
    some.map(({ position }) => position + 1),
    transactions,
  )

/** An unknown address stands by itself, so that it can be compared and made known. */
const isOneUnknownAddress = ({ code, facts }: TransactionWarning): boolean =>
  code === 'ada_to_unknown_address' && facts['addresses'] === 1

const WarningText = ({ warning }: { readonly warning: TransactionWarning }) => {
  const { address, lovelace, label } = warning.facts
  // Terminals share the sentence, and their fonts may lack the sign.
  if (!isOneUnknownAddress(warning)) return <ShortIds>{withAdaSign(warning.message)}</ShortIds>
  return (
    <>
      <AdaSentence
        say={words.unknownAddress}
        amounts={[{ lovelace: lovelace ?? '0', exact: true }]}
      />{' '}
      <WholeAddress address={String(address)} />{' '}
      {label !== '' && words.calledByRequest(printable(String(label)))} {words.checkAddress}{' '}
      <AddToAddressBook address={String(address)} />
    </>
  )
}

const WholeAddress = ({ address }: { readonly address: string }) => (
  <Hash whole value={address} what={text.signing.outputs.address} onCopy={copy} />
)

/** What of an equal warning is another amount, address or hash. */
const DifferentValues = ({
  warning,
  from,
}: {
  readonly warning: TransactionWarning
  readonly from: string
}) =>
  differentValues(warning.message, from).map((value, at) => (
    <Fragment key={value}>
      {at > 0 && ', '}
      {isOneUnknownAddress(warning) && value === warning.facts['address'] ? (
        <>
          <WholeAddress address={value} /> <AddToAddressBook address={value} />
        </>
      ) : (
        <ShortIds>{withAdaSign(value)}</ShortIds>
      )}
    </Fragment>
  ))
