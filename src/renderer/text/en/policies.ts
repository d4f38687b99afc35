import { countText, numberText } from '#values/text/format.ts'
import { backupWords } from './policies-backup.ts'
import { phrases } from './policies-phrases.ts'

/** The policies by lock date. */
const calendar = {
  save: 'Save as calendar (.ics)',
  saveHint: 'Upcoming locks, with reminders a week and a day ahead.',
  noneToCome: 'No upcoming locks.',
  saved: (path: string) =>
    `Saved to ${path}. Open it with your calendar. Importing it again updates the same entries.`,
  emptyTitle: 'No policy locks',
  emptyText:
    'Policies that lock are listed here by date. You choose the date when you create a policy.',
  columns: {
    policy: 'Policy',
    locks: 'Locks',
    left: 'Time left',
    minting: 'Minting',
  },
  after: (year: number) => `After ${year}`,
}

/** The view "policies". */
export const policies = {
  title: 'Policies',
  lead: 'Who may mint, until when, and which keys are on this computer.',
  tabs: {
    list: 'Policies',
    phrases: 'Recovery phrases',
    locks: 'Lock calendar',
  },
  backup: backupWords,
  phrases,
  calendar,
  unnamed: 'Unnamed policy',
  policyId: 'policy ID',
  keyHash: 'key hash',

  create: 'New policy',
  bringIn: 'Import policy',
  fromAccount: 'From an account',
  importPolicy: 'From files or text',
  inspect: 'Inspect a policy',
  inspectHint: 'Says who can mint under a policy and until when. Nothing is saved.',

  search: 'Search policies',
  searchHint: 'Name, policy ID, key hash or network',
  notFound: (search: string) => `No policies match “${search}”.`,
  clearSearch: 'Show all',
  counted: (shown: number, all: number) =>
    shown === all
      ? countText(all, 'policy', 'policies')
      : `${numberText(shown)} of ${countText(all, 'policy', 'policies')}`,
  emptyTitle: 'No policy yet',
  emptyText:
    'A policy says who may mint a collection and until when. Every new collection creates one. You can also create one ahead, or import one that you have.',

  columns: {
    name: 'Policy',
    network: 'Network',
    minting: 'Minting',
    keys: 'Keys here',
  },
  origins: {
    generated: 'Created here',
    imported: 'Imported',
    account: 'From an account',
    studio: 'By the studio',
  },

  keysHere: (here: number, all: number) => `${here} of ${all}`,
  canMint: 'Can mint now',
  cannotMint: 'Can’t mint now',
  watchOnly: 'Watch-only',
  watchOnlyHint: 'Its keys are on another computer. Mints wait for their signatures.',

  lock: {
    never: 'Never locks',
    locked: 'Locked',
    left: (duration: string) => `${duration} left`,
    at: (time: string) => `Can’t mint from ${time} on.`,
    beyond: 'Later than any date',
  },

  backToList: 'All policies',
  gone: 'This policy is not on this computer.',
  conditions: {
    title: 'To mint, a transaction must have',
    all: 'All of these',
    any: 'Any one of these',
    atLeast: (required: number, of: number) => `At least ${required} of these ${of}`,
    nothing: 'Nothing: anyone can mint',
    never: 'A condition that can’t be met: nobody can mint',
    signed: 'Signed by',
    before: 'Before',
    after: 'Not before',
    beforeSlot: (slot: string) => `Before slot ${slot}`,
    afterSlot: (slot: string) => `Not before slot ${slot}`,
    keyHere: 'Key on this computer',
    keyElsewhere: 'Key not on this computer',
    left: (duration: string) => `${duration} left`,
    passed: (duration: string) => `Passed ${duration} ago`,
    starts: (duration: string) => `In ${duration}`,
    started: (duration: string) => `Reached ${duration} ago`,
    beyond: 'Later than any date',
  },

  details: {
    title: 'Details',
    policyId: 'Policy ID',
    network: 'Network',
    origin: 'Origin',
    lock: 'Lock',
    minting: 'Minting',
    backup: 'Backup',
    added: 'Added',
  },
  keys: {
    title: 'Keys',
    none: 'This policy requires no key.',
    summary: (here: number, all: number) =>
      here === all
        ? all === 1
          ? 'The signing key is in your vault.'
          : `All ${all} keys are in the vault.`
        : here === 0
          ? `Watch-only: 0 of ${countText(all, 'key', 'keys')} here. Mints wait for signatures from the computer that has the ${all === 1 ? 'key' : 'keys'}.`
          : `${here} of its ${all} keys ${here === 1 ? 'is' : 'are'} in the vault.`,
    path: (path: string) => `Derived as ${path}`,
    show: 'Show the policy with its keys…',
    importKey: 'Import a key',
  },
  usedBy: {
    title: 'Used by',
    none: 'No collection of your accounts uses it.',
    looking: 'Searching your accounts',
    notAsked: (account: string, reason: string) => `${account} did not answer: ${reason}`,
    collection: (name: string, account: string) => `${name} at ${account}`,
  },
  script: {
    title: 'Script',
    text: 'The script is public. The policy ID is its hash.',
    show: 'Show',
    hide: 'Hide',
    json: 'Script JSON',
    cbor: 'Script CBOR',
    save: 'Save the script',
    saved: (path: string) => `The script is in ${path}.`,
  },

  publicFile: {
    text: 'The public policy file holds the script and the public keys, and nothing that can sign. A computer without the keys builds mints with it, and the one with the keys signs them.',
    save: 'Save public policy file',
    codes: 'Show as codes',
    codesTitle: 'Public policy file as codes',
    codesLabel: 'Codes of the public policy file',
    reason: 'The vault must be open to export public keys.',
    saved: (path: string) => `The public policy file is in ${path}.`,
    saveKeys: 'Save public keys',
    saveKeysHint: 'Verification keys as cardano-cli keeps them (.vkey).',
    savedKeys: (paths: readonly string[]) =>
      paths.length === 1
        ? `The public key is in ${paths[0] ?? ''}.`
        : `The public keys are in ${paths.join(', ')}.`,
  },

  form: {
    name: 'Name',
    nameHint: 'For your own list. It is not part of the policy.',
    network: 'Network',
    networkHint: 'The lock date depends on the network.',
    account: 'Account',
    collection: 'Collection',
  },
  generate: {
    title: 'New policy',
    text: 'Coldpress creates a key, stores it in the vault and creates a policy that requires this key.',
    lock: 'Lock',
    never: 'Never',
    onDate: 'On a date',
    neverHint: 'You can mint more at any time. Collectors may prefer a policy that locks.',
    date: 'Lock date',
    dateHint: (zone: string) => `In your local time (${zone}).`,
    dateMissing: 'Choose a date.',
    datePast: 'This time has passed. Choose a future date.',
    countdown: (duration: string) => `${duration} from now`,
    submit: 'Create policy',
    reason: 'The vault stores the new key.',
    done: 'Policy created. The signing key is in your vault.',
  },
  exporting: {
    title: 'From an account',
    text: 'Fetches the policy of a collection with its keys from the service into your vault.',
    noCollections: 'This account has no collection.',
    choose: 'Choose a collection',
    submit: 'Fetch into the vault',
    reason: 'The vault stores the keys.',
    done: 'The policy and its keys are in the vault.',
  },
  source: {
    label: 'Source',
    file: 'A file',
    text: 'Pasted text',
    scan: 'Scanned codes',
    pick: 'Choose a file',
    pickOther: 'Choose another file',
    pickFolder: 'Choose a folder',
    noFile: 'Drop a file, folder or zip here',
    fileHint:
      'A public policy file, or files of another tool: a cardano-cli or pycardano script with its keys, a CNTools policy folder, an NMKR key export (zip).',
    dropHere: 'Drop to read the policy',
    dropErrors: {
      none: 'No file of a policy was dropped. Its files end in .script, .vkey, .skey, .id, .policyid, .json or .zip.',
      tooMany:
        'These are too many files for one policy. Drop the folder of one policy, or its files.',
    },
    dropTooLarge: (name: string) => `${name} is too large for a file of a policy.`,
    missing: 'Choose a file, or paste the text of a policy.',
    paste: 'Policy',
    pasteHint:
      'A public policy file, the policy JSON of a service, a cardano-cli script, script CBOR in hex, or a signing key of a policy on this computer.',
    keys: 'Key files',
    keysHint: 'Signing keys that are in other files. None is needed to watch the policy.',
    addKey: 'Add a key file',
    removeKey: (path: string) => `Leave out ${path}`,
  },
  importing: {
    title: 'Import a policy',
    networkOfFile: 'As the files say, otherwise Mainnet',
    submit: 'Import',
    reason: 'The vault stores the keys.',
    done: 'Policy imported.',
    doneWatchOnly: 'Policy imported. It is watch-only: its keys stay on their computer.',
  },
  inspecting: {
    title: 'Inspect a policy',
    empty: 'Choose, drop or paste a policy to see what it can still do.',
    importIt: 'Import this policy…',
    reading: 'Reading the policy',
    found: 'Policy',
    hasKeys: 'With signing keys',
    hasNoKeys: 'Without signing keys',
    watchOnly: 'Watch-only: without signing keys',
    known: 'This policy is already on this computer.',
    details: {
      minting: 'Mint and burn',
      signatures: 'Signatures',
    },
    minting: {
      possible: 'Possible now with these keys',
      others_sign: 'Once the missing keys sign',
      not_yet: 'Not yet',
      locked: 'Never again: locked',
      impossible: 'Never: no signatures fulfil its script',
    },
    signatures: (needed: number, of: number) =>
      of === 0 ? 'None needed' : `${needed} of ${of} needed`,
    neverEnough: (of: number) =>
      of === 1
        ? 'Not even that of its 1 key is enough'
        : `Not even those of all ${of} keys are enough`,
    neverMinted: 'Nobody can ever mint',
    network: (name: string, by: 'files' | 'choice' | 'list' | 'assumption', hasLock: boolean) => {
      if (by === 'list') return `${name}, as in your list`
      return by === 'assumption' && hasLock
        ? `${name}, because the files don’t name a network. Choose another below if it is wrong.`
        : name
    },
    sources: {
      files: (file: string) => `In ${file}`,
      vault: () => 'In the vault',
      encrypted: (file: string) => `Encrypted in ${file}`,
      public: () => 'Signing key missing',
      missing: () => 'Missing',
    },
    encrypted: {
      text: (names: readonly string[]) =>
        `${names.join(', ')}: encrypted, and not opened. Decrypt it on a computer that you trust:`,
      command: (name: string) => `gpg --decrypt --output ${name.replace(/\.[^.]*$/u, '')} ${name}`,
      what: 'command',
      afterwards:
        'Then import the decrypted file as well. Until then you can watch the policy, and its mints wait for that key.',
    },
    skipped: (files: readonly { readonly name: string; readonly reason: string }[]) =>
      `Not read: ${files.map(({ name, reason }) => `${name} (${reason})`).join(', ')}.`,
  },
  reveal: {
    title: 'Policy with its keys',
    warning:
      'Anyone who sees this text or has the file can mint under the policy. Keep it offline.',
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
