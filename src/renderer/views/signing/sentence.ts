import { capitalized } from '#values/text/text.ts'
import type { ShownRequest } from '#contract/signing/calls.ts'
import { adaText } from '#values/text/format.ts'
import { text } from '#renderer/text/en.ts'
import { type Effects, effectsOf, type HolderCounts } from './effects.ts'

const words = text.signing.sentence

/** What policies are called by this computer, and what the request calls its collection. */
type Names = Pick<ShownRequest, 'policyNames' | 'stated'>

/**
 * What all of a request's transactions, or one of them, do: the first of it as a headline, the rest in
 * one plain sentence.
 */
export const sentenceOf = (
  transactions: Parameters<typeof effectsOf>[0],
  names: Names,
): { readonly headline: string; readonly rest: string } => {
  const effects = effectsOf(transactions)
  const acts = [
    ...mintTexts(effects, names),
    ...paymentTexts(effects),
    ...(effects.runsScripts ? [words.scripts] : []),
    ...effects.also.map(({ kind, detail }) => words[kind](detail)),
    ...(effects.doesMore ? [words.also] : []),
  ]
  const [first = words.nothing, ...more] = acts
  const several = transactions.length > 1 ? words.several(transactions.length) : ''
  return {
    headline: `${capitalized(first)}${several}`,
    rest: `${capitalized(joined([...more, words.fee(adaText(String(effects.fees)))]))}.${calledText(effects.policyIds, names)}`,
  }
}

const mintTexts = (effects: Effects, names: Names): readonly string[] => {
  const { minted, burned, mintsRoyalty, mintedTo } = effects
  const of = nameOf(effects.policyIds, names)
  const tokens = minted - (mintsRoyalty ? 1n : 0n)
  return [
    ...(mintsRoyalty ? [words.mintsRoyalty(of)] : []),
    ...(tokens > 0 ? [words.mints(tokens, of)] : []),
    ...(minted > 0n ? positionTexts(mintedTo, minted) : []),
    ...(burned > 0 ? [words.burns(burned, of)] : []),
  ]
}

const nameOf = (policyIds: readonly string[], { policyNames }: Names): string => {
  const [only = '', ...more] = policyIds
  if (more.length > 0) return words.policies(policyIds.length)
  const known = policyNames[only]
  return known === undefined ? words.policy(only) : words.named(known)
}

/** Nothing proves what a request calls a policy. */
const calledText = (policyIds: readonly string[], { policyNames, stated }: Names): string => {
  const [only = '', ...more] = policyIds
  const called = stated?.collectionName ?? ''
  const says = only !== '' && more.length === 0 && called !== '' && called !== policyNames[only]
  return says ? ` ${words.called(called)}` : ''
}

const positionTexts = (
  { own, book, source, others }: HolderCounts,
  minted: bigint,
): readonly string[] => {
  const places = [
    ...(own > 0 ? [words.own] : []),
    ...(book > 0 ? [words.book(book)] : []),
    ...(source > 0 ? [words.source] : []),
    ...(others > 0 ? [words.others(others)] : []),
  ]
  return places.length === 0 ? [] : [words.to(minted, joined(places))]
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
