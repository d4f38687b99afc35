/** What is let pass for a reason: names, or patterns of paths. */
export type Exception = { readonly why: string; readonly allowed: readonly string[] }

/** Names that several files may export. */
export const namesOfSeveralFiles: readonly Exception[] = [
  {
    why: 'main/services and the studio each answer the operations of a capability',
    allowed: [
      'binHandlers',
      'collectionHandlers',
      'gatewayHandlers',
      'policyHandlers',
      'roundHandlers',
      'royaltyHandlers',
      'shopHandlers',
      'tokenHandlers',
      'webhookHandlers',
    ],
  },
  {
    why: 'app asks the service for what the studio does',
    allowed: ['cancelSale', 'deleteCollection', 'refundUnknown', 'testWebhook', 'updateCollection'],
  },
  {
    why: 'the answers of each kind of gateway, which its client imports whole',
    allowed: ['block', 'metadata', 'parameters'],
  },
]

/** Files of at most 40 lines that may have one importer. */
export const smallFilesOfTheirOwn: readonly Exception[] = [
  {
    why: 'each capability of the studio and of main has its handlers, and each of the contract its calls',
    allowed: [
      'src/studio/*/handlers.ts',
      'src/main/services/bin.ts',
      'src/contract/{log/calls,shops/calls,tokens/work-calls}.ts',
    ],
  },
  {
    why: 'a provider is a folder, and a list names them (ADR 18)',
    allowed: ['src/{media/pinning,chain/gateway}/*/provider.ts', 'src/media/pinning/providers.ts'],
  },
  {
    why: 'a view of the window, which views/pages.tsx lists, or a section of its settings',
    allowed: [
      'src/renderer/views/settings/*-section.tsx',
      'src/renderer/views/{events/events,import/import,minting/minting,policies/policies,signing/signing}.tsx',
    ],
  },
  { why: 'the words of one view', allowed: ['src/renderer/text/en/*.ts'] },
  {
    why: 'loaded when its command runs',
    allowed: ['src/cli/commands/{asset,home/set-aside-command,studio/{ids-command,new-chain}}.ts'],
  },
  {
    why: 'set before any other module is loaded',
    allowed: ['src/cli/v8-memory.ts', 'src/renderer/locale.ts'],
  },
  {
    why: 'a test loads it without what its importer loads',
    allowed: [
      'src/chain/gateway/{outside-changes,parameters-at-hand}.ts',
      'src/devnet/chain/roll-back.ts',
      'src/keys/vault/webhook-secrets.ts',
      'src/main/shell/sandbox.ts',
      'src/renderer/stores/follow.ts',
      'src/renderer/views/policies/backup/{backup-passphrase,untested}.ts',
    ],
  },
  {
    why: 'searched for by its name, and its importer is about something else',
    allowed: [
      'src/app/signing/signer.ts',
      'src/cli/commands/collection/offer-withdrawal.ts',
      'src/devnet/{chain/find-scripts,routes/scripts}.ts',
      'src/renderer/views/collections/new/test-address.tsx',
      'src/renderer/views/minting/form/cost-section.tsx',
      'src/studio/mints/withdraw.ts',
    ],
  },
]

/** Files that may say “facts”: they are what a seal states. */
export const filesOfFacts: readonly Exception[] = [
  { why: 'the vault seals them', allowed: ['src/keys/**', 'src/**/*seal*'] },
  {
    why: 'the creator confirms them for a server (`studio confirm`)',
    allowed: [
      'src/app/servers/**',
      'src/{main/services/servers,cli/commands/studio/studio-trust}.ts',
      'src/app/asks.ts',
      'src/contract/servers/calls.ts',
      'src/main/{services/services-deps,shell/dialogs}.ts',
      'src/renderer/views/settings/server-sheet.tsx',
    ],
  },
  {
    why: 'they are sealed: the terms of a sale, an order',
    allowed: [
      'src/cli/terminal/error-advice.ts',
      'src/contract/sales/sale-terms.ts',
      'src/studio/pages/error-page.ts',
      'src/studio/royalty/rebuild-mint.ts',
    ],
  },
  {
    why: 'the field `facts` of an outdated mint, in the HTTP interface',
    allowed: ['src/contract/collections/collection.ts', 'src/studio/mints/outdated.ts'],
  },
  {
    why: 'the field `facts` of a warning, in `--json`',
    allowed: [
      'src/cardano/transactions/warnings/warning-table.ts',
      'src/cli/commands/tx/transaction-text.ts',
      'src/contract/signing/transactions.ts',
      'src/renderer/views/signing/warning-list.tsx',
    ],
  },
]
