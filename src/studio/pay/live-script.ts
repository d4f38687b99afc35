/**
 * Renews a page in place, so that it neither jumps nor loses its place, a screen reader is told what
 * has changed and only that, and the time that is left is counted down. Plain text: the page's policy
 * names it by its hash.
 */
export const liveScript = `
'use strict';
const seconds = Number(document.querySelector('meta[name=renew]')?.content ?? 0);
const silent = document.getElementById('silent');
const parts = (page) => page.querySelectorAll('[data-part]');
const shown = new Map([...parts(document)].map((part) => [part.dataset.part, part.innerHTML]));
const two = (number) => String(number).padStart(2, '0');
const count = () => {
  for (const clock of document.querySelectorAll('[data-ends]')) {
    const left = Math.max(0, Math.ceil((Number(clock.dataset.ends) - Date.now()) / 1000));
    const [hours, minutes] = [Math.floor(left / 3600), Math.floor(left / 60) % 60];
    const text = left === 0 ? 'The time is over'
      : (hours === 0 ? '' : hours + ':') + (hours === 0 ? minutes : two(minutes)) + ':' + two(left % 60) + ' left';
    if (clock.textContent !== text) clock.textContent = text;
  }
};
const renew = async () => {
  const answer = await fetch(location.pathname);
  if (!answer.ok) throw new Error(answer.statusText);
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html');
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
const timer = seconds === 0 ? undefined : setInterval(() => {
  renew().then(() => { silent.hidden = true; }, () => { silent.hidden = false; });
}, seconds * 1000);
`
