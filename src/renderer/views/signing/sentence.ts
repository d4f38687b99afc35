import type { ShownRequest } from '#contract/signing/calls.ts'
import { adaText } from '#values/text/format.ts'
import { text } from '#renderer/text/en.ts'
import { type Effects, effectsOf, type HolderCounts } from './effects.ts'

const words = text.signing.sentence

/** What policies are called by this computer, and what the request calls its collection. */
type Names = Pick<ShownRequest, 'policyNames' | 'stated'>

/** What all of a request's transactions, or one of them, do, in one plain sentence. */
export const sentenceOf = (transactions: Parameters<typeof effectsOf>[0], names: Names): string => {
  const effects = effectsOf(transactions)
  const acts = [
    ...mintTexts(effects, names),
    ...paymentTexts(effects),
    ...(effects.runsScripts ? [words.scripts] : []),
    ...effects.also.map(({ kind, detail }) => words[kind](detail)),
    ...(effects.doesMore ? [words.also] : []),
  ]
  const stated = [
    ...(acts.length === 0 ? [words.nothing] : acts),
    words.fee(adaText(String(effects.fees))),
  ]
  const whole = joined(stated)
  return transactions.length > 1
    ? `${words.several(transactions.length)}${whole}.`
    : `${whole.charAt(0).toUpperCase()}${whole.slice(1)}.`
}

const mintTexts = (effects: Effects, names: Names): readonly string[] => {
  const { minted, burned, mintsRoyalty, mintedTo } = effects
  const of = nameOf(effects.policyIds, names)
  const to = positionText(mintedTo)
  const tokens = minted - (mintsRoyalty ? 1n : 0n)
  return [
    ...(mintsRoyalty ? [`${words.mintsRoyalty(of)}${tokens > 0 ? '' : to}`] : []),
    ...(tokens > 0 ? [`${words.mints(tokens, of)}${to}`] : []),
    ...(burned > 0 ? [words.burns(burned, of)] : []),
  ]
}

const nameOf = (policyIds: readonly string[], { policyNames, stated }: Names): string => {
  const [only = '', ...more] = policyIds
  if (more.length > 0) return words.policies(policyIds.length)
  const known = policyNames[only]
  const called = stated?.collectionName ?? undefined
  const policy = known === undefined ? words.policy(only) : words.named(known)
  // Nothing proves what a request calls a policy.
  return called === undefined || called === known ? policy : words.called(policy, called)
}

const positionText = ({ own, book, source, others }: HolderCounts): string => {
  const places = [
    ...(own > 0 ? [words.own] : []),
    ...(book > 0 ? [words.book(book)] : []),
    ...(source > 0 ? [words.source] : []),
    ...(others > 0 ? [words.others(others)] : []),
  ]
  return places.length === 0 ? '' : words.to(joined(places))
}

const paymentTexts = ({ leaving, moved, isUnsure }: Effects): readonly string[] => {
  const { lovelace, addresses } = leaving
  return [
    ...(addresses === 0 ? [] : [words.sends(adaText(String(lovelace)), addresses)]),
    ...(moved === 0n ? [] : [words.moves(moved)]),
    ...(isUnsure ? [words.spendsUnproved] : []),
  ]
}

const joined = (parts: readonly string[]): string => {
  const last = parts.at(-1) ?? ''
  const before = parts.slice(0, -1)
  return before.length === 0 ? last : `${before.join(words.comma)}${words.and}${last}`
}
