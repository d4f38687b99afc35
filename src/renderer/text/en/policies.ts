import { countText, numberText } from '#shared/format.ts'
import { backup } from './policies-backup.ts'
import { calendar } from './policies-locks.ts'
import { phrases } from './policies-phrases.ts'

/** The view "policies". */
export const policies = {
  title: 'Policies',
  lead: 'Who may mint, until when, and which keys are on this computer.',
  tabs: {
    list: 'Policies',
    phrases: 'Recovery phrases',
    locks: 'Lock calendar',
  },
  backup,
  phrases,
  calendar,
  unnamed: 'Unnamed policy',
  policyId: 'policy id',
  keyHash: 'key hash',

  create: 'New policy',
  bringIn: 'Bring in',
  fromAccount: 'From an account',
  importPolicy: 'Import a file or text',
  inspect: 'Look at a policy',
  inspectHint: 'Shows what it is. Nothing is kept.',

  search: 'Search policies',
  searchHint: 'Name, policy id, key hash or network',
  notFound: (search: string) => `No policy fits “${search}”.`,
  clearSearch: 'Show all',
  counted: (shown: number, all: number) =>
    shown === all
      ? countText(all, 'policy', 'policies')
      : `${numberText(shown)} of ${countText(all, 'policy', 'policies')}`,
  emptyTitle: 'No policy yet',
  emptyText:
    'A policy says who may mint a collection and until when. Every new collection brings one. You can also make one ahead, or bring in one that you have.',

  columns: {
    name: 'Policy',
    network: 'Network',
    minting: 'Minting',
    keys: 'Keys here',
  },
  origins: {
    generated: 'Made here',
    imported: 'Imported',
    account: 'From an account',
    studio: 'Made by the studio',
  },

  keysHere: (here: number, all: number) => `${here} of ${all}`,
  canMint: 'Can mint now',
  cannotMint: 'Cannot mint now',

  lock: {
    never: 'Never locks',
    locked: 'Locked',
    left: (duration: string) => `${duration} left`,
    at: (time: string) => `Nothing can be minted from ${time} on.`,
    beyond: 'Later than any date',
  },

  backToList: 'All policies',
  gone: 'This policy is not on this computer.',
  conditions: {
    title: 'To mint, a transaction must have',
    all: 'All of these',
    any: 'Any one of these',
    atLeast: (required: number, of: number) => `At least ${required} of these ${of}`,
    nothing: 'Nothing at all: anybody can mint',
    never: 'Something that cannot be had: nobody can mint',
    signed: 'Signed by',
    before: 'Before',
    after: 'Not before',
    beforeSlot: (slot: string) => `Before slot ${slot}`,
    afterSlot: (slot: string) => `Not before slot ${slot}`,
    keyHere: 'Key is here',
    keyElsewhere: 'Key is not here',
    left: (duration: string) => `${duration} left`,
    passed: (duration: string) => `Passed ${duration} ago`,
    starts: (duration: string) => `In ${duration}`,
    started: (duration: string) => `Reached ${duration} ago`,
    beyond: 'Later than any date',
  },

  facts: {
    title: 'Facts',
    policyId: 'Policy id',
    network: 'Network',
    origin: 'Origin',
    lock: 'Lock',
    minting: 'Minting',
    backup: 'Backup',
    added: 'Added',
  },
  keys: {
    title: 'Keys',
    none: 'This policy names no key.',
    summary: (here: number, all: number) =>
      here === all
        ? all === 1
          ? 'Its key is in the vault.'
          : `All ${all} keys are in the vault.`
        : here === 0
          ? `None of its ${countText(all, 'key', 'keys')} is in the vault. Import the key to mint from here.`
          : `${here} of its ${all} keys ${here === 1 ? 'is' : 'are'} in the vault.`,
    show: 'Show the policy with its keys',
    importKey: 'Import a key',
    savePublic: 'Save public keys',
    savePublicHint: 'Verification keys as cardano-cli keeps them (.vkey).',
    savePublicReason: 'The public keys are told by the vault.',
    savedPublic: (paths: readonly string[]) =>
      paths.length === 1
        ? `The public key is in ${paths[0] ?? ''}.`
        : `The public keys are in ${paths.join(', ')}.`,
  },
  usedBy: {
    title: 'Used by',
    none: 'No collection of your accounts uses it.',
    looking: 'Looking through your accounts',
    notAsked: (account: string, reason: string) => `${account} could not be asked: ${reason}`,
    collection: (name: string, account: string) => `${name} at ${account}`,
  },
  script: {
    title: 'Script',
    text: 'The script is public: the policy id is its hash.',
    show: 'Show',
    hide: 'Hide',
    json: 'Script JSON',
    cbor: 'Script CBOR',
    save: 'Save the script',
    saved: (path: string) => `The script is in ${path}.`,
  },

  form: {
    name: 'Name',
    nameHint: 'For your own list. It is not part of the policy.',
    network: 'Network',
    networkHint: 'A lock counts slots, and a slot is another time on each network.',
    networks: {
      mainnet: 'Mainnet',
      preprod: 'Preprod',
      preview: 'Preview',
      devnet: 'Devnet (Local studio)',
    },
    account: 'Account',
    collection: 'Collection',
  },
  generate: {
    title: 'New policy',
    text: 'Coldpress makes a key, puts it into the vault and writes a policy that this key alone can use.',
    lock: 'Lock',
    never: 'Never',
    onDate: 'On a date',
    neverHint: 'You can mint more at any time. Collectors may prefer a policy that locks.',
    date: 'Nothing can be minted from',
    dateHint: (zone: string) => `In your own time (${zone}).`,
    datePast: 'This time has passed, so nothing could ever be minted.',
    countdown: (duration: string) => `${duration} from now`,
    submit: 'Make the policy',
    reason: 'The new key goes into the vault.',
    done: 'The policy is made. Its key is in the vault.',
  },
  exporting: {
    title: 'From an account',
    text: 'Fetches the policy of a collection with its keys from the service into your vault.',
    noCollections: 'This account has no collection.',
    choose: 'Choose a collection',
    submit: 'Fetch into the vault',
    reason: 'The keys go into the vault.',
    done: 'The policy and its keys are in the vault.',
  },
  source: {
    label: 'Where it is',
    file: 'A file',
    text: 'Pasted text',
    pick: 'Pick a file',
    pickOther: 'Pick another file',
    noFile: 'No file picked',
    paste: 'Policy',
    pasteHint:
      'The policy JSON of a service, a cardano-cli script, script CBOR in hex, or a signing key of a policy that is here.',
    keys: 'Key files beside it',
    keysHint: 'cardano-cli keeps signing keys apart from the script.',
    addKey: 'Add a key file',
    removeKey: (path: string) => `Leave out ${path}`,
  },
  importing: {
    title: 'Import a policy',
    networkOfFile: 'As its lock time says, else Mainnet',
    submit: 'Import',
    reason: 'The keys go into the vault.',
    done: 'The policy is here.',
    loneKey: 'This is a signing key. It is taken in if the policy that it belongs to is here.',
  },
  inspecting: {
    title: 'Look at a policy',
    submit: 'View',
    empty: 'Nothing to look at yet.',
    reading: 'Reading it',
    found: 'What was found',
    hasKeys: 'Signing keys came with it',
    hasNoKeys: 'No signing keys in it',
    known: 'This policy is here already.',
    timesOn: (network: string) => `Times as on ${network}.`,
  },
  reveal: {
    title: 'Policy with its keys',
    warning: 'Whoever sees this text, or has the file, can mint under the policy. Keep it offline.',
    passphrase: 'Vault passphrase',
    why: 'Asked each time, also while the vault is open.',
    showPassphrase: 'Show the passphrase',
    show: 'Show',
    save: 'Save to a file',
    saveKeys: 'Save as .skey',
    saveKeysHint: 'Signing keys as cardano-cli keeps them, one to a file.',
    savedKeys: (paths: readonly string[]) => `The signing keys are in ${paths.join(', ')}.`,
    text: 'Policy with signing keys',
    hides: (seconds: number) => `Hidden in ${seconds} s`,
    hide: 'Hide now',
    copy: 'Copy',
    copied: 'Copied. It is cleared from the clipboard after 30 seconds.',
    copyHint: 'Cleared from the clipboard after 30 seconds.',
    saved: (path: string) => `The policy with its keys is in ${path}.`,
  },
}
