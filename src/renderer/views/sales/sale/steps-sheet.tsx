import { CircleAlert, CircleCheck, CircleDashed, CircleDot } from 'lucide-react'
import type { SaleFacts } from '#shared/calls/sales.ts'
import { adaText } from '#shared/format.ts'
import { text } from '#renderer/text/en.ts'
import { Sheet } from '#renderer/ui/page.tsx'
import { When } from '#renderer/ui/text-parts.tsx'
import { saleStatusText } from '../sale-state.tsx'
import styles from '../sales.module.css'
import { type SaleStep, stepsOf } from '../steps.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.sales.sale

/** What happened and when, and what is still to come. */
export const StepsSheet = ({ sale }: { readonly sale: SaleFacts }) => (
  <Sheet title={words.steps}>
    <ol className={`${ui['list']} ${styles['steps']}`}>
      {stepsOf(sale).map((step) => (
        <Step key={step.key} step={step} />
      ))}
    </ol>
  </Sheet>
)

const icons = {
  done: CircleCheck,
  now: CircleDot,
  bad: CircleAlert,
  next: CircleDashed,
} as const

const pathWords: Readonly<Record<string, string>> = words.path

const textOf = ({ what }: SaleStep): string =>
  what.kind === 'payment'
    ? words.payment(adaText(what.lovelace))
    : (pathWords[what.status] ?? saleStatusText(what.status))

const Step = ({ step }: { readonly step: SaleStep }) => {
  const Icon = icons[step.state]
  return (
    <li
      className={styles['step']}
      data-state={step.state}
      {...(step.state === 'now' ? { 'aria-current': 'step' as const } : {})}
    >
      <Icon size={18} aria-hidden />
      <div>
        <div>{textOf(step)}</div>
        <div className={ui['soft']}>
          {step.state === 'next' ? words.next : step.at !== null && <When at={step.at} />}
          {step.state === 'now' && ` · ${words.now}`}
        </div>
      </div>
    </li>
  )
}
