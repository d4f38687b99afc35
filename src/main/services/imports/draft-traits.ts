import { setImmediate } from 'node:timers/promises'
import type { CallOutput } from '#contract/window/calls.ts'
import { countTraits, type Trait, type TraitCounts } from '#values/rarity/rarity.ts'
import { walletContentOf } from '#contract/tokens/wallet-content.ts'
import type { Plan, PlannedToken } from '#app/imports/plan/plan-types.ts'
import { previewMetadata } from '#app/imports/plan/preview.ts'

/** Tokens whose metadata is made in one piece, so that the window need not wait. */
const tokensAtOnce = 250

/** The counts of a plan, while it is the current one of a draft. */
const counted = new WeakMap<Plan, Promise<TraitCounts>>()

const countsOf = (plan: Plan): Promise<TraitCounts> => {
  const known = counted.get(plan) ?? countPlan(plan)
  counted.set(plan, known)
  return known
}

const countPlan = async (plan: Plan): Promise<TraitCounts> => {
  const all: (readonly Trait[])[] = []
  for (let at = 0; at < plan.tokens.length; at += tokensAtOnce) {
    all.push(...traitsOf(plan, plan.tokens.slice(at, at + tokensAtOnce)))
    await setImmediate()
  }
  return countTraits(all)
}

const traitsOf = (plan: Plan, tokens: readonly PlannedToken[]): readonly (readonly Trait[])[] =>
  previewMetadata({ ...plan, tokens }, tokens.length).map((token) => walletContentOf(token).traits)

export const traitsAnswer = async (
  plan: Plan,
  token: PlannedToken,
): Promise<CallOutput<'imports.traits'>> => {
  const counts = await countsOf(plan)
  const [traits = []] = traitsOf(plan, [token])
  return {
    traits: traits.map(({ name, value }) => ({
      name,
      value,
      count: counts.get(name)?.get(value) ?? 1,
    })),
    total: plan.tokens.length,
  }
}
