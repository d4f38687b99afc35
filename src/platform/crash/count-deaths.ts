/** So many deaths in so short a time are more than an accident: the user is told. */
export const often = { deaths: 2, withinMs: 60_000 }

/** Counts the deaths of a process. @returns notes one, and says how many there were within the time */
export const createDeathCount = (withinMs = often.withinMs): (() => number) => {
  let deaths: readonly number[] = []
  return () => {
    const now = performance.now()
    deaths = [...deaths.filter((at) => now - at < withinMs), now]
    return deaths.length
  }
}

export const isOften = (deaths: number): boolean => deaths >= often.deaths

/** `ended unexpectedly`, with how often if that is often. */
export const endedWords = (deaths: number): string =>
  isOften(deaths) ? `ended unexpectedly ${deaths} times within a minute` : 'ended unexpectedly'

/** What to do about a process that dies often; empty for one that does not. */
export const oftenAdvice = (deaths: number): string =>
  isOften(deaths)
    ? ' Something keeps ending it. If it goes on, restart Coldpress and report it with the crash report that the next start shows.'
    : ''
