import { isErrorBy } from '#values/errors/error-rules.ts'
import { sealErrors } from '#contract/vault/errors.ts'
import { markup } from '#values/text/markup.ts'
import { payPage, stateOf } from './page.ts'

type ErrorPageContent = { readonly title: string; readonly sentence: string; readonly more: string }

const nothingHere: ErrorPageContent = {
  title: 'Nothing is here',
  sentence: 'There is nothing to pay for under this link.',
  more: 'It may have been cut off, or what it led to is gone. Ask who sent it to you for it again.',
}

const notDone: ErrorPageContent = {
  title: 'Not done',
  sentence: 'What was asked for cannot be done here. Nothing was paid.',
  more: 'Open the link again and try again from there.',
}

const unconfirmed: ErrorPageContent = {
  title: 'Not confirmed',
  sentence: 'The seller has not confirmed what would be shown here. Do not pay.',
  more: 'If you have paid already, your payment is not lost. Ask the seller.',
}

const broken: ErrorPageContent = {
  title: 'No answer at the moment',
  sentence: 'The page cannot be shown at the moment.',
  more: 'Try again in a minute. What was paid is not lost.',
}

/**
 * The page of a payment link that cannot be answered, for a visitor, to whom the studio's own words
 * say nothing.
 * @param status of the answer in HTTP
 */
export const errorPage = (status: number, error: unknown): string => {
  const { title, sentence, more } = isUnconfirmed(error) ? unconfirmed : contentOf(status)
  return payPage({
    title,
    refreshSeconds: undefined,
    content: markup`<h1>${title}</h1>
${stateOf(sentence, 'bad')}
<p>${more}</p>`,
  })
}

const contentOf = (status: number): ErrorPageContent => {
  if (status === 404) return nothingHere
  return status < 500 && status !== 429 ? notDone : broken
}

/** Whether facts are not as the vault sealed them, or not sealed at all: a visitor sees none of them. */
export const isUnconfirmed = (error: unknown): boolean =>
  isErrorBy(error, sealErrors, 'seal', 'unconfirmed')
