import { createHash } from 'node:crypto'
import { markup, type Markup } from '#values/text/markup.ts'

export type SelfContainedPage = {
  readonly title: string
  /** CSS. The markup has no style of its own, which the page's policy would not apply. */
  readonly style: string
  /** What is in `<body>`. */
  readonly content: Markup
  /** Whether images are in it, as `data:` addresses. */
  readonly hasImages?: boolean
  /** Adds to what can be read without it. */
  readonly script?: string
}

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * A page in one file to keep or to send: it loads nothing. Its policy allows its style alone, and what is
 * asked for of the images in it and one script.
 */
export const selfContainedPage = ({
  title,
  style,
  content,
  hasImages = false,
  script,
}: SelfContainedPage): string => {
  const policy = [
    `default-src 'none'; style-src ${hashOf(style)}`,
    ...(hasImages ? ['img-src data:'] : []),
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
  ].join('; ')
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${{ markup: policy }}">
<title>${title}</title>
<style>${{ markup: style }}</style>
</head>
<body>
${content}
${script === undefined ? { markup: '' } : markup`<script>${{ markup: script }}</script>`}</body>
</html>
`.markup
}
