/** The style of a report: readable in light and dark, on a phone and on paper. */
export const reportStyle = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#1c1b19, #ece9e3); --soft: light-dark(#625d55, #a8a298);
  --paper: light-dark(#faf8f4, #191816); --sheet: light-dark(#fff, #22201e);
  --rule: light-dark(#ded9cf, #3b3834);
  --bad: light-dark(#a3241c, #ff9a8f); --warn: light-dark(#7a5200, #f0c05a); --note: light-dark(#2a5a86, #9cc7ee);
  font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
}
body { margin: 0 }
main { max-width: 72rem; margin: 0 auto; padding: 2rem 1.25rem 4rem }
h1 { margin: 0; font-size: 1.9rem; line-height: 1.2; overflow-wrap: anywhere }
h2 { margin: 0 0 .4rem; font-size: 1.1rem; line-height: 1.4 }
p { margin: .2rem 0 .6rem }
.kicker, .source, .count, .rest { color: var(--soft) }
.source, .count { font-size: .87rem; font-weight: normal }
.verdict { margin-top: .6rem; padding: .6rem .9rem; border-left: 4px solid; background: var(--sheet); font-weight: 600 }
.error { color: var(--bad) } .warning { color: var(--warn) } .info { color: var(--note) }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .75rem 1.5rem; margin: 1.25rem 0 }
dt { color: var(--soft); font-size: .87rem } dd { margin: 0; overflow-wrap: anywhere }
nav, section, details { margin: 1.25rem 0; padding: 1rem; background: var(--sheet); border: 1px solid var(--rule); border-radius: 8px }
.badge { display: inline-block; min-width: 4.2rem; padding: 0 .5rem; border: 1px solid; border-radius: 4px; font-size: .8rem; font-weight: 600; text-align: center }
.scroll { overflow-x: auto }
table { width: 100%; border-collapse: collapse; font-size: .9rem }
th, td { padding: .35rem .6rem; border-top: 1px solid var(--rule); text-align: start; vertical-align: top }
th { color: var(--soft); font-weight: 600; border-top: 0 }
td { max-width: 26rem; overflow-wrap: anywhere }
.number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap }
.contents { width: auto } .contents td { border-top: 0 }
a { color: inherit } code { font: .87rem ui-monospace, monospace }
summary { cursor: pointer }
@media (max-width: 45rem) {
  .scroll thead { display: none }
  .scroll tr { display: block; padding: .5rem 0; border-top: 1px solid var(--rule) }
  .scroll td { display: block; max-width: none; padding: 0; border: 0; text-align: start; white-space: normal }
  .scroll td:empty { display: none }
  .scroll .number { font-weight: 600 } .scroll .number::before { content: 'Row ' }
}
@media print { nav, section, details { break-inside: avoid-page } }
`
