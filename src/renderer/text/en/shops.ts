import { countText, numberText } from '#values/text/format.ts'

/** The shop page of a collection. */
export const shops = {
  open: 'Shop page…',
  title: 'Shop page',
  lead: 'One page with all priced works: visitors filter them, see what is sold, and buy.',
  unavailable: 'This service has no shop pages.',
  works: (count: number) =>
    count === 0
      ? 'No work has a price yet. The page shows works that have one.'
      : `${countText(count, 'work')} on the page.`,
  price: 'Set prices…',
  link: 'Address',
  linkHere: 'Address on this computer',
  hereHint:
    'Only this computer can open the page. To make it public, serve the studio under an address of your own.',
  show: { here: 'Open preview', public: 'Open page' },
  publish: { here: 'Preview on this computer', public: 'Publish' },
  update: 'Update pictures',
  unpublish: 'Take down',
  stop: 'Stop',
  making: 'Making small pictures',
  progress: (done: number, total: number) => `${numberText(done)} of ${numberText(total)}`,
  saveCard: 'Save share card…',
  cardSaved: (path: string) => `Saved as ${path}.`,
  published: {
    here: 'The preview of the shop page is ready.',
    public: 'The shop page is published.',
  },
  unpublished: 'The shop page was taken down.',
  without: (count: number) =>
    `${countText(count, 'work')} shown by name alone: no still image is on this computer.`,
}

/** The pages of priced tokens. */
export const share = {
  title: 'Share the tokens on sale',
  text: (count: number) => (sum: string) =>
    `${countText(count, 'token')} ${count === 1 ? 'is' : 'are'} on sale for ${sum}. Whoever opens a token’s page can buy it.`,
  here: 'Only this computer can open these pages. To sell to somebody elsewhere, create a payment link and send it as a file. To make them public, serve the studio under an address of your own.',
  preview: 'Preview',
  list: 'Tokens on sale',
  copy: (name: string) => `link of ${name}`,
  open: 'Open',
  copyAll: 'Copy all links',
  copied: (count: number) => `${countText(count, 'link')} copied.`,
  priceOthers: (count: number) => `Price ${countText(count, 'token')} more…`,
}
