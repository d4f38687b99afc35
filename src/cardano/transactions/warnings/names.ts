import type { TransactionSummary, TransactionWarning } from '#contract/signing/transactions.ts'
import type { Expectations } from './expectations.ts'
import { warning } from './warning-table.ts'

/**
 * Tokens that bear the name of a policy of this computer, by the request's titles or by their own
 * metadata, and are minted under one that it does not know: a forger's collection looks so.
 */
export const nameWarnings = (
  { mint, metadata }: Pick<TransactionSummary, 'mint' | 'metadata'>,
  { policyNames = new Map(), titles = [] }: Expectations,
): TransactionWarning[] => {
  const foreign = mint.filter(({ policyId }) => !policyNames.has(policyId))
  if (foreign.length === 0) return []
  return foreign.flatMap(({ policyId }) => {
    const tokens = (metadata?.nfts ?? []).filter((token) => token.policyId === policyId)
    const stated = [...titles, ...tokens.flatMap(({ name }) => name ?? [])].map(wordsOf)
    const [borne] = [...policyNames].flatMap(([own, name]) =>
      name !== null && stated.some((words) => hasWords(words, wordsOf(name))) ? { own, name } : [],
    )
    return borne === undefined ? [] : [warning('name_of_own_policy', { policyId, ...borne })]
  })
}

/** Letters and digits with one blank around each word, without accents, case or unseen characters. */
const wordsOf = (text: string): string =>
  ` ${text
    .normalize('NFKD')
    .replaceAll(/\p{M}|\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()} `

/** Names without a letter or a digit are never found. */
const hasWords = (words: string, name: string): boolean =>
  name.trim() !== '' && words.includes(name)
