export type MessageBoxText = {
  readonly title: string
  readonly message: string
  readonly detail: string
  readonly buttons: readonly string[]
  /** Has the focus. */
  readonly defaultId: number
}

/** The query in which the page's form sends the number of the button. */
export const answerName = 'answer'

/**
 * A page without script: its buttons ask for an address, which the host sees and never serves. All but
 * the default appear after a moment, so that a click meant for what was there before hits none.
 */
export const messageBoxPage = (box: MessageBoxText): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="color-scheme" content="light dark" />
    <title>${escaped(box.title)}</title>
    <style>${style}</style>
  </head>
  <body>
    <form role="alertdialog" aria-labelledby="message" aria-describedby="detail">
      <h1 id="message">${escaped(box.message)}</h1>
      <p id="detail">${escaped(box.detail)}</p>
      <div>
${box.buttons.map((label, index) => `        ${button(label, index, box.defaultId)}`).join('\n')}
      </div>
    </form>
  </body>
</html>
`

const button = (label: string, index: number, defaultId: number): string =>
  `<button name="${answerName}" value="${index}"${index === defaultId ? ' autofocus' : ' class="late"'}>${escaped(label)}</button>`

const style = `
body { margin: 0; padding: 24px; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 18px; margin: 0 0 12px; }
p { margin: 0 0 20px; white-space: pre-wrap; }
div { display: flex; gap: 12px; justify-content: flex-end; }
button { font: inherit; padding: 6px 16px; }
.late { animation: appear 0.7s step-end; }
@keyframes appear { from { visibility: hidden; } }
`

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
