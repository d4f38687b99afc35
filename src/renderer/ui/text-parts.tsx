import { Tooltip } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import {
  adaText,
  cutMiddle,
  dateText,
  isAdaRounded,
  numberText,
  type Rounding,
} from '#values/text/format.ts'
import { text } from '../text/en.ts'
import { useTabIndex } from './tab-stop.ts'
import parts from './parts.module.css'
import styles from './ui.module.css'

/** Copies through the given function, because `ui` does not know the bridge. */
export const CopyButton = ({
  what,
  onCopy,
}: {
  /** What is copied, for the button's label. */
  readonly what: string
  /** Whether it was copied. */
  readonly onCopy: () => Promise<boolean>
}) => {
  const tabIndex = useTabIndex()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (await onCopy()) setCopied(true)
  }
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), 1500)
    return () => clearTimeout(timer)
  }, [copied])
  const label = copied ? text.common.copied : text.common.copyOf(what)
  return (
    <Tooltip label={label}>
      <button
        type="button"
        className={styles['copy']}
        aria-label={label}
        tabIndex={tabIndex}
        onClick={(event) => {
          event.stopPropagation()
          void copy()
        }}
      >
        {copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      </button>
    </Tooltip>
  )
}

/**
 * A hash, id or address: monospaced, cut in the middle, complete in the tooltip, with a copy
 * button.
 */
export const Hash = ({
  value,
  what,
  onCopy,
  whole = false,
}: {
  readonly value: string
  readonly what: string
  readonly onCopy?: (value: string) => Promise<boolean>
  readonly whole?: boolean
}) => (
  <span className={styles['hash']}>
    {whole ? (
      <span style={{ whiteSpace: 'normal', wordBreak: 'break-all', textWrap: 'balance' }}>
        {value}
      </span>
    ) : (
      <Tooltip label={value}>
        <span>{cutMiddle(value)}</span>
      </Tooltip>
    )}
    {onCopy !== undefined && <CopyButton what={what} onCopy={() => onCopy(value)} />}
  </span>
)

/** A possibly long name or path: one line, complete in the tooltip where it is cut or `full` says more. */
export const CutText = ({
  children,
  full,
  isMany = false,
  className,
}: {
  readonly children: ReactNode
  /** The tooltip; by default the text itself. */
  readonly full?: string | undefined
  /** One of many in a list: the browser's own tooltip costs nothing while the list scrolls. */
  readonly isMany?: boolean
  readonly className?: string | undefined
}) => {
  const [isCut, setCut] = useState(false)
  const label = full ?? (typeof children === 'string' ? children : undefined)
  const cut = (
    <span
      onMouseEnter={({ currentTarget }) =>
        setCut(currentTarget.scrollWidth > currentTarget.clientWidth)
      }
      className={[parts['cut'], className].filter(Boolean).join(' ')}
      {...(isMany ? { title: label } : { 'data-full': label })}
    >
      {children}
    </span>
  )
  return isMany || label === undefined ? (
    cut
  ) : (
    <Tooltip label={label} disabled={!isCut && full === undefined}>
      {cut}
    </Tooltip>
  )
}

/** An amount among others: what is shown of it, with as many decimals as they have. */
export type ShownAmount = { readonly lovelace: bigint; readonly decimals: 2 | 6 }

/**
 * Lovelace as ADA with two decimals; exact, and in lovelace, in a tooltip on hover and
 * focus. `exact`: nothing is rounded, for what is signed, sent or typed into a wallet.
 */
export const Ada = ({
  lovelace,
  exact = false,
  rounding = 'nearest',
  shown,
}: {
  readonly lovelace: bigint | number | string
  readonly exact?: boolean
  /** `up` for what is to be paid or missing. */
  readonly rounding?: Rounding
  /** As `shownAmounts` rounds it together with others. */
  readonly shown?: ShownAmount | undefined
}) => {
  const tabIndex = useTabIndex()
  const isRounded =
    shown === undefined
      ? !exact && isAdaRounded(BigInt(lovelace))
      : shown.lovelace !== BigInt(lovelace)
  const whole = text.common.lovelace(numberText(BigInt(lovelace)))
  return (
    <Tooltip label={isRounded ? `${adaText(lovelace)} · ${whole}` : whole}>
      <span className={parts['number']} {...(isRounded ? { tabIndex } : {})}>
        {shown === undefined
          ? adaText(lovelace, '₳', { rounding: exact ? undefined : rounding })
          : adaText(shown.lovelace, '₳', shown)}
      </span>
    </Tooltip>
  )
}

/** A time in the user's own zone; `slot` or the exact UTC time in the tooltip. */
export const When = ({
  at,
  slot,
}: {
  readonly at: string | null | undefined
  readonly slot?: string
}) =>
  typeof at === 'string' && (
    <Tooltip label={slot === undefined ? at : `${text.common.slot(slot)} · ${at}`}>
      <time dateTime={at}>{dateText(at)}</time>
    </Tooltip>
  )
