import { Banknote, CalendarClock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Box } from '@mantine/core'
import type { EventView, EventRow } from '#contract/events/calls.ts'
import type { SaleDetails } from '#contract/sales/calls.ts'
import { durationText } from '#values/text/format.ts'
import { useEvents } from '#renderer/stores/events.ts'
import { text } from '#renderer/text/en.ts'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import { Ada, When } from '#renderer/ui/text-parts.tsx'
import { SaleBadge } from '#renderer/views/sales/sale-state.tsx'
import styles from '../events.module.css'
import { type Step, timelineOf } from './timeline.ts'
import { isMoreThanKind } from './received-row.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.events.detail

/** The steps of the event's sale, and the time between them. */
export const Timeline = ({
  event,
  rows,
  sale,
}: {
  readonly event: EventView
  /** Undefined until loaded. */
  readonly rows: readonly EventRow[] | undefined
  readonly sale: SaleDetails | undefined
}) => (
  <section>
    <h3 className={ui['heading']}>{words.timeline}</h3>
    <ol>
      {timelineOf(rows ?? [event], sale).map((step) => (
        <li key={step.key} className={styles['step']} data-here={isHere(step, event)}>
          <Box component="span" ta="end" className={ui['soft']}>
            {step.after !== null && words.step(durationText(step.after))}
          </Box>
          <span>
            <When at={step.at} />
          </span>
          <span className={styles['stepWhat']}>
            <What step={step} here={event} />
          </span>
        </li>
      ))}
    </ol>
  </section>
)

const isHere = ({ what }: Step, { id }: EventView): boolean =>
  what.kind === 'event' && what.row.id === id

const What = ({ step, here }: { readonly step: Step; readonly here: EventView }): ReactNode => {
  const open = useEvents((store) => store.open)
  const { what } = step
  switch (what.kind) {
    case 'reserved':
      return <StatusBadge icon={CalendarClock}>{words.reserved}</StatusBadge>
    case 'paid':
      return (
        <>
          <StatusBadge tone="accent" icon={Banknote}>
            {what.isConfirmed ? words.paid : words.paidUnconfirmed}
          </StatusBadge>
          <Ada lovelace={what.lovelace} />
        </>
      )
    case 'event': {
      const state = <SaleBadge status={text.events.received.otherKind(what.row.kind)} />
      return (
        <>
          {isHere(step, here) ? (
            <span aria-current="step">{state}</span>
          ) : (
            <button type="button" onClick={() => open(what.row.id)}>
              {state}
            </button>
          )}
          {isMoreThanKind(what.row) && <span className={ui['dimmed']}>{what.row.error}</span>}
        </>
      )
    }
    default:
      return what satisfies never
  }
}
