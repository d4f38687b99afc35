import { countText, durationText } from '#values/text/format.ts'
import type { MintProgress } from '#app/mints/follow-mint.ts'
import { percentText } from '#cli/terminal/progress-bar.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'

const steps = (progress: MintProgress): string => {
  const { transactions } = progress.mint
  const [only] = transactions
  if (only !== undefined && transactions.length === 1) {
    if (only.status !== 'in_block') return only.status.replace('_', ' ')
    return `in a block; ${only.confirmations} of ${countText(progress.wanted, 'block')} after it`
  }
  const there = transactions.filter(({ status }) => status === 'in_block')
  const confirmed = transactions.filter(({ status }) => status === 'confirmed')
  return `${there.length + confirmed.length} of ${countText(transactions.length, 'transaction')} in a block, ${confirmed.length} confirmed, ${progress.done} of ${progress.total} steps`
}

const pace = ({ secondsLeft }: MintProgress): readonly string[] =>
  secondsLeft === null || secondsLeft === 0 ? [] : [`${durationText(secondsLeft)} left`]

/** Shows how far a mint is: on one line of a terminal, elsewhere a line for each change. */
export const showMintProgress = (terminal: Terminal) => {
  let said = ''
  return {
    update: (progress: MintProgress): void => {
      const text = steps(progress)
      if (terminal.canDraw)
        terminal.draw(percentText(progress.done, progress.total), ...pace(progress), text)
      else if (text !== said) terminal.info([text, ...pace(progress)].join(' · '))
      said = text
    },
    end: (): void => {
      if (terminal.canDraw) terminal.draw('')
    },
  }
}
