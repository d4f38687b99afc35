import { limits } from '#values/bounds/limits.ts'
import type { Studio } from '../options.ts'

const keptMs = limits.binDays * 86_400_000

/** What was deleted up to this time cannot be restored any more. */
export const keptSince = ({ now }: Pick<Studio, 'now'>): string =>
  new Date(now().getTime() - keptMs).toISOString()

export const keptUntil = (deletedAt: string): string =>
  new Date(Date.parse(deletedAt) + keptMs).toISOString()
