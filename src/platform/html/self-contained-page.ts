import { createHash } from 'node:crypto'
import { markup, type Markup } from '#values/text/markup.ts'

export type SelfContainedPage = {
  readonly title: string
  /** CSS. The markup has no style of its own, which the page's policy would not apply. */
  readonly style: string
  /** What is in `<body>`. */
  readonly content: Markup
}

/** A page in one file to keep or to send: it loads nothing and runs nothing, and its policy allows its style alone. */
export const selfContainedPage = ({ title, style, content }: SelfContainedPage): string => {
  const styleHash = createHash('sha256').update(style).digest('base64')
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${styleHash}'">
<title>${title}</title>
<style>${{ markup: style }}</style>
</head>
<body>
${content}
</body>
</html>
`.markup
}
