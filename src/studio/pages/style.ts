/** The pages of payment links: the work large and first, one column on a phone, two where there is room. */
export const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif;
  --ink: #1b2430; --paper: #fdfdfc; --soft: #5a6472; --line: #d6d9de; --accent: #22409a; --on-accent: #fff;
  --good: #1f6b3a; --bad: #9a2f22; --well: #f2f3f1; --ring: #8aa2ee; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0 auto; max-width: 34rem; padding: 1.25rem .9rem 3rem; color: var(--ink); background: var(--paper); overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem; text-wrap: balance; }
h2 { font-size: 1rem; margin: 2rem 0 .25rem; }
p { margin: .5rem 0; }
a { color: var(--accent); }
.by { color: var(--soft); margin: 1.25rem 0 .1rem; font-size: .9rem; }
.soft { color: var(--soft); }
.network { width: fit-content; margin: 1.25rem 0 .5rem; padding: .05rem .6rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--well); font-size: .8rem; font-weight: 600; }
.gallery > .network { margin-top: 0; }
.network + .by { margin-top: 0; }
.delivery { padding: .6rem .75rem; border: 1px solid var(--line); border-radius: .4rem; background: var(--well); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.state { display: flex; gap: .75rem; border-left: 4px solid var(--accent); padding: .25rem .75rem; margin: 1rem 0; font-weight: 600; }
.state::before { content: "\\25cb"; flex: none; }
.state.good { border-color: var(--good); } .state.good::before { content: "\\2713"; }
.state.bad { border-color: var(--bad); } .state.bad::before { content: "!"; font-weight: 800; }
.live:has(+ [data-part=pay]), .live:has(+ [data-part=steps]) { min-height: 4.75rem; }
.steps { list-style: none; margin: 1rem 0; padding: 0; display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: .35rem; font-size: .8rem; line-height: 1.3; color: var(--soft); overflow-wrap: normal; }
.steps li { border-top: 3px solid var(--line); padding-top: .35rem; }
.steps .done { border-color: var(--good); color: var(--ink); }
.steps [aria-current] { border-color: var(--accent); color: var(--ink); font-weight: 600; }
.amount { font-size: 2rem; line-height: 1.2; font-weight: 600; font-variant-numeric: tabular-nums; margin: 1rem 0 0; }
.clock { font-variant-numeric: tabular-nums; }
.clock [data-ends] { display: block; font-weight: 600; }
.clock [data-ends]:empty { display: none; }
.over, [data-over] .payment, [data-over] .parts { display: none; }
[data-over] .over { display: block; color: var(--bad); font-weight: 600; }
.to code { display: block; }
ul.soft { margin: .5rem 0; padding-left: 1.1rem; }
code { font: .85rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
.direct { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: 1rem; align-items: center; margin: 1rem 0; }
.direct .qr { order: -1; }
.direct .qr, .direct p { margin: 0; }
.qr { background: #fff; width: 15rem; max-width: 100%; padding: .5rem; border: 1px solid var(--line); border-radius: 6px; margin: 1rem 0; }
.qr svg { display: block; width: 100%; height: auto; }
.several .first .art { aspect-ratio: 4 / 3; }
.strip { list-style: none; margin: .5rem 0 0; padding: 0 0 .35rem; display: flex; gap: .5rem; overflow-x: auto; scrollbar-width: thin; }
.strip li { flex: 0 0 5rem; min-width: 0; }
.strip .art { border-radius: 6px; font-size: .7rem; }
.art { position: relative; display: grid; place-items: center; width: 100%; aspect-ratio: 1; overflow: hidden; background: var(--well); border: 1px solid var(--line); border-radius: 10px; color: var(--soft); font-size: .8rem; }
.art img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: contain; }
.name { display: block; margin-top: .25rem; font-size: .9rem; line-height: 1.3; overflow: hidden; text-overflow: ellipsis; }
.several .name { white-space: nowrap; }
.shop .name { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; }
.strip .name { font-size: .75rem; color: var(--soft); }
form { display: inline-block; margin: .25rem .5rem .25rem 0; }
button, a.button { font: inherit; min-height: 2.75rem; padding: .5rem 1rem; border: 1px solid var(--accent); border-radius: 8px; background: var(--accent); color: var(--on-accent); cursor: pointer; }
a.button { display: inline-block; text-decoration: none; }
button.plain, a.plain, .wallets:not(:empty) + p a.button { background: transparent; color: var(--accent); }
button.copy { display: none; min-height: 2rem; padding: .15rem .6rem; margin-left: .25rem; border-color: var(--line); font-size: .85rem; font-weight: 400; vertical-align: middle; }
.copies button.copy { display: inline-block; }
code + button.copy { margin-left: 0; }
button:focus-visible, a:focus-visible, summary:focus-visible, select:focus-visible, .strip:focus-visible { outline: 3px solid var(--ring); outline-offset: 2px; }
summary { cursor: pointer; }
h1, .by, .name, dt, dd { unicode-bidi: isolate; }
.shop { list-style: none; margin: 1rem 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(10rem, 45%), 1fr)); gap: 1.1rem .75rem; }
.shop li { min-width: 0; }
.shop a { display: block; color: inherit; text-decoration: none; }
.shop .price { font-weight: 600; font-variant-numeric: tabular-nums; }
.shop li { position: relative; }
.shop .gone .price { position: absolute; top: .5rem; left: .5rem; padding: 0 .6rem; border-radius: 1rem; background: var(--paper); font-size: .85rem; }
.filters form { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: .75rem; align-items: end; margin: .75rem 0; }
.filters label { font-size: .85rem; }
.filters select { display: block; width: 100%; }
select, .filters summary, .filters .check { font: inherit; min-height: 2.75rem; color: inherit; background: var(--paper); }
.filters summary { padding: .6rem 0; }
.pages { display: flex; justify-content: space-between; align-items: center; gap: .75rem; margin: 1.5rem 0; }
.details dl { display: grid; grid-template-columns: minmax(6rem, auto) minmax(0, 1fr); gap: .35rem 1rem; margin: .5rem 0; }
.details dt { color: var(--soft); }
.details dd { margin: 0; }
.parts { margin-top: 1rem; }
.wallets { margin: 1rem 0; }
.wallets:empty { display: none; }
.wallets h2 { margin-top: 0; }
.wallets button { margin: .25rem .5rem .25rem 0; max-width: 100%; overflow: hidden; text-overflow: ellipsis; }
.test { border: 1px dashed var(--line); border-radius: 8px; padding: .5rem 1rem 1rem; margin-top: 2rem; }
.test h2 { margin-top: .25rem; }
@media (max-width: 40rem) {
  .direct { display: block; }
  .direct .qr { margin: 1rem auto; }
  .terms a.button, .terms > [data-part] > form, .terms > [data-part] > form button, .wallets button { display: block; width: 100%; text-align: center; }
}
@media (max-width: 60rem) {
  .offer:has(.payment) .works > .art { aspect-ratio: 4 / 3; }
}
@media (pointer: fine) and (min-width: 40rem) {
  a.wallet { all: revert; color: var(--accent); }
}
@media (min-width: 60rem) {
  body:has(.gallery) { max-width: 76rem; padding: 3rem 2rem; }
  .shop { grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 1.75rem 1.25rem; }
  body:has(.offer) { max-width: 68rem; padding-top: 3rem; }
  .offer { display: grid; grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr); gap: 3rem; align-items: start; }
  .works { position: sticky; top: 2rem; }
  .offer .by, .offer .network { margin-top: 0; }
  .several .first .art { aspect-ratio: 1; }
}
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e8eb; --paper: #14181d; --soft: #a3adba; --line: #39424e; --accent: #9db2ff; --on-accent: #14181d;
    --good: #7fd19b; --bad: #ff9d8f; --well: #1c222a; --ring: #6f8cf5; }
}
`
