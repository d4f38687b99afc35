import type { MintTerms } from '#contract/mints/calls.ts'

type Policy = MintTerms['policy']

/** The keys that a form shows as chosen: as many as suffice, as long as the user chose none. */
export const chosenSigners = (
  wanted: ReadonlySet<string> | undefined,
  { suggested }: Pick<Policy, 'suggested'>,
): ReadonlySet<string> => wanted ?? new Set(suggested)

/** Whether one of them is on another computer. */
export const signsElsewhere = (
  chosen: ReadonlySet<string>,
  { keys }: Pick<Policy, 'keys'>,
): boolean => keys.some(({ keyHash, here }) => chosen.has(keyHash) && !here)
