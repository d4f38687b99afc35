import { createHash } from 'node:crypto'
import { markup, type Markup } from '../../shared/markup.ts'
import { liveScript } from './live-script.ts'
import { style } from './style.ts'

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const policy = [
  `default-src 'none'; style-src ${hashOf(style)}; img-src 'self'`,
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
].join('; ')

const headers = {
  'cache-control': 'no-store',
  // With no referrer at all a browser would send forms without saying where they come from.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'content-type': 'text/html; charset=utf-8',
} as const

/** Nothing but this page's own style, pictures of the studio, and forms that lead back to it. */
export const pageHeaders = { ...headers, 'content-security-policy': policy } as const

/** The same, and the one script that renews a page in place. */
export const livePageHeaders = {
  ...headers,
  'content-security-policy': `${policy}; script-src ${hashOf(liveScript)}; connect-src 'self'`,
} as const

export type PayPage = {
  readonly title: string
  readonly content: Markup
  /** Undefined once nothing can change any more. */
  readonly refreshSeconds: number | undefined
  /** Renewed in place where scripts run: what has changed of its parts, and the time that is left. */
  readonly isLive?: boolean
}

/** A page of a payment link: it needs no script, and is renewed by itself while something may change. */
export const payPage = ({ title, content, refreshSeconds, isLive = false }: PayPage): string =>
  markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${renewal(refreshSeconds, isLive)}
<title>${title}</title>
<style>${{ markup: style }}</style>
</head>
<body>
<main>
${content}
</main>
${isLive ? markup`<script>${{ markup: liveScript }}</script>` : nothing}
</body>
</html>
`.markup

export const nothing: Markup = { markup: '' }

const renewal = (seconds: number | undefined, isLive: boolean): Markup => {
  if (seconds === undefined) return nothing
  const meta = markup`<meta http-equiv="refresh" content="${seconds}">`
  return isLive
    ? markup`<meta name="renew" content="${seconds}"><noscript>${meta}</noscript>`
    : meta
}

/** Part of a live page, replaced when it has changed. */
export const livePart = (name: string, content: Markup): Markup =>
  markup`<div data-part="${name}">${content}</div>`

/** @param tone drawn as a sign before the sentence, which says the same in words */
export const stateOf = (sentence: string, tone: 'waiting' | 'good' | 'bad' = 'waiting'): Markup =>
  markup`<p class="state ${tone}">${sentence}</p>`
