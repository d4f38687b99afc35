import { CircleAlert, CircleCheck, CircleDashed, CircleDot } from 'lucide-react'
import type { SaleDetails } from '#contract/sales/calls.ts'
import { text } from '#renderer/text/en.ts'
import { AdaSentence } from '#renderer/ui/ada-sentence.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import type { Badge } from '#renderer/ui/status-badge.tsx'
import { StepList } from '#renderer/ui/step-list.tsx'
import { When } from '#renderer/ui/text-parts.tsx'
import { saleStatusText } from '../sale-state.tsx'
import ui from '#renderer/ui/parts.module.css'
import { type SaleStep, stepsOf } from '../steps.ts'

const words = text.sales.sale

const badges: Readonly<Record<SaleStep['state'], Badge>> = {
  done: { tone: 'good', icon: CircleCheck },
  now: { tone: 'accent', icon: CircleDot },
  bad: { tone: 'bad', icon: CircleAlert },
  next: { tone: 'plain', icon: CircleDashed },
}

/** What happened and when, and what is still to come. */
export const StepsSheet = ({ sale }: { readonly sale: SaleDetails }) => (
  <Sheet title={words.steps}>
    <StepList
      label={words.steps}
      direction="column"
      steps={stepsOf(sale).map((step) => ({
        ...badges[step.state],
        key: step.key,
        name: <StepName what={step.what} />,
        state: <StepTime step={step} />,
        isCurrent: step.state === 'now',
      }))}
    />
  </Sheet>
)

const pathWords: Readonly<Record<string, string>> = words.path

const StepName = ({ what }: Pick<SaleStep, 'what'>) =>
  what.kind === 'payment' ? (
    <AdaSentence say={words.payment} amounts={[what]} />
  ) : (
    (pathWords[what.status] ?? saleStatusText(what.status))
  )

const StepTime = ({ step }: { readonly step: SaleStep }) => (
  <>
    {step.state === 'next' ? (
      <span className={ui['unseen']}>{words.next}</span>
    ) : (
      step.at !== null && <When at={step.at} />
    )}
    {step.state === 'now' && ` · ${words.now}`}
  </>
)
