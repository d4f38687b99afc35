/**
 * Renews a page in place, so that it neither jumps nor loses its place, a screen reader is told what
 * has changed and only that, and the time that is left is counted down. It asks once at a time: an
 * answer that came late would call the end of a sale out of date for good. It gives up a question without
 * an answer, as a network leaves it that changes: a browser may wait for minutes, and the page would be
 * deaf. Plain text: the page's policy names it by its hash.
 */
export const liveScript = `
'use strict';
const seconds = Number(document.querySelector('meta[name=renew]')?.content ?? 0);
const silent = document.getElementById('silent');
const parts = (page) => page.querySelectorAll('[data-part]');
const shown = new Map([...parts(document)].map((part) => [part.dataset.part, part.innerHTML]));
const ahead = Number(document.querySelector('meta[name=clock]')?.content ?? Date.now()) - Date.now();
const two = (number) => String(number).padStart(2, '0');
const count = () => {
  for (const clock of document.querySelectorAll('[data-ends]')) {
    const left = Math.max(0, Math.ceil((Number(clock.dataset.ends) - Date.now() - ahead) / 1000));
    const [hours, minutes] = [Math.floor(left / 3600), Math.floor(left / 60) % 60];
    const text = left === 0 ? 'The time is over'
      : (hours === 0 ? '' : hours + ':') + (hours === 0 ? minutes : two(minutes)) + ':' + two(left % 60) + ' left';
    if (clock.textContent !== text) clock.textContent = text;
    clock.closest('[data-part]').toggleAttribute('data-over', left === 0);
  }
  for (const time of document.querySelectorAll('time:not([data-local])')) {
    const at = new Date(time.dateTime);
    const isClock = 'clock' in time.dataset && at.toDateString() === new Date().toDateString();
    time.dataset.local = '';
    time.textContent = at.toLocaleString([], isClock ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' });
  }
};
const copied = document.getElementById('copied');
const copy = async (button) => {
  const label = button.dataset.label ??= button.textContent;
  await navigator.clipboard.writeText(button.dataset.copy);
  button.textContent = 'Copied';
  copied.textContent = label.replace('Copy', 'Copied');
  setTimeout(() => { button.textContent = label; copied.textContent = ''; }, 2000);
};
if (navigator.clipboard !== undefined) document.documentElement.classList.add('copies');
document.addEventListener('click', ({ target }) => {
  const button = target.closest('[data-copy]');
  if (button !== null) copy(button).catch(() => document.documentElement.classList.remove('copies'));
});
const renew = async () => {
  const answer = await fetch(location.pathname, { signal: AbortSignal.timeout(15000) });
  if (!answer.ok) throw new Error(answer.statusText);
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html');
  // A network that wants a sign-in answers in the studio's place.
  if (parts(next).length === 0) throw new Error('not this page');
  for (const fresh of parts(next)) {
    const name = fresh.dataset.part;
    if (shown.get(name) === fresh.innerHTML) continue;
    shown.set(name, fresh.innerHTML);
    document.querySelector('[data-part="' + name + '"]')?.replaceChildren(...fresh.childNodes);
  }
  if (next.querySelector('meta[name=renew]') === null) clearInterval(timer);
  count();
};
count();
setInterval(count, 1000);
let asking = false;
const timer = seconds === 0 ? undefined : setInterval(() => {
  if (asking) return;
  asking = true;
  renew().then(() => { silent.hidden = true; }, () => { silent.hidden = false; }).then(() => { asking = false; });
}, seconds * 1000);
`
