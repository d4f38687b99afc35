import { createHash } from 'node:crypto'
import { cutMiddle, utcText } from '#values/text/format.ts'
import { markup, type Markup } from '#values/text/markup.ts'
import { liveScript } from './live-script.ts'
import { style } from './style.ts'
import { walletScript } from './wallet-script.ts'
import { type StatedTerms, termSentences } from '#contract/sales/sale-terms.ts'

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Nothing but its own style, its own scripts, images of the studio, and forms that lead back to it. */
const policy = [
  `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(liveScript)} ${hashOf(walletScript)}`,
  "img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
].join('; ')

export const pageHeaders = {
  'content-security-policy': policy,
  'cache-control': 'no-store',
  // With no referrer at all a browser would send forms without saying where they come from.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'content-type': 'text/html; charset=utf-8',
} as const

/** Without one a browser asks for an icon that takes a key. */
export const iconPath = '/pay/icon.svg'
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#22409a"/><rect x="4" y="4" width="8" height="8" rx="1" fill="#fff"/></svg>`

export type PayPage = {
  readonly title: string
  /** What may change is in live parts. */
  readonly content: Markup
  /** Undefined once nothing can change any more. */
  readonly refreshSeconds: number | undefined
  /** The studio's time, for a countdown on a device whose clock is wrong. */
  readonly now?: Date
  /** Further parts of its head. */
  readonly head?: Markup
  /** Of those that the policy names; the one that renews the page where none are given. */
  readonly scripts?: readonly string[]
}

/**
 * A page of a payment link. It needs no script: where none runs it is loaded again while something may
 * change, otherwise its live parts are replaced.
 */
export const payPage = ({
  title,
  content,
  refreshSeconds,
  now,
  head = nothing,
  scripts = [liveScript],
}: PayPage): string =>
  markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refreshSeconds === undefined ? nothing : renewal(refreshSeconds)}
${now === undefined ? nothing : markup`<meta name="clock" content="${now.getTime()}">`}
<link rel="icon" type="image/svg+xml" href="${iconPath}">
<title>${title}</title>
${head}
<style>${{ markup: style }}</style>
</head>
<body>
<main>
${content}
</main>
${scripts.length === 0 ? nothing : scriptStatus}
${scripts.map((script) => markup`<script>${{ markup: script }}</script>`)}
</body>
</html>
`.markup

export const nothing: Markup = { markup: '' }

/** What the script says of itself. */
const scriptStatus = markup`<div role="status"><p id="copied" class="hidden"></p><p id="silent" class="soft" hidden>The studio does not answer: what is shown here may be out of date.</p></div>`

/**
 * What a chat or a network shows of a link (Open Graph, https://ogp.me).
 * @param preview.picture the address of a JPEG
 */
export const openGraph = ({
  title,
  description,
  link,
  picture,
}: {
  readonly title: string
  readonly description: string
  readonly link: string
  readonly picture: string | undefined
}): Markup => markup`<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${link}">
<meta name="description" content="${description}">
${picture === undefined ? nothing : markup`<meta property="og:image" content="${picture}"><meta property="og:image:type" content="image/jpeg"><meta name="twitter:card" content="summary_large_image">`}`

/** What a person reads of a text of any length. */
export const cutText = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`

const renewal = (seconds: number): Markup =>
  markup`<meta name="renew" content="${seconds}"><noscript><meta http-equiv="refresh" content="${seconds}"></noscript>`

/** What is replaced when it has changed. */
export const livePart = (name: string, content: Markup): Markup =>
  markup`<div data-part="${name}">${content}</div>`

/** The same, with changes announced by screen readers. */
export const liveState = (content: Markup): Markup =>
  markup`<div class="live" role="status">${livePart('state', content)}</div>`

/** Announced at once by screen readers: the visitor's last request failed. */
export const errorPart = (sentence: string | Markup): Markup =>
  markup`<div role="alert">${stateOf(sentence, 'bad')}</div>`

/** The buyer's own time, as the page's script writes it (`live-script.ts`); without it UTC. */
export const localTime = (at: Date): Markup =>
  markup`<time datetime="${at.toISOString()}">${utcText(at)}</time>`

/** The same of a time that is near: without its date, where that is today's. */
export const nearTime = (at: Date): Markup =>
  markup`<time datetime="${at.toISOString()}" data-clock>${utcText(at, 'second')}</time>`

/** @param tone drawn as a sign before the sentence, which says the same in words */
export const stateOf = (
  sentence: string | Markup,
  tone: 'waiting' | 'good' | 'bad' = 'waiting',
): Markup => markup`<p class="state ${tone}">${sentence}</p>`

/** @param link where a browser shows it; undefined where nothing does */
export const transactionLine = (
  what: string,
  txId: string | null | undefined,
  link: string | undefined,
): Markup => {
  if (txId === undefined || txId === null) return nothing
  return markup`<p class="soft">${what} ${link === undefined ? markup`<code>${txId}</code>` : markup`<a href="${link}" rel="noreferrer"><code>${cutMiddle(txId)}</code></a>`}</p>`
}

/** What the sale states, read before the payment. */
export const termsPart = (terms: StatedTerms): readonly Markup[] =>
  termSentences(terms).map((sentence) => markup`<p class="delivery">${sentence}</p>`)
