import { countText, dateText, numberText } from '#values/text/format.ts'

import { adoptionWords } from './settings-adoptions.ts'
import { pinCheckWords } from './settings-pin-checks.ts'
import { updates } from './settings-updates.ts'
import { webhookWords } from './settings-webhooks.ts'

/** The view "settings". */
export const settingsWords = {
  title: 'Settings',
  groups: {
    services: 'Services',
    sales: 'Sale events',
    computer: 'This computer',
    app: 'Coldpress',
  },
  sections: {
    accounts: 'Accounts',
    inbox: 'Inbox',
    webhooks: 'Webhooks',
    gateways: 'Gateways',
    pinning: 'Pinning',
    vault: 'Vault',
    computer: 'Backup and move',
    appearance: 'Theme',
    shortcuts: 'Shortcuts',
    about: 'About',
  },

  shortcuts: {
    title: 'Keyboard shortcuts',
    text: '“Search everything…” finds every command, also those without a shortcut.',
    or: 'or',
    browser: 'Coldpress runs in a Chromium window, which zooms by itself and has no menu bar.',
    inLists: 'In lists and menus',
    ofLists: [
      ['Move between rows and tokens', ['← ↑ → ↓', 'Page Up', 'Page Down', 'Home', 'End']],
      ['Show the actions of a row or token', ['Shift + F10', 'Menu']],
      ['Close a menu or dialog', ['Esc']],
    ] as const,
  },

  accounts: {
    text: 'The services that store your collections. The vault keeps their API keys.',
    add: 'Add an account',
    addTitle: 'Add an account',
    name: 'Name',
    nameHint: 'The name in your lists.',
    network: 'Network',
    baseUrl: 'Base URL',
    baseUrlHint: 'The address of the service, such as https://api.example.com/testnet',
    appId: 'App ID',
    appIdHint: 'You get it from the service together with the API key.',
    apiKey: 'API key',
    apiKeyHint: 'The vault stores it.',
    showApiKey: 'Show the API key',
    reason: 'The vault keeps the API key.',
    added: (name: string) => `${name} added.`,
    untested: 'Add it without asking the service',
    address: 'Address',
    addedAt: 'Added',
    hosted: 'Hosted service',
    local: 'Built in',
    localText:
      'It runs on this computer and needs no key. It is part of Coldpress and can’t be removed.',
    localOn: (network: string) =>
      `It runs on this computer and reads ${network} through the gateway that you set up. Remove the gateway to stop it. Its collections stay.`,
    test: 'Test',
    testOf: (name: string) => `Test ${name}`,
    testReason: 'The API key is in the vault.',
    works: (network: string, milliseconds: number) =>
      `Answered in ${numberText(milliseconds)} ms. It is on ${network}.`,
    removeOf: (name: string) => `Remove ${name}`,
    remove: 'Remove account',
    keep: 'Keep account',
    removeTitle: 'Remove this account?',
    removeText: (name: string) =>
      `This deletes the API key of ${name} from the vault. Collections stay at the service. To see them again, add the account with its key.`,
    removed: (name: string) => `${name} removed.`,
  },

  inbox: {
    text: 'How sale events reach this computer. Coldpress listens for hosted services only after you turn it on.',
    local: 'Local studio',
    localText: 'Its events arrive here as they happen. There is nothing to set up.',
    none: 'Each hosted service delivers to its own inbox. Add its account first.',
    toAccounts: 'Go to the accounts',
    states: { off: 'Off', listening: 'Listening', failed: 'Not listening' },
    address: 'Address',
    addressName: 'address of the inbox',
    received: 'Since start',
    receivedText: (count: number) => `${countText(count, 'delivery', 'deliveries')} received`,
    last: 'Last delivery',
    lastError: 'Last error',
    lastErrorText: (status: number, reason: string) => `${status}: ${reason}`,
    on: 'Receive events',
    port: 'Port',
    portHint:
      'On 127.0.0.1 only. Deliveries go to this port, so don’t change it without telling the sender.',
    hosts: 'Public names',
    hostsHint:
      'If a tunnel or proxy forwards deliveries: the host names that the sender uses, such as hooks.example.com, separated by commas.',
    scheme: 'Signature',
    schemeHint:
      'The signature scheme that the inbox verifies. Standard Webhooks also signs the time, so that nobody can replay an old delivery.',
    schemeOpen: 'The first secret decides',
    schemes: {
      standard: 'Standard Webhooks (webhook-signature)',
      tangocrypto: 'x-tangocrypto-signature',
    },
    saved: (name: string) => `Inbox of ${name} saved.`,
    secretTitle: 'Secret',
    secretText:
      'The service signs each delivery with a secret. The inbox rejects unsigned deliveries. The vault keeps the secret.',
    has: 'Stored in the vault.',
    hasNot: 'None yet.',
    unknown: 'Unknown while the vault is locked.',
    enter: 'Enter secret',
    enterTitle: (name: string) => `Secret of ${name}`,
    enterLabel: 'Webhook secret',
    enterHint: 'As the service showed it when you created the webhook.',
    showTyped: 'Show the secret',
    entered: 'The secret is in the vault.',
    make: 'Create secret',
    makeTitle: 'Create a new secret',
    makeText:
      'For a service that accepts a secret from you. It replaces the current secret: the inbox then rejects deliveries signed with the old one.',
    show: 'Show secret',
    shownTitle: (name: string) => `Secret of the inbox of ${name}`,
    shownLabel: 'Webhook secret',
    shownWarning:
      'Anyone with this secret can send events that look genuine. Give it only to the service.',
    register: 'Create webhook…',
    registerTitle: 'Create a webhook at the service',
    registerText:
      'The service then sends its events to this inbox. If it returns a secret, the vault stores it.',
    callback: 'Public address',
    callbackHint: 'Where the service reaches this inbox, such as https://hooks.example.com/',
    registered: 'Webhook created. The service now sends its events here.',
    registeredWithout:
      'Webhook created. The service returned no secret: copy it from the service and enter it here.',
    reason: 'The vault keeps the secret of the inbox.',
    notify: 'Notifications',
    notifyLabels: {
      notifyPaid: 'Notify me when a work is sold',
      notifyFailures: 'Notify me when a payment link fails or needs me',
    },
    notifyHint: 'As a system notification, or in this window if there are none.',
  },

  webhooks: webhookWords,

  gateways: {
    text: 'The servers that read each network and send transactions. Where a network has several, Coldpress asks the next one when the first fails or its calls are used up.',
    states: { own: 'Built in', set: 'Set up', missing: 'Not set up' },
    ownText: 'The devnet of the Local studio. It runs on this computer and needs nothing.',
    name: 'Gateway',
    address: 'Address',
    nth: (network: string, position: number) =>
      position === 1 ? network : `${network} (gateway ${position})`,
    add: 'Add another',
    addOf: (network: string) => `Add another gateway of ${network}`,
    earlier: 'Ask earlier',
    earlierOf: (network: string) => `Ask earlier: ${network}`,
    set: 'Set up',
    setOf: (network: string) => `Set up ${network}`,
    change: 'Change',
    changeOf: (network: string) => `Change the gateway of ${network}`,
    title: (network: string) => `Gateway of ${network}`,
    nameLabel: 'Name',
    nameHint: 'Leave empty to use the host name.',
    secretHint: 'The vault stores it. It replaces an earlier one.',
    steps: {
      label: 'Steps',
      fill: 'Fill in what the provider asks for.',
      check: 'Coldpress asks it for its network, its newest block and today’s calls.',
      store: 'Store it. A secret goes to the vault.',
    },
    check: 'Check',
    store: 'Store gateway',
    unchecked: 'Coldpress was started offline, so it can’t check the gateway before storing it.',
    found: {
      label: 'What the gateway answered',
      other: (network: string) => `It serves ${network}, so it is stored for ${network}.`,
      behind: 'Its newest block is old: the server lags behind the network.',
      network: 'Network',
      answers: 'Gateway',
      answered: (name: string, milliseconds: number) =>
        `${name} answered in ${numberText(milliseconds)} ms`,
      tip: 'Newest block',
      tipOf: (height: number, age: string) => `${numberText(height)}, ${age} old`,
      calls: 'Calls today',
      unknownCalls: 'It doesn’t say',
    },
    budget: {
      label: 'Calls a day',
      hint: 'The budget of your plan. Leave empty for any number.',
      today: (calls: number, budget: number | null) =>
        budget === null
          ? `${countText(calls, 'call')} today (UTC).`
          : `${numberText(calls)} of ${numberText(budget)} calls today (UTC).`,
      usedUp: 'Used up until midnight UTC',
      banned: (until: string) => `Refuses calls until ${dateText(until)}`,
      saved: (gateway: string) => `Budget of ${gateway} saved.`,
    },
    reason: 'The vault keeps the secret of a gateway.',
    saved: (name: string, network: string) =>
      `${name} set up for ${network}. New collections can use ${network} now.`,
    test: 'Test',
    testOf: (network: string) => `Test the gateway of ${network}`,
    works: (name: string, height: number, age: string, milliseconds: number) =>
      `${name} answered in ${numberText(milliseconds)} ms. Its newest block is ${numberText(height)}, ${age} old.`,
    removeOf: (network: string) => `Remove the gateway of ${network}`,
    remove: 'Remove gateway',
    keep: 'Keep gateway',
    removeTitle: 'Remove this gateway?',
    removeText: (name: string) =>
      `This deletes ${name} and its secret from this computer. Without another gateway, Coldpress can’t track pending transactions of that network until you set one up again.`,
    removed: (name: string) => `${name} removed.`,
  },

  /** Of settings that a provider describes itself. */
  providers: {
    kind: 'Kind',
    required: 'Required',
    hasSecret: (label: string) =>
      `The server requires a ${label.charAt(0).toLowerCase()}${label.slice(1)}`,
    showSecret: 'Show the secret',
  },

  pinning: {
    text: 'Services that keep images available. Each import pins at the service that you choose for it.',
    localText: 'Coldpress stores every image on this computer.',
    defaultText: (label: string) =>
      `The default settings of a ${label}. Test them to see whether one is running.`,
    address: 'Address',
    add: 'Add a pinning service',
    addTitle: 'Add a pinning service',
    change: 'Change',
    changeOf: (name: string) => `Change ${name}`,
    changeTitle: (name: string) => `Change ${name}`,
    name: 'Name',
    nameHint: 'Lower-case letters, digits and hyphens.',
    tokenHint: 'The vault stores it.',
    tokenChangeHint: 'Enter it again. It replaces the earlier token.',
    reason: 'The vault keeps the access token.',
    saved: (name: string) => `${name} saved.`,
    test: 'Test',
    testOf: (name: string) => `Test ${name}`,
    works: 'It works.',
  },

  pinChecks: pinCheckWords,

  adoptions: adoptionWords,

  vault: {
    state: 'Vault',
    states: {
      new: 'No vault yet',
      locked: 'Locked',
      unlocked: 'Open',
    },
    stateText: {
      new: 'Coldpress creates it when the first key needs it. You choose its passphrase.',
      locked: 'The vault can store new keys. It can’t sign or show keys.',
      unlocked: 'Keys can sign until the vault locks.',
    },
    backend: 'Stored in',
    store: 'Storage',
    backends: {
      keychain: 'The keychain of this computer',
      'sealed-files': 'Sealed files in the data folder',
    },
    health: 'Health',
    healthText: 'Coldpress writes, reads and deletes a test item.',
    healthy: 'A test item was written, read and deleted.',
    sick: 'A test item could not be written, read and deleted.',
    outcomes: {
      works: 'Works',
      fails: 'Fails',
      unused: 'Not used',
      untested: 'Not tested yet',
    },
    keychain: 'Keychain',
    keychainWorks: 'It answers.',
    keychainFails: 'No keychain answers on this computer.',
    checkAgain: 'Check again',
    lockNow: 'Lock now',
    unlock: 'Unlock',
    create: 'Create the vault',
    autoLockTitle: 'Auto-lock',
    autoLock: 'Minutes of inactivity before the vault locks',
    autoLockHint: 'Minutes of inactivity before the vault locks: 1 to 1440 (24 hours).',
    autoLockError: 'Enter a whole number from 1 to 1440.',
    autoLockSaved: (minutes: number) =>
      `The vault locks after ${countText(minutes, 'minute', 'minutes')} of inactivity.`,
    changeTitle: 'Change the passphrase',
    changeText: 'Keys stay as they are. Files that you saved earlier are not changed.',
    old: 'Current passphrase',
    fresh: 'New passphrase',
    again: 'Confirm new passphrase',
    show: 'Show the passphrase',
    change: 'Change the passphrase',
    changed: 'Passphrase changed.',
    weak: 'The passphrase of this vault is weaker than Coldpress now requires. Change it below.',
  },

  servers: {
    title: 'Servers',
    text: 'A server can sell while the keys stay on this computer. It watches a wallet of this vault, and counts only the prices, payouts and royalties that this vault has confirmed.',
    key: 'Key of this vault',
    keyName: 'key of this vault',
    networkHint: 'Where the server sells, for a new wallet.',
    makeWallet: 'Make a wallet for a server…',
    walletReason: 'The vault keeps the wallet.',
    walletMade: (path: string, address: string) =>
      `Wallet made. Import ${path} on the server and compare its first address: ${address}. Back up the wallet.`,
    watch: 'Sell with a wallet elsewhere…',
    watchReason: 'The vault vouches for the wallet.',
    watched: (network: string, address: string) =>
      `Buyers on ${network} pay to this wallet from the next sale on: ${address}.`,
    confirm: 'Confirm what a server sells…',
    confirmReason: 'The vault confirms with its key.',
    confirmed: (details: number, path: string) =>
      `${countText(details, 'fact')} confirmed. Bring ${path} back to the server.`,
  },

  appearance: {
    label: 'Theme',
    text: '“System” follows the light or dark mode of this computer.',
    choices: { system: 'System', light: 'Light', dark: 'Dark' },
  },

  updates,

  about: {
    version: 'Version',
    build: 'Build',
    hosts: { electron: 'Electron app', chromium: 'In Chromium, for development' },
    licence: 'Licence',
    ownLicence: 'Apache 2.0, open source',
    home: 'Data folder',
    homePath: 'data folder',
    diagnosticsText:
      'To report an error, copy the diagnostics: versions, states and sizes. They contain no secrets, addresses or paths.',
    licences: 'Licences',
    licencesText: (number: number) =>
      `Coldpress contains ${countText(number, 'package', 'packages')} by other authors.`,
    notices: 'Third-party notices',
    noticesText: 'Licences of the software in Coldpress',
    noLicences: 'This build has no list of licences.',
    search: 'Search licences',
    searchHint: 'Name or licence',
    none: (search: string) => `No packages match “${search}”.`,
    columns: { name: 'Package', version: 'Version', licence: 'Licence' },
  },
}
