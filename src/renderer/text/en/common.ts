import { finalityText } from '#contract/mints/finality-text.ts'
import { adaText, countText, numberText } from '#values/text/format.ts'
import { serviceUpload } from '#contract/imports/service-upload.ts'
import type { Finality } from '#contract/mints/finality.ts'

/** Words that several views share. */
export const common = {
  app: 'Coldpress',
  ok: 'OK',
  cancel: 'Cancel',
  close: 'Close',
  back: 'Back',
  save: 'Save',
  open: 'Open',
  remove: 'Remove',
  retry: 'Try again',
  undo: 'Undo',
  copy: 'Copy',
  copied: 'Copied',
  passphrase: {
    strength: 'Strength of the passphrase',
    tooShort: (least: number) => `At least ${least} characters.`,
    differs: 'The passphrases don’t match.',
    is: (word: string) => `This passphrase is ${word}.`,
    rule: (least: number) =>
      `At least ${least} characters. Several random words are easy to remember and hard to guess.`,
  },
  copyOf: (what: string) => `Copy ${what}`,
  search: 'Search',
  loading: 'Loading',
  dismiss: 'Dismiss',
  more: 'More',
  none: 'None',
  optional: 'optional',
  required: 'required',
  wrongFields: (count: number) => `Check ${countText(count, 'field', 'fields')}.`,
  of: (part: string, whole: string) => `${part} of ${whole}`,
  confirmByName: (name: string) => `Type “${name}” to confirm`,
  slot: (slot: string) => `Slot ${slot}`,
  lovelace: (amount: string) => `${amount} lovelace`,
  missingImage: 'Not on this computer',
  contactSheet: {
    none: 'No tokens',
    title: (count: number, first: string, last: string) =>
      count === 1 ? first : `${first} … ${last}`,
  },
  /** A pin target. On the command line the built-in ones have the names `local` and `service`. */
  pinTarget: (name: string) =>
    name === 'local' ? 'This computer' : name === serviceUpload ? 'The minting service' : name,
  works: {
    label: 'Files beside the image',
    show: (name: string) => `Show ${name}`,
    stop: (name: string) => `Stop ${name}`,
    frame: (name: string) => `${name}, as its file draws it`,
    runs: 'It may run programs of its author. Coldpress shows it alone: without network, and without anything of this computer.',
    noPlayer: 'This file can’t be played here. Save a copy and open it with another program.',
    noViewer: 'Not shown here. Save a copy and open it with another program.',
    noViewerInFolder: 'Not shown here. Open it in its folder.',
    elsewhere: 'Not on this computer.',
    save: (name: string) => `Save a copy of ${name}…`,
    saved: (path: string) => `Saved as ${path}.`,
    reveal: (name: string) => `Show in folder: ${name}`,
    saveShort: 'Save a copy…',
    revealShort: 'Show in folder',
    showShort: 'Show',
    stopShort: 'Stop',
  },
  transaction: 'Transaction',
  finality: {
    term: 'Final',
    final: 'Yes: no rollback can take it back.',
    left: (finality: Finality) => finalityText(finality),
    hint: 'Not final yet. If the network rolls it back, Coldpress sends it again.',
  },
  showInExplorer: 'Show in explorer',
  localStudio: 'Local studio',
  networks: {
    mainnet: 'Mainnet',
    testnet: 'Testnet',
    preprod: 'Preprod',
    preview: 'Preview',
    devnet: 'Devnet',
  },
  details: 'Details',
  localImages: {
    text: (files: number) =>
      `${countText(files, 'file')} of these tokens ${files === 1 ? 'exists' : 'exist'} on this computer only. Nobody else can open ${files === 1 ? 'it' : 'them'}, and ${files === 1 ? 'it is' : 'they are'} gone with this computer. Pin ${files === 1 ? 'it' : 'them'} at a public place first: Settings, Pinning.`,
    accept: 'I accept that these files exist on this computer only',
  },
  unfetchedImages: {
    text: (files: number, gateway: string) =>
      `${countText(files, 'file')} of these tokens ${files === 1 ? 'was' : 'were'} not fetched through ${gateway} yet. Fetch ${files === 1 ? 'it' : 'them'} once, as a buyer will: a minted token can’t get another image.`,
    missing: (files: number, gateway: string) =>
      `${gateway} did not give ${countText(files, 'file')}. Buyers may not see ${files === 1 ? 'it' : 'them'}.`,
    unknown: (files: number, gateway: string) =>
      `It is unknown whether ${gateway} gives ${countText(files, 'file')} of these tokens. Buyers may not see ${files === 1 ? 'it' : 'them'}.`,
    stopped: 'Fetching was stopped.',
    fetch: 'Fetch files',
    fetching: 'Fetch files',
    progress: (done: number, total: number) =>
      `${numberText(done)} of ${countText(total, 'file')} fetched`,
    stop: 'Stop',
    accept: 'I accept that these files were not fetched',
  },
  serviceSaid: (reason: string) => `The service’s own words: ${reason}`,
  notEnoughAda: (missing: string) =>
    `Not enough ADA: ${adaText(missing, '₳', { rounding: 'up' })} more needed at the payment address.`,
  /** The next step in the window after an error, by the rule in its details. */
  advice: {
    no_gateway: 'Set one up under Settings → Gateways.',
    no_pin_target: 'Add it under Settings → Pinning.',
    no_wallet: 'Choose “Restore from a backup…” under Policies.',
    no_event_list: 'Set up an inbox under Settings → Inbox.',
    image_process: 'Restart Coldpress. If it still fails, reinstall it.',
    offline: 'Choose “Restart online…” at the left, below “Offline”.',
  } as Readonly<Record<string, string>>,
  /** Where the cause of an error is removed. */
  steps: {
    accounts: 'Open the accounts',
    gateways: 'Open the gateways',
    pinning: 'Open pinning',
    inbox: 'Open the inbox',
  },
  failures: {
    title: 'Something went wrong',
  },
}

/** Codes that are shown and scanned. */
export const qr = {
  sequence: (number: number, total: number) => `Code ${number} of ${total}`,
  play: 'Play',
  pause: 'Pause',
  next: 'Next code',
  previous: 'Previous code',
  speed: 'Codes a second',
  motion: 'Reduced motion is on, so step through the codes yourself.',
  camera: 'What the camera sees',
  opening: 'Opening the camera …',
  aim: 'Point the camera at the codes until all are read. Any order works.',
  again: 'Try again',
  errors: {
    none: 'No camera was found. Connect one, or read the file itself instead.',
    denied:
      'Coldpress may not use the camera. Allow it for Coldpress in the settings of your system, then try again.',
    busy: 'The camera does not answer. Another program may use it: close that one, then try again.',
    ended: 'The camera was disconnected. Connect it again, then try again.',
    other: (reason: string) => `The camera could not be opened (${reason}). Try again.`,
  },
}
