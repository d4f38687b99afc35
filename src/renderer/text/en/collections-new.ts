import type { TokenField } from '#contract/collections/collection.ts'
import { limits } from '#values/bounds/limits.ts'
import { countText, numberText } from '#values/text/format.ts'

/** The form of a new collection. */
export const newCollectionWords = {
  title: 'New collection',
  lead: 'Coldpress keeps what you type until you create the collection.',
  clear: 'Start over',
  folder: {
    title: 'Your images',
    pick: 'Choose a folder',
    pickOther: 'Choose another folder',
    remove: 'Start without a folder',
    wall: 'Images in the folder',
    noPicture: 'No image',
    foundImages: (images: number) =>
      `${countText(images, 'image', 'images')} found. Each becomes a token, named after its file.`,
    found: (tokens: number, attributes: number) =>
      `${countText(tokens, 'token')} in the table. ${attributes === 0 ? 'No column' : countText(attributes, 'column', 'columns')} became ${attributes === 1 ? 'an attribute' : 'attributes'}.`,
    noteCount: (notes: number) => `${countText(notes, 'note', 'notes')} about the folder`,
    notes: {
      blanks: (name: string) =>
        `“${name}” has blanks in its name, so no tag was made of it. Choose it in the import to add it to each token.`,
      gaps: (name: string) =>
        `“${name}” has empty cells. Choose it in the import to add it to the tokens that have a value.`,
      custom: (name: string) => `“${name}” starts with custom:. The import adds it to each token.`,
      not_allowed: (name: string) =>
        `“${name}” can’t be the name of an attribute. Rename the column before you import it.`,
      empty: (name: string) => `“${name}” is empty and was left out.`,
      ignored: (name: string) => `“${name}” was left out.`,
      thumbnail: (name: string) => `“${name}” names other sizes of the images and was left out.`,
      number: (name: string) => `“${name}” numbers the tokens, so it isn’t an attribute.`,
      repeated: (name: string) =>
        `“${name}” is in the table twice. Rename or remove one of the columns.`,
    },
    open: (message: string, rows: number | null) =>
      rows === null
        ? `An import of this folder would stop: ${message}`
        : `An import of this folder would stop at ${rows === 1 ? 'one row' : `${rows} rows`}. ${message}`,
    works: (files: number) =>
      `The metadata gets ${files === 1 ? 'a file' : `${files} files`} for the works beside each token’s image.`,
    unlisted: (count: number) => `And ${numberText(count)} more, which the import lists.`,
    longDescriptions: (rows: number) =>
      `${countText(rows, 'row has', 'rows have')} a description of more than ${limits.tokenText.maxChars} characters, the limit for a token. Shorten it, or let the check of the import make the column an attribute of each token.`,
  },
  about: 'About the collection',
  income: 'Income',
  account: 'Account',
  accountHint: 'The service that stores the collection. It determines the network.',
  name: 'Name',
  description: 'Description',
  website: 'Website',
  payout: 'Payout address',
  payoutHint: (network: string) =>
    `A Cardano address on ${network}. Income from your tokens is sent there.`,
  testAddress: 'Use a test address',
  testAddressHint:
    'The devnet’s own test wallet, which gives test ADA away. You can’t spend from it.',

  template: 'Attributes',
  templateText:
    'Attributes go on chain with each token. Text in <brackets> comes from your table; anything else is the same for every token.',
  noAttributes: 'No attributes yet. Each token has a name, an image and a media type.',
  attributeName: 'Attribute',
  attributeText: 'Value',
  attributeNameOf: (position: number) => `Name of attribute ${position}`,
  attributeTextOf: (position: number) => `Value of attribute ${position}`,
  addAttribute: 'Add an attribute',
  addTag: 'Tag',
  addTagHint: (tag: string) => `Put the tag ${tag} into the value`,
  noTag: 'A tag with blanks is typed by hand, such as <eye color>',
  nameWithBlanks: (name: string) =>
    `Same for all? Type it here. Different for each token? Type <${name}>, or remove this row and choose the column “${name}” in the import.`,
  actionsOf: (name: string) => `What can be done with ${name}`,
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  removeAttribute: (name: string) => `Remove ${name}`,
  attributeAt: (position: number) => `attribute ${position}`,
  moved: (name: string, position: number, all: number) => `${name} is now ${position} of ${all}.`,
  more: 'Fields of the token',
  moreHint: 'These are filled from your table. Change one only to use the same text everywhere.',
  fields: {
    name: 'Name',
    asset_name: 'Asset name',
    image: 'Image',
    media_type: 'Media type',
    description: 'Description',
  } satisfies Record<TokenField, string>,

  policy: 'Policy',
  policyText: 'The policy says who may mint, and until when. It can’t be changed later.',
  policyKind: 'Source of the policy',
  generate: 'Create a new policy',
  generateHint: {
    local: 'Coldpress creates a signing key and keeps it in your vault.',
    hosted:
      'The service creates a signing key and keeps it. Export the policy later to have the key in your vault too.',
  },
  fromVault: 'Use a policy from your list',
  fromVaultHint: 'One that is not locked yet.',
  lockKind: 'When it locks',
  locks: 'Locks on a date',
  locksAt: (date: string) => `Locks on ${date}`,
  neverLocks: 'Never locks',
  lockAt: 'Lock date',
  lockAtHint: 'In your local time.',
  presets: { '3': 'In 3 months', '6': 'In 6 months', '12': 'In a year' },
  countdown: (left: string, date: string) =>
    `Locks in ${left}, on ${date}. After that nobody can mint or burn tokens of this policy, not even you.`,
  lockPast: 'This date has passed. Choose a future date.',
  neverWarning:
    'The key’s owner can always mint more tokens. Many collectors look for a policy that locks, because only a locked policy fixes the number of tokens.',
  vaultPolicy: 'Policy',
  vaultPolicyPick: 'Choose a policy',
  vaultNone: 'You have no policy that this collection could use.',
  vaultLink: 'Import a policy file',
  policyLabel: (name: string, network: string, states: readonly string[]) =>
    [name, network, ...states].join(' · '),
  watchOnlyChosen:
    'Watch-only: its keys are on another computer. Each mint waits for its signature, and tokens can’t be sold here.',
  watchOnlyStays: (account: string) =>
    `Watch-only policies are left out: ${account} could not mint without their keys. The Local studio waits for signatures.`,
  unnamedPolicy: 'Unnamed policy',
  sendKeys: (account: string) => `Send the signing keys of this policy to ${account}`,
  sendKeysHint:
    'The service needs the keys to mint your tokens. It can mint under this policy from then on, and you can’t revoke that.',
  sendKeysTitle: 'Send the signing keys',
  sendKeysText: (account: string) =>
    `${account} receives the signing keys of this policy with the collection. Enter the vault passphrase again. Coldpress then asks once more in a separate window.`,
  sendKeysPassphrase: 'Vault passphrase',
  sendKeysSubmit: 'Create and send the keys',

  royalty: 'Royalty',
  hasRoyalty: 'Ask for a royalty on later sales',
  royaltyText:
    'A royalty token is minted before the first token. It costs about 2.1\u00A0₳: about 1.2\u00A0₳ is spent, and the rest stays with the collection and pays for its mints. After that, its rate and address can’t be changed.',
  rate: 'Rate in percent',
  rateHint: 'From 0 to 100, such as 5 or 7.5.',
  royaltyToPayout: 'Same as the payout address',
  royaltyAddress: 'Royalty address',
  royaltyAddressHint: 'Who receives the royalty.',
  royaltySummary: (rate: string) => (rate.trim() === '' ? 'Rate not set' : `${rate.trim()}%`),
  royaltyConfirms: (percent: string, address: string) =>
    `By creating this collection you confirm its royalty: ${percent}% of every later sale to ${address}. It can’t be changed once minted.`,

  selling: 'Selling',
  reservation: 'Reservation time in minutes',
  sellingSummary: (minutes: string) =>
    minutes.trim() === '' ? 'No reservation time' : `Reserved for ${minutes.trim()} minutes`,
  reservationHint: 'How long a token stays reserved for a buyer who has not paid yet.',

  preview: 'Preview',
  firstName: 'Your first token',
  unnamed: 'Your collection',
  noArtwork: 'Choose a folder to see your images here.',
  showJson: 'Show the metadata (JSON)',
  json: 'Metadata of one token',
  bytes: (bytes: number, most: number) =>
    `${numberText(bytes)} bytes of at most ${numberText(most)} in a transaction`,
  create: 'Create collection',
  reason:
    'The collection needs a signing key, which your vault keeps. Nothing has been created yet.',
  created: (name: string) => `“${name}” was created.`,
  errors: {
    name: 'Enter a name.',
    payout: 'Enter a payout address.',
    attributeName: 'Enter a name for this attribute.',
    attributeTwice: (name: string) => `There is already an attribute “${name}”.`,
    attributeText: (name: string) => `Enter a value or a tag for “${name}”.`,
    policy: 'Choose a policy from your list.',
    lockTime: 'Choose a date, or choose a policy that never locks.',
    rate: 'Enter a number from 0 to 100, such as 5 or 7.5.',
    royaltyAddress: 'Enter the address that receives the royalty.',
    reservation: 'Enter whole minutes, such as 15.',
  },
}
