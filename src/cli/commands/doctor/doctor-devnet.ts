import { durationText } from '#values/text/format.ts'
import { timeAhead } from '#devnet/chain-clock.ts'
import { hint } from '#cli/terminal/hint.ts'
import { type Check, warning } from './doctor-check.ts'

/** A practice chain that was made while the clock was ahead. */
export const checkDevnet = (home: string, now = new Date()): readonly Check[] => {
  const ahead = timeAhead(home, now)
  if (ahead === undefined) return []
  const seconds = Math.round((ahead.getTime() - now.getTime()) / 1000)
  return [
    warning(
      'devnet',
      `The newest block of the devnet is of ${ahead.toISOString().slice(0, 16)}Z, ${durationText(seconds)} ahead of this computer's clock: the clock was set back since. Until then no time passes on this chain, for all its blocks carry one slot: a reservation of 15 minutes lasts until then, and nothing expires. If the clock is right, begin a new chain: ${hint('studio new-chain')}`,
    ),
  ]
}
