/** One property of a token, as it is on chain. */
export type Trait = { readonly name: string; readonly value: string }

/** How many tokens have each value, by the name of the trait. */
export type TraitCounts = ReadonlyMap<string, ReadonlyMap<string, number>>

/** Counts the traits of tokens. A token that lists a value twice counts once. */
export const countTraits = (tokens: Iterable<readonly Trait[]>): TraitCounts => {
  const counts = new Map<string, Map<string, number>>()
  for (const traits of tokens) {
    const seen = new Map<string, Set<string>>()
    for (const { name, value } of traits) {
      const values = seen.get(name) ?? new Set<string>()
      if (values.has(value)) continue
      seen.set(name, values.add(value))
      const counted = counts.get(name) ?? new Map<string, number>()
      counts.set(name, counted.set(value, (counted.get(value) ?? 0) + 1))
    }
  }
  return counts
}

/** `12.5%`: one decimal, and never 0% of what exists or 100% of what is not all. */
export const shareText = (count: number, all: number): string => {
  if (all === 0 || count === 0) return '0%'
  if (count === all) return '100%'
  const percent = (count / all) * 100
  if (percent < 0.1) return '<0.1%'
  return `${Math.min(99.9, Math.round(percent * 10) / 10)}%`
}
