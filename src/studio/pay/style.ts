/** The pages of payment links: calm, in one column, the dark a dark room. */
export const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif;
  --ink: #1b2430; --paper: #fdfdfc; --soft: #5a6472; --line: #d6d9de; --accent: #22409a; --on-accent: #fff;
  --good: #1f6b3a; --bad: #9a2f22; --well: #f2f3f1; --ring: #8aa2ee; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 38rem; padding: 2.5rem 1.25rem; color: var(--ink); background: var(--paper); overflow-wrap: anywhere; }
h1 { font-size: 1.35rem; line-height: 1.3; margin: 0 0 .25rem; }
h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
p { margin: .5rem 0; }
a { color: var(--accent); }
.soft { color: var(--soft); }
.state { display: flex; gap: .75rem; border-left: 4px solid var(--accent); padding: .25rem .75rem; margin: 1.25rem 0; font-weight: 600; }
.state::before { content: "\\25cb"; flex: none; }
.state.good { border-color: var(--good); } .state.good::before { content: "\\2713"; }
.state.bad { border-color: var(--bad); } .state.bad::before { content: "!"; font-weight: 800; }
.live:has(+ [data-part=pay]) { min-height: 4.75rem; }
.amount { font-size: 2rem; line-height: 1.2; font-variant-numeric: tabular-nums; margin: 1rem 0 0; }
.clock { font-variant-numeric: tabular-nums; }
.clock [data-ends] { display: inline-block; min-width: 8.5rem; font-weight: 600; }
code { font: .85rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
.qr { background: #fff; width: 15rem; max-width: 100%; padding: .5rem; border: 1px solid var(--line); margin: 1rem 0; }
.qr svg { display: block; width: 100%; height: auto; }
.tokens { list-style: none; margin: 0; padding: 0; display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(7.5rem, 1fr)); }
main > .tokens:last-child { margin-top: 1rem; }
.tokens.one { grid-template-columns: minmax(0, 20rem); }
.art { display: grid; place-items: center; width: 100%; aspect-ratio: 1; overflow: hidden; background: var(--well); border: 1px solid var(--line); border-radius: 6px; color: var(--soft); font-size: .8rem; }
.art img { display: block; width: 100%; height: 100%; object-fit: contain; }
.tokens .name { display: block; margin-top: .35rem; font-size: .9rem; line-height: 1.3; }
form { display: inline-block; margin: .25rem .5rem .25rem 0; }
button { font: inherit; padding: .5rem 1rem; border: 1px solid var(--accent); border-radius: 6px; background: var(--accent); color: var(--on-accent); cursor: pointer; }
button.plain { background: transparent; color: var(--accent); }
button:focus-visible, a:focus-visible { outline: 3px solid var(--ring); outline-offset: 2px; }
.test { border: 1px dashed var(--line); border-radius: 6px; padding: .5rem 1rem 1rem; margin-top: 2rem; }
.test h2 { margin-top: .25rem; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e8eb; --paper: #14181d; --soft: #a3adba; --line: #39424e; --accent: #9db2ff; --on-accent: #14181d;
    --good: #7fd19b; --bad: #ff9d8f; --well: #1c222a; --ring: #6f8cf5; }
}
@media (max-width: 26rem) {
  body { padding: 1.25rem .9rem; }
  .tokens { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .tokens.one { grid-template-columns: minmax(0, 1fr); }
}
`
