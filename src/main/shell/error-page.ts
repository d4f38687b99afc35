import { againUrl, reactivateUrl } from './origin.ts'

/** Relative: a host may show the app's scheme under another. */
const again = new URL(againUrl).pathname
const reactivate = new URL(reactivateUrl).pathname

/** Why there is no app to show. */
export type ErrorPageContent = {
  readonly title: string
  /** Sentences for the user: what happened and what to do. */
  readonly lines: readonly string[]
  /** What the computer said, which few will read. */
  readonly details?: string | undefined
  /** The data folder moved to another computer: it can be used here again. */
  readonly isMoved?: boolean
}

/**
 * A page without script or bridge, for when nothing else can be trusted to work. "Try again" is a
 * link: the guards see where it leads and the shell starts again.
 */
export const crashPage = ({
  title,
  lines,
  details,
  isMoved = false,
}: ErrorPageContent): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="color-scheme" content="light dark" />
    <title>Coldpress</title>
    <link rel="stylesheet" href="/error.css" />
  </head>
  <body>
    <main>
      <div role="alert">
        <h1>${escapeHtml(title)}</h1>
${lines.map((line) => `        <p>${escapeHtml(line)}</p>`).join('\n')}
${details === undefined ? '' : `        <details><summary>Details</summary>${escapeHtml(details)}</details>\n`}      </div>
      <a href="${again}" role="button" autofocus>Try again</a>
${isMoved ? `      <a class="other" href="${reactivate}" role="button">Use it here again…</a>\n` : ''}    </main>
  </body>
</html>
`

export const errorPageStyle = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f6f5f1, #14161a); color: light-dark(#1c2230, #e4e2dc); }
main { max-width: 36rem; padding: 2rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 1rem; }
p, details { margin: 0 0 1rem; }
a { display: inline-block; margin-top: 0.5rem; padding: 0.5rem 1.25rem; border-radius: 0.375rem; background: light-dark(#22427e, #a9c1ec); color: light-dark(#fff, #14284e); text-decoration: none; }
a.other { margin-left: 0.5rem; background: none; color: inherit; box-shadow: inset 0 0 0 1px light-dark(#b4b1a8, #434954); }
a:focus-visible { outline: 3px solid light-dark(#22427e, #a9c1ec); outline-offset: 3px; }
`

const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
