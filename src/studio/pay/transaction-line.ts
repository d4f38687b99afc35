import { markup, type Markup } from '#values/text/markup.ts'
import { nothing } from './page.ts'

/** @param link where a browser shows it; undefined where nothing does */
export const transactionLine = (
  what: string,
  txId: string | null | undefined,
  link: string | undefined,
): Markup => {
  if (txId === undefined || txId === null) return nothing
  const id = markup`<code>${txId}</code>`
  return markup`<p>${what} ${link === undefined ? id : markup`<a href="${link}" rel="noreferrer">${id}</a>`}</p>`
}
