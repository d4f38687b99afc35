import { markup } from '../../shared/markup.ts'
import { payPage, stateOf } from './page.ts'

type Fault = { readonly title: string; readonly sentence: string; readonly more: string }

const nothingHere: Fault = {
  title: 'Nothing is here',
  sentence: 'There is nothing to pay for under this link.',
  more: 'It may have been cut off, or what it led to is gone. Ask who sent it to you for it again.',
}

const notDone: Fault = {
  title: 'Not done',
  sentence: 'What was asked for cannot be done here. Nothing was paid.',
  more: 'Open the link anew and try again from there.',
}

const broken: Fault = {
  title: 'No answer at the moment',
  sentence: 'The page cannot be shown at the moment.',
  more: 'Try again in a minute. What was paid is not lost.',
}

/**
 * The page of a payment link that cannot be answered, for a visitor, to whom the studio's own words
 * say nothing.
 * @param status of the answer in HTTP
 */
export const faultPage = (status: number): string => {
  const { title, sentence, more } =
    status === 404 ? nothingHere : status < 500 && status !== 429 ? notDone : broken
  return payPage({
    title,
    refreshSeconds: undefined,
    content: markup`<h1>${title}</h1>
${stateOf(sentence, 'bad')}
<p>${more}</p>`,
  })
}
