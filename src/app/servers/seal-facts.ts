import { ColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import type { Network } from '#cardano/network.ts'
import { type FactsFile, readFactsOrSeals, sealsText } from '#keys/facts/facts-file.ts'
import { factText } from '#keys/facts/fact-text.ts'
import type { PolicyKeys } from '#keys/operations.ts'
import type { Vault } from '#keys/vault/vault.ts'
import type { Asks, Question } from '../asks.ts'

type SealContext = {
  readonly vault: Pick<Vault, 'sealKey'>
  readonly studioKeys: (network: Network) => Pick<PolicyKeys, 'seal'>
  readonly asks: Asks
}

/** @throws ColdpressError `invalid`, also for a file of seals */
export const readFacts = (text: string): FactsFile => {
  const given = readFactsOrSeals(text)
  if ('facts' in given) return given
  throw new ColdpressError(
    'invalid',
    'facts to confirm: these are seals, which go back to the server. Choose the file that the server wrote.',
  )
}

/**
 * Seals what a server sells by, once everything that its statements say is confirmed.
 * @returns the text of the file of seals, which goes back to the server
 * @throws ColdpressError as `Asks.confirm`; `vault_locked`
 */
export const sealWhenConfirmed = async (
  { vault, studioKeys, asks }: SealContext,
  { network, facts }: FactsFile,
): Promise<string> => {
  const lines = facts.map(({ statement, name }) => factText(statement, name))
  await asks.confirm({
    kind: 'confirm_facts',
    question: `Confirm ${countText(facts.length, 'fact')} that a server sells by on ${network}? Compare each address and price with your own notes; what is in quotes is text of the server.`,
    lines,
    brief: lines.flatMap(linesOf),
    yes: 'Confirm',
  })
  const seals = await studioKeys(network).seal(facts.map(({ statement }) => statement))
  const sealKey = await vault.sealKey()
  if (sealKey === undefined)
    throw new ColdpressError('internal', 'The vault sealed and has no seal key.')
  return sealsText({ sealKey, seals })
}

/** A line of a message box holds 500 characters, and a collection's metadata may have more. */
const lineChars = 480

/** No line starts with text from outside, which could pass for a line of Coldpress's own. */
const linesOf = (text: string): readonly string[] => {
  const letters = Array.from(text)
  return Array.from({ length: Math.ceil(letters.length / lineChars) }, (_, line) => {
    const part = letters.slice(line * lineChars, (line + 1) * lineChars).join('')
    return line === 0 ? part : `… ${part}`
  })
}

/** Before this vault seals what a studio of this computer stored while it was locked. */
export const unsealedQuestion = (network: Network, facts: readonly string[]): Question => ({
  kind: 'confirm_facts',
  question: `Confirm ${countText(facts.length, 'fact')} in the studio's database on ${network}?`,
  lines: [
    'Nothing proves who wrote this. Compare each address and price with your own notes:',
    ...facts,
  ],
  yes: 'Confirm',
})

/** Before the vault of a creator, known by its seal key, is the only one that confirms. */
export const trustQuestion = (sealKey: string): Question => ({
  kind: 'trust_vault',
  question: 'Have only the vault with this key confirm what this computer sells?',
  lines: [
    sealKey,
    'Payouts, royalties, metadata, prices, sales and delivery times count only after that vault has confirmed them. What was confirmed so far waits too. Compare the key with what “studio trust” prints on that computer.',
  ],
  yes: 'Trust the vault',
})
