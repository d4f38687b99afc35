/**
 * Pays with a wallet of the browser (CIP-30). The page hands over what the wallet offers, the studio
 * builds the payment, the wallet shows and signs it, and the studio sends it. Plain text: the page's
 * policy names it by its hash.
 */
export const walletScript = `
'use strict';
{
const status = document.getElementById('wallet');
let isBusy = false;
const say = (text, tone) => {
  status.textContent = text;
  status.className = 'state ' + tone;
  status.hidden = text === '';
  // On a phone it may be on another screen than the button.
  status.scrollIntoView({ block: 'nearest' });
};
const walletsOf = (cardano) => Object.entries(cardano ?? {})
  .filter(([, wallet]) => typeof wallet?.enable === 'function' && typeof wallet.apiVersion === 'string')
  .slice(0, 20);
const element = (name, text) => {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
};
const list = () => {
  const box = document.querySelector('.wallets');
  const wallets = walletsOf(window.cardano);
  if (box === null || wallets.length === box.querySelectorAll('button').length) return;
  const buttons = wallets.map(([key, wallet], index) => {
    const button = element('button', 'Pay with ' + String(wallet.name || key).slice(0, 40));
    button.type = 'button';
    button.className = index === 0 ? '' : 'plain';
    button.addEventListener('click', () => pay(key, box.dataset));
    return button;
  });
  box.replaceChildren(element('h2', 'Connect a wallet'),
    Object.assign(element('p', 'Your wallet shows the payment before you sign it.'), { className: 'soft' }), ...buttons);
};
const post = async (path, body, silence) => {
  const answer = await fetch(location.pathname + path, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
  }).catch(() => undefined);
  const read = await answer?.json().catch(() => undefined);
  if (answer?.ok && read) return read;
  throw { sentence: read?.message ?? silence };
};
const fitting = (outputs) => {
  let chars = 0;
  return (outputs ?? []).filter((output) => typeof output === 'string' && output.length <= 4000)
    .sort((one, other) => one.length - other.length).slice(0, 200)
    .filter((output) => (chars += output.length + 3) < 50000);
};
const offered = async (api, due) => {
  const all = (await api.getUtxos()) ?? [];
  const some = fitting(all);
  if (some.length === all.length) return some;
  const enough = '1b' + (BigInt(due) + 3000000n).toString(16).padStart(16, '0');
  const limited = await api.getUtxos(enough).catch(() => null);
  return limited ? fitting(limited) : some;
};
const reasons = { '-3': 'Your wallet refused the connection. Nothing was paid.',
  '-4': 'The account of your wallet has changed. Nothing was paid. Try again.',
  '2': 'You declined in your wallet. Nothing was paid.' };
const reasonOf = (error) => error?.sentence ?? reasons[String(error?.code)]
  ?? 'Your wallet did not sign: ' + String(error?.info ?? error?.message ?? error).slice(0, 200) + '. Nothing was paid.';
const isElsewhere = async (api, { networkId, magic }) =>
  (await api.getNetworkId()) !== Number(networkId) || ![undefined, Number(magic)].includes(await api.cip142?.getNetworkMagic?.());
const pay = async (key, data) => {
  if (isBusy) return;
  isBusy = true;
  try {
    say('Waiting for your wallet.', '');
    const api = await window.cardano[key].enable({ extensions: [{ cip: 142 }] });
    if (await isElsewhere(api, data))
      throw { sentence: 'Your wallet is on another network than ' + data.network + '. Switch its network, then try again. Nothing was paid.' };
    const utxos = await offered(api, data.due);
    const { tx_id, tx, amount, receiver, is_rest } = await post('/wallet', { utxos, change: await api.getChangeAddress() },
      'The studio does not answer. Nothing was paid. Try again in a minute.');
    say('You pay ' + amount + (is_rest ? ', which completes what you have paid before' : '')
      + '. Your artwork is sent to ' + receiver + '. Read the payment in your wallet, then sign it.', '');
    const witness = await api.signTx(tx, false);
    say('Sending the payment.', '');
    await post('/wallet/signed', { tx_id, witness },
      'The studio did not answer. Your payment may have been sent: do not pay again before this page is up to date.');
    say('Your payment was sent. Do not pay a second time. This page shows it once it is in a block.', 'good');
    document.querySelector('.wallets')?.remove();
  } catch (error) {
    say(reasonOf(error), 'bad');
  } finally {
    isBusy = false;
  }
};
list();
// Wallets come into the page late, and the page renews the place where they are listed.
setInterval(list, 500);
}
`
