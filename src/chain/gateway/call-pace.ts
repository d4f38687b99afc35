import type { Gateway } from './gateway.ts'

/** Until so much of the budget is used nothing is slower. */
const free = 0.8
/** How many times more rarely a gateway is asked about what can wait, at the end of its budget. */
const slowest = 30

/** By how much polls are rarer, as the count of the day nears the user's budget: 1 to 30. */
export const slowdownOf = ({ budget }: Pick<Gateway, 'budget'>): number => {
  const now = budget?.()
  if (now === undefined) return 1
  const share = now.calls / now.callsPerDay
  if (share <= free) return 1
  return share >= 1 ? slowest : 1 + ((share - free) / (1 - free)) * (slowest / 2)
}

export const isBudgetUsedUp = ({ budget }: Pick<Gateway, 'budget'>): boolean => {
  const now = budget?.()
  return now !== undefined && now.calls >= now.callsPerDay
}
