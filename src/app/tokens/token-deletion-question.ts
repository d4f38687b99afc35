import { countText } from '#values/text/format.ts'
import type { Token } from '#contract/tokens/token.ts'
import type { Question } from '../asks.ts'

/** What is asked before tokens are deleted. */
export const tokenDeletionQuestion = (tokens: readonly Token[]): Question => ({
  kind: 'delete',
  question: `Delete ${countText(tokens.length, 'token')}? Their images stay where they are pinned.`,
  lines: tokens.map(({ id, asset_name: name, status }) => `${name} (${status}, ${id})`),
  yes: 'Delete the tokens',
})
