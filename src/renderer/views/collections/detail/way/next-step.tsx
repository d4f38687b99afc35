import { Group, Tooltip } from '@mantine/core'
import { Crown, HandCoins, Inbox, type LucideIcon, ShieldCheck, Stamp } from 'lucide-react'
import { useSettings } from '#renderer/data/app.ts'
import { change } from '#renderer/data/change.ts'
import type { CollectionGoal } from '#renderer/data/collection-state.ts'
import type { WayTarget } from '#renderer/stores/collection-view.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import type { WayStep } from './way-of.ts'

const icons: Readonly<Record<WayStep['name'], LucideIcon>> = {
  import: Inbox,
  royalty: Crown,
  mint: Stamp,
  sell: HandCoins,
  backup: ShieldCheck,
}

const hints: Readonly<Partial<Record<WayStep['name'], string>>> = text.way.choices

/**
 * The steps that come next: one, or selling and minting side by side until the user has chosen between
 * them. The last is the page's one filled button.
 */
export const CollectionNextSteps = ({
  collectionId,
  steps,
  onOpen,
}: {
  readonly collectionId: string
  readonly steps: readonly WayStep[]
  readonly onOpen: (target: WayTarget) => void
}) => {
  const chooseGoal = useChooseGoal(collectionId)
  const choose = (target: WayTarget) => {
    chooseGoal(target === 'mint' ? 'mint' : 'sell')
    onOpen(target)
  }
  return steps.length < 2 ? (
    steps.map((step) => <CollectionNextStep key={step.name} step={step} onOpen={onOpen} />)
  ) : (
    <Group role="group" gap="xs" aria-label={text.way.choose}>
      {steps.map((step) => (
        <CollectionNextStep
          key={step.name}
          step={step}
          hint={hints[step.name]}
          isQuiet={step !== steps.at(-1)}
          onOpen={choose}
        />
      ))}
    </Group>
  )
}

/** More than anybody works on; the oldest choices are forgotten. */
const mostGoals = 1_000

/** Remembers what the user does with the tokens of a collection. */
const useChooseGoal = (collectionId: string) => {
  const { collectionGoals } = useSettings()
  return (goal: CollectionGoal): void => {
    const others = Object.entries(collectionGoals).filter(([id]) => id !== collectionId)
    const goals = Object.fromEntries([...others, [collectionId, goal]].slice(-mostGoals))
    void attempt(() => change('app.changeSettings', { collectionGoals: goals }))
  }
}

/** Does the step that comes next. */
export const CollectionNextStep = ({
  step: { name, action },
  label,
  hint,
  isQuiet = false,
  onOpen,
}: {
  readonly step: WayStep
  /** Default: the step's own. */
  readonly label?: string | undefined
  /** What comes of it. */
  readonly hint?: string | undefined
  /** Another step is the likelier one. */
  readonly isQuiet?: boolean
  readonly onOpen: (target: WayTarget) => void
}) =>
  action === undefined ? null : (
    <Tooltip label={hint} disabled={hint === undefined} multiline maw={320}>
      <IconButton
        variant={isQuiet ? 'default' : 'filled'}
        icon={icons[name]}
        onClick={() => onOpen(action.opens)}
      >
        {label ?? action.label}
      </IconButton>
    </Tooltip>
  )
