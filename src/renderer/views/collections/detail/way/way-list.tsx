import {
  Circle,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleMinus,
  CircleX,
  Hourglass,
} from 'lucide-react'
import type { WayTarget } from '#renderer/stores/collection-view.ts'
import { text } from '#renderer/text/en.ts'
import type { Badge } from '#renderer/ui/status-badge.tsx'
import { StepList } from '#renderer/ui/step-list.tsx'
import type { Way, WayStep } from './way-of.ts'

const words = text.way

const badges: Readonly<Record<WayStep['state'], Badge>> = {
  done: { tone: 'good', icon: CircleCheck },
  running: { tone: 'accent', icon: Hourglass },
  waits: { tone: 'warn', icon: CircleAlert },
  possible: { tone: 'plain', icon: Circle },
  later: { tone: 'plain', icon: CircleDashed },
  unneeded: { tone: 'plain', icon: CircleMinus },
  impossible: { tone: 'bad', icon: CircleX },
}
const nextBadge: Badge = { tone: 'accent', icon: CircleDot }

/** Where a collection is between its images and a tested backup. */
export const WayList = ({
  way: { steps, next },
  onOpen,
}: {
  readonly way: Way
  readonly onOpen: (target: WayTarget) => void
}) => (
  <StepList
    label={words.label}
    direction="row"
    steps={steps.map((step) => {
      const { opens } = step
      const isNext = step === next.at(-1)
      return {
        ...(isNext && step.state === 'possible' ? nextBadge : badges[step.state]),
        key: step.name,
        name: words.names[step.name],
        state: step.words,
        isCurrent: isNext,
        onOpen: opens === undefined ? undefined : () => onOpen(opens),
      }
    })}
  />
)
